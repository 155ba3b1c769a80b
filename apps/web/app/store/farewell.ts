// Owns the words for somebody whom the shop has signed out for a reason they cannot know, such as a blocked account.
import { useSyncExternalStore } from 'react'

let words: string | undefined
const listeners = new Set<() => void>()

/** Keeps the words until they have been read. */
export function sayFarewell(next: string | undefined): void {
  words = next
  for (const listener of listeners) listener()
}

/** What is to be said, if anything. */
export function findFarewell(): string | undefined {
  return words
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The same, followed by a component. */
export function useFarewell(): string | undefined {
  return useSyncExternalStore(subscribe, findFarewell, () => undefined)
}
