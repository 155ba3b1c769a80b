// Formats sentences that the server sends separately from their values.
import { t } from '@lingui/core/macro'
import { type FailureClause, fillSentence, type Sentence } from '@vitrine/contract/sentence'
import { dayText } from '../../language/format.ts'
import { serverText } from '../../language/i18n.ts'
import { momentText } from './label.ts'

/** A server's sentence in the language of the page; English if there is no translation. */
export function sentenceText(sentence: Sentence): string {
  const values = Object.fromEntries(Object.entries(sentence.values).map(([name, value]) => [name, valueText(value)]))
  return serverText(fillSentence({ text: sentence.text, values }), sentence.text, values)
}

/** Several sentences as one line; the place of a clause keeps its own text direction. */
export function clausesText(clauses: readonly FailureClause[]): string {
  return clauses
    .map((clause) => {
      const text = sentenceText(clause)
      return clause.place === undefined ? text : `\u2068${clause.place}\u2069: ${text}`
    })
    .reduce((first, second) => t`${first}; ${second}`)
}

/** Formats ISO 8601 times and days as the page writes dates; other values stay. */
function valueText(value: string | number): string | number {
  if (typeof value === 'number') return value
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return momentText(value)
  return /^\d{4}-\d\d-\d\d$/.test(value) ? dayText(value) : value
}
