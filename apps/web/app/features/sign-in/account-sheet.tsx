// The sheet that asks for an account above an open editor, by Google, a code by email or a code by text message. Loaded
// when needed.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { api } from '../../api/member-api.ts'
import { loginPath } from '../../api/return-path.ts'
import { useServices, useStoreBrand } from '../../api/root-data.ts'
import { beginSession, useSession } from '../../api/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { AccountRequest } from './account-request.tsx'
import { CodeSignIn } from './code-sign-in.tsx'
import { ForgotPasswordDialog } from './forgot-password.tsx'
import { GoogleSignIn } from './google-sign-in.tsx'
import { KnownPasswordForm } from './password-form.tsx'

/** Customers who edit on their own device expect to stay signed in. */
const isRemembered = () => true

export default function AccountSheet({ request }: { request: AccountRequest }) {
  const { name } = useStoreBrand()
  const { hasGoogle } = useServices()
  const { pathname, search } = useLocation()
  const session = useSession()
  const returning = session.status === 'signed-in' && session.hasLapsed ? session.profile : undefined
  const [forgottenBy, setForgottenBy] = useState<string>()
  const terms = (
    <Link to="/terms" target="_blank" className="text-plum underline underline-offset-4">
      <Trans>Terms</Trans>
    </Link>
  )
  const privacy = (
    <Link to="/privacy" target="_blank" className="text-plum underline underline-offset-4">
      <Trans>Privacy Policy</Trans>
    </Link>
  )
  return (
    <>
      <Dialog
        isOpen
        onClose={() => request.settle(false)}
        title={t`Continue with ${name}`}
        description={request.reason}
      >
        {returning?.hasPassword && (
          <KnownPasswordForm
            email={returning.email}
            hint={returning.email}
            sendLabel={t`Sign In`}
            onPassword={async (password) => beginSession(await api.login(returning.email, password, true), true)}
            explain={(failure) => errorText(failure, t`Login failed`)}
            onForgotPassword={() => setForgottenBy(returning.email)}
          />
        )}
        {hasGoogle && (
          <>
            <GoogleSignIn
              text="continue_with"
              isRemembered={isRemembered}
              onSignedIn={() => undefined}
              onForgotPassword={setForgottenBy}
            />
            <p className="flex items-center gap-4 text-caption text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
              <Trans>or</Trans>
            </p>
          </>
        )}
        <CodeSignIn email={returning?.email ?? ''} />
        <p className="text-caption text-muted" hidden={returning !== undefined}>
          <Trans>
            Nothing else is needed. A new account is made by itself; with it you agree to our {terms} and {privacy}.
          </Trans>
        </p>
        <p className="text-caption" hidden={returning !== undefined}>
          <Link to={loginPath(pathname + search)} className="text-plum underline underline-offset-4">
            <Trans>Sign in with a password</Trans>
          </Link>
        </p>
      </Dialog>
      <ForgotPasswordDialog
        isOpen={forgottenBy !== undefined}
        onClose={() => setForgottenBy(undefined)}
        email={forgottenBy ?? ''}
      />
    </>
  )
}
