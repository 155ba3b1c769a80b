// The date format of the store: 22 Nov 2026. One format everywhere, in the visitor's own time zone.
import { plural, t } from '@lingui/core/macro'
import { dateFormat } from '../language/format.ts'
import { countText } from './money.ts'

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
