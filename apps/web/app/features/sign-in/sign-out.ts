// Signing out where the customer presses it. A device that has photos, clips or drafts asks first whether they are to be deleted.
import { useNavigate } from 'react-router'
import { hasDeviceWork } from '../../api/device-work.ts'
import { signOut } from '../../api/session.ts'
import { signOutQuestion } from './sign-out-request.ts'

/** Signs out at once, or asks about what is on the device. */
export function useSignOut(): () => Promise<void> {
  const leave = useLeave()
  return async () => {
    if (await hasDeviceWork()) signOutQuestion.set(true)
    else await leave()
  }
}

/** Signs out. Leaving first keeps the guard of a page from sending the visitor to the sign-in page. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    await navigate('/')
    await signOut()
  }
}
