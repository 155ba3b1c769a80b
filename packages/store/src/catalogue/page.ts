// Pages of the templates on sale: sorting, search, sections and counts.
import {
  type CataloguePage,
  type CatalogueSort,
  type FacetCounts,
  type Template,
  type TemplateKind,
  templateKind,
} from '@vitrine/contract/catalogue'
import { occasionSearch } from '@vitrine/contract/content'
import { type Db, transaction } from '@vitrine/database/connection'
import { and, asc, desc, eq, gt, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import { decodeOrderedCursor, encodeCursor } from '../cursor.ts'
import { onEachDatabase } from '../prepared.ts'
import { escapePattern } from '../search-pattern.ts'
import { type ChosenFacets, countFacets, facetFilters } from './facet.ts'
import { isFreeNow, isOnSale, regularPriceColumn, selectCatalogue } from './row.ts'
import {
  closestTo,
  correctSearch,
  type FoundBy,
  hasNoTrigram,
  listContaining,
  meantBy,
  type UnderstoodSearch,
  understandSearch,
} from './search.ts'
import { catalogueCounts, templates } from './tables.ts'
import { type CatalogueRow, toTemplate } from './wire.ts'

/** The count of a search stops here: counting 100,000 matches would take twenty times as long as finding the page. */
const MAX_COUNTED = 500
/** Enough to fill the last row of a page at any screen width. */
const AHEAD = 8
/** How many similar templates replace an empty result. */
const CLOSEST = 8

export interface CatalogueQuery extends ChosenFacets {
  readonly kind: TemplateKind
  /** Matches name, description or any category, ignoring case. Empty matches all. */
  readonly search: string
  /** Matches one of the template's sections. Empty matches all. */
  readonly section: string
  readonly sort: CatalogueSort
  readonly cursor?: string | undefined
  readonly limit: number
  /** Selects which of the two prices sorts the list. */
  readonly isIndianUser: boolean
  /** Lines of synonyms, as the settings have them. */
  readonly synonyms: readonly string[]
}

/**
 * One page of the catalogue. A search finds literal matches, then synonyms. If there are none, misspelt words are corrected
 * (`correctedSearch`); if that finds nothing either, `closest` has similar templates. The cursor holds the last row's place in
 * the order, so that every page costs the same and new templates repeat no row. Throws `invalid-input` for a cursor of another
 * order.
 */
export async function pageTemplates(db: Db, query: CatalogueQuery): Promise<CataloguePage> {
  const filtered = and(isOnSale, eq(templates.kind, query.kind), ...filters(query))
  const search = query.search.trim()
  const few = search === '' ? await listFew(db, query, filtered) : undefined
  const base = few && few.length <= MAX_COUNTED ? and(filtered, inArray(templates.id, few)) : filtered
  const understood = search === '' ? undefined : await understandSearch(db, { ...query, search })
  const literal = search === '' ? undefined : await containsText(db, query.kind, search)
  const meant = understood && meantBy(understood)
  const [found, counts] = await Promise.all([
    readTiers(db, withAhead(query), base, listTiers(query, literal, meant)),
    countByKind(db).execute({ kind: query.kind }),
  ])
  const total = () =>
    few ? toTotal(few.length) : countMatching(db, query, and(base, or(literal, meant?.anywhere)), counts)
  const isOfThese = found && (found.rows.length > 0 || !understood || query.cursor !== undefined)
  if (isOfThese) return toPage(query, counts, found, await total())
  return findFallbackPage(db, query, { base, counts, understood })
}

/** The first templates that a search finds, in all sections, with the corrected search if words were misspelt. */
export async function findFirst(
  db: Db,
  query: Omit<CatalogueQuery, 'section' | 'sort' | 'cursor'>,
): Promise<{ items: Template[]; correctedSearch?: string }> {
  const firstPage: CatalogueQuery = { ...query, section: '', sort: 'popularity' }
  const base = and(isOnSale, eq(templates.kind, query.kind))
  const understood = await understandSearch(db, query)
  const tiers = listTiers(firstPage, await containsText(db, query.kind, query.search), meantBy(understood))
  const found = await readTiers(db, firstPage, base, tiers)
  if (found && found.rows.length > 0) return { items: found.rows.map(toTemplate) }
  const { corrected, rows } = await readCorrected(db, firstPage, base, understood)
  if (!corrected || rows.length === 0) return { items: [] }
  return { items: rows.map(toTemplate), correctedSearch: corrected.search }
}

interface OccasionTemplates {
  readonly slug: string
  /** Chosen by hand; null: found by a search. */
  readonly templates: readonly string[] | null
}

/** The occasions whose pages show templates on sale. */
export async function occasionsWithTemplates<T extends OccasionTemplates>(
  db: Db,
  occasions: readonly T[],
  synonyms: readonly string[],
): Promise<T[]> {
  const chosen = await listOnSale(
    db,
    occasions.flatMap(({ templates }) => templates ?? []),
  )
  const have = await Promise.all(
    occasions.map(({ slug, templates }) =>
      templates ? templates.some((id) => chosen.has(id)) : findsTemplates(db, occasionSearch(slug), synonyms),
    ),
  )
  return occasions.filter((_occasion, index) => have[index])
}

async function listOnSale(db: Db, templateIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (templateIds.length === 0) return new Set()
  const isListed = inArray(templates.id, [...new Set(templateIds)])
  const rows = await db.select({ id: templates.id }).from(templates).where(and(isOnSale, isListed))
  return new Set(rows.map(({ id }) => id))
}

/** Whether a search finds any template on sale, of any kind, without correcting misspelt words. */
async function findsTemplates(db: Db, search: string, synonyms: readonly string[]): Promise<boolean> {
  const found = await Promise.all(
    templateKind.options.map(async (kind) => {
      const meant = meantBy(await understandSearch(db, { kind, search, synonyms }))
      const literal = await containsText(db, kind, search)
      const matching = and(isOnSale, eq(templates.kind, kind), or(literal, meant?.anywhere))
      return (await db.select({ id: templates.id }).from(templates).where(matching).limit(1)).length > 0
    }),
  )
  return found.includes(true)
}

interface Fallback {
  readonly base: SQL | undefined
  readonly counts: KindCounts
  readonly understood: UnderstoodSearch | undefined
}

/** The results of a search with corrected spelling; no rows when no word needs correction or the correction finds nothing. */
async function readCorrected(db: Db, query: CatalogueQuery, base: SQL | undefined, understood: UnderstoodSearch) {
  const corrected = await correctSearch(db, understood)
  if (!corrected?.found) return { corrected, rows: [] }
  const tiers = listTiers(query, undefined, corrected.found).map((tier) => ({
    ...tier,
    name: `${tier.name}:corrected`,
  }))
  const found = await readTiers(db, query, base, tiers)
  return { corrected, rows: found?.rows ?? [] }
}

/** The result page when the words of the search find nothing. */
async function findFallbackPage(
  db: Db,
  query: CatalogueQuery,
  { base, counts, understood }: Fallback,
): Promise<CataloguePage> {
  const { corrected, rows } = understood
    ? await readCorrected(db, withAhead(query), base, understood)
    : { corrected: undefined, rows: [] }
  if (corrected?.found && rows.length > 0) {
    const totals = await countMatching(db, query, and(base, corrected.found.anywhere), counts)
    return { ...toPage(query, counts, { rows }, totals), correctedSearch: corrected.search }
  }
  if (query.cursor !== undefined) decodeOrderedCursor([], query.cursor)
  const closest = understood && (await listClosest(db, query, corrected ?? understood))
  const nothing = toPage(query, counts, { rows: [] }, { total: 0, isTotalExact: true })
  return { ...nothing, ...(closest && { closest }) }
}

/** Ignores the filters, because they may have excluded everything. */
async function listClosest(db: Db, { kind }: CatalogueQuery, understood: UnderstoodSearch): Promise<Template[]> {
  const closest = await closestTo(db, understood)
  if (!closest) return []
  const rows = await selectCatalogue(db)
    .where(and(isOnSale, eq(templates.kind, kind), closest.any))
    .orderBy(sql`${closest.order} desc`, desc(templates.searchRank), desc(templates.id))
    .limit(CLOSEST)
  return rows.map(toTemplate)
}

type OrderColumn =
  | typeof templates.popularity
  | typeof templates.newness
  | typeof templates.searchRank
  | typeof templates.priceCredits
  | typeof templates.priceCreditsIndia

/** A part of a list with its own order. */
interface Tier {
  readonly name: string
  readonly matching: SQL | undefined
  readonly column: OrderColumn
  readonly isDescending: boolean
}

/**
 * By popularity, literal matches come first, then synonyms in name, category or section, then synonyms in the description. By
 * price or age there is one list; by price, templates that are free today are at its cheap end.
 */
function listTiers(query: CatalogueQuery, literal: SQL | undefined, meant: FoundBy | undefined): Tier[] {
  const isDescending = query.sort !== 'price-low-high'
  const matching = or(literal, meant?.anywhere)
  if (query.sort === 'newest') return [{ name: 'newest', matching, column: templates.newness, isDescending }]
  if (query.sort !== 'popularity') {
    const column = regularPriceColumn(query)
    const name = `${query.sort}:${column.name}`
    const priced = { name, matching: and(matching, sql`${isFreeNow} is not true`), column, isDescending }
    const free = { name: `${name}:free`, matching: and(matching, isFreeNow), column, isDescending }
    return isDescending ? [priced, free] : [free, priced]
  }
  const first = {
    name: `popularity:${templates.popularity.name}`,
    matching: literal,
    column: templates.popularity,
    isDescending,
  }
  if (!meant) return [first]
  const { searchRank: column } = templates
  const isNew = literal && not(literal)
  const byMeaning = [
    { name: 'popularity:named', matching: and(isNew, meant.named), column, isDescending },
    { name: 'popularity:described', matching: and(isNew, meant.anywhere, not(meant.named)), column, isDescending },
  ]
  return literal ? [first, ...byMeaning] : byMeaning
}

interface FoundRow extends CatalogueRow {
  readonly tier: Tier
  readonly place: number
}

const withAhead = (query: CatalogueQuery): CatalogueQuery => ({ ...query, limit: query.limit + AHEAD })

/** Rows of the tiers in sequence, starting at the cursor; undefined when the cursor belongs to none of them. */
async function readTiers(
  db: Db,
  { cursor, limit }: CatalogueQuery,
  base: SQL | undefined,
  tiers: readonly Tier[],
): Promise<{ rows: FoundRow[] } | undefined> {
  const rows: FoundRow[] = []
  const begin = cursor === undefined ? undefined : findPlace(tiers, cursor)
  if (cursor !== undefined && !begin) return undefined
  for (const tier of tiers.slice(begin?.index ?? 0)) {
    const { column, isDescending, matching } = tier
    const after = begin && tiers[begin.index] === tier ? afterPlace(tier, begin.place) : undefined
    const found = await selectCatalogue(db, { place: column })
      .where(and(base, matching, after))
      // The id is sorted in the same direction as the value, so that one index serves both directions.
      .orderBy(...[column, templates.id].map((each) => (isDescending ? desc(each) : asc(each))))
      .limit(limit - rows.length)
    rows.push(...found.map((row) => ({ ...row, tier })))
    if (rows.length === limit) break
  }
  return { rows }
}

/** Where the next page begins; undefined for a cursor of a corrected search. */
function findPlace(tiers: readonly Tier[], cursor: string) {
  const names = tiers.map(({ name }) => name)
  const corrected = ['named', 'described'].map((tier) => `popularity:${tier}:corrected`)
  const byPrice = names.map((name) => `${name}:corrected`)
  const [name, value, id] = decodeOrderedCursor([...names, ...corrected, ...byPrice], cursor)
  const index = names.indexOf(name)
  return index === -1 ? undefined : { index, place: [value, id] as const }
}

function afterPlace({ column, isDescending }: Tier, [value, id]: readonly [number, string]): SQL {
  const place = sql`(${column}, ${templates.id})`
  return isDescending ? sql`${place} < (${value}, ${id})` : sql`${place} > (${value}, ${id})`
}

function toPage(
  { limit }: CatalogueQuery,
  counts: KindCounts,
  { rows }: { rows: readonly FoundRow[] },
  totals: Pick<CataloguePage, 'total' | 'isTotalExact'>,
): CataloguePage {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map(toTemplate),
    nextCursor: last ? encodeCursor(last.tier.name, [last.place, last.id]) : null,
    ahead: rows.slice(limit).map(toTemplate).map(toShape),
    sections: toSections(counts),
    ...totals,
  }
}

function toShape({ templateId, width, height, dominantColor }: Template): CataloguePage['ahead'][number] {
  return { templateId, width, height, dominantColor }
}

/** All sections of the templates of a kind on sale, sorted. */
export async function listSections(db: Db, kind: TemplateKind): Promise<string[]> {
  return toSections(await countByKind(db).execute({ kind }))
}

const countByKind = onEachDatabase((db) =>
  db
    .select({ section: catalogueCounts.section, templateCount: catalogueCounts.templateCount })
    .from(catalogueCounts)
    .where(and(eq(catalogueCounts.kind, sql.placeholder('kind')), gt(catalogueCounts.templateCount, 0)))
    .prepare('catalogue_counts_of_kind'),
)

type KindCounts = Awaited<ReturnType<ReturnType<typeof countByKind>['execute']>>

function toSections(counts: KindCounts): string[] {
  const sections = counts.map(({ section }) => section).filter((section) => section !== '')
  return sections.sort((left, right) => left.localeCompare(right, 'en'))
}

/**
 * How many templates match a query. For a kind and a section the number is stored; for a search and for facets it stops above
 * `MAX_COUNTED`.
 */
async function countMatching(
  db: Db,
  query: CatalogueQuery,
  matching: SQL | undefined,
  counts: KindCounts,
): Promise<Pick<CataloguePage, 'total' | 'isTotalExact'>> {
  if (query.search.trim() === '' && facetFilters(query).length === 0) {
    const total = counts.find((count) => count.section === query.section)?.templateCount ?? 0
    return { total, isTotalExact: true }
  }
  const counted = db
    .select({ id: templates.id })
    .from(templates)
    .where(matching)
    .limit(MAX_COUNTED + 1)
  const [found] = await db.select({ total: sql<number>`count(*)::int` }).from(counted.as('counted'))
  return toTotal(found?.total ?? 0)
}

const toTotal = (counted: number) => ({
  total: Math.min(counted, MAX_COUNTED),
  isTotalExact: counted <= MAX_COUNTED,
})

/**
 * The ids that match several facets, up to one above the limit; undefined for fewer facets. PostgreSQL knows how frequent each
 * value is but not which occur together: it expects many matches, and would read the whole list in order to find the first. The
 * index of facets quickly shows that there are few or none.
 */
async function listFew(db: Db, query: CatalogueQuery, filtered: SQL | undefined): Promise<string[] | undefined> {
  if (facetFilters(query).length < 2) return undefined
  return transaction(db, async (tx) => {
    await tx.execute(sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`)
    const rows = await tx
      .select({ id: templates.id })
      .from(templates)
      .where(filtered)
      .limit(MAX_COUNTED + 1)
    return rows.map(({ id }) => id)
  })
}

/** The specification's search: name, description or a category contains the text. */
async function containsText(db: Db, kind: TemplateKind, search: string): Promise<SQL> {
  const pattern = `%${escapePattern(search)}%`
  const contains = sql`${templates.searchText} like lower(${pattern})`
  const words = hasNoTrigram(search) ? await listContaining(db, kind, search) : undefined
  return words ? sql`(${templates.searchWords} && ${sql.param(words)}::text[] and ${contains})` : contains
}

function filters(query: Pick<CatalogueQuery, 'section' | 'isIndianUser'> & ChosenFacets): SQL[] {
  return [...sectionFilter(query), ...facetFilters(query)]
}

const sectionFilter = ({ section }: Pick<CatalogueQuery, 'section'>): SQL[] =>
  section === '' ? [] : [sql`${section} = any(${templates.sections})`]

/** How many results each value of each facet would leave, given the search and the section. */
export async function countFacetValues(
  db: Db,
  query: Omit<CatalogueQuery, 'sort' | 'cursor' | 'limit'>,
): Promise<FacetCounts> {
  const search = query.search.trim()
  const base = and(isOnSale, eq(templates.kind, query.kind), ...sectionFilter(query))
  if (search === '') return countFacets(db, query, base)
  const understood = await understandSearch(db, { ...query, search })
  const meant = or(await containsText(db, query.kind, search), meantBy(understood)?.anywhere)
  const counts = await countFacets(db, query, and(base, meant))
  if (Object.values(counts).some((values) => values.length > 0)) return counts
  const corrected = await correctSearch(db, understood)
  return corrected?.found ? countFacets(db, query, and(base, corrected.found.anywhere)) : counts
}
