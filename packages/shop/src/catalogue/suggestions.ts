// Suggested templates beside another one: the same kind, most similar first.

import { ApiError } from '@vitrine/contract/api-error'
import type { SuggestionPage } from '@vitrine/contract/catalogue'
import type { Db } from '@vitrine/database/connection'
import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { isOnSale, selectCatalogue } from './row.ts'
import { templates } from './tables.ts'
import { toTemplate } from './wire.ts'

const POINTS_PER_CATEGORY = 2
const POINTS_PER_SECTION = 3

export interface SuggestionQuery {
  readonly cursor?: string | undefined
  readonly limit: number
}

/**
 * Templates of the same kind: first those that share something with this one, by 2 points per shared category and 3 per
 * shared section, ties by name; then all others, the most popular first, so that rows are full and paging continues.
 * Refuses template-not-found, and invalid-input for a cursor of another template's suggestions.
 */
export async function pageSuggestions(db: Db, templateId: string, query: SuggestionQuery): Promise<SuggestionPage> {
  const id = templateId.replace(/-template$/, '')
  const [subject] = await db
    .select({ kind: templates.kind, categories: templates.categories, sections: templates.sections })
    .from(templates)
    .where(and(eq(templates.id, id), isOnSale))
  if (!subject) throw new ApiError('template-not-found')

  const order = `suggestions:${id}`
  const after = query.cursor === undefined ? undefined : decodeCursor(order, query.cursor)
  // One more than is shown, to know whether there is another page.
  const wanted = query.limit + 1
  const isPastAlike = after?.[0] === 0
  const alike = isPastAlike ? [] : await rankAlike(db, { ...subject, id }, after, wanted)
  const others =
    alike.length < wanted
      ? await rankOthers(db, { ...subject, id }, isPastAlike ? after?.[1] : undefined, wanted - alike.length)
      : []
  const ranks = [...alike, ...others]
  const shown = ranks.slice(0, query.limit)
  const last = ranks.length > query.limit ? shown.at(-1) : undefined
  const rows =
    shown.length === 0 ? [] : await selectCatalogue(db).where(sql`${templates.id} in ${shown.map((rank) => rank.id)}`)
  const found = new Map(rows.map((row) => [row.id, row]))
  return {
    items: shown.flatMap((rank) => {
      const row = found.get(rank.id)
      return row ? [toTemplate(row)] : []
    }),
    nextCursor: last ? encodeCursor(order, [last.score, last.id]) : null,
  }
}

type Subject = Pick<typeof templates.$inferSelect, 'id' | 'kind' | 'categories' | 'sections'>
/** Score and id, as a cursor carries them. */
type Place = readonly [number, string]
interface Rank {
  readonly id: string
  readonly score: number
}

/**
 * Templates that share a category or a section. Scored before the joins, on ids only: versions and files are read for
 * the shown ones.
 */
async function rankAlike(db: Db, subject: Subject, after: Place | undefined, limit: number): Promise<Rank[]> {
  const categories = textArray(subject.categories)
  const sections = textArray(subject.sections)
  const score = sql<number>`(${POINTS_PER_CATEGORY}::int * ${countShared(templates.categories, categories)}
    + ${POINTS_PER_SECTION}::int * ${countShared(templates.sections, sections)})`
  return await db
    .select({ id: templates.id, score: score.as('score') })
    .from(templates)
    .where(
      and(
        isOtherOfKind(subject),
        sql`(${templates.categories} && ${categories} or ${templates.sections} && ${sections})`,
        after && isBehind(score, after),
      ),
    )
    .orderBy(sql`score desc`, templates.name, templates.id)
    .limit(limit)
}

/** Templates that share nothing, read from the index of popularity. `afterId` is the last one of the previous page. */
async function rankOthers(db: Db, subject: Subject, afterId: string | undefined, limit: number): Promise<Rank[]> {
  const sharesNothing = sql`not (${templates.categories} && ${textArray(subject.categories)}
    or ${templates.sections} && ${textArray(subject.sections)})`
  const lastPopularity = sql`(select before.popularity from ${templates} as before where before.id = ${afterId})`
  const isLater =
    afterId === undefined
      ? undefined
      : sql`(${templates.popularity}, ${templates.id}) < (${lastPopularity}, ${afterId})`
  const rows = await db
    .select({ id: templates.id })
    .from(templates)
    .where(and(isOtherOfKind(subject), sharesNothing, isLater))
    .orderBy(desc(templates.popularity), desc(templates.id))
    .limit(limit)
  return rows.map(({ id }) => ({ id, score: 0 }))
}

const isOtherOfKind = ({ id, kind }: Subject): SQL | undefined =>
  and(isOnSale, eq(templates.kind, kind), ne(templates.id, id))

const textArray = (values: readonly string[]): SQL =>
  sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[]`

/** The number of distinct values that the column shares with the list. */
const countShared = (column: typeof templates.categories | typeof templates.sections, values: SQL): SQL =>
  sql`(select count(distinct shared)::int from unnest(${column}) as shared where shared = any(${values}))`

/** Behind the template of a cursor. Its name is looked up: names change more often than ids. */
function isBehind(score: SQL, [lastScore, lastId]: Place): SQL {
  const lastName = sql`(select before.name from ${templates} as before where before.id = ${lastId})`
  return sql`(${score} < ${lastScore} or (${score} = ${lastScore} and (${templates.name}, ${templates.id}) > (${lastName}, ${lastId})))`
}
