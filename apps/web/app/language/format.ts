// Numbers and dates as the language of the page writes them, with the digits that texts, fields and pictures have as well: 1, 2, 3.
import { i18n } from './i18n.ts'

type Formatter<Options> = new (locale: string, options?: Options) => unknown
const made = new Map<string, unknown>()

/** Formatters are expensive to make, so each is made once. English is written as `english` says. */
function formatter<Options, Made>(make: Formatter<Options>, english: string, options: Options): Made {
  const locale = i18n.locale === 'en' ? english : i18n.locale
  const key = `${make.name} ${locale} ${JSON.stringify(options)}`
  if (!made.has(key)) made.set(key, new make(locale, { ...options, numberingSystem: 'latn' }))
  return made.get(key) as Made
}

/** A formatter of numbers; English ones are grouped as in India. */
export function numberFormat(options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return formatter(Intl.NumberFormat, 'en-IN', options)
}

/** A formatter of dates; in English, `en-GB` has 20:58 and `en-IN` 8:58 pm. */
export function dateFormat(options: Intl.DateTimeFormatOptions, english = 'en-GB'): Intl.DateTimeFormat {
  return formatter(Intl.DateTimeFormat, english, options)
}

/** Words as a sentence lists them: “a, b and c”. */
export function listFormat(options: Intl.ListFormatOptions = {}): Intl.ListFormat {
  return formatter(Intl.ListFormat, 'en-GB', options)
}
