// The layout of all editors. They are open to visitors, and stay open while a visitor signs in or a session ends.
// Signing out closes them in every tab, because another person may use the computer next.
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { createQueryClient } from '../../api/query.ts'
import { onSignOut, type Session, useSession } from '../../api/session.ts'
import { AccountSheetHost } from '../../features/sign-in/account-request.tsx'
import { Unreachable } from '../../features/sign-in/member-area.tsx'
import { ToSignIn } from '../../features/sign-in/route-guard.tsx'
import { loadTexts } from '../../language/page-texts.ts'
import { startsAtOnce } from '../../ui/late-start.ts'

export const handle = startsAtOnce

/** The document of a page loads its texts itself. */
export const loader = () => null
/** Loads the editors' texts before the first one is opened from another page. */
export const clientLoader = async () => {
  await loadTexts(['editors'])
  return null
}

export default function EditorArea() {
  const session = useSession()
  const [opened, setOpened] = useState<Opened>()
  const [isClosed, setIsClosed] = useState(false)
  useEffect(() => onSignOut(() => setIsClosed(true)), [])
  const next = openedFor(opened, session)
  useEffect(() => setOpened(next), [next])
  if (isClosed && session.status === 'signed-out') return <ToSignIn />
  if (!next && session.status === 'unreachable') return <Unreachable />
  // Until the session is known, an editor shows its loading state, also in the HTML from the server.
  return (
    <EditorCache key={next?.round ?? 0}>
      <Outlet />
      {/* Dark, like all surfaces above an editor. */}
      <div className="text-ink scheme-dark">
        <AccountSheetHost />
      </div>
    </EditorCache>
  )
}

/** The user of the open editors: a visitor, who becomes the user that signs in. Another user gets new editors. */
export interface Opened {
  readonly userId: string | undefined
  /** Changes with the user. */
  readonly round: number
}

/** Undefined until the session is known; returns the same object if nothing changed. */
export function openedFor(opened: Opened | undefined, session: Session): Opened | undefined {
  if (session.status === 'signed-out') return opened ?? { userId: undefined, round: 0 }
  if (session.status !== 'signed-in') return opened
  const { userId } = session.profile
  if (!opened) return { userId, round: 0 }
  if (opened.userId === userId) return opened
  return { userId, round: opened.userId === undefined ? opened.round : opened.round + 1 }
}

/** A query cache that only one user reads. */
function EditorCache({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
