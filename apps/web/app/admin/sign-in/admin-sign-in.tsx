// The admin sign-in with the methods of the account: passkey, code, and for owners the shared password. An account that
// has no second factor yet sets one up here.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { AdminEntry } from '@vitrine/contract/staff'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useState } from 'react'
import { ApiResponseError } from '../../api/api.ts'
import { errorText } from '../../api/error-text.ts'
import { usePageTitle } from '../../api/root-data.ts'
import { Logo } from '../../shell/logo.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FormError } from '../../ui/field.tsx'
import { Form, FormCode, FormPassword, FormText } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { signInAsAdmin } from '../api/admin-api.ts'
import { setAdminFlag } from '../api/admin-flag.ts'
import { AddPasskey, AddTotp, RecoveryCodes } from './add-factor.tsx'
import { type AddedFactor, entryApi, firstSetUpApi, hasPasskeys, passkeyErrorText } from './factor-api.ts'

const enterDashboard = () => setAdminFlag(true)

export function AdminSignIn() {
  const title = usePageTitle(t`Internal Access`)
  const { entry, error, isFetching, refetch } = useEntry()
  return (
    <main className="flex min-h-dvh items-center justify-center px-4 py-12">
      <title>{title}</title>
      <div className="flex w-full max-w-[25rem] flex-col gap-8">
        <Logo />
        <div className="flex flex-col gap-2">
          <h1 className="font-headline text-headline">
            <Trans>Internal Access</Trans>
          </h1>
          {entry && <p className="text-muted">{chooseIntro(entry)}</p>}
        </div>
        {entry?.mustSetUp && <SetUp onOpened={enterDashboard} />}
        {entry && !entry.mustSetUp && <EntryForms entry={entry} onOpened={enterDashboard} />}
        {!entry && error && (
          <div role="alert" className="flex flex-col items-start gap-4">
            <p>{errorText(error, t`The sign-in could not be loaded.`)}</p>
            <Button variant="secondary" isBusy={isFetching} onClick={() => void refetch()}>
              <Trans>Try Again</Trans>
            </Button>
          </div>
        )}
        {!entry && !error && <Skeleton className="h-32" />}
        <LinkButton to="/" variant="quiet" className="self-center">
          <Trans>Back to Main Site</Trans>
        </LinkButton>
      </div>
    </main>
  )
}

function chooseIntro(entry: AdminEntry): string {
  if (entry.mustSetUp)
    return t`Before you go on, choose how you will prove that it is you. You are asked for it each time you enter.`
  return isPasswordOnly(entry) ? t`Enter password to continue` : t`Confirm that it is you to continue`
}

function SetUp({ onOpened }: { onOpened: () => void }) {
  const [way, setWay] = useState<'totp' | 'passkey'>()
  const [codes, setCodes] = useState<readonly string[]>()
  const finish = ({ recoveryCodes }: AddedFactor) => (recoveryCodes ? setCodes(recoveryCodes) : onOpened())
  const props = { api: firstSetUpApi, onAdded: finish, onCancel: () => setWay(undefined) }
  if (codes) return <RecoveryCodes codes={codes} onDone={onOpened} />
  if (way === 'totp') return <AddTotp {...props} />
  if (way === 'passkey') return <AddPasskey {...props} />
  return (
    <div className="flex flex-col gap-3">
      <Button onClick={() => setWay('totp')}>
        <Trans>Set up an authenticator app</Trans>
      </Button>
      {hasPasskeys() && (
        <Button variant="secondary" onClick={() => setWay('passkey')}>
          <Trans>Set up a passkey</Trans>
        </Button>
      )}
    </div>
  )
}

const passwordOnly: AdminEntry = { password: true, code: false, passkey: false, recoveryCode: false, mustSetUp: false }

/** The sign-in methods of the account. For an ended session, the password form, which reports it when submitted. */
export function useEntry() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['admin', '/entry'],
    queryFn: ({ signal }) => entryApi.describe(signal),
  })
  const isSignedOut = error instanceof ApiResponseError && error.status === 401
  return { entry: data ?? (isSignedOut ? passwordOnly : undefined), error, isFetching, refetch }
}

/** Whether the password is the only sign-in method. */
function isPasswordOnly({ password, code, passkey }: AdminEntry): boolean {
  return password && !code && !passkey
}

type EntryFormsProps = { entry: AdminEntry; onOpened: () => void }

/** The sign-in methods of the account: passkey, code, and for owners the shared password. */
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

type CodeFormProps = { entry: AdminEntry; onOpened: () => void }

/** The form for a code of an authenticator app, or for a recovery code when the app is lost. */
function CodeForm({ entry, onOpened }: CodeFormProps) {
  const [isRecovery, setIsRecovery] = useState(!entry.code)
  const form = useForm<{ code: string }>({
    values: { code: '' },
    async send({ code }) {
      await entryApi.withCode(code)
      return onOpened()
    },
    fieldByError: { 'admin-code-incorrect': 'code' },
    explain: (error) => errorText(error, t`The code could not be checked. Please try again.`),
  })
  const field = { form, name: 'code', required: true, autoFocus: !entry.passkey || !entry.code } as const
  return (
    <Form form={form} className="flex flex-col gap-5">
      {isRecovery ? (
        <FormText
          {...field}
          key="recovery"
          label={t`Recovery code`}
          hint={t`One of the codes that you saved. Each works once.`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      ) : (
        <FormCode {...field} key="app" label={t`Code from your authenticator app`} />
      )}
      <FormError>{form.failure}</FormError>
      <Button
        type="submit"
        variant={entry.passkey ? 'secondary' : 'primary'}
        isBusy={form.isBusy}
        disabled={form.values.code.trim() === ''}
      >
        {form.isBusy ? t`Verifying...` : t`Continue`}
      </Button>
      {entry.code && entry.recoveryCode && (
        <Button
          variant="quiet"
          className="self-center"
          onClick={() => {
            setIsRecovery(!isRecovery)
            form.discard()
          }}
        >
          {isRecovery ? t`Use the authenticator app` : t`Use a recovery code`}
        </Button>
      )}
    </Form>
  )
}
