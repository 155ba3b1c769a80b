// Formats a number of licences.
import { plural } from '@lingui/core/macro'

/** '1 licence', '3 licences'. */
export function licencesText(licences: number): string {
  return plural(licences, { one: '# licence', other: '# licences' })
}
