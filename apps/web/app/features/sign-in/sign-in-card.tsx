// The content of the sign-in popup. Loaded when it opens.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import X from 'lucide-react/icons/x'
import { useLocation } from 'react-router'
import { loginPath } from '../../api/return-path.ts'
import { IconButton, LinkButton } from '../../ui/button.tsx'

export default function SignInCard({ onClose }: { onClose: () => void }) {
  const { pathname, search } = useLocation()
  return (
    <section
      aria-labelledby="sign-in-popup"
      className="floating fixed end-3 start-3 z-40 flex animate-[rise_200ms_ease-out] flex-col gap-3 rounded-card border border-line bg-raised p-5 shadow-float sm:start-auto sm:w-80 md:end-6"
    >
      <div className="flex items-start justify-between gap-3">
        <h2 id="sign-in-popup" className="font-headline text-title">
          <Trans>Sign in required</Trans>
        </h2>
        <IconButton label={t`Close`} onClick={onClose} className="-mt-2 -me-3">
          <X aria-hidden="true" size={20} />
        </IconButton>
      </div>
      <p className="text-caption text-muted">
        <Trans>
          With an account you can like templates, and make and keep videos. New accounts start with free credits.
        </Trans>
      </p>
      <div className="grid grid-cols-2 gap-2">
        <LinkButton to={loginPath(pathname + search)} variant="secondary" onClick={onClose}>
          <Trans>Sign In</Trans>
        </LinkButton>
        <LinkButton to="/register" onClick={onClose}>
          <Trans>Register</Trans>
        </LinkButton>
      </div>
    </section>
  )
}
