// The server part of a list page: first page of templates, and metadata for search engines.
import type { TemplateKind } from '@vitrine/contract/catalogue'
import { data, type HeadersArgs, type MetaDescriptor, type RouterContextProvider } from 'react-router'
import { createVisitorApi } from '../../api/api.ts'
import { hostContext } from '../../api/context.ts'
import { templateKinds } from '../../api/template-kind.ts'
import { type MetaMatches, pageMeta } from '../../ui/page-meta.ts'
import { readRequest } from './catalogue-request.ts'
import { pageSize } from './endless-list.ts'

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
