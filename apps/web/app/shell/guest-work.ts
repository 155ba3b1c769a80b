// Moves a visitor's work on this device into the account, on whatever page the visitor signs in.
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { listGuestIds } from '../api/device-work.ts'
import { importWithRetry } from '../api/load-part.ts'
import { useSessionFact } from '../api/session.ts'
import { useToast } from '../ui/toast.tsx'

/** Must be inside the toasts, which it uses. */
export default function GuestWork(): null {
  useGuestWork()
  return null
}

function useGuestWork(): void {
  const userId = useSessionFact((session) => (session.status === 'signed-in' ? session.profile.userId : ''))
  const showToast = useToast()
  const navigate = useNavigate()
  useEffect(() => {
    // Without a network it is retried when there is one, and by the next page.
    const move = () => {
      if (listGuestIds(userId).length > 0)
        importWithRetry(() => import('../editor/project/move-as-member.ts'))
          .then(({ moveAndReport }) => moveAndReport(userId, showToast, () => navigate('/projects')))
          .catch(() => undefined)
    }
    move()
    addEventListener('online', move)
    return () => removeEventListener('online', move)
  }, [userId, showToast, navigate])
}
