// The list of image templates.

import { CatalogueList, ListError } from '../store/catalogue-list.tsx'
import { listHeaders, listMeta, loadList } from '../store/list-page.ts'
import type { Route } from './+types/image-list'

export const loader = (args: Route.LoaderArgs) => loadList('image', args)

export const headers = listHeaders

export const meta = (args: Route.MetaArgs) => listMeta('image', args, args.loaderData)

export default function ImageList({ loaderData }: Route.ComponentProps) {
  return <CatalogueList kind="image" page={loaderData.page} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListError kind="image" error={error} />
}
