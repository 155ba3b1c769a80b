// Chosen facet values and their changes, for the parts of a list that load when needed.
import { type Facet, facetNames } from '@vitrine/contract/facet-names'
import { readFacet } from '@vitrine/contract/facets'
import type { ListRequest } from './catalogue-request.ts'

/** Every chosen value with its facet. */
export const chosenFacets = (request: ListRequest): (readonly [Facet, string])[] =>
  facetNames.flatMap((facet) => readFacet(facet, request[facet] ?? '').map((value) => [facet, value] as const))

/** The request with a facet value added or removed. */
export function withFacet(request: ListRequest, facet: Facet, value: string, isChosen: boolean): ListRequest {
  const others = readFacet(facet, request[facet] ?? '').filter((each) => each !== value)
  const { [facet]: _, ...rest } = request
  const values = readFacet(facet, [...others, ...(isChosen ? [value] : [])].join(',')).join(',')
  return values === '' ? rest : { ...rest, [facet]: values }
}
