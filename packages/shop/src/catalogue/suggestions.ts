// Owns which templates are shown beside another one: those of its kind that share categories and sections, most alike first.
import type { SuggestionPage } from '@vitrine/contract/catalogue'
import { Refusal } from '@vitrine/contract/refusal'
import type { Db } from '@vitrine/database/connection'
import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
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
 * Templates of the same kind that share something with this one: 2 points per shared category, 3 per shared section, ties
 * by name. Refuses template-not-found, and invalid-input for a cursor of another template's suggestions.
 */
export async function pageSuggestions(db: Db, templateId: string, query: SuggestionQuery): Promise<SuggestionPage> {
  const id = templateId.replace(/-template$/, '')
  const [subject] = await db
    .select({ kind: templates.kind, categories: templates.categories, sections: templates.sections })
    .from(templates)
    .where(and(eq(templates.id, id), isOnSale))
  if (!subject) throw new Refusal('template-not-found')

  const categories = textArray(subject.categories)
  const sections = textArray(subject.sections)
  const score = sql<number>`(${POINTS_PER_CATEGORY}::int * ${countShared(templates.categories, categories)}
    + ${POINTS_PER_SECTION}::int * ${countShared(templates.sections, sections)})`
  const order = `suggestions:${id}`
  // Scored before the joins, and only ids: the versions and files are fetched for the rows that are shown.
  const ranked = db
    .select({ rankedId: sql<string>`${templates.id}`.as('ranked_id'), score: score.as('score') })
    .from(templates)
    .where(
      and(
        isOnSale,
        eq(templates.kind, subject.kind),
        ne(templates.id, id),
        sql`(${templates.categories} && ${categories} or ${templates.sections} && ${sections})`,
        afterCursor(query.cursor, order, score),
      ),
    )
    .orderBy(sql`score desc`, templates.name, templates.id)
    .limit(query.limit + 1)
  const ranks = await ranked
  const shown = ranks.slice(0, query.limit)
  const last = ranks.length > query.limit ? shown.at(-1) : undefined
  const rows =
    shown.length === 0
      ? []
      : await selectCatalogue(db).where(sql`${templates.id} in ${shown.map((rank) => rank.rankedId)}`)
  const found = new Map(rows.map((row) => [row.id, row]))
  return {
    items: shown.flatMap(({ rankedId }) => {
      const row = found.get(rankedId)
      return row ? [toTemplate(row)] : []
    }),
    nextCursor: last ? encodeCursor(order, [last.score, last.rankedId]) : null,
  }
}

const textArray = (values: readonly string[]): SQL =>
  sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[]`

/** How many different values the column shares with the list. */
const countShared = (column: typeof templates.categories | typeof templates.sections, values: SQL): SQL =>
  sql`(select count(distinct shared)::int from unnest(${column}) as shared where shared = any(${values}))`

/** The place behind the cursor's template. Its name is looked up: names change more often than ids. */
function afterCursor(cursor: string | undefined, order: string, score: SQL): SQL | undefined {
  if (cursor === undefined) return undefined
  const [lastScore, lastId] = decodeCursor(order, cursor)
  const lastName = sql`(select before.name from ${templates} as before where before.id = ${lastId})`
  return sql`(${score} < ${lastScore} or (${score} = ${lastScore} and (${templates.name}, ${templates.id}) > (${lastName}, ${lastId})))`
}
