// Reports page views to the server for its visit counts. Stores nothing, and reports nothing when the browser asks for
// privacy.
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { findToken } from '../api/token.ts'

/** Reports each page once it is visible. */
export function useVisits(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const look = () => {
      if (document.hidden) return
      stop()
      reportVisit(pathname)
    }
    const stop = () => document.removeEventListener('visibilitychange', look)
    document.addEventListener('visibilitychange', look)
    look()
    return stop
  }, [pathname])
}

function reportVisit(path: string): void {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  if (doNotTrack === '1' || globalPrivacyControl || !navigator.onLine) return
  const token = findToken()
  fetch('/api/visits', {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    // The token is sent because an owner's own visits do not count.
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ path }),
  }).catch(() => {
    // A lost report is acceptable.
  })
}
