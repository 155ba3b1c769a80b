// The written pages: bundled texts, and the owner's replacements.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApiError } from '@vitrine/contract/api-error'
import {
  type ContentText,
  contentText,
  fixedPages,
  isOccasion,
  isPost,
  type OccasionSummary,
  type PostSummary,
} from '@vitrine/contract/content'
import { languageTag } from '@vitrine/contract/text-schema'
import type { Tx } from '@vitrine/database/connection'
import { msg } from '@vitrine/language/texts'
import { eq, sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import { SETTINGS_CHANNEL, type SettingsChange } from './settings.ts'
import { contentPages, contentTranslations } from './tables.ts'

/** Texts by language, then by slug. */
export type BundledPages = ReadonlyMap<string, ReadonlyMap<string, ContentText>>

const ENGLISH = 'en'
const BUNDLED_POSTS = ['blog/a-film-instead-of-a-card', 'blog/photos-that-work']
/** In the order of the store's pages. */
const BUNDLED_OCCASIONS = [
  'wedding',
  'birthday',
  'naming-ceremony',
  'diwali',
  'holi',
  'eid',
  'raksha-bandhan',
  'christmas',
  'new-year',
  'sale',
  'menu',
  'real-estate',
].map((name) => `occasions/${name}`)

/** Reads the bundled texts from a folder of Markdown files; translations are in folders named by language. */
export function readBundledPages(folder: string): BundledPages {
  const slugs = [...fixedPages, ...BUNDLED_OCCASIONS, ...BUNDLED_POSTS]
  const translations = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && languageTag.safeParse(entry.name).success)
    .map(({ name }) => [name, readPages(join(folder, name), slugs)] as const)
  return new Map([[ENGLISH, readPages(folder, slugs)], ...translations])
}

const readPages = (folder: string, slugs: readonly string[]): ReadonlyMap<string, ContentText> =>
  new Map(
    slugs
      .map((slug) => [slug, join(folder, `${slug}.md`)] as const)
      .filter(([, file]) => existsSync(file))
      .map(([slug, file]) => [slug, parseFile(file)]),
  )

/** Parses `---`, a line for each field, `---`, and the body. */
function parseFile(file: string): ContentText {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n+(.*)$/s.exec(readFileSync(file, 'utf8')) ?? []
  const fields = head.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
  return contentText.parse({ date: null, ...Object.fromEntries(fields), body })
}

/** A page in one language. */
interface StoredContent {
  /** Undefined when the page does not exist, the post was removed, or there is no text in this language. */
  readonly text: ContentText | undefined
  /** 0 while it is unchanged. */
  readonly revision: number
  /** Null for the bundled text. */
  readonly changedAt: Date | null
  /** When its words last changed; null for the bundled ones. */
  readonly wordsChangedAt: Date | null
}

type Row = typeof contentPages.$inferSelect
/** The stored English texts and translations, by slug and then by language. */
type Rows = ReadonlyMap<string, ReadonlyMap<string, Row>>

async function readRows(db: Reader, slug?: string): Promise<Rows> {
  const whereSlug = (column: typeof contentPages.slug | typeof contentTranslations.slug) =>
    slug === undefined ? undefined : eq(column, slug)
  const pages = await db.select().from(contentPages).where(whereSlug(contentPages.slug))
  const translations = await db.select().from(contentTranslations).where(whereSlug(contentTranslations.slug))
  const rows = new Map<string, Map<string, Row>>()
  const ofEnglish = pages.map((page) => ({ ...page, language: ENGLISH }))
  // A translation has nothing besides words.
  const ofOthers = translations.map((row) => ({ ...row, wordsChangedAt: row.changedAt }))
  for (const row of [...ofEnglish, ...ofOthers]) {
    const ofPage = rows.get(row.slug) ?? new Map<string, Row>()
    rows.set(row.slug, ofPage.set(row.language, row))
  }
  return rows
}

/**
 * A bundled translation belongs to the bundled English text: once an owner has changed that one, the translation may be wrong.
 */
function findContent(rows: Rows, bundled: BundledPages, slug: string, language: string): StoredContent {
  const row = rows.get(slug)?.get(language)
  const english = language === ENGLISH ? undefined : findContent(rows, bundled, slug, ENGLISH).text
  // A post that was removed is removed in all languages.
  const whole = (text: ContentText | null | undefined) =>
    text && (language === ENGLISH ? withAllFields(text) : english && { ...text, ...ofAllLanguages(english) })
  if (row) return { ...row, text: whole(row.text) ?? undefined }
  const original = bundled.get(language)?.get(slug)
  const isOfThisEnglish = language === ENGLISH || isSame(WORDS, english, bundled.get(ENGLISH)?.get(slug))
  return { text: (isOfThisEnglish && whole(original)) || undefined, revision: 0, changedAt: null, wordsChangedAt: null }
}

/** Older texts lack these fields. */
const withAllFields = (text: ContentText): ContentText => ({ ...text, ...ofAllLanguages(text) })

/** The fields that do not depend on the language; they are stored with the English text. */
const ofAllLanguages = ({ date, templates, sharePicture }: ContentText) => ({
  date,
  templates: templates ?? null,
  sharePicture: sharePicture ?? null,
})

/** A page in one of the store's languages. */
interface ShownContent {
  readonly slug: string
  readonly text: ContentText
  /** The language of the text: English when it has no translation into the requested one. */
  readonly language: string
  /** The store's languages with a text, in their order. */
  readonly languages: string[]
  /** When the text changed; null for the bundled one. */
  readonly changedAt: Date | null
}

/** The reader's language, and those that the store offers, English first. */
interface LanguageRequest {
  readonly language: string
  readonly offered: readonly string[]
}

function showContent(
  rows: Rows,
  bundled: BundledPages,
  slug: string,
  { language, offered }: LanguageRequest,
): ShownContent | undefined {
  const versions = offered.flatMap((language) => {
    const { text, changedAt } = findContent(rows, bundled, slug, language)
    return text ? [{ slug, text, language, changedAt }] : []
  })
  const shown = versions.find((version) => version.language === language) ?? versions[0]
  return shown && { ...shown, languages: versions.map((version) => version.language) }
}

/** All pages and posts: the fixed pages in their order, then the posts, newest first. */
export async function listContent(
  db: Reader,
  bundled: BundledPages,
  requested: LanguageRequest,
): Promise<ShownContent[]> {
  const rows = await readRows(db)
  const slugs = new Set([...(bundled.get(ENGLISH)?.keys() ?? []), ...rows.keys()])
  const listed = [...slugs].flatMap((slug) => showContent(rows, bundled, slug, requested) ?? [])
  const readDate = ({ text }: ShownContent) => text.date ?? ''
  const posts = listed.filter(({ slug }) => isPost(slug)).sort((a, b) => readDate(b).localeCompare(readDate(a)))
  return [...listed.filter(({ slug }) => !isPost(slug)), ...posts]
}

/** The blog, newest first. */
export async function listPosts(db: Reader, bundled: BundledPages, requested: LanguageRequest): Promise<PostSummary[]> {
  return (await listContent(db, bundled, requested))
    .filter(({ slug }) => isPost(slug))
    .map(({ slug, language, text: { title, description, date } }) => {
      return { slug, language, title, description, date: date ?? '' }
    })
}

/** An occasion with the owner's selection of templates; null: those that a search finds. */
interface StoredOccasion extends OccasionSummary {
  readonly templates: readonly string[] | null
}

/** The pages of occasions: those with an owner's selection of templates first, then the others, bundled ones first. */
export async function listOccasions(
  db: Reader,
  bundled: BundledPages,
  requested: LanguageRequest,
): Promise<StoredOccasion[]> {
  const occasions = (await listContent(db, bundled, requested))
    .filter(({ slug }) => isOccasion(slug))
    .map(({ slug, language, text }) => {
      const { title, description, templates } = text
      return { slug, language, title, description, templates }
    })
  return [...occasions.filter(({ templates }) => templates), ...occasions.filter(({ templates }) => !templates)]
}

/** A page in the reader's language, or else in English. Undefined for an unknown page. */
export async function readShownContent(
  db: Reader,
  bundled: BundledPages,
  slug: string,
  requested: LanguageRequest,
): Promise<ShownContent | undefined> {
  return showContent(await readRows(db, slug), bundled, slug, requested)
}

/** A page in exactly one language. */
export async function readContent(
  db: Reader,
  bundled: BundledPages,
  slug: string,
  language = ENGLISH,
): Promise<StoredContent> {
  return findContent(await readRows(db, slug), bundled, slug, language)
}

/** Increases with each change of any page. */
export async function readContentRevision(db: Reader): Promise<number> {
  const [row] = await db
    .select({
      sum: sql<number>`
      (select coalesce(sum(${contentPages.revision}), 0) from ${contentPages})::int +
      (select coalesce(sum(${contentTranslations.revision}), 0) from ${contentTranslations})::int`,
    })
    .from(sql`(select 1) as one`)
  return row?.sum ?? 0
}

/** The requested text, and the revision on which it is based. Null removes a post or a translation. */
export interface ContentUpdate {
  readonly slug: string
  /** BCP 47 tag. */
  readonly language: string
  readonly text: ContentText | null
  readonly revision: number
  /** For an English text with new words: false hides the existing translations until there are new ones. True by default. */
  readonly keepTranslations?: boolean
}

/** The change; removing a post includes each of its translations. */
interface ContentChange extends SettingsChange {
  readonly language: string
}

/**
 * Replaces a page's text in one language and announces the change to the servers. Changes nothing when the page already has this
 * text, as after a request whose response was lost. Throws `invalid-input` (a fixed page without text, a post without a date,
 * selected templates or a share picture outside pages of occasions), `not-found` (a translation of no page), and
 * `settings-changed` when the text has changed since `revision`.
 */
export async function changeContent(tx: Tx, bundled: BundledPages, requested: ContentUpdate): Promise<ContentChange[]> {
  const { slug, language, text, revision, keepTranslations = true } = requested
  const isEnglish = language === ENGLISH
  if (isEnglish) requireFittingText(slug, text)
  // A page without a row cannot be row-locked, so this serializes two first changes.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`content ${slug}`}))`)
  const rows = await readRows(tx, slug)
  const english = findContent(rows, bundled, slug, ENGLISH).text
  if (!isEnglish && !english) throw new ApiError('not-found')
  const stored = findContent(rows, bundled, slug, language)
  const after = text && english && !isEnglish ? { ...text, ...ofAllLanguages(english) } : text
  if (isSame(FIELDS, stored.text, after)) return []
  if (stored.revision !== revision) throw new ApiError('settings-changed')
  const translations = isEnglish ? listTranslations(rows, bundled, slug) : []
  const areWordsNew = isEnglish && !isSame(WORDS, stored.text, text)
  const isStored = ({ language }: { language: string }) => rows.get(slug)?.has(language) === true
  const bundledOnes = translations.filter((each) => !isStored(each))
  // Bundled translations belong to the bundled English text: once it changes they are hidden, so they are stored now.
  if (text && areWordsNew && keepTranslations) await keepBundledTranslations(tx, slug, bundledOnes)
  const outdated = areWordsNew && !keepTranslations ? translations.filter(isStored) : []
  const removed = text ? outdated : translations
  const versions = [{ language, text: after, before: stored.text }, ...removed]
  for (const { language, text, before } of versions)
    await storeContent(tx, { slug, language, text, areWordsNew: !isSame(WORDS, before, text) })
  await tx.execute(sql`select pg_notify(${SETTINGS_CHANNEL}, ${slug})`)
  return versions.map(({ language, text, before }) => {
    return { language, before: pickFields(before), after: pickFields(text) }
  })
}

/** Dated before now, so that they count as older than the new English words. */
async function keepBundledTranslations(
  tx: Tx,
  slug: string,
  translations: readonly { language: string; before: ContentText }[],
): Promise<void> {
  for (const { language, before } of translations) {
    const changedAt = sql`now() - interval '1 second'`
    await tx.insert(contentTranslations).values({ slug, language, text: before, revision: 1, changedAt })
  }
}

interface NewContent extends Omit<ContentUpdate, 'revision' | 'keepTranslations'> {
  /** Whether the translatable fields differ. */
  readonly areWordsNew: boolean
}

async function storeContent(tx: Tx, { slug, language, text, areWordsNew }: NewContent): Promise<void> {
  const changedAt = sql`now()`
  if (language === ENGLISH) {
    const wordsChangedAt = areWordsNew ? changedAt : undefined
    await tx
      .insert(contentPages)
      .values({ slug, text, revision: 1, wordsChangedAt })
      .onConflictDoUpdate({
        target: contentPages.slug,
        set: { text, revision: sql`${contentPages.revision} + 1`, changedAt, wordsChangedAt },
      })
    return
  }
  const { revision } = contentTranslations
  await tx
    .insert(contentTranslations)
    .values({ slug, language, text, revision: 1 })
    .onConflictDoUpdate({
      target: [contentTranslations.slug, contentTranslations.language],
      set: { text, revision: sql`${revision} + 1`, changedAt },
    })
}

/** Removed with their post, so that a later post at its address does not get them. */
function listTranslations(rows: Rows, bundled: BundledPages, slug: string) {
  const languages = new Set([...bundled.keys(), ...(rows.get(slug)?.keys() ?? [])])
  languages.delete(ENGLISH)
  return [...languages].flatMap((language) => {
    const { text } = findContent(rows, bundled, slug, language)
    return text ? [{ language, text: null, before: text }] : []
  })
}

const FIELDS = contentText.keyof().options

/** All fields; empty for a missing text. */
const pickFields = (text: ContentText | null | undefined): Record<string, unknown> =>
  Object.fromEntries(FIELDS.map((field) => [field, text?.[field] ?? null]))

/** The translatable fields, and the date. */
const WORDS = ['title', 'description', 'date', 'body'] as const

type MaybeText = ContentText | null | undefined

const isSame = (fields: readonly (keyof ContentText)[], a: MaybeText, b: MaybeText): boolean =>
  fields.every((field) => JSON.stringify(a?.[field] ?? null) === JSON.stringify(b?.[field] ?? null))

function requireFittingText(slug: string, text: ContentText | null): void {
  const issue = (path: string, message: string) => new ApiError('invalid-input', { issues: [{ path, message }] })
  if (!isPost(slug) && !isOccasion(slug) && !text) throw issue('text', msg('This page cannot be removed'))
  if (isPost(slug) && text && !text.date) throw issue('text.date', msg('Enter the date of the post'))
  for (const field of ['templates', 'sharePicture'] as const) {
    if (!isOccasion(slug) && text?.[field]) throw issue(`text.${field}`, msg('Only pages of occasions have this'))
  }
}
