// The dialog of the signed-out notice. Loaded when needed.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { useObservable } from '../../api/observable.ts'
import { loginPath } from '../../api/return-path.ts'
import { endLapse, useSessionFact } from '../../api/session.ts'
import { type SignedOutNotice, signedOutNotice } from '../../api/token.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { usePopupPause } from '../../ui/popup-queue.ts'
import { askForAccount, hasAccountSheet } from './account-request.tsx'

export default function SignedOutDialog({ notice: { text, canReturn } }: { notice: SignedOutNotice }) {
  usePopupPause()
  const { pathname, search } = useLocation()
  // Above an editor, which stays open.
  const hasSheet = useObservable(hasAccountSheet)
  // The page keeps its input until the customer has signed in again.
  const hasLapsed = useSessionFact((session) => session.status === 'signed-in' && session.hasLapsed === true)
  const close = () => {
    signedOutNotice.set(undefined)
    endLapse()
  }
  const signIn = async () => {
    signedOutNotice.set(undefined)
    const reason = hasLapsed
      ? t`What you typed is still on the page. Sign in again and go on.`
      : t`Your changes are kept on this device and saved as soon as you sign in.`
    if (!(await askForAccount(reason))) endLapse()
  }
  // Protected pages redirect to the sign-in page themselves.
  const isThere = pathname.toLowerCase() === '/login'
  return (
    <Dialog isOpen onClose={close} title={t`You have been signed out`} description={text}>
      {canReturn && (
        <p className="text-muted">
          <Trans>It expired, or it was ended on another device or by a password change.</Trans>
          {hasLapsed && (
            <span>
              {' '}
              <Trans>What you typed here stays while you sign in again; if you close this, it is gone.</Trans>
            </span>
          )}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {canReturn && isThere && (
          <Button onClick={close}>
            <Trans>Sign In</Trans>
          </Button>
        )}
        {canReturn && hasSheet && (
          <Button onClick={() => void signIn()}>
            <Trans>Sign In</Trans>
          </Button>
        )}
        {canReturn && !isThere && !hasSheet && (
          <LinkButton to={loginPath(pathname + search)} onClick={close}>
            <Trans>Sign In</Trans>
          </LinkButton>
        )}
        {!canReturn && (
          <LinkButton to="/contact" onClick={close}>
            <Trans>Contact us</Trans>
          </LinkButton>
        )}
        {!(canReturn && isThere) && (
          <Button variant="secondary" onClick={close}>
            <Trans>Close</Trans>
          </Button>
        )}
      </div>
    </Dialog>
  )
}
