// Queues popups that open by themselves: one at a time, in a fixed order, and none over an editor or a payment. Dialogs
// that a click opens do not queue.
import { useEffect, useSyncExternalStore } from 'react'
import { createObservable } from '../api/observable.ts'

/** The order of precedence, highest first. */
const order = ['cookie-banner', 'complete-profile', 'sign-in'] as const
type PopupName = (typeof order)[number]

const requested = new Set<PopupName>()
/** The popup that may be open now. */
export const popupTurn = createObservable<PopupName | undefined>(undefined)
let pauses = 0
let holds = 0

function decide(): void {
  // An open popup stays open, even when one of higher precedence arrives.
  const current = popupTurn.get()
  const isStillRequested = current !== undefined && requested.has(current)
  const next = isStillRequested || holds > 0 ? undefined : order.find((name) => requested.has(name))
  popupTurn.set(pauses > 0 ? undefined : isStillRequested ? current : next)
}

/** Requests a turn. Returns a function that releases it. */
export function requestPopupSlot(name: PopupName): () => void {
  requested.add(name)
  decide()
  return () => {
    requested.delete(name)
    decide()
  }
}

/** Hides every popup until the returned function is called. */
export function pausePopups(): () => void {
  pauses += 1
  decide()
  return () => {
    pauses -= 1
    decide()
  }
}

/** Lets no further popup open until the returned function is called; an open one stays. */
export function holdPopups(): () => void {
  holds += 1
  decide()
  return () => {
    holds -= 1
    decide()
  }
}

/** True while this popup may be open. `isWanted` requests a turn; while it is false, others may open. */
export function usePopupTurn(name: PopupName, isWanted: boolean): boolean {
  useEffect(() => (isWanted ? requestPopupSlot(name) : undefined), [name, isWanted])
  return useSyncExternalStore(
    popupTurn.subscribe,
    () => isWanted && popupTurn.get() === name,
    () => false,
  )
}

/** Hides every popup while the calling component is mounted and `isPaused`: for editors and payments. */
export function usePopupPause(isPaused = true): void {
  useEffect(() => (isPaused ? pausePopups() : undefined), [isPaused])
}

/** Lets no further popup open while `isHeld`: toasts would cover its buttons. */
export function usePopupHold(isHeld: boolean): void {
  useEffect(() => (isHeld ? holdPopups() : undefined), [isHeld])
}
