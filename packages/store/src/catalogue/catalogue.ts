// Templates on sale, as every visitor sees them. Documents are immutable versions; a template points at its current one.
import { ApiError } from '@vitrine/contract/api-error'
import type { DirectSellTemplate, ImageTemplate, Template, TemplateKind } from '@vitrine/contract/catalogue'
import type { ChosenTemplate } from '@vitrine/contract/content'
import type { Db, Tx } from '@vitrine/database/connection'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { executePlanned, onEachDatabase, type Reader } from '../prepared.ts'
import { isOnSale, selectCatalogue, toTemplateId } from './row.ts'
import { templates } from './tables.ts'
import { type CatalogueRow, toDirectSellTemplate, toImageTemplate, toTemplate } from './wire.ts'

const publishedTemplates = onEachDatabase((db) =>
  selectCatalogue(db)
    .where(and(isOnSale, eq(templates.kind, sql.placeholder('kind'))))
    .orderBy(desc(templates.popularity), desc(templates.id))
    .prepare('published_templates'),
)

/** All templates of a kind on sale, most bought first. */
export async function listTemplates(db: Db, kind: TemplateKind): Promise<Template[]> {
  return (await publishedTemplates(db).execute({ kind })).map(toTemplate)
}

/** All image templates on sale, most bought first. */
export async function listImageTemplates(db: Db): Promise<ImageTemplate[]> {
  return (await publishedTemplates(db).execute({ kind: 'image' })).map(toImageTemplate)
}

/** All ready-made templates on sale, most bought first. */
export async function listDirectSellTemplates(db: Db): Promise<DirectSellTemplate[]> {
  return (await publishedTemplates(db).execute({ kind: 'direct-sell' })).map(toDirectSellTemplate)
}

/**
 * Runs the queries that every list of the catalogue needs: the templates on sale and the day of the store. Throws when one fails.
 */
export async function checkCatalogue(db: Db): Promise<void> {
  await selectCatalogue(db).where(isOnSale).limit(1)
}

const publishedTemplate = onEachDatabase((db) =>
  selectCatalogue(db)
    .where(and(isOnSale, eq(templates.id, sql.placeholder('id'))))
    .prepare('published_template'),
)

/** A template on sale. A `-template` at the end of the id, as in the editor's address, is ignored. */
export async function findTemplate(db: Db, templateId: string): Promise<Template | undefined> {
  const row = await findPublished(db, templateId)
  return row && toTemplate(row)
}

async function findPublished(db: Db, templateId: string): Promise<CatalogueRow | undefined> {
  const [row] = await publishedTemplate(db).execute({ id: toTemplateId(templateId) })
  return row
}

/** An image template on sale; throws `template-not-found`, also for a template of another kind. */
export async function getImageTemplate(db: Db, templateId: string): Promise<ImageTemplate> {
  const row = await findPublished(db, templateId)
  if (row?.kind !== 'image') throw new ApiError('template-not-found', {}, 'Image template not found')
  return toImageTemplate(row)
}

/** A ready-made template on sale. Throws `template-not-found`, also for a template of another kind. */
export async function getDirectSellTemplate(db: Db, templateId: string): Promise<DirectSellTemplate> {
  const row = await findPublished(db, templateId)
  if (row?.kind !== 'direct-sell') throw new ApiError('template-not-found', {}, 'Direct sell template not found')
  return toDirectSellTemplate(row)
}

/** A template on sale; throws `template-not-found`. */
export async function getTemplate(db: Db, templateId: string): Promise<Template> {
  const template = await findTemplate(db, templateId)
  if (!template) throw new ApiError('template-not-found')
  return template
}

/** Rows of these templates whatever their status, for the lists of users who liked or bought them. */
export async function getCatalogueRows(db: Reader, templateIds: readonly string[]): Promise<Map<string, CatalogueRow>> {
  if (templateIds.length === 0) return new Map()
  const rows = await selectCatalogue(db).where(inArray(templates.id, [...new Set(templateIds)]))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Those of these templates that are on sale, in this order. */
export async function listChosenTemplates(db: Reader, templateIds: readonly string[]): Promise<Template[]> {
  const rows = await getCatalogueRows(db, templateIds)
  return templateIds.flatMap((id) => {
    const row = rows.get(id)
    return row?.status === 'published' ? [toTemplate(row)] : []
  })
}

/** The existing ones of these templates, in this order, for the owner's page of an occasion. */
export async function describeChosenTemplates(db: Reader, templateIds: readonly string[]): Promise<ChosenTemplate[]> {
  const rows = await getCatalogueRows(db, templateIds)
  return templateIds.flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    const { templateId, templateName, thumbnail, dominantColor } = toTemplate(row)
    return [{ templateId, templateName, thumbnail, dominantColor, isOnSale: row.status === 'published' }]
  })
}

/** The id of a template on sale; undefined when there is none. */
export async function findIdOnSale(db: Reader, templateId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: templates.id })
    .from(templates)
    .where(and(isOnSale, eq(templates.id, toTemplateId(templateId))))
  return row?.id
}

/**
 * Counts one purchase of each template, which raises its popularity. Only those of `paidIds`, bought with purchased credits, also
 * rank higher in searches.
 */
export async function countPurchases(
  tx: Tx,
  templateIds: readonly string[],
  paidIds: readonly string[] = [],
): Promise<void> {
  // Locked in the order of their ids, so that two carts with the same templates cannot deadlock.
  await executePlanned(
    tx,
    sql`
    with locked as (
      select id from templates where id = any(${sql.param([...templateIds])}::text[]) order by id for no key update
    )
    update templates set purchase_count = purchase_count + 1,
      paid_purchase_count = paid_purchase_count + (templates.id = any(${sql.param([...paidIds])}::text[]))::int
    from locked where templates.id = locked.id`,
  )
}

/** A template that the sitemap lists. */
interface SitemapEntry {
  readonly templateId: string
  readonly kind: TemplateKind
  readonly updatedAt: Date
}

/** Templates on sale, the last changed first, at most `limit`: a sitemap holds 50,000 addresses. */
export function listSitemapEntries(db: Db, limit: number): Promise<SitemapEntry[]> {
  return db
    .select({ templateId: templates.id, kind: templates.kind, updatedAt: templates.updatedAt })
    .from(templates)
    .where(isOnSale)
    .orderBy(desc(templates.updatedAt), desc(templates.id))
    .limit(limit)
}
