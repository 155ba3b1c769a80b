// The content of the sign-in popup. Loaded when it opens.
import X from 'lucide-react/icons/x'
import { useLocation } from 'react-router'
import { loginPath } from '../store/return-path.ts'
import { IconButton, LinkButton } from '../ui/button.tsx'

export default function SignInCard({ onClose }: { onClose: () => void }) {
  const { pathname, search } = useLocation()
  return (
    <section
      aria-labelledby="sign-in-popup"
      className="floating fixed right-3 bottom-3 left-3 z-40 flex animate-[rise_200ms_ease-out] flex-col gap-3 rounded-card border border-line bg-raised p-5 shadow-float sm:left-auto sm:w-80 md:right-6 md:bottom-6"
    >
      <div className="flex items-start justify-between gap-3">
        <h2 id="sign-in-popup" className="font-headline text-title">
          Sign in required
        </h2>
        <IconButton label="Close" onClick={onClose} className="-mt-2 -mr-3">
          <X aria-hidden="true" size={20} />
        </IconButton>
      </div>
      <p className="text-caption text-muted">
        With an account you can like templates, and make and keep videos. New accounts start with free credits.
      </p>
      <div className="grid grid-cols-2 gap-2">
        <LinkButton to={loginPath(pathname + search)} variant="secondary" onClick={onClose}>
          Sign In
        </LinkButton>
        <LinkButton to="/register" onClick={onClose}>
          Register
        </LinkButton>
      </div>
    </section>
  )
}
