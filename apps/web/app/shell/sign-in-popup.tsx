// Owns the small invitation to sign in: 1.5 seconds after the page, in the corner, at most once a day.
import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { loginPath } from '../account/return-path.ts'
import { useSession } from '../store/session.ts'
import { IconButton, LinkButton } from '../ui/button.tsx'
import { usePopupTurn } from './popup-queue.ts'
import { dismissSignIn, isSignInDue } from './sign-in-reminder.ts'

const delayMs = 1500
const quietPaths = ['/login', '/register']

export function SignInPopup() {
  const { status } = useSession()
  const { pathname, search } = useLocation()
  const [isDue, setIsDue] = useState(false)
  const isWelcome = status === 'signed-out' && !quietPaths.includes(pathname.toLowerCase())
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
    <section
      aria-labelledby="sign-in-popup"
      className="fixed right-3 bottom-3 left-3 z-40 flex animate-[rise_200ms_ease-out] flex-col gap-3 rounded-card border border-line bg-raised p-5 shadow-float sm:left-auto sm:w-80 md:right-6 md:bottom-6"
    >
      <div className="flex items-start justify-between gap-3">
        <h2 id="sign-in-popup" className="font-headline text-title">
          Sign in required
        </h2>
        <IconButton label="Close" onClick={close} className="-mt-2 -mr-3">
          <X aria-hidden="true" size={20} />
        </IconButton>
      </div>
      <p className="text-caption text-muted">
        With an account you can like templates, make films and keep them. New accounts begin with free credits.
      </p>
      <div className="grid grid-cols-2 gap-2">
        <LinkButton to={loginPath(pathname + search)} variant="secondary" onClick={close}>
          Sign In
        </LinkButton>
        <LinkButton to="/register" onClick={close}>
          Register
        </LinkButton>
      </div>
    </section>
  )
}
