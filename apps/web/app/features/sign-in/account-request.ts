// Asks a visitor for an account where they are: above an open editor, which goes on afterwards.

import { createObservable } from '../../api/observable.ts'
import { readSession } from '../../api/session.ts'

export interface AccountRequest {
  /** What the account is for, in a sentence. */
  readonly reason: string
  readonly settle: (isSignedIn: boolean) => void
}

/** What is asked for at the moment; `AccountSheetHost` shows it. */
export const accountRequest = createObservable<AccountRequest | undefined>(undefined)

/** Whether the page shows the sheet; others lead to the sign-in page. */
export const hasAccountSheet = createObservable(false)

/**
 * Resolves with whether somebody is signed in now: at once where somebody was, or where only the server does not answer; false
 * when the visitor puts it off.
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
