// Suggestions for a template's page: templates of the same kind, most similar first.

import { ApiError } from '@vitrine/contract/api-error'
import type { SuggestionPage } from '@vitrine/contract/catalogue'
import type { Db } from '@vitrine/database/connection'
import { and, desc, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { isOnSale, selectCatalogue } from './row.ts'
import { templates } from './tables.ts'
import { toTemplate } from './wire.ts'

const POINTS_PER_CATEGORY = 2
const POINTS_PER_SECTION = 3
/** The maximum number of categories and sections whose combinations are queried: 63 combinations. */
const MAX_COMBINED = 6

interface SuggestionQuery {
  readonly cursor?: string | undefined
  readonly limit: number
}

/**
 * Templates of the same kind: similar ones first, with 2 points per shared category and 3 per shared section, ties by name; then
 * all others, the most popular first, so that rows are full and paging continues. Throws `template-not-found`, and
 * `invalid-input` for a cursor of another template's suggestions.
 */
export async function pageSuggestions(db: Db, templateId: string, query: SuggestionQuery): Promise<SuggestionPage> {
  const id = templateId.replace(/-template$/, '')
  const [row] = await db
    .select({ kind: templates.kind, categories: templates.categories, sections: templates.sections })
    .from(templates)
    .where(and(eq(templates.id, id), isOnSale))
  if (!row) throw new ApiError('template-not-found')
  // A label that is both category and section counts once.
  const subject = { id, kind: row.kind, categories: [...new Set(row.categories)], sections: [...new Set(row.sections)] }

  const order = `suggestions:${id}`
  const after = query.cursor === undefined ? undefined : decodeCursor(order, query.cursor)
  // One more than the page shows, to learn whether another page exists.
  const rowCount = query.limit + 1
  const isPastAlike = after?.[0] === 0
  const alike = isPastAlike ? [] : await rankAlike(db, subject, after, rowCount)
  const others =
    alike.length < rowCount
      ? await rankOthers(db, subject, isPastAlike ? after?.[1] : undefined, rowCount - alike.length)
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
 * Templates that share a category or a section, in rounds of ever lower scores until there are enough: few templates share much,
 * and the indexes of categories and sections find them without reading the many that share little.
 */
async function rankAlike(db: Db, subject: Subject, after: Place | undefined, limit: number): Promise<Rank[]> {
  const score = scoreSuggestion(subject)
  const found: Rank[] = []
  for (const { scores, shares } of toRounds(subject, after?.[0])) {
    if (found.length === limit) break
    const round = await db
      .select({ id: templates.id, score: score.as('score') })
      .from(templates)
      .where(
        and(
          isOtherOfKind(subject),
          shares,
          sql`${score} = any(${sql.param(scores)}::int[])`,
          after && isBehind(score, after),
        ),
      )
      .orderBy(sql`score desc`, templates.name, templates.id)
      .limit(limit - found.length)
    found.push(...round)
  }
  return found
}

/** Points for each category and section that a template shares with the subject. */
function scoreSuggestion({ categories, sections }: Subject): SQL<number> {
  const points = [
    ...categories.map((category) => sql`${POINTS_PER_CATEGORY}::int * ${has(templates.categories, [category])}::int`),
    ...sections.map((section) => sql`${POINTS_PER_SECTION}::int * ${has(templates.sections, [section])}::int`),
  ]
  return sql`(${sql.join(points, sql` + `)})`
}

interface Round {
  readonly scores: readonly number[]
  /** True for every template with these scores; indexes can evaluate it. */
  readonly shares: SQL | undefined
}

/** Ranges of scores from `from` (or the highest) downwards, each twice as long as the one before. */
function toRounds({ categories, sections }: Subject, from = Number.POSITIVE_INFINITY): Round[] {
  if (categories.length + sections.length > MAX_COMBINED) {
    const shares = or(overlaps(templates.categories, categories), overlaps(templates.sections, sections))
    const highest = POINTS_PER_CATEGORY * categories.length + POINTS_PER_SECTION * sections.length
    return [{ scores: Array.from({ length: highest }, (_, index) => index + 1), shares }]
  }
  const conditions = new Map<number, (SQL | undefined)[]>()
  for (const ofCategories of subsets(categories)) {
    for (const ofSections of subsets(sections)) {
      const score = POINTS_PER_CATEGORY * ofCategories.length + POINTS_PER_SECTION * ofSections.length
      if (score === 0 || score > from) continue
      const condition = and(
        ofCategories.length > 0 ? has(templates.categories, ofCategories) : undefined,
        ofSections.length > 0 ? has(templates.sections, ofSections) : undefined,
      )
      conditions.set(score, [...(conditions.get(score) ?? []), condition])
    }
  }
  const all = [...conditions.keys()].sort((left, right) => right - left)
  const rounds: Round[] = []
  for (let start = 0; start < all.length; start = 2 * start + 1) {
    const scores = all.slice(start, 2 * start + 1)
    rounds.push({ scores, shares: or(...scores.flatMap((score) => conditions.get(score) ?? [])) })
  }
  return rounds
}

function subsets(values: readonly string[]): string[][] {
  const found: string[][] = [[]]
  for (const value of values) found.push(...found.map((subset) => [...subset, value]))
  return found
}

/** Templates without shared labels, from the index of popularity. `afterId` is the last one of the previous page. */
async function rankOthers(db: Db, subject: Subject, afterId: string | undefined, limit: number): Promise<Rank[]> {
  const sharesNothing = sql`not (${overlaps(templates.categories, subject.categories)}
    or ${overlaps(templates.sections, subject.sections)})`
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

type Labels = typeof templates.categories | typeof templates.sections

/** Has all of these values. */
const has = (column: Labels, values: readonly string[]): SQL => sql`(${column} @> ${textArray(values)})`

/** Has at least one of these values. */
const overlaps = (column: Labels, values: readonly string[]): SQL => sql`(${column} && ${textArray(values)})`

/** Rows after the cursor. Looks its template's name up, because names change more often than ids. */
function isBehind(score: SQL, [lastScore, lastId]: Place): SQL {
  const lastName = sql`(select before.name from ${templates} as before where before.id = ${lastId})`
  return sql`(${score} < ${lastScore} or (${score} = ${lastScore} and (${templates.name}, ${templates.id}) > (${lastName}, ${lastId})))`
}
