// Formats numbers and dates in the language of the page, always with the digits 1, 2, 3 that texts, fields and pictures
// use.
import { i18n } from './i18n.ts'

type Formatter<Options> = new (locale: string, options?: Options) => unknown
const cache = new Map<string, unknown>()

/** Caches formatters, which are expensive to create. `english` is the locale for English. */
function formatter<Options, Instance>(make: Formatter<Options>, english: string, options: Options): Instance {
  const locale = i18n.locale === 'en' ? english : i18n.locale
  const key = `${make.name} ${locale} ${JSON.stringify(options)}`
  if (!cache.has(key)) cache.set(key, new make(locale, { ...options, numberingSystem: 'latn' }))
  return cache.get(key) as Instance
}

/** A formatter of numbers; English ones are grouped as in India. */
export function numberFormat(options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return formatter(Intl.NumberFormat, 'en-IN', options)
}

/** A formatter of dates; in English, `en-GB` has 20:58 and `en-IN` 8:58 pm. */
export function dateFormat(options: Intl.DateTimeFormatOptions, english = 'en-GB'): Intl.DateTimeFormat {
  return formatter(Intl.DateTimeFormat, english, options)
}

/** A list within a sentence: “a, b and c”. */
export function listFormat(options: Intl.ListFormatOptions = {}): Intl.ListFormat {
  return formatter(Intl.ListFormat, 'en-GB', options)
}
