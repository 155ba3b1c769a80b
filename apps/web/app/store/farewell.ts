// What somebody is told whom the shop has signed out for a reason they cannot know: a blocked account, a session that ended
// on another device.
import { useSyncExternalStore } from 'react'

/** `canReturn`: signing in again is what helps. */
export type Farewell = { readonly words: string; readonly canReturn: boolean }

let farewell: Farewell | undefined
const listeners = new Set<() => void>()

/** Keeps what is said until it has been read. */
export function sayFarewell(next: Farewell | undefined): void {
  farewell = next
  for (const listener of listeners) listener()
}

/** What is to be said, if anything. */
export function findFarewell(): Farewell | undefined {
  return farewell
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The same, followed by a component. */
export function useFarewell(): Farewell | undefined {
  return useSyncExternalStore(subscribe, findFarewell, () => undefined)
}
