// The list of image templates.

import type { Route } from './+types/image-list'
import { CatalogueList, ListError } from './catalogue-list.tsx'
import { listHeaders, listMeta, loadList } from './catalogue-request.ts'

export const loader = (args: Route.LoaderArgs) => loadList('image', args)

export const headers = listHeaders

export const meta = (args: Route.MetaArgs) => listMeta('image', args, args.loaderData)

export default function ImageList({ loaderData }: Route.ComponentProps) {
  return <CatalogueList kind="image" page={loaderData.page} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListError kind="image" error={error} />
}
