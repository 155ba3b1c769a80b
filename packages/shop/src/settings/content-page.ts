// The written pages: the texts that the program brings, and what the owner has written in their place.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApiError } from '@vitrine/contract/api-error'
import { type ContentText, contentText, fixedPages, isPost, type PostSummary } from '@vitrine/contract/content'
import type { Tx } from '@vitrine/database/connection'
import { eq, sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import { SETTINGS_CHANNEL, type SettingsChange } from './settings.ts'
import { contentPages } from './tables.ts'

/** Texts by slug. */
export type BundledPages = ReadonlyMap<string, ContentText>

const BUNDLED_POSTS = ['blog/a-film-instead-of-a-card', 'blog/photos-that-work']

/** Reads the texts that the program brings from a folder of Markdown files. */
export function readBundledPages(folder: string): BundledPages {
  return new Map([...fixedPages, ...BUNDLED_POSTS].map((slug) => [slug, parseFile(join(folder, `${slug}.md`))]))
}

/** `---`, a line for each field, `---`, and the body. */
function parseFile(file: string): ContentText {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n+(.*)$/s.exec(readFileSync(file, 'utf8')) ?? []
  const fields = head.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
  return contentText.parse({ date: null, ...Object.fromEntries(fields), body })
}

export interface ListedContent {
  readonly slug: string
  readonly text: ContentText
  /** Null: as it came. */
  readonly changedAt: Date | null
}

/** All pages and posts: the fixed pages in their order, then the posts, newest first. */
export async function listContent(db: Reader, bundled: BundledPages): Promise<ListedContent[]> {
  const rows = new Map((await db.select().from(contentPages)).map((row) => [row.slug, row]))
  const slugs = [...bundled.keys(), ...[...rows.keys()].filter((slug) => !bundled.has(slug))]
  const listed = slugs.flatMap((slug) => {
    const row = rows.get(slug)
    const text = row ? row.text : bundled.get(slug)
    return text ? [{ slug, text, changedAt: row?.changedAt ?? null }] : []
  })
  const dateOf = ({ text }: ListedContent) => text.date ?? ''
  const posts = listed.filter(({ slug }) => isPost(slug)).sort((a, b) => dateOf(b).localeCompare(dateOf(a)))
  return [...listed.filter(({ slug }) => !isPost(slug)), ...posts]
}

/** The blog, newest first. */
export async function listPosts(db: Reader, bundled: BundledPages): Promise<PostSummary[]> {
  return (await listContent(db, bundled))
    .filter(({ slug }) => isPost(slug))
    .map(({ slug, text: { title, description, date } }) => ({ slug, title, description, date: date ?? '' }))
}

export interface StoredContent {
  /** Undefined: there is no such page, or the post was removed. */
  readonly text: ContentText | undefined
  /** 0 while nobody has changed it. */
  readonly revision: number
}

export async function readContent(db: Reader, bundled: BundledPages, slug: string): Promise<StoredContent> {
  const [row] = await db.select().from(contentPages).where(eq(contentPages.slug, slug))
  return row ? { text: row.text ?? undefined, revision: row.revision } : { text: bundled.get(slug), revision: 0 }
}

/** Increases with each change of any page. */
export async function readContentRevision(db: Reader): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${contentPages.revision}), 0)::int` })
    .from(contentPages)
  return row?.sum ?? 0
}

/** A text as somebody wants it, and the revision it was made from. Null removes a post. */
export interface WantedContent {
  readonly slug: string
  readonly text: ContentText | null
  readonly revision: number
}

/**
 * Replaces a page's text and announces the change to the servers. Returns undefined when the page says this already, as after a
 * request whose response was lost. Refuses invalid-input (a fixed page without text, a post without a date), and
 * settings-changed when somebody changed the page since `revision`.
 */
export async function changeContent(
  tx: Tx,
  bundled: BundledPages,
  { slug, text, revision }: WantedContent,
): Promise<SettingsChange | undefined> {
  refuseUnfit(slug, text)
  // Two first changes of one page have no row to lock.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`content ${slug}`}))`)
  const stored = await readContent(tx, bundled, slug)
  const [before, after] = [fieldsOf(stored.text), fieldsOf(text)]
  if (FIELDS.every((field) => before[field] === after[field])) return undefined
  if (stored.revision !== revision) throw new ApiError('settings-changed')
  await tx
    .insert(contentPages)
    .values({ slug, text, revision: 1 })
    .onConflictDoUpdate({
      target: contentPages.slug,
      set: { text, revision: sql`${contentPages.revision} + 1`, changedAt: sql`now()` },
    })
  await tx.execute(sql`select pg_notify(${SETTINGS_CHANNEL}, ${slug})`)
  return { before, after }
}

const FIELDS = contentText.keyof().options

/** All fields; of a post that is not there, all empty. */
const fieldsOf = (text: ContentText | null | undefined): Record<string, unknown> =>
  Object.fromEntries(FIELDS.map((field) => [field, text?.[field] ?? null]))

function refuseUnfit(slug: string, text: ContentText | null): void {
  const issue = (path: string, message: string) => new ApiError('invalid-input', { issues: [{ path, message }] })
  if (!isPost(slug) && !text) throw issue('text', 'This page cannot be removed')
  if (isPost(slug) && text && !text.date) throw issue('text.date', 'Enter the date of the post')
}
