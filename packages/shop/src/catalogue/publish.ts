// Stores whole templates from the samples and from imports of the command line, publishes them, and sets the initial order
// of the catalogue.

import { ApiError } from '@vitrine/contract/api-error'
import type { TemplateKind } from '@vitrine/contract/catalogue'
import type { Tx } from '@vitrine/database/connection'
import { eq, sql } from 'drizzle-orm'
import { announceCatalogueChange } from './change.ts'
import { listDocumentAssetIds } from './document-asset.ts'
import { type EditableFields, editTemplate, findStatus } from './edit.ts'
import { recordPreview } from './preview.ts'
import { publishVersion, type SaleState } from './sale.ts'
import { type LintLine, templates } from './tables.ts'
import { type AddedVersion, addVersion, assertAssetsAreRegistered, requireValidDocument } from './version.ts'

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
  /** In any form that `@vitrine/composition/validate` accepts; stored in the form that it returns. */
  readonly document: unknown
  readonly posterAssetId: string
  readonly previewAssetId: string
  /** `#rrggbb` */
  readonly dominantColor: string
  /** The import's report on the document, if it was imported. */
  readonly report?: readonly LintLine[] | undefined
}

export interface StoredTemplate extends AddedVersion {
  /** The listing before and after; undefined for a new template. */
  readonly edited: { readonly before: EditableFields; readonly after: EditableFields } | undefined
}

/**
 * Stores a template as a draft, or brings the listing of a known one up to date and adds its document as a version. Whether
 * it is on sale, and with which version, stays as it is. Every file the document names must be registered as a catalogue
 * asset before. Refuses invalid-input, with the path and reason of each fault in `issues`, for a document that is not valid.
 */
export async function storeTemplate(tx: Tx, template: TemplateToPublish): Promise<StoredTemplate> {
  const { id, license, posterAssetId, previewAssetId } = template
  const document = requireValidDocument(template.document, id)
  await assertAssetsAreRegistered(tx, id, [...listDocumentAssetIds(document), posterAssetId, previewAssetId])
  const listing = {
    kind: template.kind,
    name: template.name,
    description: template.description,
    categories: [...template.categories],
    sections: [...template.sections],
    compatibility: [...template.compatibility],
    priceCredits: template.priceCredits,
    priceCreditsIndia: template.priceCreditsIndia,
    licenseName: license.name,
    licenseSummary: license.summary,
  }
  const shown = { posterAssetId, previewAssetId, dominantColor: template.dominantColor.toLowerCase() }
  const added = await tx
    .insert(templates)
    .values({ ...listing, ...shown, id, status: 'draft' })
    .onConflictDoNothing()
    .returning({ id: templates.id })
  const edited = added.length > 0 ? undefined : await editTemplate(tx, id, listing)
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

/**
 * Stores a template and puts it on sale, or brings one that is on sale up to date. Safe to repeat: an unchanged document adds
 * no version, and purchases and projects keep theirs. Refuses what `storeTemplate` and `publishVersion` refuse, and
 * template-withdrawn: only its owner puts back what was withdrawn. The shop itself publishes through `publishWhole` of
 * `shop/admin`, which records the audit event.
 */
export async function publishTemplate(
  tx: Tx,
  template: TemplateToPublish,
): Promise<StoredTemplate & { sale: { before: SaleState; after: SaleState } }> {
  await refuseWithdrawn(tx, template.id)
  const stored = await storeTemplate(tx, template)
  const sale = await publishVersion(tx, template.id, stored.versionId)
  return { ...stored, sale }
}

/** Refuses template-withdrawn. */
export async function refuseWithdrawn(tx: Tx, templateId: string): Promise<void> {
  if ((await findStatus(tx, templateId)) === 'withdrawn') throw new ApiError('template-withdrawn')
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
