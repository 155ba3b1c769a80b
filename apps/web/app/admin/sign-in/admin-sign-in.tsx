// The admin sign-in, with the methods of the account; for an owner without a second factor only a password.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminEntry } from '@vitrine/contract/staff'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { usePageTitle } from '../../api/root-data.ts'
import { Logo } from '../../shell/logo.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { setAdminFlag } from '../api/admin-flag.ts'
import { AddPasskey } from './add-passkey.tsx'
import { AddTotp } from './add-totp.tsx'
import { EntryForms, isPasswordOnly, useEntry } from './entry-forms.tsx'
import { type AddedFactor, firstSetUpApi, hasPasskeys } from './factor-api.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

const open = () => setAdminFlag(true)

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
          {entry && <p className="text-muted">{chooseLead(entry)}</p>}
        </div>
        {entry?.mustSetUp && <SetUp onOpened={open} />}
        {entry && !entry.mustSetUp && <EntryForms entry={entry} onOpened={open} />}
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

function chooseLead(entry: AdminEntry): string {
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
