// What the pages have to do with the service worker: they start it, tell it what to keep, delete what belongs to another session,
// and know whether they are shown from the device.
import { useEffect } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { type FromWorker, OWN, OWN_FILES, ownCacheName, type ToWorker } from '../service-worker/own-cache.ts'
import { findToken, watchToken } from '../store/token.ts'
import { afterLoad } from '../ui/after-load.ts'
import { offlineState } from '../ui/offline-state.ts'

/** Long after an editor's first picture: what is kept for later must not hold up what is being loaded. */
const LATER_MS = 8000

const isSupported = () => import.meta.env.PROD && 'serviceWorker' in navigator && 'caches' in globalThis

/** Deletes the answers that belong to other sessions than the present one; all of them when nobody is signed in. */
export async function forgetOtherSessions(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(OWN))
  if (names.length === 0) return
  const token = findToken()
  const own = token === undefined ? undefined : await ownCacheName(`Bearer ${token}`)
  const others = names.filter((name) => name !== own && name !== OWN_FILES)
  const isOneSession = own !== undefined && others.length === 0
  await Promise.all((isOneSession ? [] : [...others, OWN_FILES]).map((name) => caches.delete(name)))
}

function setOffline(isOffline: boolean): void {
  // Prices and balances are not shown while they may be old (app.css).
  document.documentElement.toggleAttribute('data-offline', isOffline)
  offlineState.set(isOffline)
}

async function tellWorker(message: ToWorker): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage(message)
}

/** The files of this site that the page has loaded so far. */
const listFiles = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname, search }) => pathname + search)

/** For the root of the pages. */
export function useDeviceCopies(): void {
  const { pathname, search } = useLocation()
  const { revalidate } = useRevalidator()

  useEffect(() => {
    setOffline(!navigator.onLine || 'kept' in document.documentElement.dataset)
    const leave = () => setOffline(true)
    const comeBack = () => {
      delete document.documentElement.dataset.kept
      setOffline(false)
      void revalidate()
    }
    const hear = ({ data }: MessageEvent<FromWorker>) => data.answered === 'from-device' && setOffline(true)
    addEventListener('offline', leave)
    addEventListener('online', comeBack)
    if (isSupported()) navigator.serviceWorker.addEventListener('message', hear)
    return () => {
      removeEventListener('offline', leave)
      removeEventListener('online', comeBack)
      if (isSupported()) navigator.serviceWorker.removeEventListener('message', hear)
    }
  }, [revalidate])

  useEffect(() => {
    if (!isSupported()) return
    const forget = () => void forgetOtherSessions().catch(() => undefined)
    forget()
    const stopWatching = watchToken(forget)
    // Not before the page is complete: its own files come first.
    const stopStarting = afterLoad(() => {
      const timer = setTimeout(() => void navigator.serviceWorker.register('/sw.js').catch(() => undefined))
      return () => clearTimeout(timer)
    })
    return () => {
      stopWatching()
      stopStarting()
    }
  }, [])

  useEffect(() => {
    if (!isSupported()) return
    const keep = () => void tellWorker({ keep: 'page', page: pathname + search, files: listFiles() })
    return afterLoad(() => {
      const page = setTimeout(keep, 2000)
      const later = setTimeout(() => {
        if (!savesData()) void tellWorker({ keep: 'later', page: pathname })
      }, LATER_MS)
      return () => {
        clearTimeout(page)
        clearTimeout(later)
      }
    })
  }, [pathname, search])
}

/** Whether the visitor has asked for few bytes. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** Whether a page of this site was kept on the device, with any search. */
export async function isKept({ origin, pathname }: URL): Promise<boolean> {
  if (!isSupported()) return false
  const options = { ignoreVary: true, ignoreSearch: true }
  return (await caches.match(origin + pathname, options).catch(() => undefined)) !== undefined
}
