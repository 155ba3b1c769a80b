// Owns when somebody is told that the shop has signed them out: on every page, editors and the admin area too.
import { Suspense } from 'react'
import { useSignedOutNotice } from '../store/signed-out-notice.ts'
import { lazyExtra } from './lazy-screen.ts'

const SignedOutDialog = lazyExtra(() => import('./signed-out-dialog.tsx'))

export function SignedOutNotice() {
  const notice = useSignedOutNotice()
  return <Suspense>{notice !== undefined && <SignedOutDialog notice={notice} />}</Suspense>
}
