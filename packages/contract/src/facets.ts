// Filters of lists, besides sections. In URLs, commas separate several values of one facet.
import type { Facet } from './facet-names.ts'

/**
 * `shape`: of the picture, nearest; `length`: in seconds; `photos`: places for photos and videos; `price`: in credits, `free-now`
 * for a limited time.
 */
export const FACETS = {
  shape: ['9:16', '4:5', '1:1', '16:9'],
  length: ['up-to-10', '10-20', '20-40', 'over-40'],
  photos: ['none', '1', '2-3', '4-8', 'over-8'],
  language: ['en', 'hi', 'mr', 'ta', 'te', 'bn', 'gu', 'ur', 'ar'],
  price: ['free', 'free-now', 'up-to-100', '101-250', 'over-250'],
} as const satisfies Record<Facet, readonly string[]>

/** The known values of a facet in a URL, in their own order. */
export function readFacet(facet: Facet, text: string): string[] {
  const requested = text.split(',')
  return FACETS[facet].filter((value) => requested.includes(value))
}
