// Shows the signed-out notice on every page, including editors and the admin area.
import { Suspense } from 'react'
import { useSignedOutNotice } from '../../api/signed-out-notice.ts'
import { lazyExtra } from '../../ui/lazy-screen.ts'

const SignedOutDialog = lazyExtra(() => import('./signed-out-dialog.tsx'))

export function SignedOutNotice() {
  const notice = useSignedOutNotice()
  return <Suspense>{notice !== undefined && <SignedOutDialog notice={notice} />}</Suspense>
}
