// Asks about the files on this device when somebody signs out.
import { Suspense } from 'react'
import { lazyExtra } from '../ui/lazy-screen.ts'
import { useObservable } from '../ui/observable.ts'
import { signOutQuestion } from './sign-out-request.ts'

const SignOutDialog = lazyExtra(() => import('./sign-out-dialog.tsx'))

export function SignOutQuestion() {
  const isOpen = useObservable(signOutQuestion)
  return <Suspense>{isOpen && <SignOutDialog />}</Suspense>
}
