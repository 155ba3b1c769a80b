// Owns putting whole templates on sale at once, as samples and imports from the command line bring them, and their first order.
import type { TemplateKind } from '@vitrine/contract/catalogue'
import { Refusal } from '@vitrine/contract/refusal'
import type { Tx } from '@vitrine/database/connection'
import { eq, sql } from 'drizzle-orm'
import { announceCatalogueChange } from './change.ts'
import { listDocumentAssetIds } from './document-asset.ts'
import { findStatus } from './edit.ts'
import { recordPreview } from './preview.ts'
import { type LintLine, templates } from './tables.ts'
import { addVersion, assertAssetsAreRegistered, requireValidDocument } from './version.ts'

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
