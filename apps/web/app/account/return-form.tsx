// Signing in again with a password, above the page of a session that has lapsed.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { errorText } from '../store/error-text.ts'
import { api } from '../store/member-api.ts'
import { beginSession } from '../store/session.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/field.tsx'
import { useFilledForm } from '../ui/use-filled-form.ts'
import { FormError } from './form-error.tsx'
import { HiddenUsername } from './hidden-username.tsx'

type ReturnFormProps = { email: string; onForgotPassword: (email: string) => void }

export function ReturnForm({ email, onForgotPassword }: ReturnFormProps) {
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
