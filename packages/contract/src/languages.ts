// The languages of the store for its owner: how complete each is, and its texts.
import { z } from 'zod'
import { languageTag } from './language-tag.ts'

const language = z.object({
  tag: languageTag,
  name: z.string().describe('As its speakers write it'),
  direction: z.enum(['ltr', 'rtl']),
  isBundled: z.boolean().describe('The program brings translations'),
  isOffered: z.boolean().describe('Visitors can choose it'),
  translated: z.int().describe('Texts that have a translation'),
  own: z.int().describe('Texts in the words of the owner'),
})
export type AdminLanguage = z.infer<typeof language>
export const adminLanguages = z.object({
  languages: z.array(language),
  total: z.int().describe('Texts of the program'),
})
export type AdminLanguages = z.infer<typeof adminLanguages>

const text = z.object({
  key: z.string().describe('The English text, after its context if it has one'),
  english: z.string(),
  context: z.string().nullable().describe('Which of two meanings: “price” of “Free”'),
  area: z
    .enum(['store', 'editors', 'admin', 'server', 'mail'])
    .describe('Where it is shown; `server`: answers and errors; `mail`: mails, text messages and receipts'),
  bundled: z.string().nullable().describe('The translation of the program; null: none'),
  own: z.string().nullable().describe('In the words of the owner; null: as the program has it'),
})
export type AdminText = z.infer<typeof text>
export const adminTexts = z.object({ texts: z.array(text) })
export type AdminTexts = z.infer<typeof adminTexts>

/** A whole language at once, from a file. */
export const MAX_CHANGED_TEXTS = 10_000

export const changeTextsRequest = z.object({
  texts: z
    .record(z.string().max(2000), z.string().trim().min(1, 'Enter a text').max(4000).nullable())
    .refine((texts) => Object.keys(texts).length <= MAX_CHANGED_TEXTS, 'These are too many texts')
    .describe('By key; null: as the program has it'),
})
export type ChangeTextsRequest = z.infer<typeof changeTextsRequest>
