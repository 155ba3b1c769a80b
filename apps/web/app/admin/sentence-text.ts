// Sentences that the server sends with their values apart.
import type { Sentence } from '@vitrine/contract/sentence'
import { fillWords } from '@vitrine/contract/sms-words'
import { serverText } from '../language/server-text.ts'

/** A sentence of the server in the language of the page; one that has no translation is English. */
export function sentenceText({ text, values }: Sentence): string {
  const words = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
  return serverText(fillWords(text, words), text, values)
}
