// Templates of the dashboard with their sales and views, in total and in a period.

import type { AdminTemplate, AdminTemplates, AdminTemplatesQuery, AdminVisits } from '@vitrine/contract/admin'
import { type SQL, sql } from 'drizzle-orm'
import { aspectRatio } from '../catalogue/wire.ts'
import type { Reader } from '../prepared.ts'
import { toPattern } from '../search-pattern.ts'
import { inMilliseconds, isWithin, type Period } from './period.ts'
import { boughtByTemplate, paidByBuyer, TOTALS, type TotalsRow, toTotals, total } from './sale.ts'

export type TemplateQuery = Pick<
  AdminTemplatesQuery,
  'search' | 'sort' | 'direction' | 'page' | 'limit' | 'status' | 'kind'
>

interface Row extends Record<string, unknown> {
  templateId: string
  templateName: string
  kind: AdminTemplate['kind']
  status: AdminTemplate['status']
  width: number | null
  height: number | null
  templatePrice: number
  templatePriceIND: number
  templateSection: string[]
  templateCategory: string[]
  createdAt: number
  purchaseCount: number
  filteredPurchaseCount: number
  filteredCreditsEarned: number
  filteredViews: number
  place: number
}

const ORDERS: Readonly<Record<TemplateQuery['sort'], SQL>> = {
  sales: sql`coalesce(sold.count, 0)`,
  views: sql`coalesce(seen.views, 0)`,
  name: sql`lower(t.name)`,
  price: sql`t.price_credits`,
  createdAt: sql`t.created_at`,
}

interface PageRow extends TotalsRow, Record<string, unknown> {
  matching: number
  /** Null when the page is empty. */
  shown: Row | null
}

/** The totals, one page of all templates including drafts and withdrawn ones, and the number on all pages. */
export async function pageTemplateFigures(db: Reader, period: Period, query: TemplateQuery): Promise<AdminTemplates> {
  const { rows } = await db.execute<PageRow>(sql`
    with paid as (${paidByBuyer(period)}), bought as (${boughtByTemplate(period)}), viewed as (${viewsByTemplate(period)}), totals as (${TOTALS}),
    matching as (select count(*)::float8 as matching from templates t where ${matches(query)}),
    page as (${selectFigures(query)} limit ${query.limit} offset ${(query.page - 1) * query.limit})
    select totals.*, matching, to_jsonb(page) as shown from totals cross join matching left join page on true
     order by page.place`)
  const [first] = rows
  if (!first) throw new Error('totals are one row at least')
  const templates = rows.flatMap(({ shown }) => (shown ? toAdminTemplate(shown) : []))
  const visits = await readCoverage(db, period)
  return { ...toTotals(period, first), visits, templates, matchingTemplates: first.matching }
}

/** All matching templates in their order. */
export function templateFigures(period: Period, query: Omit<TemplateQuery, 'page' | 'limit'>): SQL {
  return sql`with bought as (${boughtByTemplate(period)}), viewed as (${viewsByTemplate(period)}) ${selectFigures(query)}`
}

/** The same, with `bought` and `viewed` as existing queries. */
function selectFigures(query: Omit<TemplateQuery, 'page' | 'limit'>): SQL {
  const way = query.direction === 'asc' ? sql`asc` : sql`desc`
  const order = sql`order by ${ORDERS[query.sort]} ${way}, t.id ${way}`
  return sql`
    select t.id as "templateId", t.name as "templateName", t.kind, t.status, v.width, v.height,
           t.price_credits as "templatePrice", t.price_credits_india as "templatePriceIND", t.sections as "templateSection",
           t.categories as "templateCategory", ${inMilliseconds(sql`t.created_at`)} as "createdAt",
           t.purchase_count as "purchaseCount", coalesce(sold.count, 0) as "filteredPurchaseCount",
           coalesce(sold.credits, 0) as "filteredCreditsEarned", coalesce(seen.views, 0) as "filteredViews",
           row_number() over (${order}) as place
      from templates t
      left join template_versions v on v.id = t.current_version_id
      left join bought sold on sold.template_id = t.id
      left join viewed seen on seen.template_id = t.id
     where ${matches(query)} ${order}`
}

function matches({ search, status, kind }: Pick<TemplateQuery, 'search' | 'status' | 'kind'>): SQL {
  const pattern = toPattern(search)
  return sql`${search === '' ? sql`true` : sql`(t.search_text like ${pattern} or t.id like ${pattern})`}
    and ${status === undefined ? sql`true` : sql`t.status = ${status}`}
    and ${kind === undefined ? sql`true` : sql`t.kind = ${kind}`}`
}

/** The wire form. */
export function toAdminTemplate({ width, height, place: _place, createdAt, ...row }: Row): AdminTemplate {
  return {
    ...row,
    videoLayout: width === null || height === null ? '' : aspectRatio(width, height),
    createdAt: new Date(createdAt).toISOString(),
  }
}

export type TemplateFigureRow = Row

// Visits in a period. They are counted per quarter of an hour, so that days of every time zone are exact; a period that ends now
// begins with the quarter that contains its first moment.

const QUARTER_MS = 15 * 60_000

/** A query of the views of each template in a period: template_id, views. */
function viewsByTemplate(period: Period): SQL {
  return sql`select template_id, ${total(sql`views`)} as views
               from template_view_quarters where ${isCounted(period)} group by template_id`
}

/** The visitors of all days of a period, and how much of the period the counted visits cover. */
export async function readVisitors(db: Reader, period: Period): Promise<AdminVisits & { visitors: number }> {
  const { rows } = await db.execute<{ visitors: number }>(
    sql`select ${total(sql`visitors`)} as visitors from visit_quarters where ${isCounted(period)}`,
  )
  return { visitors: rows[0]?.visitors ?? 0, ...(await readCoverage(db, period)) }
}

/** How much of a period the counted visits cover; for an open period, how much of the time since the first account. */
async function readCoverage(db: Reader, { from, to }: Period): Promise<AdminVisits> {
  const { rows } = await db.execute<{ countedFrom: number; covers: AdminVisits['covers'] }>(sql`
    select ${inMilliseconds(sql`counted_from`)} as "countedFrom",
           case when counted_from <= coalesce(${from?.toISOString() ?? null}::timestamptz,
                                              (select min(created_at) from users), counted_from) then 'all'
                when counted_from < coalesce(${to?.toISOString() ?? null}::timestamptz, now()) then 'part'
                else 'none' end as covers
      from visit_start`)
  const [start] = rows
  if (!start) return { countedFrom: null, covers: 'none' }
  return { countedFrom: new Date(start.countedFrom).toISOString(), covers: start.covers }
}

/** The condition that a quarter of an hour begins in the period or contains its beginning. */
function isCounted(period: Period): SQL {
  const from = period.from && new Date(Math.floor(period.from.getTime() / QUARTER_MS) * QUARTER_MS)
  return isWithin({ ...period, from }, sql`quarter`)
}
