// The page's side of the service worker: starts it, tells it what to cache and whose session it is, and knows whether
// content came from the device. Every page loads this module, so it is as small as possible.

import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { findToken, watchToken } from '../api/token.ts'
import type { FromWorker, ToWorker } from '../service-worker/cache-rule.ts'
import { afterLoad } from '../ui/late-start.ts'
import { offlineState } from '../ui/offline-state.ts'
import { useToast } from '../ui/toast.tsx'

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
async function isPageCached({ origin, pathname }: URL): Promise<boolean> {
  const options = { ignoreVary: true, ignoreSearch: true }
  return !!(await globalThis.caches?.match(origin + pathname, options).catch(() => undefined))
}

// Handles links without a network, where the router would reload the page because it cannot fetch a part of the next
// one. A cached page is opened from the device; for any other the current page stays. A capturing listener on the
// document is used, because the router's links and those in written pages share no component, and the router's
// `useBlocker` allows only one at a time, which `leave-guard.tsx` needs. With a network nothing is intercepted.

/** The page of this site that a click would navigate to. */
function findTarget(event: MouseEvent): URL | undefined {
  const { target, button, defaultPrevented, ctrlKey, metaKey, shiftKey } = event
  const link = target instanceof Element ? target.closest('a') : null
  if (!link?.href || button !== 0 || defaultPrevented || ctrlKey || metaKey || shiftKey) return undefined
  const to = new URL(link.href, location.href)
  const isElsewhere = link.target !== '' && link.target !== '_self'
  if (isElsewhere || link.hasAttribute('download') || to.origin !== location.origin) return undefined
  return to.pathname !== location.pathname || to.search !== location.search ? to : undefined
}

/**
 * When there is no network, keeps the current page instead of following a link to an uncached one, and shows a message.
 */
export function OfflineLinks() {
  const showToast = useToast()
  useEffect(() => {
    const open = async (to: URL) => {
      if (await isPageCached(to)) return location.assign(to)
      showToast(
        'error',
        t`You are offline. Please try again when the connection is back; your work on this page is saved.`,
      )
    }
    const stay = (event: MouseEvent) => {
      const to = navigator.onLine ? undefined : findTarget(event)
      if (!to) return
      event.preventDefault()
      event.stopPropagation()
      void open(to)
    }
    document.addEventListener('click', stay, { capture: true })
    return () => document.removeEventListener('click', stay, { capture: true })
  }, [showToast])
  return null
}
