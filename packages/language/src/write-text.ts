// Formats a text that Lingui's compiler created from ICU MessageFormat. It replaces Lingui's own runtime, which does more than
// needed and which every page would load (docs/decisions/0041-languages.md). The browser imports this file.

/** A part of a compiled text: words, `#`, or a value, whose plurals and selections have several forms. */
type Token = string | readonly [name: string, type?: string, cases?: Readonly<Record<string, CompiledText | number>>]
export type CompiledText = string | readonly Token[]

export type Values = Readonly<Record<string, unknown>>

/** How a language writes values. */
interface Writing {
  /** A BCP 47 tag, for plurals and numbers. */
  readonly locale: string
  /**
   * Whether strings such as names and addresses are isolated from the text direction around them by Unicode marks (UAX #9):
   * without, “+91 98765” would be read backwards in an Arabic sentence.
   */
  readonly isolates?: boolean
}

/** The text with its values. */
export function writeText(text: CompiledText, values: Values, writing: Writing, count?: number): string {
  if (typeof text === 'string') return text
  return text.map((token) => writeToken(token, values, writing, count)).join('')
}

function writeToken(token: Token, values: Values, writing: Writing, count: number | undefined): string {
  const { locale, isolates } = writing
  if (token === '#' && count !== undefined) return numberFormat(locale).format(count)
  if (typeof token === 'string') return token
  const [name, type, cases] = token
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (!cases || !type) return isolates && typeof value === 'string' ? `\u2068${value}\u2069` : String(value ?? '')
  const pick = (key: string) => (Object.hasOwn(cases, key) ? (cases[key] as CompiledText) : undefined)
  if (type === 'select') return writeText(pick(String(value)) ?? pick('other') ?? '', values, writing)
  const number = Number(value) - Number(cases.offset ?? 0)
  const rules = (type === 'plural' ? cardinals : ordinals)(locale)
  return writeText(pick(String(value)) ?? pick(rules.select(number)) ?? pick('other') ?? '', values, writing, number)
}

/** Caches the result of `make` per key, because formatters are expensive to create. */
function once<Result>(make: (key: string) => Result): (key: string) => Result {
  const cache = new Map<string, Result>()
  return (key) => {
    const known = cache.get(key) ?? make(key)
    cache.set(key, known)
    return known
  }
}

/**
 * Uses the digits 1, 2, 3 in every language: Marathi has its own, but fields, times and sizes do not use them, and one page must
 * not mix both.
 */
const numberFormat = once((locale) => new Intl.NumberFormat(locale, { numberingSystem: 'latn' }))
const cardinals = once((locale) => new Intl.PluralRules(locale))
const ordinals = once((locale) => new Intl.PluralRules(locale, { type: 'ordinal' }))
