// The sign-in page.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { toEmailAddress } from '@vitrine/contract/input'
import { Link, useSearchParams } from 'react-router'
import { AccountPage, reloadForm } from '../account/account-page.tsx'
import { FormError } from '../account/form-error.tsx'
import { SubmitButton } from '../account/submit-button.tsx'
import { errorText, showErrors } from '../store/error-text.ts'
import { api } from '../store/member-api.ts'
import { findReturnPath } from '../store/return-path.ts'
import { beginSession } from '../store/session.ts'
import { clearToken } from '../store/token.ts'
import { CheckboxField, PasswordField, TextField } from '../ui/field.tsx'
import { startsAtOnce } from '../ui/late-start.ts'
import { type MetaMatches, pageMeta } from '../ui/page-meta.ts'
import { filledFields, useFilledForm } from '../ui/use-filled-form.ts'

export const handle = startsAtOnce

export function meta({ matches }: MetaMatches) {
  return pageMeta({ matches, title: t`Login`, description: t`Sign in to your account.`, path: '/login' })
}

export const action = reloadForm

export default function Login() {
  const [address] = useSearchParams()
  const { register, handleSubmit, setError, getValues, formState } = useFilledForm({
    defaultValues: { email: '', password: '', rememberMe: false },
  })
  const { errors, isSubmitting } = formState
  const signIn = handleSubmit(async ({ email, password, rememberMe }) => {
    try {
      // The page redirects as soon as a session starts.
      beginSession(await api.login(toEmailAddress(email), password, rememberMe), rememberMe)
    } catch (failure) {
      // A session that is about to end has ended by now.
      clearToken()
      showErrors(failure, { email: 'email', password: 'password' }, setError, errorText(failure, t`Login failed`))
    }
  })
  const isForProfile = findReturnPath(address)?.startsWith('/profile')
  return (
    <AccountPage
      title={t`Welcome Back`}
      lead={isForProfile ? t`Please log in to view your profile` : t`Your videos and credits are where you left them.`}
      target="/templates-list"
      googleText="signin_with"
      isRemembered={() => getValues('rememberMe')}
    >
      {(openForgotPassword) => (
        <>
          <form method="post" onSubmit={signIn} noValidate className="flex flex-col gap-5">
            <TextField
              label={t`Email`}
              type="email"
              autoComplete="username"
              error={errors.email?.message}
              {...register('email', { validate: (email) => email.trim() !== '' || t`Please enter your email address` })}
            />
            <PasswordField
              label={t`Password`}
              autoComplete="current-password"
              error={errors.password?.message}
              {...register('password', { required: t`Please enter your password` })}
            />
            <div className="flex flex-wrap items-center justify-between gap-3">
              <CheckboxField label={t`Remember me for 7 days`} {...register('rememberMe')} />
              <button
                type="button"
                // From the form itself: password managers fill it without telling the page.
                onClick={({ currentTarget: { form } }) =>
                  openForgotPassword(toEmailAddress((form && filledFields(form).get('email')) ?? ''))
                }
                className="-my-2 rounded-control py-2 text-caption text-plum underline underline-offset-4 hover:no-underline"
              >
                <Trans>Forgot your password?</Trans>
              </button>
            </div>
            <FormError>{errors.root?.message}</FormError>
            <SubmitButton isBusy={isSubmitting}>
              <Trans>Sign In</Trans>
            </SubmitButton>
          </form>
          <p className="text-muted">
            <Trans>
              New here?{' '}
              <Link
                to={{ pathname: '/register', search: `${address.size > 0 ? `?${address}` : ''}` }}
                className="text-plum underline underline-offset-4"
              >
                Create an account
              </Link>
            </Trans>
          </p>
        </>
      )}
    </AccountPage>
  )
}
