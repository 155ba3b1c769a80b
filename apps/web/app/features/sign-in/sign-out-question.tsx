// Asks about the files on this device at sign-out.
import { Suspense } from 'react'
import { useObservable } from '../../api/observable.ts'
import { lazyExtra } from '../../ui/lazy-screen.ts'
import { signOutQuestion } from './sign-out-request.ts'

const SignOutDialog = lazyExtra(() => import('./sign-out-dialog.tsx'))

export function SignOutQuestion() {
  const isOpen = useObservable(signOutQuestion)
  return <Suspense>{isOpen && <SignOutDialog />}</Suspense>
}
