// Opens the popup that completes a profile. Mounted once, in the shell; its content is fetched when needed.
import type { Profile } from '@vitrine/contract/accounts'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { lazyExtra } from '../../api/load-part.ts'
import { useSession } from '../../api/session.ts'
import { usePopupTurn } from '../../ui/popup-queue.ts'
import { needsCompletion } from './profile-completion.ts'

const CompleteProfileDialog = lazyExtra(() => import('./complete-profile-dialog.tsx'))

const delayMs = 1000
/** Users who have skipped or finished it since the page was loaded. */
const done = new Set<string>()

export default function CompleteProfilePopup() {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  // The key asks another user again.
  return <Popup key={session.profile.userId} profile={session.profile} />
}

function Popup({ profile }: { profile: Profile }) {
  const isIncompleteProfile = needsCompletion(profile)
  const [isDue, setIsDue] = useState(false)
  const { userId } = profile
  const [isDone, setIsDone] = useState(done.has(userId))
  // Stays open until its last message was read, although the profile is complete by then.
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => {
    if (!isIncompleteProfile) return
    const timer = setTimeout(() => setIsDue(true), delayMs)
    return () => clearTimeout(timer)
  }, [isIncompleteProfile])
  const isShown = usePopupTurn('complete-profile', isDue && !isDone && (isIncompleteProfile || isBusy))
  const onClose = useCallback(() => {
    done.add(userId)
    setIsDone(true)
  }, [userId])
  if (!isShown) return null
  return (
    <Suspense fallback={null}>
      <CompleteProfileDialog profile={profile} onSaving={setIsBusy} onClose={onClose} />
    </Suspense>
  )
}
