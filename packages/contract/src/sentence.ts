// English texts on the wire with what belongs into their braces, so that pages can translate them.
import { z } from 'zod'
import { fillWords } from './sms-words.ts'

export const sentence = z.object({
  text: z.string().describe('In English, with words in braces such as `{count}`'),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Sentence = z.infer<typeof sentence>

/** A sentence of a text and what belongs into its braces. */
export function sentenceOf(text: string, values: Sentence['values'] = {}): Sentence {
  return { text, values }
}

/** The sentence in English. */
export function fillSentence({ text, values }: Sentence): string {
  return fillWords(text, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])))
}
