// The one query for templates in the store, and the conditions that all readers share: on sale, id of an address, price of a
// region.

import type { Listing, ListingPart } from '@vitrine/contract/listing'
import { eq, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { assets } from '../media/tables.ts'
import type { Reader } from '../prepared.ts'
import { templates, templateVersions } from './tables.ts'

/** The listing of a template as database columns: one for each field, two for the licence. */
export const LISTING_COLUMNS = {
  kind: templates.kind,
  name: templates.name,
  description: templates.description,
  categories: templates.categories,
  sections: templates.sections,
  compatibility: templates.compatibility,
  priceCredits: templates.priceCredits,
  priceCreditsIndia: templates.priceCreditsIndia,
  licenseName: templates.licenseName,
  licenseSummary: templates.licenseSummary,
} as const

export type ListingRow = Pick<typeof templates.$inferSelect, keyof typeof LISTING_COLUMNS>

/** The columns of a listing; of a partial one, only those present. */
export function toListingRow(listing: Listing): ListingRow
export function toListingRow(part: ListingPart): Partial<ListingRow>
export function toListingRow({ license, ...rest }: ListingPart): Partial<ListingRow> {
  const columns = { ...rest, licenseName: license?.name, licenseSummary: license?.summary }
  const names = Object.keys(LISTING_COLUMNS) as (keyof ListingRow)[]
  return Object.fromEntries(names.flatMap((name) => (columns[name] === undefined ? [] : [[name, columns[name]]])))
}

/** The listing of a row. */
export function toListing({ licenseName, licenseSummary, ...row }: ListingRow): Listing {
  const { kind, name, description, categories, sections, compatibility, priceCredits, priceCreditsIndia } = row
  const license = { name: licenseName, summary: licenseSummary }
  return { kind, name, description, categories, sections, compatibility, priceCredits, priceCreditsIndia, license }
}

const poster = alias(assets, 'poster')
const preview = alias(assets, 'preview')

/** Today in the store's time zone, as for packs of credits. */
export const storeToday = sql`(now() at time zone 'Asia/Kolkata')::date`

/** Whether a template with a price is free today. Null when it has no free period. */
export const isFreeNow: SQL<boolean | null> =
  sql`(${templates.freeUntil} >= ${storeToday} and ${templates.freeFrom} <= ${storeToday})`

/** The regular price of a template that is currently free; null otherwise. */
const usualPrice = (column: PgColumn) => sql<number | null>`case when ${isFreeNow} then ${column} end`

const currentPrice = (column: PgColumn) => sql<number>`case when ${isFreeNow} then 0 else ${column} end`

const catalogueColumns = {
  id: templates.id,
  status: templates.status,
  ...LISTING_COLUMNS,
  priceCredits: currentPrice(templates.priceCredits).as('price_credits_now'),
  priceCreditsIndia: currentPrice(templates.priceCreditsIndia).as('price_credits_india_now'),
  usualPriceCredits: usualPrice(templates.priceCredits).as('usual_price_credits'),
  usualPriceCreditsIndia: usualPrice(templates.priceCreditsIndia).as('usual_price_credits_india'),
  freeUntil: sql<string | null>`case when ${isFreeNow} then ${templates.freeUntil}::text end`.as('free_until_now'),
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
 * A query for templates with their current version and two public files; the caller adds `where`, order and limit. `more` adds
 * columns of `templates`.
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

/** The template id of an editor's URL, which may end in `-template`. */
export function toTemplateId(address: string): string {
  return address.replace(/-template$/, '')
}

interface Region {
  readonly isIndianUser: boolean
}

/** The column of a region's regular price, which is not charged while a template is free. */
export function regularPriceColumn(region: Region) {
  return region.isIndianUser ? templates.priceCreditsIndia : templates.priceCredits
}

/** The current price of a template in a region; all code must use this. A transaction sees the same day throughout. */
export function priceNow(region: Region): SQL<number> {
  return currentPrice(regularPriceColumn(region))
}
