// Links without a network: the router would load the page anew when a part of the next one cannot be fetched. A page that was
// kept on the device is opened from there; for any other the open one stays. The document listens, in the capture phase: the
// links of the router and those in written pages have no component in common, and the router's own way, `useBlocker`, knows only
// the first and allows one at a time, which `leave-guard.tsx` needs. With a network nothing is looked at.
import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { useToast } from '../ui/toast.tsx'
import { isKept } from './device-copy.ts'

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

/** Keeps the open page when a link is followed to one that is not on the device while there is no network, and says so. */
export function OfflineLinks() {
  const showToast = useToast()
  useEffect(() => {
    const open = async (to: URL) => {
      if (await isKept(to)) return location.assign(to)
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
