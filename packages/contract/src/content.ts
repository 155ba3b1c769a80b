// The written pages of the store: FAQ, legal pages, help and blog, as Markdown for their owner and as rendered for visitors.

import { z } from 'zod'
import { template } from './catalogue.ts'
import { languageTag, line, storedId } from './text-schema.ts'

/** Pages that every store has. Their texts can be changed, but they cannot be removed. */
export const fixedPages = [
  'faq',
  'pricing',
  'tutorials',
  'support',
  'contact',
  'terms',
  'privacy',
  'cookies',
  'refund',
  'blog',
] as const

/** A fixed page, a blog post, or the page of an occasion. */
export const contentSlug = z
  .string()
  .max(100)
  .refine(
    (slug) =>
      (fixedPages as readonly string[]).includes(slug) || /^(blog|occasions)\/[a-z0-9]+(-[a-z0-9]+)*$/.test(slug),
    'Use lower-case letters, digits and dashes',
  )

/** The audit log's name for a page in a language: `page/faq`, `page/hi/faq`. No language tag is as long as `blog`. */
export const contentSubject = (slug: string, language: string): string =>
  language === 'en' ? `page/${slug}` : `page/${language}/${slug}`

export const isPost = (slug: string): boolean => slug.startsWith('blog/')

/** `occasions/baby-shower` shows the templates that a search for “baby shower” finds, or those that its owner has selected. */
export const isOccasion = (slug: string): boolean => slug.startsWith('occasions/')

/** The search of an occasion's page without selected templates. */
export const occasionSearch = (slug: string): string => slug.slice('occasions/'.length).replaceAll('-', ' ')

/** Placeholders: alone in a paragraph for a block, anywhere for a word. */
export const contentBlocks = ['packs', 'prices', 'posts', 'seller', 'cookie-settings'] as const
export type ContentBlock = (typeof contentBlocks)[number]
export const contentWords = ['store', 'email', 'answer-days', 'refund-days', 'refund-paid-days'] as const
export type ContentWord = (typeof contentWords)[number]

/** A longer list would need pages, which a search does better. */
export const MAX_CHOSEN_TEMPLATES = 60

export const contentText = z.object({
  title: line(120).min(1, 'Enter a title'),
  description: z
    .string()
    .trim()
    .max(300)
    .describe('For search engines, for shared links, and below a post in the blog'),
  date: z.iso.date().nullable().describe('Of a blog post'),
  body: z.string().max(50_000, 'At most 50,000 characters').describe('Markdown'),
  templates: z
    .array(z.string().min(1).max(200))
    .min(1, 'Add a template, or let the search find them')
    .max(MAX_CHOSEN_TEMPLATES, 'At most 60 templates')
    .refine((ids) => new Set(ids).size === ids.length, 'A template can be there once')
    .nullable()
    .default(null)
    .describe('Ids of the templates on the page of an occasion, in their order; null: those that a search finds'),
  sharePicture: storedId
    .nullable()
    .default(null)
    .describe('Of the page of an occasion; null: the poster of its first template'),
})
export type ContentText = z.infer<typeof contentText>

const part = z.union([
  z.object({ html: z.string() }),
  z.object({ block: z.enum(contentBlocks).describe('Something that the store inserts') }),
])
export type ContentPart = z.infer<typeof part>

const section = z.object({
  level: z.int().min(1).max(6).describe('Of the heading; 1: before the first heading'),
  title: z.string().describe('HTML'),
  id: z.string(),
  parts: z.array(part),
})
export type ContentSection = z.infer<typeof section>

export const contentPage = z.object({
  slug: z.string(),
  language: languageTag.describe('Of the text: `en` where it is not written in the language asked for'),
  languages: z.array(languageTag).describe('The languages of the store that it is written in, English first'),
  title: z.string(),
  description: z.string(),
  date: z.string().nullable(),
  templates: z.array(z.string()).nullable().describe('Ids of those chosen by hand; null: those that a search finds'),
  sharePictureUrl: z.string().nullable(),
  sections: z.array(section),
})
export type ContentPage = z.infer<typeof contentPage>

const postSummary = z.object({
  slug: z.string(),
  language: languageTag.describe('Of title and description'),
  title: z.string(),
  description: z.string(),
  date: z.string(),
})
export type PostSummary = z.infer<typeof postSummary>
const occasionSummary = postSummary.omit({ date: true })
export type OccasionSummary = z.infer<typeof occasionSummary>
const listedOccasion = occasionSummary.extend({
  isChosen: z.boolean().describe('Its templates were chosen by hand'),
})
export type ListedOccasion = z.infer<typeof listedOccasion>
export const occasionList = z.object({ occasions: z.array(listedOccasion) })
export const occasionTemplates = z.object({ templates: z.array(template) })
export const postList = z.object({ posts: z.array(postSummary) })

/** A page as the admin area lists it. */
const listedPage = z.object({
  slug: z.string(),
  title: z.string(),
  languages: z.array(languageTag).describe('The languages of the store that it is written in, English first'),
  date: z.string().nullable(),
  changedAt: z.iso.datetime().nullable().describe('null: as it came'),
})
export const adminContentList = z.object({ pages: z.array(listedPage) })
export type AdminContentList = z.infer<typeof adminContentList>

/** A selected template of an occasion's page, on sale or not. */
const chosenTemplate = z.object({
  templateId: z.string(),
  templateName: z.string(),
  thumbnail: z.string().describe('Empty while it has none'),
  dominantColor: z.string(),
  isOnSale: z.boolean(),
})
export type ChosenTemplate = z.infer<typeof chosenTemplate>

export const adminContentPage = z.object({
  slug: z.string(),
  language: languageTag,
  text: contentText.extend({ title: z.string() }).describe('Empty: a post or a translation that is not written'),
  revision: z.int().describe('0: as it came, or not written yet'),
  original: contentText.nullable().describe('The text that it came with in this language'),
  english: contentText.nullable().describe('What a translation is made of; null: there is no such post'),
  chosenTemplates: z.array(chosenTemplate).describe('Those of `text.templates` that there are'),
  sharePictureUrl: z.string().nullable().describe('Of `text.sharePicture`'),
  translations: z.array(languageTag).describe('Of the English text: the languages that it is translated into'),
  isOlder: z.boolean().describe('A translation from before the last change of the English words'),
})
export type AdminContentPage = z.infer<typeof adminContentPage>

export const changeContentRequest = z.object({
  text: contentText,
  revision: z.int().min(0).describe('The revision it was made from'),
  keepTranslations: z
    .boolean()
    .default(true)
    .describe('Of an English text whose words change: false shows the English text until there are new translations'),
})
export const contentPreviewRequest = z.object({ body: contentText.shape.body })
export const contentPreview = z.object({ sections: z.array(section) })
