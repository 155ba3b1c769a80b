// Asks a visitor to sign in above an open editor, which continues afterwards.
import { Suspense, useEffect } from 'react'
import { lazyExtra } from '../../api/load-part.ts'
import { createObservable, useObservable } from '../../api/observable.ts'
import { readSession, useSessionFact } from '../../api/session.ts'

export interface AccountRequest {
  /** Why the account is needed, in a sentence. */
  readonly reason: string
  readonly settle: (isSignedIn: boolean) => void
}

/** The current request; `AccountSheetHost` shows it. */
const accountRequest = createObservable<AccountRequest | undefined>(undefined)

/** Whether the page shows the sheet; other pages redirect to the sign-in page. */
export const hasAccountSheet = createObservable(false)

/**
 * Resolves with whether the visitor is signed in now: at once if they already were, or if only the server is
 * unreachable; false when the visitor declines.
 */
export function askForAccount(reason: string): Promise<boolean> {
  const session = readSession()
  const hasLapsed = session.status === 'signed-in' && session.hasLapsed === true
  if (session.status !== 'signed-out' && !hasLapsed) return Promise.resolve(true)
  accountRequest.get()?.settle(false)
  return new Promise((resolve) => {
    accountRequest.set({
      reason,
      settle(isSignedIn) {
        accountRequest.set(undefined)
        resolve(isSignedIn)
      },
    })
  })
}

const AccountSheet = lazyExtra(() => import('./account-sheet.tsx'))

/** Shows the sheet that asks for an account, wherever `askForAccount` is called. */
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
