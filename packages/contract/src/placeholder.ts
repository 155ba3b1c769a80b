// Texts with placeholders such as `{code}`: messages on screen, text messages, and requests to a gateway of the kind `http`.

export const SMS_WORDS = ['code', 'store', 'minutes', 'domain'] as const
export type SmsWord = (typeof SMS_WORDS)[number]
export const GATEWAY_WORDS = ['to', 'digits', 'text', ...SMS_WORDS, 'entity', 'template'] as const

const WORD = /\{(\w*)\}/g

/** The placeholders of a text, without their braces. */
export function listWords(text: string): string[] {
  return [...text.matchAll(WORD)].map((match) => match[1] ?? '')
}

/** The text with its placeholders replaced; unknown ones stay. */
export function fillWords(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(WORD, (whole, word: string) => values[word] ?? whole)
}

/** Whether a request body is JSON; otherwise it is a form, which may begin with a placeholder. */
export function isJsonBody(text: string): boolean {
  return /^[[{](?!\w+\})/.test(text)
}

/** Marks an English text that is translated where it is shown, so that it is in the message catalogue. */
export const msg = <Text extends string>(text: Text): Text => text
