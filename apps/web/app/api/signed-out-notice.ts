// The signed-out notice: why a session ended that the user did not end, such as a blocked account.
import { useSyncExternalStore } from 'react'
import { createObservable } from './observable.ts'

/** `canReturn`: signing in again is what helps. */
export type SignedOutNotice = { readonly text: string; readonly canReturn: boolean }

/** The current notice, until it is dismissed. */
export const signedOutNotice = createObservable<SignedOutNotice | undefined>(undefined)

/** The same, followed by a component; none while rendering on the server. */
export function useSignedOutNotice(): SignedOutNotice | undefined {
  return useSyncExternalStore(signedOutNotice.subscribe, signedOutNotice.get, () => undefined)
}
