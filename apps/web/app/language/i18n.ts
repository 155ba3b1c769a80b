// What the macros of message texts call. In the browser there is one language for as long as a page is open: to change it
// loads the page again. On the server each request has its own.
import type { MessageDescriptor } from '@lingui/core'
import { type CompiledText, type Values, writeText } from '@vitrine/language/write-text'

/** Texts by the id of their message, as Lingui's compiler makes them. English ones stand in the code. */
export type Messages = Readonly<Record<string, unknown>>

/** The texts of one language. */
export interface Texts {
  /** BCP 47 tag, for numbers and dates. */
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  _(id: string | MessageDescriptor, values?: Values, options?: { message?: string }): string
}

/**
 * Texts in one language; those that have no translation stay English. `messages` may be filled later. In a language from right
 * to left, values are set apart from the words around them.
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

/** Says where the language of what is being rendered is found. */
export function provideI18n(find: () => Texts): void {
  current = find
}

/** What `write` makes of the texts in English, whatever the language of the page. */
export function inEnglish<Made>(write: () => Made): Made {
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
