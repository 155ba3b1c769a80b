// The signed-out notice: why a session ended that the user did not end, such as a blocked account.
import { useSyncExternalStore } from 'react'

/** `canReturn`: signing in again is what helps. */
export type SignedOutNotice = { readonly text: string; readonly canReturn: boolean }

let notice: SignedOutNotice | undefined
const listeners = new Set<() => void>()

/** Stores the notice until it is dismissed. */
export function setSignedOutNotice(next: SignedOutNotice | undefined): void {
  notice = next
  for (const listener of listeners) listener()
}

/** The current notice, if any. */
export function getSignedOutNotice(): SignedOutNotice | undefined {
  return notice
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The same, followed by a component. */
export function useSignedOutNotice(): SignedOutNotice | undefined {
  return useSyncExternalStore(subscribe, getSignedOutNotice, () => undefined)
}
