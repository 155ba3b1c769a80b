// Around all editors: they are open to visitors, and stay open while somebody signs in or a session ends. Who signs out closes
// them in every tab, for somebody else may use the computer next.
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { createQueryClient } from '../../api/query-client.ts'
import { onSignOut, type Session, useSession } from '../../api/session.ts'
import { AccountSheetHost } from '../../features/sign-in/account-sheet-host.tsx'
import { Unreachable } from '../../features/sign-in/member-area.tsx'
import { ToSignIn } from '../../features/sign-in/route-guard.tsx'
import { loadTexts } from '../../language/page-texts.ts'
import { startsAtOnce } from '../../ui/late-start.ts'

export const handle = startsAtOnce

/** The document of a page names its texts itself. */
export const loader = () => null
/** Loads the editors' texts before the first of them is opened from another page. */
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
  // While it is not known who is here, an editor shows its opening, also in the HTML from the server.
  return (
    <EditorCache key={next?.round ?? 0}>
      <Outlet />
      {/* Dark, as everything above an editor. */}
      <div className="text-ink scheme-dark">
        <AccountSheetHost />
      </div>
    </EditorCache>
  )
}

/** For whom the editors are open: a visitor, who becomes the user that signs in. Another user gets editors of their own. */
export interface Opened {
  readonly userId: string | undefined
  /** Another number is another user's. */
  readonly round: number
}

/** Undefined while it is not known who is here; the same object while nothing changes. */
export function openedFor(opened: Opened | undefined, session: Session): Opened | undefined {
  if (session.status === 'signed-out') return opened ?? { userId: undefined, round: 0 }
  if (session.status !== 'signed-in') return opened
  const { userId } = session.profile
  if (!opened) return { userId, round: 0 }
  if (opened.userId === userId) return opened
  return { userId, round: opened.userId === undefined ? opened.round : opened.round + 1 }
}

/** A query cache of one user alone. */
function EditorCache({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
