// Filters lists by facets, and counts the templates that each value would leave.
import type { FacetCounts } from '@vitrine/contract/catalogue'
import { type Facet, facetNames } from '@vitrine/contract/facet-names'
import { FACETS, readFacet } from '@vitrine/contract/facets'
import type { Db } from '@vitrine/database/connection'
import { and, type SQL, sql } from 'drizzle-orm'
import { isFreeNow } from './row.ts'
import { templates } from './tables.ts'

/** The selected values of each facet, as in URLs; absent means all. */
export type ChosenFacets = { readonly [Name in Facet]?: string | undefined }

/** Counts stop one above this limit. */
const MAX_COUNTED = 500

interface Region {
  readonly isIndianUser: boolean
}

/** The value as stored in `templates.facets`. Prices are those of the region. */
const toFacetKey = (facet: Facet, value: string, { isIndianUser }: Region) =>
  `${facet === 'price' && isIndianUser ? 'price-india' : facet}:${value}`

const hasAny = (keys: readonly string[]): SQL => sql`${templates.facets} && ${sql.param(keys)}::text[]`

/** Templates with one of the selected values of each facet. */
export function facetFilters(query: ChosenFacets & Region, without?: Facet): SQL[] {
  return facetNames.flatMap((facet) => {
    const values = facet === without ? [] : readFacet(facet, query[facet] ?? '')
    return values.length > 0 ? [hasValue(facet, values, query)] : []
  })
}

/** Templates with one of these values of a facet. A template that is free today matches no other price. */
function hasValue(facet: Facet, values: readonly string[], region: Region): SQL {
  const matchesOther = hasAny(
    values.filter((value) => value !== 'free-now').map((value) => toFacetKey(facet, value, region)),
  )
  if (facet !== 'price') return matchesOther
  if (values.every((value) => value === 'free-now')) return isFreeNow
  return values.some((value) => value === 'free' || value === 'free-now')
    ? sql`(${matchesOther} or ${isFreeNow})`
    : sql`(${matchesOther} and ${isFreeNow} is not true)`
}

/**
 * How many templates each value leaves, of those that match `condition` and the selection in the other facets. Each count stops at
 * 501: exact counts of 100,000 templates would take a hundred times as long.
 */
export async function countFacets(
  db: Db,
  query: ChosenFacets & Region,
  condition: SQL | undefined,
): Promise<FacetCounts> {
  const counted = facetNames.flatMap((facet) =>
    FACETS[facet].map((value) => {
      const matching = and(condition, ...facetFilters(query, facet), hasValue(facet, [value], query))
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
