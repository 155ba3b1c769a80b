// Sentences that the server sends with their values apart.
import { t } from '@lingui/core/macro'
import { type FailureClause, fillSentence, type Sentence } from '@vitrine/contract/sentence'
import { dateFormat } from '../../language/format.ts'
import { serverText } from '../../language/server-text.ts'
import { dayText } from '../../ui/date.ts'

/** A sentence of the server in the language of the page; one that has no translation is English. */
export function sentenceText(sentence: Sentence): string {
  const values = Object.fromEntries(Object.entries(sentence.values).map(([name, value]) => [name, valueText(value)]))
  return serverText(fillSentence({ text: sentence.text, values }), sentence.text, values)
}

/** Several sentences as one line; the place of a clause stays in its own direction of writing. */
export function clausesText(clauses: readonly FailureClause[]): string {
  return clauses
    .map((clause) => {
      const text = sentenceText(clause)
      return clause.place === undefined ? text : `\u2068${clause.place}\u2069: ${text}`
    })
    .reduce((first, second) => t`${first}; ${second}`)
}

/** Moments and days, which the server writes as ISO 8601 has them, as the page writes dates; anything else as it is. */
function valueText(value: string | number): string | number {
  if (typeof value === 'number') return value
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value))
    return dateFormat({ dateStyle: 'medium', timeStyle: 'short' }, 'en-IN').format(new Date(value))
  return /^\d{4}-\d\d-\d\d$/.test(value) ? dayText(value) : value
}
