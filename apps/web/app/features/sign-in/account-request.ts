// Asks a visitor to sign in above an open editor, which continues afterwards.

import { createObservable } from '../../api/observable.ts'
import { readSession } from '../../api/session.ts'

export interface AccountRequest {
  /** Why the account is needed, in a sentence. */
  readonly reason: string
  readonly settle: (isSignedIn: boolean) => void
}

/** The current request; `AccountSheetHost` shows it. */
export const accountRequest = createObservable<AccountRequest | undefined>(undefined)

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
