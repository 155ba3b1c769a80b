// Stores whole templates, with poster and preview, and sets the initial order of the catalogue.

import type { Listing } from '@vitrine/contract/listing'
import type { Tx } from '@vitrine/database/connection'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import { insertTemplate } from './draft.ts'
import { announceCatalogueChange, editTemplate, findStatus } from './edit.ts'
import { recordPreview } from './preview.ts'
import { LISTING_COLUMNS, type ListingRow, toListing } from './row.ts'
import type { TemplateRow } from './sale.ts'
import { type LintLine, templates, templateVersions } from './tables.ts'
import {
  type AddedVersion,
  addVersion,
  assertAssetsAreRegistered,
  listDocumentAssetIds,
  requireValidDocument,
} from './version.ts'

export interface TemplateToPublish extends Listing {
  /** Slug: lower-case letters, digits and hyphens; never ends in `-template`. */
  readonly id: string
  /** In any form that `@vitrine/after-effects/validate` accepts; stored in the form that it returns. */
  readonly document: unknown
  readonly posterAssetId: string
  readonly previewAssetId: string
  /** `#rrggbb` */
  readonly dominantColor: string
  /** The import's report on the document, if it was imported. */
  readonly report?: readonly LintLine[] | undefined
}

interface StoredTemplate extends AddedVersion {
  /** The listing before and after; undefined for a new template. */
  readonly edited: { readonly before: ListingRow; readonly after: ListingRow } | undefined
}

/**
 * Stores a template as a draft, or updates the listing of a known one and adds its document as a version. Whether it is on sale,
 * and with which version, does not change. All files of the document must already be catalogue assets. Throws `invalid-input`,
 * with the path and reason of each fault in `issues`, for an invalid document.
 */
export async function storeTemplate(tx: Tx, template: TemplateToPublish): Promise<StoredTemplate> {
  const { id, posterAssetId, previewAssetId } = template
  const document = requireValidDocument(template.document, id)
  await assertAssetsAreRegistered(tx, id, [...listDocumentAssetIds(document), posterAssetId, previewAssetId])
  const shown = { posterAssetId, previewAssetId, dominantColor: template.dominantColor.toLowerCase() }
  const isNew = await insertTemplate(tx, id, template, shown)
  const edited = isNew ? undefined : await editTemplate(tx, id, template)
  const version = await addVersion(tx, id, document, template.report)
  await recordPreview(tx, version.versionId, shown)
  const isOnSale = (await findStatus(tx, id)) !== 'draft'
  await tx
    .update(templates)
    .set({ ...shown, ...(!isOnSale && { currentVersionId: version.versionId }) })
    .where(eq(templates.id, id))
  await announceCatalogueChange(tx)
  return { ...version, edited }
}

/** The stored state of a template. */
export interface PublishedState {
  readonly status: TemplateRow['status']
  readonly listing: Listing
  readonly posterAssetId: string | null
  readonly previewAssetId: string | null
  readonly dominantColor: string
  /** Of the current version. */
  readonly documentHash: string | null
}

/** The existing ones of these templates, whatever their status. */
export async function listPublishedStates(
  db: Reader,
  templateIds: readonly string[],
): Promise<Map<string, PublishedState>> {
  const { id, status, posterAssetId, previewAssetId, dominantColor } = templates
  const shown = { posterAssetId, previewAssetId, dominantColor }
  const rows = await db
    .select({ id, state: { status, ...shown, documentHash: templateVersions.documentHash }, listing: LISTING_COLUMNS })
    .from(templates)
    .leftJoin(templateVersions, eq(templateVersions.id, templates.currentVersionId))
    .where(inArray(id, [...templateIds]))
  return new Map(rows.map((row) => [row.id, { ...row.state, listing: toListing(row.listing) }]))
}

/** Sets the order of equally popular templates. Those already ranked keep their place. */
export async function rankTemplates(tx: Tx, templateIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update templates set catalogue_rank = cardinality(${sql.param([...templateIds])}::text[]) + 1 - ranked.place
    from unnest(${sql.param([...templateIds])}::text[]) with ordinality as ranked (id, place)
    where templates.id = ranked.id and templates.catalogue_rank = 0`)
}
