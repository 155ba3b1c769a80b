// Signing out by the customer. If the device has photos, clips or drafts, it asks first whether to delete them.
import { useNavigate } from 'react-router'
import { hasDeviceWork } from '../../api/device-work.ts'
import { createObservable } from '../../api/observable.ts'
import { signOut } from '../../api/session.ts'

/** Whether the sign-out dialog is open; every page has it. */
export const signOutQuestion = createObservable(false)

/** Signs out at once, or asks about the files on the device. */
export function useSignOut(): () => Promise<void> {
  const leave = useLeave()
  return async () => {
    if (await hasDeviceWork()) signOutQuestion.set(true)
    else await leave()
  }
}

/** Signs out. Navigating first keeps a page's guard from redirecting to the sign-in page. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    await navigate('/')
    await signOut()
  }
}
