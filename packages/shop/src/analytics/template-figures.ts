// Owns the templates of the dashboard with how often each was sold, ever and in a period.
import type { AdminTemplate, AdminTemplatesQuery } from '@vitrine/contract/admin'
import { type SQL, sql } from 'drizzle-orm'
import { aspectRatio } from '../catalogue/catalogue.ts'
import type { Reader } from '../prepared.ts'
import { inMilliseconds, type Period } from './period.ts'
import { templateSales, total } from './sale.ts'

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
  matching: number
}

const ORDERS: Readonly<Record<TemplateQuery['sort'], SQL>> = {
  sales: sql`coalesce(sold.count, 0)`,
  name: sql`lower(t.name)`,
  price: sql`t.price_credits`,
  createdAt: sql`t.created_at`,
}

/** One page of all templates there are, drafts and withdrawn ones too, and how many there are on all pages. */
export async function pageTemplateFigures(
  db: Reader,
  period: Period,
  query: TemplateQuery,
): Promise<{ templates: AdminTemplate[]; matchingTemplates: number }> {
  const { rows } = await db.execute<Row>(sql`
    ${templateFigures(period, query)} limit ${query.limit} offset ${(query.page - 1) * query.limit}`)
  const [first] = rows
  const matchingTemplates = first ? first.matching : query.page === 1 ? 0 : await countTemplates(db, query)
  return { templates: rows.map(toAdminTemplate), matchingTemplates }
}

/** All matching templates in their order. */
export function templateFigures(period: Period, query: Omit<TemplateQuery, 'page' | 'limit'>): SQL {
  const way = query.direction === 'asc' ? sql`asc` : sql`desc`
  return sql`
    select t.id as "templateId", t.name as "templateName", t.kind, t.status, v.width, v.height,
           t.price_credits as "templatePrice", t.price_credits_india as "templatePriceIND", t.sections as "templateSection",
           t.categories as "templateCategory", ${inMilliseconds(sql`t.created_at`)} as "createdAt",
           t.purchase_count as "purchaseCount", coalesce(sold.count, 0)::float8 as "filteredPurchaseCount",
           coalesce(sold.credits, 0)::float8 as "filteredCreditsEarned", (count(*) over ())::float8 as matching
      from templates t
      left join template_versions v on v.id = t.current_version_id
      left join (select template_id, count(*) as count, ${total(sql`credits_charged`)} as credits
                   from ${templateSales(period)} s group by template_id) sold on sold.template_id = t.id
     where ${matches(query)}
     order by ${ORDERS[query.sort]} ${way}, t.id ${way}`
}

async function countTemplates(db: Reader, query: TemplateQuery): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::float8 as count from templates t where ${matches(query)}`,
  )
  return rows[0]?.count ?? 0
}

function matches({ search, status, kind }: Pick<TemplateQuery, 'search' | 'status' | 'kind'>): SQL {
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql`${search === '' ? sql`true` : sql`(t.search_text like ${pattern} or t.id like ${pattern})`}
    and ${status === undefined ? sql`true` : sql`t.status = ${status}`}
    and ${kind === undefined ? sql`true` : sql`t.kind = ${kind}`}`
}

/** As the wire has it. */
export function toAdminTemplate({ width, height, matching: _matching, createdAt, ...row }: Row): AdminTemplate {
  return {
    ...row,
    videoLayout: width === null || height === null ? '' : aspectRatio(width, height),
    createdAt: new Date(createdAt).toISOString(),
  }
}

export type TemplateFigureRow = Row
