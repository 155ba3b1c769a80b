// The newest templates on sale, of each kind.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/new-templates'
import { KindLists, loadKindLists } from './kind-lists.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  return { lists: await loadKindLists(context, { sort: 'newest' }) }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    matches,
    title: t`New templates`,
    description: t`The latest video and image templates, newest first.`,
    path: '/new-templates',
  })
}

export default function NewTemplates({ loaderData: { lists } }: Route.ComponentProps) {
  return (
    <main className="page-width">
      <h1 className="pt-10 font-headline text-headline md:pt-14">
        <Trans>New templates</Trans>
      </h1>
      <p className="max-w-[60ch] pt-3 pb-2 text-muted">
        {lists.length > 0 ? t`The latest video and image templates, newest first.` : t`There are no templates yet.`}
      </p>
      <KindLists lists={lists} />
    </main>
  )
}
