// Writes a text that Lingui's compiler made of ICU MessageFormat, with its values. It reads what Lingui's own runtime reads, which
// does more than we need and which every page would load (docs/decisions/0041-languages.md). The browser imports this file.

/** A part of a compiled text: words, `#`, or a value, which plurals and selections write in one of several ways. */
type Token = string | readonly [name: string, type?: string, cases?: Readonly<Record<string, CompiledText | number>>]
export type CompiledText = string | readonly Token[]

export type Values = Readonly<Record<string, unknown>>

/** The text with its values. `locale` is a BCP 47 tag, for plurals and numbers. */
export function writeText(text: CompiledText, values: Values, locale: string, count?: number): string {
  if (typeof text === 'string') return text
  return text.map((token) => writeToken(token, values, locale, count)).join('')
}

function writeToken(token: Token, values: Values, locale: string, count: number | undefined): string {
  if (token === '#' && count !== undefined) return numberFormat(locale).format(count)
  if (typeof token === 'string') return token
  const [name, type, cases] = token
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (!cases || !type) return String(value ?? '')
  const pick = (key: string) => (Object.hasOwn(cases, key) ? (cases[key] as CompiledText) : undefined)
  if (type === 'select') return writeText(pick(String(value)) ?? pick('other') ?? '', values, locale)
  const number = Number(value) - Number(cases.offset ?? 0)
  const rules = (type === 'plural' ? cardinals : ordinals)(locale)
  return writeText(pick(String(value)) ?? pick(rules.select(number)) ?? pick('other') ?? '', values, locale, number)
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

const numberFormat = once((locale) => new Intl.NumberFormat(locale))
const cardinals = once((locale) => new Intl.PluralRules(locale))
const ordinals = once((locale) => new Intl.PluralRules(locale, { type: 'ordinal' }))
