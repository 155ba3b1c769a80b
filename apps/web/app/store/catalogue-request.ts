// Owns how a search, a section and an order stand in the address of a list.
import type { CatalogueSort, TemplateKind } from '@vitrine/contract/catalogue'
import { templateKinds } from './template-kind.ts'

export const sorts: Readonly<Record<CatalogueSort, string>> = {
  popularity: 'Popularity',
  'price-low-high': 'Price: low to high',
  'price-high-low': 'Price: high to low',
}

export type ListRequest = { search: string; section: string; sort: CatalogueSort }

/** What the address asks for; anything it may not say counts as not said. */
export function readRequest(address: URLSearchParams): ListRequest {
  const sort = address.get('sort')
  return {
    search: (address.get('search') ?? '').trim().slice(0, 100),
    section: (address.get('section') ?? '').trim().slice(0, 60),
    sort: sort !== null && Object.hasOwn(sorts, sort) ? (sort as CatalogueSort) : 'popularity',
  }
}

/** The address of a request; what is as usual is left out. */
export function requestPath(kind: TemplateKind, request: ListRequest): string {
  const address = new URLSearchParams()
  if (request.search) address.set('search', request.search)
  if (request.section) address.set('section', request.section)
  if (request.sort !== 'popularity') address.set('sort', request.sort)
  const { listPath } = templateKinds[kind]
  return address.size > 0 ? `${listPath}?${address}` : listPath
}
