// The sign-in methods of the current account for the admin area: passkey, code, and for owners the shared password.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { AdminEntry } from '@vitrine/contract/staff'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useState } from 'react'
import { ApiResponseError } from '../../api/api.ts'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { FormPassword } from '../../ui/form/form-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { signInAsAdmin } from '../api/admin-api.ts'
import { CodeForm } from './code-form.tsx'
import { entryApi, hasPasskeys, passkeyErrorText } from './factor-api.ts'

const passwordOnly: AdminEntry = { password: true, code: false, passkey: false, recoveryCode: false, mustSetUp: false }

/** The sign-in methods of the account. If it is signed out meanwhile, the password form reports it. */
export function useEntry() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['admin', '/entry'],
    queryFn: ({ signal }) => entryApi.describe(signal),
  })
  const isSignedOut = error instanceof ApiResponseError && error.status === 401
  return { entry: data ?? (isSignedOut ? passwordOnly : undefined), error, isFetching, refetch }
}

/** True when only the password form is shown, as the specification has it. */
export function isPasswordOnly({ password, code, passkey }: AdminEntry): boolean {
  return password && !code && !passkey
}

type EntryFormsProps = { entry: AdminEntry; onOpened: () => void }

export function EntryForms({ entry, onOpened }: EntryFormsProps) {
  const [shown, setShown] = useState<'recovery' | 'password'>()
  if (isPasswordOnly(entry)) return <PasswordForm onOpened={onOpened} />
  const hasPasskey = entry.passkey && hasPasskeys()
  const showsCode = entry.code || (entry.recoveryCode && (shown === 'recovery' || !hasPasskey))
  return (
    <div className="flex flex-col gap-6">
      {hasPasskey && <PasskeyButton onOpened={onOpened} />}
      {showsCode && <CodeForm entry={entry} onOpened={onOpened} />}
      {shown === 'password' && <PasswordForm onOpened={onOpened} />}
      <div className="flex flex-col items-center empty:hidden">
        {entry.recoveryCode && !showsCode && (
          <Button variant="quiet" onClick={() => setShown('recovery')}>
            <Trans>Use a recovery code</Trans>
          </Button>
        )}
        {entry.password && shown !== 'password' && (
          <Button variant="quiet" onClick={() => setShown('password')}>
            <Trans>Use the shared admin password</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}

function PasskeyButton({ onOpened }: { onOpened: () => void }) {
  const [problem, setProblem] = useState<string>()
  const enter = async () => {
    setProblem(undefined)
    try {
      await entryApi.withPasskey()
      onOpened()
    } catch (error) {
      setProblem(passkeyErrorText(error))
    }
  }
  return (
    <div className="flex flex-col gap-3">
      <Button onClick={enter} data-autofocus>
        <Fingerprint aria-hidden="true" size={18} />
        <Trans>Use a passkey</Trans>
      </Button>
      <FormError>{problem}</FormError>
    </div>
  )
}

/** The shortest time that `Verifying...` is shown. */
const verifyDelayMs = 500

function PasswordForm({ onOpened }: { onOpened: () => void }) {
  const form = useForm<{ password: string }>({
    values: { password: '' },
    async send(typed) {
      const delay = new Promise((resolve) => setTimeout(resolve, verifyDelayMs))
      // Settled, so that an error too comes only after the delay.
      const [opened] = await Promise.allSettled([signInAsAdmin(typed), delay])
      if (opened.status === 'fulfilled') return onOpened()
      form.change({ password: '' })
      throw opened.reason
    },
    explain: (error) => errorText(error, t`The password could not be checked. Please try again.`),
  })
  return (
    <Form form={form} className="flex flex-col gap-5">
      <FormPassword
        form={form}
        name="password"
        label={t`Password`}
        autoComplete="current-password"
        required
        autoFocus
        data-autofocus
      />
      <FormError>{form.failure}</FormError>
      <Button type="submit" isBusy={form.isBusy} disabled={form.values.password === ''}>
        {form.isBusy ? t`Verifying...` : t`Access Dashboard`}
      </Button>
    </Form>
  )
}
