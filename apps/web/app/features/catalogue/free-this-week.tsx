// The templates of each kind that are free for a limited time; without any, popular ones.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Suspense } from 'react'
import { lazyExtra } from '../../api/load-part.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/free-this-week'
import { KindLists, loadKindLists } from './kind-lists.tsx'

const PopularTemplates = lazyExtra(() => import('./popular-templates.tsx'))

const filters = { price: 'free-now' }

export async function loader({ context }: Route.LoaderArgs) {
  return { lists: await loadKindLists(context, filters) }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    matches,
    title: t`Free this week`,
    description: t`Templates that cost nothing for a few days. What you get now stays yours.`,
    path: '/free-this-week',
  })
}

export default function FreeThisWeek({ loaderData: { lists } }: Route.ComponentProps) {
  return (
    <main className="page-width">
      <h1 className="pt-10 font-headline text-headline md:pt-14">
        <Trans>Free this week</Trans>
      </h1>
      <p className="max-w-[60ch] pt-3 pb-2 text-muted">
        {lists.length > 0
          ? t`Templates that cost nothing for a few days. What you get now stays yours.`
          : t`Nothing is free this week. Please look in again.`}
      </p>
      <KindLists lists={lists} filters={filters} />
      <Suspense>{lists.length === 0 && <PopularTemplates kind="video" />}</Suspense>
    </main>
  )
}
