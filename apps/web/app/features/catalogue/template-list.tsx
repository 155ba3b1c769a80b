// The list of video templates.

import type { Route } from './+types/template-list'
import { CatalogueList, ListError } from './catalogue-list.tsx'
import { listHeaders, listMeta, loadList } from './catalogue-request.ts'

export const loader = (args: Route.LoaderArgs) => loadList('video', args)

export const headers = listHeaders

export const meta = (args: Route.MetaArgs) => listMeta('video', args, args.loaderData)

export default function TemplateList({ loaderData }: Route.ComponentProps) {
  return <CatalogueList kind="video" page={loaderData.page} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListError kind="video" error={error} />
}
