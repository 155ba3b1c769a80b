// The list of video templates.

import { CatalogueList, ListError } from '../store/catalogue-list.tsx'
import { listHeaders, listMeta, loadList } from '../store/list-page.ts'
import type { Route } from './+types/template-list'

export const loader = (args: Route.LoaderArgs) => loadList('video', args)

export const headers = listHeaders

export const meta = (args: Route.MetaArgs) => listMeta('video', args, args.loaderData)

export default function TemplateList({ loaderData }: Route.ComponentProps) {
  return <CatalogueList kind="video" page={loaderData.page} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListError kind="video" error={error} />
}
