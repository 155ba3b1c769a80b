// English texts on the wire with the values of their placeholders, so that pages can translate them.
import { z } from 'zod'
import { fillWords } from './placeholder.ts'

export const sentence = z.object({
  text: z.string().describe('In English, with words in braces such as `{count}`'),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Sentence = z.infer<typeof sentence>

/** One of the reasons for a failure. */
export const failureClause = sentence.extend({
  place: z.string().optional().describe('What it is about, such as a property of a file; the same in every language'),
})
export type FailureClause = z.infer<typeof failureClause>

/** Reasons in English, as one line. */
export function fillClauses(clauses: readonly FailureClause[]): string {
  return clauses
    .map((clause) => (clause.place === undefined ? fillSentence(clause) : `${clause.place}: ${fillSentence(clause)}`))
    .join('; ')
}

/** Combines a text with the values of its placeholders. */
export function createSentence(text: string, values: Sentence['values'] = {}): Sentence {
  return { text, values }
}

/** The sentence in English. */
export function fillSentence({ text, values }: Sentence): string {
  return fillWords(text, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])))
}
