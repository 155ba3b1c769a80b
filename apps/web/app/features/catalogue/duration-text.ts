// Formats durations.
import { plural } from '@lingui/core/macro'
import { countText } from '../../ui/money.ts'

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
