// Shows the sheet that asks for an account, wherever `askForAccount` is called above an editor.
import { Suspense, useEffect } from 'react'
import { useObservable } from '../../api/observable.ts'
import { useSessionFact } from '../../api/session.ts'
import { lazyExtra } from '../../ui/lazy-screen.ts'
import { accountRequest, hasAccountSheet } from './account-request.ts'

const AccountSheet = lazyExtra(() => import('./account-sheet.tsx'))

export function AccountSheetHost() {
  const request = useObservable(accountRequest)
  const isSignedIn = useSessionFact((session) => session.status === 'signed-in' && !session.hasLapsed)
  useEffect(() => {
    // The sign-in may have happened in the sheet or in another tab.
    if (isSignedIn) request?.settle(true)
  }, [isSignedIn, request])
  // Leaving the page cancels the request.
  useEffect(() => {
    hasAccountSheet.set(true)
    return () => {
      hasAccountSheet.set(false)
      accountRequest.get()?.settle(false)
    }
  }, [])
  return <Suspense>{request && <AccountSheet request={request} />}</Suspense>
}
