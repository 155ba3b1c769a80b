// The signed-out notice: why a session has ended without the user's doing, such as a blocked account.
import { useSyncExternalStore } from 'react'
import { createObservable } from './observable.ts'

/** `canReturn`: signing in again helps. */
export type SignedOutNotice = { readonly text: string; readonly canReturn: boolean }

/** The current notice, until it is dismissed. */
export const signedOutNotice = createObservable<SignedOutNotice | undefined>(undefined)

/** The notice as a hook; none while rendering on the server. */
export function useSignedOutNotice(): SignedOutNotice | undefined {
  return useSyncExternalStore(signedOutNotice.subscribe, signedOutNotice.get, () => undefined)
}
