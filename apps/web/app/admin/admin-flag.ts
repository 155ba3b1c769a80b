// The flag in session storage that says this tab has passed the admin sign-in. It grants nothing: the server requires its own
// cookie. It only decides between sign-in form and dashboard.
import { useSyncExternalStore } from 'react'

const storageKey = 'admin-authenticated'
const listeners = new Set<() => void>()
/** What storage refused to keep, as in some private windows: then until the page is left. */
let fallbackFlag = false

function read(): boolean {
  try {
    return sessionStorage.getItem(storageKey) === 'true'
  } catch {
    return fallbackFlag
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Remembers, until the tab is closed, whether the admin sign-in has been passed. */
export function setAdminFlag(isInside: boolean): void {
  fallbackFlag = isInside
  try {
    if (isInside) sessionStorage.setItem(storageKey, 'true')
    else sessionStorage.removeItem(storageKey)
  } catch {
    // `fallbackFlag` has it.
  }
  for (const listener of listeners) listener()
}

/** Whether the admin sign-in has been passed in this tab; never on the server. */
export function useAdminFlag(): boolean {
  return useSyncExternalStore(subscribe, read, () => false)
}
