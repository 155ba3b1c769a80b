// The dialog of the signed-out notice. Loaded when needed.
import { useLocation } from 'react-router'
import { loginPath } from '../store/return-path.ts'
import { type SignedOutNotice, signedOutNotice } from '../store/signed-out-notice.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { usePopupPause } from '../ui/popup-queue.ts'

export default function SignedOutDialog({ notice: { text, canReturn } }: { notice: SignedOutNotice }) {
  usePopupPause()
  const { pathname, search } = useLocation()
  const close = () => signedOutNotice.set(undefined)
  // Protected pages redirect to the sign-in page themselves.
  const isThere = pathname.toLowerCase() === '/login'
  return (
    <Dialog isOpen onClose={close} title="You have been signed out" description={text}>
      {canReturn && (
        <p className="text-muted">It expired, or it was ended on another device or by a password change.</p>
      )}
      <div className="flex flex-wrap gap-2">
        {canReturn && isThere && <Button onClick={close}>Sign In</Button>}
        {canReturn && !isThere && (
          <LinkButton to={loginPath(pathname + search)} onClick={close}>
            Sign In
          </LinkButton>
        )}
        {!canReturn && (
          <LinkButton to="/contact" onClick={close}>
            Contact us
          </LinkButton>
        )}
        {!(canReturn && isThere) && (
          <Button variant="secondary" onClick={close}>
            Close
          </Button>
        )}
      </div>
    </Dialog>
  )
}
