// Pages of the templates on sale: sorting, search, sections and counts.
import type { CataloguePage, CatalogueSort, Template, TemplateKind } from '@vitrine/contract/catalogue'
import type { Db } from '@vitrine/database/connection'
import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { onEachDatabase } from '../prepared.ts'
import { isOnSale, priceColumn, selectCatalogue } from './row.ts'
import { catalogueCounts, templates } from './tables.ts'
import { toTemplate } from './wire.ts'

/** A search is counted up to here: counting all of 100,000 matches would take twenty times as long as finding the page. */
const MAX_COUNTED = 500
/** Enough to fill the last row of a page, however wide the screen is. */
const AHEAD = 8

export interface CatalogueQuery {
  readonly kind: TemplateKind
  /** Kept when name, description or any category contains it, in any capitals. Empty keeps all. */
  readonly search: string
  /** Kept when it is one of the template's sections. Empty keeps all. */
  readonly section: string
  readonly sort: CatalogueSort
  readonly cursor?: string | undefined
  readonly limit: number
  /** Decides which of the two prices the price orders go by. */
  readonly isIndianUser: boolean
}

/**
 * One page of the catalogue. The cursor holds the last row's place in the order, so that a page costs the same wherever it
 * begins and nothing is shown twice when templates are added. Refuses invalid-input for a cursor of another order.
 */
export async function pageTemplates(db: Db, query: CatalogueQuery): Promise<CataloguePage> {
  const price = priceColumn(query)
  const order = {
    popularity: { column: templates.popularity, isDescending: true },
    'price-low-high': { column: price, isDescending: false },
    'price-high-low': { column: price, isDescending: true },
  }[query.sort]
  const orderName = `${query.sort}:${order.column.name}`
  const matching = and(isOnSale, eq(templates.kind, query.kind), ...filters(query))

  const [rows, [counts, totals]] = await Promise.all([
    selectCatalogue(db)
      .where(and(matching, afterCursor(query.cursor, orderName, order)))
      // The id is sorted in the same direction as the value, so that one index serves both directions.
      .orderBy(...[order.column, templates.id].map((column) => (order.isDescending ? desc(column) : asc(column))))
      .limit(query.limit + AHEAD),
    countsOfKind(db)
      .execute({ kind: query.kind })
      .then(async (found) => [found, await countMatching(db, query, matching, found)] as const),
  ])
  const shown = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? shown.at(-1) : undefined
  const lastValue =
    last &&
    {
      popularity: last.popularity,
      price_credits: last.priceCredits,
      price_credits_india: last.priceCreditsIndia,
    }[order.column.name]
  return {
    items: shown.map(toTemplate),
    nextCursor: last ? encodeCursor(orderName, [lastValue ?? 0, last.id]) : null,
    ahead: rows.slice(query.limit).map(toTemplate).map(toShape),
    sections: toSections(counts),
    ...totals,
  }
}

function toShape({ templateId, width, height, dominantColor }: Template): CataloguePage['ahead'][number] {
  return { templateId, width, height, dominantColor }
}

/** All sections of the templates of a kind on sale, sorted. */
export async function listSections(db: Db, kind: TemplateKind): Promise<string[]> {
  return toSections(await countsOfKind(db).execute({ kind }))
}

const countsOfKind = onEachDatabase((db) =>
  db
    .select({ section: catalogueCounts.section, templateCount: catalogueCounts.templateCount })
    .from(catalogueCounts)
    .where(and(eq(catalogueCounts.kind, sql.placeholder('kind')), gt(catalogueCounts.templateCount, 0)))
    .prepare('catalogue_counts_of_kind'),
)

type KindCounts = Awaited<ReturnType<ReturnType<typeof countsOfKind>['execute']>>

function toSections(counts: KindCounts): string[] {
  const sections = counts.map(({ section }) => section).filter((section) => section !== '')
  return sections.sort((left, right) => left.localeCompare(right, 'en'))
}

/** How many templates match a query. Without a search the number is kept; of a search it may be larger than `MAX_COUNTED`. */
async function countMatching(
  db: Db,
  { search, section }: CatalogueQuery,
  matching: SQL | undefined,
  counts: KindCounts,
): Promise<Pick<CataloguePage, 'total' | 'isTotalExact'>> {
  if (search.trim() === '') {
    const total = counts.find((count) => count.section === section)?.templateCount ?? 0
    return { total, isTotalExact: true }
  }
  const counted = db
    .select({ id: templates.id })
    .from(templates)
    .where(matching)
    .limit(MAX_COUNTED + 1)
  const [found] = await db.select({ total: sql<number>`count(*)::int` }).from(counted.as('counted'))
  const total = found?.total ?? 0
  return { total: Math.min(total, MAX_COUNTED), isTotalExact: total <= MAX_COUNTED }
}

function filters(query: CatalogueQuery): SQL[] {
  const found: SQL[] = []
  const search = query.search.trim()
  if (search !== '') {
    const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
    found.push(sql`${templates.searchText} like lower(${pattern})`)
  }
  if (query.section !== '') found.push(sql`${query.section} = any(${templates.sections})`)
  return found
}

interface Order {
  readonly column: typeof templates.popularity | typeof templates.priceCredits | typeof templates.priceCreditsIndia
  readonly isDescending: boolean
}

function afterCursor(cursor: string | undefined, orderName: string, { column, isDescending }: Order): SQL | undefined {
  if (cursor === undefined) return undefined
  const [value, id] = decodeCursor(orderName, cursor)
  const place = sql`(${column}, ${templates.id})`
  return isDescending ? sql`${place} < (${value}, ${id})` : sql`${place} > (${value}, ${id})`
}
