// The one query for templates as the shop shows them, and the conditions that all readers share: on sale, id of an address,
// price of a region.
import { eq } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { assets } from '../media/tables.ts'
import type { Reader } from '../prepared.ts'
import { LISTING_COLUMNS } from './listing.ts'
import { templates, templateVersions } from './tables.ts'

const poster = alias(assets, 'poster')
const preview = alias(assets, 'preview')

const catalogueColumns = {
  id: templates.id,
  status: templates.status,
  ...LISTING_COLUMNS,
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
  shapes: templateVersions.shapes,
  disabledShapes: templates.disabledShapes,
  posterKey: poster.storageKey,
  previewKey: preview.storageKey,
  previewWidth: preview.width,
  previewHeight: preview.height,
}

/**
 * A query for templates with their current version and their two public files; add `where`, order and limit. `more` are
 * further columns of `templates`.
 */
export function selectCatalogue<More extends Record<string, PgColumn> = Record<never, PgColumn>>(
  db: Reader,
  more?: More,
) {
  return db
    .select({ ...catalogueColumns, ...(more as More) })
    .from(templates)
    .innerJoin(templateVersions, eq(templateVersions.id, templates.currentVersionId))
    .leftJoin(poster, eq(poster.id, templates.posterAssetId))
    .leftJoin(preview, eq(preview.id, templates.previewAssetId))
    .$dynamic()
}

export const isOnSale = eq(templates.status, 'published')

/** The id in an editor's URL, where it ends in `-template`. */
export function toTemplateId(address: string): string {
  return address.replace(/-template$/, '')
}

/** The column that holds the price for a region. */
export function priceColumn(region: { readonly isIndianUser: boolean }) {
  return region.isIndianUser ? templates.priceCreditsIndia : templates.priceCredits
}
