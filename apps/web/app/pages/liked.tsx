// The liked templates of a customer.
import { LikedTemplates } from '../account/liked-templates.tsx'
import { useSession } from '../store/session.ts'
import { type MetaMatches, pageMeta } from '../ui/page-meta.ts'

export function meta({ matches }: MetaMatches) {
  return pageMeta({ matches, title: 'Liked Templates', description: 'The templates you have liked.', isPrivate: true })
}

export default function Liked() {
  const session = useSession()
  // Rendered for signed-in users only, by the guard above.
  if (session.status !== 'signed-in') return null
  return (
    <main className="page-width pt-10 md:pt-14">
      <h1 className="mb-6 font-headline text-headline">Liked Templates</h1>
      <LikedTemplates templates={session.profile.likedTemplates} />
    </main>
  )
}
