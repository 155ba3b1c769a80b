// Narrowing lists by facets, and counting what each value would leave.
import type { FacetCounts } from '@vitrine/contract/catalogue'
import { type Facet, facetNames } from '@vitrine/contract/facet-names'
import { FACETS, readFacet } from '@vitrine/contract/facets'
import type { Db } from '@vitrine/database/connection'
import { and, type SQL, sql } from 'drizzle-orm'
import { isFreeNow } from './row.ts'
import { templates } from './tables.ts'

/** What was chosen of each facet, as addresses have it; absent: everything. */
export type ChosenFacets = { readonly [Name in Facet]?: string | undefined }

/** Values are counted up to here and one more. */
const MAX_COUNTED = 500

interface Region {
  readonly isIndianUser: boolean
}

/** The value as `templates.facets` has it. Prices are those of the region. */
const toFacetKey = (facet: Facet, value: string, { isIndianUser }: Region) =>
  `${facet === 'price' && isIndianUser ? 'price-india' : facet}:${value}`

const hasAny = (keys: readonly string[]): SQL => sql`${templates.facets} && ${sql.param(keys)}::text[]`

/** Templates that have one of the chosen values of each facet. */
export function facetFilters(query: ChosenFacets & Region, without?: Facet): SQL[] {
  return facetNames.flatMap((facet) => {
    const values = facet === without ? [] : readFacet(facet, query[facet] ?? '')
    return values.length > 0 ? [hasValue(facet, values, query)] : []
  })
}

/** Templates that have one of these values of a facet. What is free today has no other price. */
function hasValue(facet: Facet, values: readonly string[], region: Region): SQL {
  const kept = hasAny(values.filter((value) => value !== 'free-now').map((value) => toFacetKey(facet, value, region)))
  if (facet !== 'price') return kept
  if (values.every((value) => value === 'free-now')) return isFreeNow
  return values.some((value) => value === 'free' || value === 'free-now')
    ? sql`(${kept} or ${isFreeNow})`
    : sql`(${kept} and ${isFreeNow} is not true)`
}

/**
 * How many templates each value leaves of those that match `given` and what is chosen of the other facets. Each count stops
 * at 501: beside 100,000 templates exact ones would take a hundred times as long.
 */
export async function countFacets(db: Db, query: ChosenFacets & Region, given: SQL | undefined): Promise<FacetCounts> {
  const counted = facetNames.flatMap((facet) =>
    FACETS[facet].map((value) => {
      const matching = and(given, ...facetFilters(query, facet), hasValue(facet, [value], query))
      return sql`select ${facet} as facet, ${value} as value, (select count(*)::int from
        (select from ${templates} where ${matching} limit ${MAX_COUNTED + 1}) as matching) as count`
    }),
  )
  const { rows } = await db.execute<{ facet: Facet; value: string; count: number }>(sql.join(counted, sql` union all `))
  const listCounts = (name: Facet) =>
    rows.filter(({ facet, count }) => facet === name && count > 0).map(({ value, count }) => ({ value, count }))
  return {
    shape: listCounts('shape'),
    length: listCounts('length'),
    photos: listCounts('photos'),
    language: listCounts('language'),
    price: listCounts('price'),
  }
}
