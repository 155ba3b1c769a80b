// The page's side of the service worker: starts it, tells it what to cache and whose session it is, and knows whether
// content came from the device. Every page loads this module, so it is as small as possible.
import { useEffect } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { findToken, watchToken } from '../api/token.ts'
import type { FromWorker, ToWorker } from '../service-worker/own-cache.ts'
import { afterLoad } from '../ui/after-load.ts'
import { offlineState } from '../ui/offline-state.ts'

/** After an editor's first picture, so that caching does not slow its loading down. */
const KEEP_AFTER_MS = 4000

/** Undefined in development, and without HTTPS. */
const findWorker = () => (import.meta.env.PROD ? navigator.serviceWorker : undefined)

function setOffline(isOffline: boolean): void {
  // Prices and balances are hidden while they may be outdated (app.css).
  document.documentElement.toggleAttribute('data-offline', isOffline)
  offlineState.set(isOffline)
}

const tellWorker = (message: ToWorker) => void findWorker()?.ready.then(({ active }) => active?.postMessage(message))

/** For the root of the pages. */
export function useDeviceCopies(): void {
  const { pathname, search } = useLocation()
  const { revalidate } = useRevalidator()

  useEffect(() => {
    const { dataset } = document.documentElement
    setOffline(!navigator.onLine || 'kept' in dataset)
    const leave = () => setOffline(true)
    const comeBack = () => {
      delete dataset.kept
      setOffline(false)
      void revalidate()
    }
    const hear = ({ data }: MessageEvent<FromWorker>) => data.answered && leave()
    const worker = findWorker()
    addEventListener('offline', leave)
    addEventListener('online', comeBack)
    worker?.addEventListener('message', hear)
    return () => {
      removeEventListener('offline', leave)
      removeEventListener('online', comeBack)
      worker?.removeEventListener('message', hear)
    }
  }, [revalidate])

  useEffect(() => {
    // Deletes the responses of other sessions, and all of them when nobody is signed in.
    const tellSession = () => tellWorker({ keep: 'session', token: findToken() })
    tellSession()
    return watchToken(tellSession)
  }, [])

  useEffect(
    () =>
      // Waits until the page is complete, so that its own files come first and none of them waits for the worker to
      // start.
      afterLoad(() => {
        const timer = setTimeout(() => {
          void findWorker()
            ?.register('/sw.js')
            .catch(() => undefined)
          const files = performance.getEntriesByType('resource').map(({ name }) => name)
          tellWorker({ keep: 'page', page: pathname + search, files, token: findToken() })
        }, KEEP_AFTER_MS)
        return () => clearTimeout(timer)
      }),
    [pathname, search],
  )
}

/** Whether a page of this site is cached, with any search. */
export async function isPageCached({ origin, pathname }: URL): Promise<boolean> {
  const options = { ignoreVary: true, ignoreSearch: true }
  return !!(await globalThis.caches?.match(origin + pathname, options).catch(() => undefined))
}
