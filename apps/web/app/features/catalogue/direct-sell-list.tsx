// The list of ready-made templates.

import type { Route } from './+types/direct-sell-list'
import { CatalogueList, ListError } from './catalogue-list.tsx'
import { listHeaders, listMeta, loadList } from './catalogue-request.ts'

export const loader = (args: Route.LoaderArgs) => loadList('direct-sell', args)

export const headers = listHeaders

export const meta = (args: Route.MetaArgs) => listMeta('direct-sell', args, args.loaderData)

export default function DirectSellList({ loaderData }: Route.ComponentProps) {
  return <CatalogueList kind="direct-sell" page={loaderData.page} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListError kind="direct-sell" error={error} />
}
