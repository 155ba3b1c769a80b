// Words in braces, such as `{code}`: in the text of a message, and in what a gateway of the kind `http` is sent.

export const SMS_WORDS = ['code', 'store', 'minutes', 'domain'] as const
export type SmsWord = (typeof SMS_WORDS)[number]
export const GATEWAY_WORDS = ['to', 'digits', 'text', ...SMS_WORDS, 'entity', 'template'] as const

const WORD = /\{(\w*)\}/g

/** The words in a text, without their braces. */
export function listWords(text: string): string[] {
  return [...text.matchAll(WORD)].map((match) => match[1] ?? '')
}

/** The text with its words replaced; unknown ones stay as they are. */
export function fillWords(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(WORD, (whole, word: string) => values[word] ?? whole)
}

/** Whether what a gateway is sent is JSON; otherwise it is a form, which may begin with a word. */
export function isJsonBody(text: string): boolean {
  return /^[[{](?!\w+\})/.test(text)
}
