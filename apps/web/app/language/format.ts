// Formats numbers, dates, lists and sizes in the language of the page, always with the digits 1, 2, 3 that texts, fields and pictures
// use.

import { plural, t } from '@lingui/core/macro'
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

/** '18%' for 1800 basis points; the half of an odd rate has three decimals. */
export function rateText(rateBp: number): string {
  return numberFormat({ style: 'percent', maximumFractionDigits: 3 }).format(rateBp / 10_000)
}

/** A formatter of dates; in English, `en-GB` has 20:58 and `en-IN` 8:58 pm. */
export function dateFormat(options: Intl.DateTimeFormatOptions, english = 'en-GB'): Intl.DateTimeFormat {
  return formatter(Intl.DateTimeFormat, english, options)
}

/** A list within a sentence: “a, b and c”. */
export function listFormat(options: Intl.ListFormatOptions = {}): Intl.ListFormat {
  return formatter(Intl.ListFormat, 'en-GB', options)
}

/** The name of a country by its two letters. */
export function countryText(country: string): string {
  return new Intl.DisplayNames([i18n.locale], { type: 'region' }).of(country) ?? country
}

/** A list of names: 'a, b, c'. It follows the page's direction, and each name keeps its own. */
export function rowText(names: readonly string[]): string {
  if (i18n.direction !== 'rtl') return names.join(', ')
  // The leading mark sets the direction, because isolated names do not.
  return `\u200f${names.map((name) => `\u2068${name}\u2069`).join('، ')}`
}

/** '1920 × 1080', the width first in every language: right-to-left text would turn it into 1080 × 1920 (UAX #9). */
export function pixelSize(width: number, height: number): string {
  const size = `${width} × ${height}`
  return i18n.direction === 'rtl' ? `\u2066${size}\u2069` : size
}

// The date format of the store: 22 Nov 2026. One format everywhere, in the visitor's own time zone.

/** '22 Nov 2026'. `iso` is a time stamp of the API. */
export const dayText = (iso: string): string => dateFormat({ dateStyle: 'medium' }).format(new Date(iso))

/** '22 Nov 2026, 14:05'. */
export const dayAndTimeText = (iso: string): string =>
  dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))

/** 'one day', '14 days' */
export const daysText = (days: number): string => plural(days, { one: 'one day', other: '# days' })

/** 'one working day', '5 working days' */
export const workingDaysText = (days: number): string =>
  plural(days, { one: 'one working day', other: '# working days' })

/** 'Until 30 November' for a calendar day such as '2026-11-30'. */
export function lastDayText(date: string): string {
  const day = dateFormat({ day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))
  return t`Until ${day}`
}

/** '0:12', '1:05'. Takes seconds; parts of a second are rounded. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** '12 seconds', '12.4 seconds'. */
export function secondsText(seconds: number): string {
  const count = countText(seconds)
  return plural(seconds, { one: `${count} second`, other: `${count} seconds` })
}

/** A number, such as '1,240'. */
export function countText(count: number): string {
  return i18n.locale === 'en' ? groupedText(String(count)) : numberFormat().format(count)
}

/**
 * Groups digits as `en-IN` does, '12,34,567', without `Intl`: a browser's first number format takes several
 * milliseconds.
 */
export function groupedText(number: string): string {
  return number.replace(/\d+/, (whole) => whole.replace(/\B(?=(\d\d)*\d{3}$)/g, ','))
}
