// What the macros of message texts call. In the browser there is one language for as long as a page is open: to change it
// loads the page again. On the server each request has its own. It reads what Lingui's compiler writes; Lingui's own runtime
// does more than pages need, and every page would load it (decision 0041).
import type { MessageDescriptor } from '@lingui/core'

/** A part of a compiled text: words, `#`, or a value, which plurals and selections write in one of several ways. */
type Token = string | readonly [name: string, type?: string, cases?: Readonly<Record<string, CompiledText | number>>]
type CompiledText = string | readonly Token[]

/** Texts by the id of their message, as Lingui's compiler makes them. English ones stand in the code. */
export type Messages = Readonly<Record<string, unknown>>
type Values = Readonly<Record<string, unknown>>

/** The texts of one language. */
export interface Texts {
  /** BCP 47 tag, for numbers and dates. */
  readonly locale: string
  _(id: string | MessageDescriptor, values?: Values, options?: { message?: string }): string
}

/** Texts in one language; those that have no translation stay English. `messages` may be filled later. */
export function createI18n(locale: string, messages: Messages): Texts {
  return {
    locale,
    _(id, values, options) {
      const text = typeof id === 'string' ? { id, values, message: options?.message } : id
      const found = Object.hasOwn(messages, text.id) ? messages[text.id] : (text.message ?? text.id)
      return write(found as CompiledText, text.values ?? {}, locale)
    },
  }
}

function write(text: CompiledText, values: Values, locale: string, count?: number): string {
  if (typeof text === 'string') return text
  return text.map((token) => writeToken(token, values, locale, count)).join('')
}

function writeToken(token: Token, values: Values, locale: string, count: number | undefined): string {
  if (token === '#' && count !== undefined) return new Intl.NumberFormat(locale).format(count)
  if (typeof token === 'string') return token
  const [name, type, cases] = token
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (!cases || !type) return String(value ?? '')
  const pick = (key: string) => (Object.hasOwn(cases, key) ? (cases[key] as CompiledText) : undefined)
  if (type === 'select') return write(pick(String(value)) ?? pick('other') ?? '', values, locale)
  const number = Number(value) - Number(cases.offset ?? 0)
  const rules = new Intl.PluralRules(locale, { type: type === 'plural' ? 'cardinal' : 'ordinal' })
  return write(pick(String(value)) ?? pick(rules.select(number)) ?? pick('other') ?? '', values, locale, number)
}

const english = createI18n('en', {})
let current: () => Texts = () => english

/** Says where the language of what is being rendered is found. */
export function provideI18n(find: () => Texts): void {
  current = find
}

/** The texts of the language in which a page is shown. */
export const i18n: Texts = {
  _: (...message) => current()._(...message),
  get locale() {
    return current().locale
  },
}
