// Moves what a visitor has made on this device into the account, on whatever page somebody signs in.
import { plural, t } from '@lingui/core/macro'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { listGuestsOf } from '../store/guest.ts'
import { useSessionFact } from '../store/session.ts'
import { loadPart } from '../ui/load-part.ts'
import { useToast } from '../ui/toast.tsx'

const loadMove = () => import('../editors/core/project/move-as-member.ts')

export function useGuestWork(): void {
  const userId = useSessionFact((session) => (session.status === 'signed-in' ? session.profile.userId : ''))
  const showToast = useToast()
  const navigate = useNavigate()
  const report = useEffectEvent((moved: number) => {
    const action = { label: t`Show projects`, run: () => void navigate('/projects') }
    const text = plural(moved, {
      one: 'The project that you began on this device is in your account now.',
      other: 'The # projects that you began on this device are in your account now.',
    })
    showToast('success', text, { durationMs: 8000, action })
  })
  useEffect(() => {
    if (userId === '') return
    const move = async () => {
      if (listGuestsOf(userId).length === 0) return
      // Without a network it is tried again when there is one, and by the next page.
      const { moveAsMember } = await loadPart(loadMove)
      const { moved } = await moveAsMember(userId)
      if (moved > 0) report(moved)
    }
    const tryMove = () => void move().catch(() => undefined)
    tryMove()
    window.addEventListener('online', tryMove)
    return () => window.removeEventListener('online', tryMove)
  }, [userId])
}
