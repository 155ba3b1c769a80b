// The flag in session storage that says this tab has passed the admin sign-in. It grants nothing: the server requires its own
// cookie. It only decides between sign-in form and dashboard.
import { useSyncExternalStore } from 'react'
import { createNotifier } from '../../api/observable.ts'
import { persisted } from '../../api/persisted.ts'

const stored = persisted('admin-authenticated', (value) => value === true || undefined, 'sessionStorage')
const { notify, subscribe } = createNotifier()
/** Replaces session storage where it is unavailable, as in some private windows, until the page is left. */
let fallbackFlag = false

const read = () => stored.read() ?? fallbackFlag

/** Remembers, until the tab is closed, whether the admin sign-in has been passed. */
export function setAdminFlag(isInside: boolean): void {
  fallbackFlag = isInside
  stored.write(isInside || undefined)
  notify()
}

/** Whether the admin sign-in has been passed in this tab; never on the server. */
export function useAdminFlag(): boolean {
  return useSyncExternalStore(subscribe, read, () => false)
}
