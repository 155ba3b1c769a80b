// The owner's list of templates, including drafts and withdrawn ones, with the state of their previews.
import type { PublishingQuery } from '@vitrine/contract/publishing'
import type { Db } from '@vitrine/database/connection'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { assets } from '../media/tables.ts'
import { escapePattern } from '../search-pattern.ts'
import type { PreviewRow } from './preview.ts'
import { templates } from './tables.ts'

/** One template of the owner's list, with its newest version. */
export interface ManagedTemplate {
  readonly id: string
  readonly name: string
  readonly kind: (typeof templates.$inferSelect)['kind']
  readonly status: (typeof templates.$inferSelect)['status']
  readonly posterKey: string | null
  readonly dominantColor: string
  readonly priceCredits: number
  readonly priceCreditsIndia: number
  readonly sections: string[]
  readonly purchaseCount: number
  readonly updatedAt: Date
  readonly currentVersionId: string | null
  readonly newest: {
    readonly versions: number
    readonly versionId: string
    readonly width: number
    readonly height: number
    readonly preview: PreviewRow['status'] | null
  } | null
}

const SORTS = {
  updatedAt: templates.updatedAt,
  templateName: sql`lower(${templates.name})`,
  purchaseCount: templates.purchaseCount,
  templatePrice: templates.priceCredits,
}

// Evaluated only for the rows of the page, so the cost does not depend on the number of templates.
const newest = sql<ManagedTemplate['newest']>`(
  select json_build_object(
           'versions', count(*) over (), 'versionId', version.id, 'width', version.width, 'height', version.height,
           'preview', operation.status)
    from template_versions version left join operations operation on operation.id = version.id
   where version.template_id = ${templates.id}
   order by version.created_at desc, version.id desc limit 1)`

/** A page of the list, and the number of matching templates. */
export async function listManagedTemplates(
  db: Db,
  query: PublishingQuery,
): Promise<{ items: ManagedTemplate[]; matching: number }> {
  const matching = and(...filters(query))
  const direct = query.direction === 'asc' ? asc : desc
  const { id, name, kind, status, dominantColor, priceCredits, priceCreditsIndia } = templates
  const { sections, purchaseCount, updatedAt, currentVersionId } = templates
  const columns = { id, name, kind, status, dominantColor, priceCredits, priceCreditsIndia, sections, purchaseCount }
  const items = await db
    .select({ ...columns, updatedAt, currentVersionId, posterKey: assets.storageKey, newest })
    .from(templates)
    .leftJoin(assets, eq(assets.id, templates.posterAssetId))
    .where(matching)
    .orderBy(direct(SORTS[query.sort]), asc(templates.id))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
  return { items, matching: await db.$count(templates, matching) }
}

function filters({ search, status, kind }: PublishingQuery): SQL[] {
  const conditions: SQL[] = []
  if (status) conditions.push(eq(templates.status, status))
  if (kind) conditions.push(eq(templates.kind, kind))
  if (search !== '') {
    const pattern = `%${escapePattern(search)}%`
    conditions.push(sql`(${templates.searchText} like lower(${pattern}) or ${templates.id} like lower(${pattern}))`)
  }
  return conditions
}

/** The number of templates of each status. */
export async function countByStatus(db: Db): Promise<Record<ManagedTemplate['status'], number>> {
  const rows = await db
    .select({ status: templates.status, count: sql<number>`count(*)::int` })
    .from(templates)
    .groupBy(templates.status)
  const count = { draft: 0, published: 0, withdrawn: 0 }
  for (const row of rows) count[row.status] = row.count
  return count
}

/** Every section and category in use, for the owner to choose from. */
export async function listTagsInUse(db: Db): Promise<{ sections: string[]; categories: string[] }> {
  const { rows } = await db.execute<{ sections: string[] | null; categories: string[] | null }>(sql`
    select (select array_agg(distinct word order by word) from templates, unnest(sections) word) sections,
           (select array_agg(distinct word order by word) from templates, unnest(categories) word) categories`)
  return { sections: rows[0]?.sections ?? [], categories: rows[0]?.categories ?? [] }
}
