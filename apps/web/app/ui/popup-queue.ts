// Queues popups that open by themselves: one at a time, in a fixed order, and none over an editor or a payment. Dialogs that
// a click opens do not queue.
import { useEffect, useSyncExternalStore } from 'react'
import { createObservable } from '../api/observable.ts'

/** The order of precedence, highest first. */
const order = ['cookie-banner', 'complete-profile', 'sign-in'] as const
export type PopupName = (typeof order)[number]

const wanted = new Set<PopupName>()
/** The popup whose turn it is. */
export const popupTurn = createObservable<PopupName | undefined>(undefined)
let pauses = 0
let holds = 0

function decide(): void {
  // An open popup stays open, even when one of higher precedence arrives.
  const turn = popupTurn.get()
  const isStillWanted = turn !== undefined && wanted.has(turn)
  const next = isStillWanted || holds > 0 ? undefined : order.find((name) => wanted.has(name))
  popupTurn.set(pauses > 0 ? undefined : isStillWanted ? turn : next)
}

/** Requests a turn. Returns how to release it. */
export function requestPopupSlot(name: PopupName): () => void {
  wanted.add(name)
  decide()
  return () => {
    wanted.delete(name)
    decide()
  }
}

/** Keeps every popup away until the returned function is called. */
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

/** True while this popup may be seen. `isWanted` says that it would like to be: until then, and afterwards, others may. */
export function usePopupTurn(name: PopupName, isWanted: boolean): boolean {
  useEffect(() => (isWanted ? requestPopupSlot(name) : undefined), [name, isWanted])
  return useSyncExternalStore(
    popupTurn.subscribe,
    () => isWanted && popupTurn.get() === name,
    () => false,
  )
}

/** Keeps every popup away as long as the calling component is mounted and `isPaused`: for editors and payments. */
export function usePopupPause(isPaused = true): void {
  useEffect(() => (isPaused ? pausePopups() : undefined), [isPaused])
}

/** Lets no further popup open while `isHeld`: toasts would cover its buttons. */
export function usePopupHold(isHeld: boolean): void {
  useEffect(() => (isHeld ? holdPopups() : undefined), [isHeld])
}
