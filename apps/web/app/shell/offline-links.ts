// Handles links without a network, where the router would reload the page because it cannot fetch a part of the next
// one. A cached page is opened from the device; for any other the current page stays. A capturing listener on the
// document is used, because the router's links and those in written pages share no component, and the router's
// `useBlocker` allows only one at a time, which `leave-guard.tsx` needs. With a network nothing is intercepted.
import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { useToast } from '../ui/toast.tsx'
import { isPageCached } from './device-copy.ts'

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
