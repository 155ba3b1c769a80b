// The listing of a template as database columns: one for each field, two for the licence.
import type { Listing, ListingPart } from '@vitrine/contract/listing'
import { templates } from './tables.ts'

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
