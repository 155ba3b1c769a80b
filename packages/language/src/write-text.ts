// Writes a text that Lingui's compiler made of ICU MessageFormat, with its values. It reads what Lingui's own runtime reads, which
// does more than we need and which every page would load (docs/decisions/0041-languages.md). The browser imports this file.

/** A part of a compiled text: words, `#`, or a value, which plurals and selections write in one of several ways. */
type Token = string | readonly [name: string, type?: string, cases?: Readonly<Record<string, CompiledText | number>>]
export type CompiledText = string | readonly Token[]

export type Values = Readonly<Record<string, unknown>>

/** How a language writes values. */
export interface Writing {
  /** A BCP 47 tag, for plurals and numbers. */
  readonly locale: string
  /**
   * Whether names, addresses and other strings are set apart from the direction of the text around them, with the marks that
   * Unicode has for it (UAX #9): without, “+91 98765” would be read from its end in an Arabic sentence.
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

/** What `make` gives for a key, made once: formatters are expensive to make. */
function once<Made>(make: (key: string) => Made): (key: string) => Made {
  const made = new Map<string, Made>()
  return (key) => {
    const known = made.get(key) ?? make(key)
    made.set(key, known)
    return known
  }
}

/** With the digits 1, 2, 3 in every language: Marathi has its own, but not in fields, times and sizes, and one page has one kind. */
const numberFormat = once((locale) => new Intl.NumberFormat(locale, { numberingSystem: 'latn' }))
const cardinals = once((locale) => new Intl.PluralRules(locale))
const ordinals = once((locale) => new Intl.PluralRules(locale, { type: 'ordinal' }))
