// The sheet that asks for an account above an open editor: Google, a code by email or a code by text message, any one of them.
// Loaded when it is asked for.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { errorText } from '../store/error-text.ts'
import { api } from '../store/member-api.ts'
import { loginPath } from '../store/return-path.ts'
import { beginSession, useSession } from '../store/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PasswordField } from '../ui/field.tsx'
import { useServices, useShop } from '../ui/root-data.ts'
import { useFilledForm } from '../ui/use-filled-form.ts'
import type { AccountRequest } from './account-request.ts'
import { CodeSignIn } from './code-sign-in.tsx'
import { ForgotPasswordDialog } from './forgot-password.tsx'
import { FormError } from './form-error.tsx'
import { GoogleSignIn } from './google-sign-in.tsx'
import { HiddenUsername } from './hidden-username.tsx'

/** Who edits on a device of their own expects to be known there. */
const isRemembered = () => true

export default function AccountSheet({ request }: { request: AccountRequest }) {
  const { name } = useShop()
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
        {returning?.hasPassword && <ReturnForm email={returning.email} onForgotPassword={setForgottenBy} />}
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

type ReturnFormProps = { email: string; onForgotPassword: (email: string) => void }

function ReturnForm({ email, onForgotPassword }: ReturnFormProps) {
  const { register, handleSubmit, setError, formState } = useFilledForm({ defaultValues: { password: '' } })
  const signIn = handleSubmit(async ({ password }) => {
    try {
      beginSession(await api.login(email, password, true), true)
    } catch (failure) {
      setError('root', { message: errorText(failure, t`Login failed`) })
    }
  })
  return (
    <form method="post" onSubmit={signIn} noValidate className="flex flex-col gap-5">
      <HiddenUsername email={email} />
      <PasswordField
        label={t`Password`}
        hint={email}
        autoComplete="current-password"
        data-autofocus
        error={formState.errors.password?.message}
        {...register('password', { required: t`Please enter your password` })}
      />
      <FormError>{formState.errors.root?.message}</FormError>
      <Button type="submit" isBusy={formState.isSubmitting}>
        <Trans>Sign In</Trans>
      </Button>
      <button
        type="button"
        onClick={() => onForgotPassword(email)}
        className="-my-1.5 self-start rounded-control py-1.5 text-caption text-plum underline underline-offset-4 hover:no-underline"
      >
        <Trans>Forgot your password?</Trans>
      </button>
    </form>
  )
}
