// Formats the approximate remaining time.
import { plural, t } from '@lingui/core/macro'

/** 'about 5 seconds', 'about 3 minutes'. Takes seconds. */
export function roughlyText(seconds: number): string {
  if (seconds < 50) {
    const rounded = Math.max(5, Math.round(seconds / 5) * 5)
    return plural(rounded, { one: 'about # second', other: 'about # seconds' })
  }
  const minutes = Math.round(seconds / 60)
  return minutes <= 1 ? t`about a minute` : plural(minutes, { one: 'about # minute', other: 'about # minutes' })
}
