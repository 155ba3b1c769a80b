// The sign-in popup: in the corner, 1.5 seconds after the page, at most once a day.
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { lazyExtra } from '../../api/load-part.ts'
import { useSessionFact } from '../../api/session.ts'
import { usePopupTurn } from '../../ui/popup-queue.ts'

const SignInCard = lazyExtra(() => import('./sign-in-card.tsx'))

const delayMs = 1500
const quietPaths = ['/login', '/register']

export function SignInPopup() {
  const isVisitor = useSessionFact(({ status }) => status === 'signed-out')
  const { pathname } = useLocation()
  const [isDue, setIsDue] = useState(false)
  const isWelcome = isVisitor && !quietPaths.includes(pathname.toLowerCase())
  useEffect(() => {
    if (!isWelcome) return
    const timer = setTimeout(() => setIsDue(isSignInDue(Date.now())), delayMs)
    return () => clearTimeout(timer)
  }, [isWelcome])
  const isShown = usePopupTurn('sign-in', isDue && isWelcome)
  if (!isShown) return null
  const close = () => {
    dismissSignIn(Date.now())
    setIsDue(false)
  }
  return (
    <Suspense>
      <SignInCard onClose={close} />
    </Suspense>
  )
}

const storageKey = 'vitrine-sign-in-popup'
const restMs = 24 * 60 * 60 * 1000

/** Whether it may appear at this time (milliseconds). Without storage it never does. */
export function isSignInDue(now: number): boolean {
  try {
    const dismissedAt = Number(localStorage.getItem(storageKey))
    return !(dismissedAt > 0) || now - dismissedAt >= restMs
  } catch {
    return false
  }
}

/** Stores when it was closed. */
export function dismissSignIn(now: number): void {
  try {
    localStorage.setItem(storageKey, String(now))
  } catch {
    // Without storage `isSignInDue` is false anyway.
  }
}
