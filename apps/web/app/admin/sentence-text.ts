// Sentences that the server sends with their values apart.
import { fillSentence, type Sentence } from '@vitrine/contract/sentence'
import { serverText } from '../language/server-text.ts'

/** A sentence of the server in the language of the page; one that has no translation is English. */
export function sentenceText(sentence: Sentence): string {
  return serverText(fillSentence(sentence), sentence.text, sentence.values)
}
