// Links without a network: the router would load the page anew when a part of the next one cannot be fetched, and the
// browser's own error page would stand in place of the open one.
import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { useToast } from '../ui/toast.tsx'

/** Whether a click would navigate to another page of this site. */
function leavesPage({ target, button, defaultPrevented, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link?.href || button !== 0 || defaultPrevented || ctrlKey || metaKey || shiftKey) return false
  const to = new URL(link.href, location.href)
  const isElsewhere = link.target !== '' && link.target !== '_self'
  if (isElsewhere || link.hasAttribute('download') || to.origin !== location.origin) return false
  return to.pathname !== location.pathname || to.search !== location.search
}

/** Keeps the open page when a link is followed while the browser knows that it is offline, and says so. */
export function OfflineLinks() {
  const showToast = useToast()
  useEffect(() => {
    const stay = (event: MouseEvent) => {
      if (navigator.onLine || !leavesPage(event)) return
      event.preventDefault()
      event.stopPropagation()
      showToast(
        'error',
        t`You are offline. Please try again when the connection is back; your work on this page is saved.`,
      )
    }
    document.addEventListener('click', stay, { capture: true })
    return () => document.removeEventListener('click', stay, { capture: true })
  }, [showToast])
  return null
}
