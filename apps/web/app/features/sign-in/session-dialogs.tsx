// The dialogs about the end of a session, on every page, including editors and the admin area.
import { Suspense } from 'react'
import { lazyExtra } from '../../api/load-part.ts'
import { useObservable } from '../../api/observable.ts'
import { useSignedOutNotice } from '../../api/token.ts'
import { signOutQuestion } from './sign-out.ts'

const SignOutDialog = lazyExtra(() => import('./sign-out-dialog.tsx'))

/** Asks about the files on this device. */
export function SignOutQuestion() {
  const isOpen = useObservable(signOutQuestion)
  return <Suspense>{isOpen && <SignOutDialog />}</Suspense>
}

const SignedOutDialog = lazyExtra(() => import('./signed-out-dialog.tsx'))

export function SignedOutNotice() {
  const notice = useSignedOutNotice()
  return <Suspense>{notice !== undefined && <SignedOutDialog notice={notice} />}</Suspense>
}
