// The target of the message macros. In the browser there is one language per page load: changing it reloads the page.
// On the server each request has its own.
import type { MessageDescriptor } from '@lingui/core'
import { type CompiledText, type Values, writeText } from '@vitrine/language/write-text'

/** Texts by message id, compiled by Lingui. English ones are in the code. */
export type Messages = Readonly<Record<string, unknown>>

/** The texts of one language. */
export interface Texts {
  /** BCP 47 tag, for numbers and dates. */
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  _(id: string | MessageDescriptor, values?: Values, options?: { message?: string }): string
}

/**
 * Texts in one language; those without a translation stay English. `messages` may be filled later. In a right-to-left
 * language, values are isolated from the words around them.
 */
export function createI18n(locale: string, messages: Messages, direction: Texts['direction'] = 'ltr'): Texts {
  const writing = { locale, isolates: direction === 'rtl' }
  return {
    locale,
    direction,
    _(id, values, options) {
      const text = typeof id === 'string' ? { id, values, message: options?.message } : id
      const found = Object.hasOwn(messages, text.id) ? messages[text.id] : (text.message ?? text.id)
      return writeText(found as CompiledText, text.values ?? {}, writing)
    },
  }
}

const english = createI18n('en', {})
let current: () => Texts = () => english

/** Sets the function that finds the language of the current rendering. */
export function provideI18n(find: () => Texts): void {
  current = find
}

/** Runs `write` with English texts, whatever the language of the page. */
export function inEnglish<Result>(write: () => Result): Result {
  const ofPage = current
  current = () => english
  try {
    return write()
  } finally {
    current = ofPage
  }
}

/** The texts of the language in which a page is shown. */
export const i18n: Texts = {
  _: (...message) => current()._(...message),
  get locale() {
    return current().locale
  },
  get direction() {
    return current().direction
  },
}

/**
 * An English text of the server in the language of the page: the catalogue has it under the same words, untranslated ones stay. `pattern` is the text before its `values` were
 * inserted.
 */
export function serverText(text: string, pattern = text, values: Readonly<Record<string, unknown>> = {}): string {
  return text && i18n._(pattern, values, { message: [text] as unknown as string })
}
