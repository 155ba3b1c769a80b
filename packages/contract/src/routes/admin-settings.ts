// Routes of what the owner sets and writes: settings, the files of the brand, written pages, and the texts of the languages.
import { z } from 'zod'
import {
  adminContentList,
  adminContentPage,
  changeContentRequest,
  contentPreview,
  contentPreviewRequest,
  contentSlug,
} from '../content.ts'
import { defineRoutes } from '../route.ts'
import { adminSettings, brandFileKind, brandFileResponse, changeSettingsRequest, settingsSection } from '../settings.ts'
import { languageTag } from '../text-schema.ts'

export const adminSettingsRoutes = defineRoutes({
  'GET /api/admin/settings': {
    tag: 'admin',
    summary: 'All settings of the store',
    permission: ['settings', 'services'],
    responses: { 200: adminSettings },
    errors: [400, 401],
  },

  'PUT /api/admin/settings/:section': {
    tag: 'admin',
    summary: 'Replaces a section; with the value that it has already it changes nothing',
    permission: ['settings', 'services'],
    params: z.object({ section: settingsSection }),
    body: changeSettingsRequest,
    responses: { 200: adminSettings },
    errors: [400, 401, 409],
  },
})

// Uploading a file of the brand: the body is the file itself. Settings, written pages and the setup have one each.

const upload = {
  summary: 'Publishes a file for the section `brand` or a page; the body is the file itself',
  responses: { 200: brandFileResponse },
  errors: [400, 401, 413, 415, 422],
} as const
const byKind = z.object({ kind: brandFileKind })

export const settingsFileRoutes = defineRoutes({
  'POST /api/admin/brand-files/:kind': { ...upload, tag: 'admin', permission: 'settings', params: byKind },
})

export const contentFileRoutes = defineRoutes({
  'POST /api/admin/content-files/:kind': {
    ...upload,
    tag: 'admin',
    permission: 'content',
    params: z.object({ kind: brandFileKind.extract(['share-picture']) }),
  },
})

export const setupFileRoutes = defineRoutes({
  'POST /api/setup/brand-files/:kind': { ...upload, tag: 'setup', params: byKind },
})

// The written pages: the list, one page with its Markdown, changing it, and a preview.

const bySlug = z.object({ slug: contentSlug, language: languageTag.default('en') })

export const adminContentRoutes = defineRoutes({
  'GET /api/admin/content': {
    tag: 'admin',
    summary: 'All written pages and blog posts',
    permission: 'content',
    responses: { 200: adminContentList },
    errors: [400, 401],
  },

  'GET /api/admin/content/page': {
    tag: 'admin',
    summary: 'The text of one page in one language; empty for a post or a translation that is not there',
    permission: 'content',
    query: bySlug,
    responses: { 200: adminContentPage },
    errors: [400, 401],
  },

  'PUT /api/admin/content/page': {
    tag: 'admin',
    summary:
      'Replaces a text of a page, or adds a post or a translation; with the text that it has already it changes nothing',
    permission: 'content',
    query: bySlug,
    body: changeContentRequest,
    responses: { 200: adminContentPage },
    errors: [400, 401, 404, 409],
  },

  'DELETE /api/admin/content/page': {
    tag: 'admin',
    summary: 'Removes a blog post with its translations, or one translation; the audit log keeps the texts',
    permission: 'content',
    query: bySlug.extend({ revision: z.coerce.number().int().min(0) }),
    responses: { 200: adminContentList },
    errors: [400, 401, 404, 409],
  },

  'POST /api/admin/content/preview': {
    tag: 'admin',
    summary: 'How Markdown will be shown',
    permission: 'content',
    body: contentPreviewRequest,
    responses: { 200: contentPreview },
    errors: [400, 401],
  },
})

// The languages: how complete each is, all texts of one, and changing some of them.

const listedLanguage = z.object({
  tag: languageTag,
  name: z.string().describe('As its speakers write it'),
  direction: z.enum(['ltr', 'rtl']),
  isBundled: z.boolean().describe('The program brings translations'),
  isOffered: z.boolean().describe('Visitors can choose it'),
  translated: z.int().describe('Texts that have a translation'),
  own: z.int().describe('Texts in the words of the owner'),
})
export type AdminLanguage = z.infer<typeof listedLanguage>
const adminLanguages = z.object({
  languages: z.array(listedLanguage),
  total: z.int().describe('Texts of the program'),
})
export type AdminLanguages = z.infer<typeof adminLanguages>

const listedText = z.object({
  key: z.string().describe('The English text, after its context if it has one'),
  english: z.string(),
  context: z.string().nullable().describe('Which of two meanings: “price” of “Free”'),
  area: z
    .enum(['store', 'editors', 'admin', 'server', 'mail'])
    .describe('Where it is shown; `server`: answers and errors; `mail`: mails, text messages and receipts'),
  bundled: z.string().nullable().describe('The translation of the program; null: none'),
  own: z.string().nullable().describe('In the words of the owner; null: as the program has it'),
})
export type AdminText = z.infer<typeof listedText>
const adminTexts = z.object({ texts: z.array(listedText) })
export type AdminTexts = z.infer<typeof adminTexts>

/** A whole language at once, from a file. */
const MAX_CHANGED_TEXTS = 10_000

const changeTextsRequest = z.object({
  texts: z
    .record(z.string().max(2000), z.string().trim().min(1, 'Enter a text').max(4000).nullable())
    .refine((texts) => Object.keys(texts).length <= MAX_CHANGED_TEXTS, 'These are too many texts')
    .describe('By key; null: as the program has it'),
})
export type ChangeTextsRequest = z.infer<typeof changeTextsRequest>

const byTag = z.object({ tag: languageTag })

export const adminLanguagesRoutes = defineRoutes({
  'GET /api/admin/languages': {
    tag: 'admin',
    summary: 'All languages, offered or not',
    permission: 'content',
    responses: { 200: adminLanguages },
    errors: [400, 401, 404],
  },

  'GET /api/admin/languages/:tag/texts': {
    tag: 'admin',
    summary: 'All texts of a language',
    permission: 'content',
    params: byTag,
    responses: { 200: adminTexts },
    errors: [400, 401, 404],
  },

  'PUT /api/admin/languages/:tag/texts': {
    tag: 'admin',
    summary: 'Changes some texts of a language; those that are so already stay',
    permission: 'content',
    params: byTag,
    body: changeTextsRequest,
    responses: { 200: adminTexts },
    errors: [400, 401, 404],
  },
})
