// The liked templates of a customer.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSession } from '../../api/session.ts'
import { type MetaMatches, pageMeta } from '../../ui/page-meta.ts'
import { LikedTemplates } from './liked-templates.tsx'

export function meta({ matches }: MetaMatches) {
  return pageMeta({
    matches,
    title: t`Liked Templates`,
    description: t`The templates you have liked.`,
    isPrivate: true,
  })
}

export default function Liked() {
  const session = useSession()
  // Rendered for signed-in users only, by the guard above.
  if (session.status !== 'signed-in') return null
  return (
    <main className="page-width pt-10 md:pt-14">
      <h1 className="mb-6 font-headline text-headline">
        <Trans>Liked Templates</Trans>
      </h1>
      <LikedTemplates templates={session.profile.likedTemplates} />
    </main>
  )
}
