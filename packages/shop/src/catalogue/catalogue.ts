// Owns templates for sale: publishing them with their documents, finding them, and paging through them in the order a
// visitor chose. Documents are immutable versions; a template points at its present one.
import assert from 'node:assert/strict'
import type { TemplateDocument as Composition } from '@vitrine/composition/document'
import type {
  CataloguePage,
  CatalogueSort,
  DirectSellTemplate,
  DocumentAsset,
  ImageTemplate,
  Template,
  TemplateKind,
} from '@vitrine/contract/catalogue'
import { Refusal } from '@vitrine/contract/refusal'
import type { Db, Tx } from '@vitrine/database/connection'
import { and, asc, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { getAssets, publicUrl } from '../media/media.ts'
import { assets } from '../media/tables.ts'
import { executePlanned, onEachDatabase, type Reader } from '../prepared.ts'
import { announceCatalogueChange } from './change.ts'
import { listDocumentAssetIds } from './document-asset.ts'
import { findStatus } from './edit.ts'
import { recordPreview } from './preview.ts'
import { catalogueCounts, type LintLine, templates, templateVersions } from './tables.ts'
import { addVersion, assertAssetsAreRegistered, requireValidDocument } from './version.ts'
import { type CatalogueRow, toDirectSellTemplate, toDocumentAsset, toImageTemplate, toTemplate } from './wire.ts'

export { CATALOGUE_CHANNEL } from './change.ts'
export { listDocumentAssetIds, withCatalogueFiles } from './document-asset.ts'
export { addDraftVersion, createDraft, deleteDraft, kindOf, type NewDraft } from './draft.ts'
export { editTemplate, findStatus, getTemplateRow, listTemplateIds, listTemplateVersions } from './edit.ts'
export { type FieldFiles, reviseFields } from './field-revision.ts'
export {
  failFilmCopy,
  findFilm,
  isShown,
  listFilmCopies,
  moveFilm,
  orderFilms,
  recordFilmCopy,
  TEMPLATE_FILM_TASK,
  type TemplateFilm,
  takeFilmsIn,
} from './film.ts'
export { type LibraryFont, listFonts } from './font-library.ts'
export {
  beginImport,
  completeImport,
  discardImport,
  failImport,
  getImport,
  IMPORT_TASK,
  type ImportRow,
  listImports,
  requestImport,
  retryImport,
  tellImport,
} from './import.ts'
export { countByStatus, listOfficeTemplates, listWordsInUse, type OfficeTemplate } from './office-list.ts'
export {
  beginPreview,
  completePreview,
  failPreview,
  findPreview,
  type MadePreview,
  orderPreview,
  PREVIEW_TASK,
  type PreviewRow,
  type PreviewWork,
  recordPreview,
  tellPreview,
} from './preview.ts'
export { listMissing, publishVersion, withdrawTemplate } from './sale.ts'
export { toSlug } from './slug.ts'
export { type AddedVersion, findNewestVersionId, getVersionOf } from './version.ts'
export { aspectRatio, type CatalogueRow, toTemplate, toUserTemplate } from './wire.ts'

export interface TemplateToPublish {
  /** Slug: lower-case letters, digits and hyphens; never ends in `-template`. */
  readonly id: string
  readonly kind: TemplateKind
  readonly name: string
  readonly description: string
  readonly categories: readonly string[]
  readonly sections: readonly string[]
  readonly compatibility: readonly string[]
  readonly priceCredits: number
  readonly priceCreditsIndia: number
  readonly license: { readonly name: string; readonly summary: string }
  /** In any form that `@vitrine/composition/validate` accepts; it is stored as that returns it. */
  readonly document: unknown
  readonly posterAssetId: string
  readonly previewAssetId: string
  /** `#rrggbb` */
  readonly dominantColor: string
  /** What the import had to say of the document, where it was imported. */
  readonly report?: readonly LintLine[] | undefined
  /** Stored without being put on sale. A template that is on sale cannot become a draft again. */
  readonly isDraft?: boolean
}

/**
 * Puts a template on sale, or brings one up to date. Safe to repeat: an unchanged document adds no version, and purchases
 * and projects keep theirs. Every file the document names must be registered as a catalogue asset before. Refuses
 * invalid-input, with the path and reason of each fault in `issues`, for a document that is not valid.
 */
export async function publishTemplate(
  tx: Tx,
  template: TemplateToPublish,
): Promise<{ versionId: string; documentHash: string; isNewVersion: boolean }> {
  const document = requireValidDocument(template.document, template.id)
  if (template.isDraft) await refuseOnSale(tx, template.id)
  await assertAssetsAreRegistered(tx, template.id, [
    ...listDocumentAssetIds(document),
    template.posterAssetId,
    template.previewAssetId,
  ])
  const values = {
    kind: template.kind,
    name: template.name,
    description: template.description,
    categories: [...template.categories],
    sections: [...template.sections],
    compatibility: [...template.compatibility],
    priceCredits: template.priceCredits,
    priceCreditsIndia: template.priceCreditsIndia,
    licenseName: template.license.name,
    licenseSummary: template.license.summary,
    posterAssetId: template.posterAssetId,
    previewAssetId: template.previewAssetId,
    dominantColor: template.dominantColor.toLowerCase(),
  }
  // A draft first: a published template needs a version, and a version needs its template.
  await tx
    .insert(templates)
    .values({ ...values, id: template.id, status: 'draft' })
    .onConflictDoUpdate({ target: templates.id, set: { ...values, updatedAt: sql`now()` } })

  const version = await addVersion(tx, template.id, document, template.report)
  await recordPreview(tx, version.versionId, values)
  await tx
    .update(templates)
    .set({ status: template.isDraft ? 'draft' : 'published', currentVersionId: version.versionId })
    .where(eq(templates.id, template.id))
  await announceCatalogueChange(tx)
  return version
}

/**
 * Puts templates in this order wherever they are bought equally often, the first first. Those that were ranked before keep
 * their place.
 */
export async function rankTemplates(tx: Tx, templateIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update templates set catalogue_rank = cardinality(${sql.param([...templateIds])}::text[]) + 1 - ranked.place
    from unnest(${sql.param([...templateIds])}::text[]) with ordinality as ranked (id, place)
    where templates.id = ranked.id and templates.catalogue_rank = 0`)
}

async function refuseOnSale(tx: Tx, templateId: string): Promise<void> {
  const status = await findStatus(tx, templateId)
  if (status !== undefined && status !== 'draft')
    throw new Refusal(
      'invalid-input',
      { issues: [] },
      `The template ${templateId} is on sale; a draft needs another id`,
    )
}

const poster = alias(assets, 'poster')
const preview = alias(assets, 'preview')

const catalogueColumns = {
  id: templates.id,
  kind: templates.kind,
  status: templates.status,
  name: templates.name,
  description: templates.description,
  categories: templates.categories,
  sections: templates.sections,
  compatibility: templates.compatibility,
  priceCredits: templates.priceCredits,
  priceCreditsIndia: templates.priceCreditsIndia,
  licenseName: templates.licenseName,
  licenseSummary: templates.licenseSummary,
  dominantColor: templates.dominantColor,
  purchaseCount: templates.purchaseCount,
  popularity: templates.popularity,
  updatedAt: templates.updatedAt,
  documentHash: templateVersions.documentHash,
  sizeBytes: templateVersions.sizeBytes,
  width: templateVersions.width,
  height: templateVersions.height,
  fpsNumerator: templateVersions.fpsNumerator,
  fpsDenominator: templateVersions.fpsDenominator,
  durationFrames: templateVersions.durationFrames,
  editable: templateVersions.editable,
  posterKey: poster.storageKey,
  previewKey: preview.storageKey,
}

/** A query for templates with their present version and their two public files; give it `where`, order and limit. */
export function selectCatalogue(db: Reader) {
  return db
    .select(catalogueColumns)
    .from(templates)
    .innerJoin(templateVersions, eq(templateVersions.id, templates.currentVersionId))
    .leftJoin(poster, eq(poster.id, templates.posterAssetId))
    .leftJoin(preview, eq(preview.id, templates.previewAssetId))
    .$dynamic()
}

export const isOnSale = eq(templates.status, 'published')

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

/** An image template on sale; refuses template-not-found, also for a template of another kind. */
export async function getImageTemplate(db: Db, templateId: string): Promise<ImageTemplate> {
  const row = await findPublished(db, templateId)
  if (row?.kind !== 'image') throw new Refusal('template-not-found', {}, 'Image template not found')
  return toImageTemplate(row)
}

/** A ready-made template on sale; refuses template-not-found, also for a template of another kind. */
export async function getDirectSellTemplate(db: Db, templateId: string): Promise<DirectSellTemplate> {
  const row = await findPublished(db, templateId)
  if (row?.kind !== 'direct-sell') throw new Refusal('template-not-found', {}, 'Direct sell template not found')
  return toDirectSellTemplate(row)
}

/** A template on sale; refuses template-not-found. */
export async function getTemplate(db: Db, templateId: string): Promise<Template> {
  const template = await findTemplate(db, templateId)
  if (!template) throw new Refusal('template-not-found')
  return template
}

/** Rows of these templates whatever their status: for the lists of those who liked or bought them. */
export async function getCatalogueRows(db: Reader, templateIds: readonly string[]): Promise<Map<string, CatalogueRow>> {
  if (templateIds.length === 0) return new Map()
  const rows = await selectCatalogue(db).where(inArray(templates.id, [...new Set(templateIds)]))
  return new Map(rows.map((row) => [row.id, row]))
}

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

  const [rows, [counts, total]] = await Promise.all([
    selectCatalogue(db)
      .where(and(matching, afterCursor(query.cursor, orderName, order)))
      // The id goes the same way as the value, so that one index serves both directions.
      .orderBy(...[order.column, templates.id].map((column) => (order.isDescending ? desc(column) : asc(column))))
      .limit(query.limit + 1),
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
    sections: toSections(counts),
    total,
  }
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

/** How many templates a query matches in all. Only a search has to be counted. */
async function countMatching(
  db: Db,
  { search, section }: CatalogueQuery,
  matching: SQL | undefined,
  counts: KindCounts,
) {
  if (search.trim() === '') return counts.find((count) => count.section === section)?.templateCount ?? 0
  const [count] = await db.select({ total: sql<number>`count(*)::int` }).from(templates).where(matching)
  return count?.total ?? 0
}

export interface TemplateVersion {
  readonly versionId: string
  readonly templateId: string
  readonly kind: TemplateKind
  readonly templateName: string
  readonly documentHash: string
  readonly document: Composition
  readonly width: number
  readonly height: number
}

const versionColumns = {
  versionId: templateVersions.id,
  templateId: templates.id,
  kind: templates.kind,
  templateName: templates.name,
  documentHash: templateVersions.documentHash,
  document: templateVersions.document,
  width: templateVersions.width,
  height: templateVersions.height,
}

/** Versions of templates by their ids; each must exist. */
export async function getVersions(db: Reader, versionIds: readonly string[]): Promise<Map<string, TemplateVersion>> {
  if (versionIds.length === 0) return new Map()
  const rows = await db
    .select(versionColumns)
    .from(templateVersions)
    .innerJoin(templates, eq(templates.id, templateVersions.templateId))
    .where(inArray(templateVersions.id, [...new Set(versionIds)]))
  return new Map(rows.map((row) => [row.versionId, { ...row, document: row.document as unknown as Composition }]))
}

/** One version of a template by its id; it must exist. */
export async function getVersion(db: Reader, versionId: string): Promise<TemplateVersion> {
  const version = (await getVersions(db, [versionId])).get(versionId)
  assert(version, `template version ${versionId} does not exist`)
  return version
}

/**
 * The present version of a template on sale, or of any template for somebody who may use it all the same. Refuses
 * template-not-found.
 */
export async function getCurrentVersion(
  db: Reader,
  templateId: string,
  { whateverItsStatus = false } = {},
): Promise<TemplateVersion> {
  const [row] = await db
    .select(versionColumns)
    .from(templates)
    .innerJoin(templateVersions, eq(templateVersions.id, templates.currentVersionId))
    .where(and(whateverItsStatus ? undefined : isOnSale, eq(templates.id, toTemplateId(templateId))))
  if (!row) throw new Refusal('template-not-found')
  return { ...row, document: row.document as unknown as Composition }
}

/**
 * The files of a document with their addresses, by asset id. Of films everybody gets the small copy, as soon as there is
 * one. The whole ones, and what is itself for sale, are left out unless `signUrl` makes an address of their private storage
 * keys: whoever gives it has seen that the caller may have them.
 */
export async function getDocumentAssets(
  db: Reader,
  document: Composition,
  signUrl?: (storageKey: string) => string,
): Promise<Record<string, DocumentAsset>> {
  const found = await getAssets(db, listDocumentAssetIds(document))
  return Object.fromEntries(
    [...found].flatMap(([id, asset]) => {
      const isPrivate = asset.storageKey?.startsWith('private/')
      if (!isPrivate && asset.templateUse === null) return [[id, toDocumentAsset(asset)]]
      const fullUrl = signUrl && asset.storageKey ? addressOf(asset.storageKey, signUrl) : undefined
      const url = asset.templateUse !== 'goods' && asset.proxyKey ? publicUrl(asset.proxyKey) : fullUrl
      if (url === undefined) return []
      const described = { ...toDocumentAsset({ ...asset, storageKey: null }), url }
      return [[id, fullUrl === undefined ? described : { ...described, fullUrl }]]
    }),
  )
}

/** Films from before they were kept back are public until a worker has moved them. */
function addressOf(storageKey: string, signUrl: (storageKey: string) => string): string {
  return storageKey.startsWith('public/') ? publicUrl(storageKey) : signUrl(storageKey)
}

/** The id of a template on sale; undefined when there is none, or not any more. */
export async function findIdOnSale(db: Reader, templateId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: templates.id })
    .from(templates)
    .where(and(isOnSale, eq(templates.id, toTemplateId(templateId))))
  return row?.id
}

/** The id in what may be an editor's address, where it ends in `-template`. */
export function toTemplateId(address: string): string {
  return address.replace(/-template$/, '')
}

/** The column that holds the price for a region. */
export function priceColumn(region: { readonly isIndianUser: boolean }) {
  return region.isIndianUser ? templates.priceCreditsIndia : templates.priceCredits
}

/** Counts one purchase of each, which moves them up in the order of popularity. */
export async function countPurchases(tx: Tx, templateIds: readonly string[]): Promise<void> {
  // Locked in the order of their ids, so that two carts with the same templates cannot wait for each other.
  await executePlanned(
    tx,
    sql`
    with locked as (
      select id from templates where id = any(${sql.param([...templateIds])}::text[]) order by id for no key update
    )
    update templates set purchase_count = purchase_count + 1 from locked where templates.id = locked.id`,
  )
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
