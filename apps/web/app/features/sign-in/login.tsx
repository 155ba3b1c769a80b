// The sign-in page.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { toEmailAddress } from '@vitrine/contract/input'
import { Link, useSearchParams } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { api } from '../../api/member-api.ts'
import { findReturnPath } from '../../api/return-path.ts'
import { beginSession } from '../../api/session.ts'
import { clearToken } from '../../api/token.ts'
import { FormError } from '../../ui/field.tsx'
import { Form, FormCheckbox, FormPassword, FormText } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { startsAtOnce } from '../../ui/late-start.ts'
import { type MetaMatches, pageMeta } from '../../ui/page-meta.ts'
import { AccountPage, reloadForm } from './account-page.tsx'
import { missingPasswordText } from './account-rules.ts'
import { SubmitButton } from './submit-button.tsx'

export const handle = startsAtOnce

export function meta({ matches }: MetaMatches) {
  return pageMeta({ matches, title: t`Login`, description: t`Sign in to your account.`, path: '/login' })
}

export const action = reloadForm

export default function Login() {
  const [address] = useSearchParams()
  const form = useForm({
    values: { email: '', password: '', rememberMe: false },
    send: async ({ email, password, rememberMe }) => {
      try {
        // The page redirects as soon as a session starts.
        beginSession(await api.login(toEmailAddress(email), password, rememberMe), rememberMe)
      } catch (failure) {
        // An expiring session has ended by now.
        clearToken()
        throw failure
      }
    },
    check: ({ email, password }) => ({
      email: email.trim() === '' ? t`Please enter your email address` : undefined,
      password: missingPasswordText(password),
    }),
    explain: (failure) => errorText(failure, t`Login failed`),
  })
  const isForProfile = findReturnPath(address)?.startsWith('/profile')
  return (
    <AccountPage
      title={t`Welcome Back`}
      lead={isForProfile ? t`Please log in to view your profile` : t`Your videos and credits are where you left them.`}
      target="/templates-list"
      googleText="signin_with"
      isRemembered={() => form.getValues('rememberMe')}
    >
      {(openForgotPassword) => (
        <>
          <Form form={form} className="flex flex-col gap-5">
            <FormText form={form} name="email" label={t`Email`} type="email" autoComplete="username" />
            <FormPassword form={form} name="password" label={t`Password`} autoComplete="current-password" />
            <div className="flex flex-wrap items-center justify-between gap-3">
              <FormCheckbox form={form} name="rememberMe" label={t`Remember me for 7 days`} />
              <button
                type="button"
                onClick={({ currentTarget }) => {
                  // Password managers fill the form without an event.
                  if (currentTarget.form) form.readInputs(currentTarget.form)
                  openForgotPassword(toEmailAddress(form.getValues('email')))
                }}
                className="-my-2 rounded-control py-2 text-caption text-plum underline underline-offset-4 hover:no-underline"
              >
                <Trans>Forgot your password?</Trans>
              </button>
            </div>
            <FormError>{form.failure}</FormError>
            <SubmitButton isBusy={form.isBusy}>
              <Trans>Sign In</Trans>
            </SubmitButton>
          </Form>
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
