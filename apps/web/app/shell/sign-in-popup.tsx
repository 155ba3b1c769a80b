// The sign-in popup: in the corner, 1.5 seconds after the page, at most once a day.
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useSessionFact } from '../store/session.ts'
import { lazyExtra } from '../ui/lazy-screen.ts'
import { usePopupTurn } from '../ui/popup-queue.ts'
import { dismissSignIn, isSignInDue } from './sign-in-reminder.ts'

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
