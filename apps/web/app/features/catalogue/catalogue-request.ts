// A list of templates: search, section, facets and sort order in its URL, its first page on the server, and its metadata.
import { t } from '@lingui/core/macro'
import type { CatalogueSort, TemplateKind } from '@vitrine/contract/catalogue'
import { type Facet, facetNames } from '@vitrine/contract/facet-names'
import { data, type HeadersArgs, type MetaDescriptor, type RouterContextProvider } from 'react-router'
import { createVisitorApi } from '../../api/api.ts'
import { hostContext } from '../../api/page-request.ts'
import { templateKinds } from '../../api/template-kind.ts'
import { type MetaMatches, pageMeta } from '../../ui/page-meta.ts'
import { pageSize } from './endless-list.ts'

/** The sort orders of a list; the newest templates have a separate page. */
export type ListSort = Exclude<CatalogueSort, 'newest'>

export const sorts: Readonly<Record<ListSort, string>> = {
  get popularity() {
    return t`Popularity`
  },
  get 'price-low-high'() {
    return t`Price: low to high`
  },
  get 'price-high-low'() {
    return t`Price: high to low`
  },
}

/** Chosen values of a facet are separated by commas; a facet without chosen values is left out. */
export type ListRequest = { search: string; section: string; sort: ListSort } & { [Name in Facet]?: string }

const searchLength = 100
const sectionLength = 60

/** The request in the URL; invalid values count as absent. */
export function readRequest(address: URLSearchParams): ListRequest {
  const sort = address.get('sort')
  return {
    search: readText(address.get('search'), searchLength),
    section: readText(address.get('section'), sectionLength),
    sort: sort !== null && Object.hasOwn(sorts, sort) ? (sort as ListSort) : 'popularity',
    ...readFacets(address),
  }
}

/** Not validated: the server ignores unknown values. */
function readFacets(address: URLSearchParams): { [Name in Facet]?: string } {
  const chosen = facetNames.map((facet) => [facet, readText(address.get(facet), searchLength)])
  return Object.fromEntries(chosen.filter(([, values]) => values))
}

/** The number of chosen facet values. */
export const countChosen = (request: ListRequest): number =>
  facetNames.reduce((sum, facet) => sum + (request[facet]?.split(',').length ?? 0), 0)

/** Readable text: no control characters, and no half surrogate pair at the end. */
function readText(text: string | null, length: number): string {
  const readable = (text ?? '').replace(/\p{Cc}/gu, ' ').trim()
  return readable.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}

/** The URL of a request; defaults are omitted. A cursor names a later page. */
export function requestPath(kind: TemplateKind, request: ListRequest, cursor?: string): string {
  const address = new URLSearchParams()
  if (request.search) address.set('search', request.search)
  if (request.section) address.set('section', request.section)
  for (const facet of facetNames) if (request[facet]) address.set(facet, request[facet])
  if (request.sort !== 'popularity') address.set('sort', request.sort)
  if (cursor) address.set('cursor', cursor)
  const { listPath } = templateKinds[kind]
  return address.size > 0 ? `${listPath}?${address}` : listPath
}

/** How long a previously seen list is shown immediately while the browser revalidates it. */
const showAgainSeconds = 300

type LoaderArgs = { context: Readonly<RouterContextProvider>; request: Request }

/** The first page of the requested list, or the one at its cursor; undefined when it could not be loaded. */
export async function loadList(kind: TemplateKind, { context, request }: LoaderArgs) {
  const { transport } = context.get(hostContext)
  const address = new URL(request.url).searchParams
  const cursor = address.get('cursor')
  const page = await createVisitorApi(transport)
    .getCataloguePage(kind, { ...readRequest(address), ...(cursor && { cursor }), limit: pageSize })
    .catch(() => undefined)
  // Back on a slow network does not wait for a recently shown list. Failures are requested again.
  const headers = { 'cache-control': `private, max-age=0, stale-while-revalidate=${showAgainSeconds}` }
  return data({ page }, page && { headers })
}

/** Headers of data requests; for the page itself see entry.server.tsx. */
export const listHeaders = ({ loaderHeaders }: HeadersArgs) => loaderHeaders

export function listMeta(
  kind: TemplateKind,
  { matches }: MetaMatches,
  loaded: Awaited<ReturnType<typeof loadList>>['data'] | undefined,
): MetaDescriptor[] {
  const { title, description, listPath } = templateKinds[kind]
  const picture = loaded?.page?.items[0]?.thumbnail
  return pageMeta({
    matches,
    title,
    description,
    path: listPath,
    ...(picture && { picture }),
  })
}
