// The page of the account's own second factors: authenticator app, passkeys, recovery codes.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { OwnFactors } from '@vitrine/contract/staff'
import { type ReactElement, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { AccountSection } from '../../ui/account-section.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useAdminQuery } from '../api/admin-query.ts'
import { AdminData } from '../ui/admin-data.tsx'
import { momentText } from '../ui/label.ts'
import { AddPasskey, AddTotp, RecoveryCodes } from './add-factor.tsx'
import { factorApi, hasPasskeys } from './factor-api.ts'

type Open = 'totp' | 'passkey' | { remove: string; name: string | undefined } | { codes: readonly string[] } | 'renew'
type PartProps = { factors: OwnFactors; onOpen: (open: Open) => void }

export default function MySignIn() {
  const query = useAdminQuery('GET /api/admin/factors')
  const [open, setOpen] = useState<Open>()
  const queries = useQueryClient()
  const close = () => {
    setOpen(undefined)
    void queries.invalidateQueries({ queryKey: ['admin', '/factors'] })
    void queries.invalidateQueries({ queryKey: ['admin', '/entry'] })
  }
  return (
    <>
      <h1 className="font-headline text-headline">
        <Trans>My sign-in</Trans>
      </h1>
      <p className="mt-2 mb-8 max-w-[60ch] text-muted">
        <Trans>
          How you prove that it is you when you enter the admin area. Have two ways, so that a lost phone never locks
          you out.
        </Trans>
      </p>
      <AdminData query={query} loadingText={t`Loading your sign-in...`}>
        {(factors) => (
          <div className="flex flex-col gap-10">
            <TotpPart factors={factors} onOpen={setOpen} />
            <PasskeyPart factors={factors} onOpen={setOpen} />
            <CodePart factors={factors} onOpen={setOpen} />
          </div>
        )}
      </AdminData>
      {open !== undefined && <OpenDialog open={open} onOpen={setOpen} onClose={close} />}
    </>
  )
}

function TotpPart({ factors: { totp }, onOpen }: PartProps) {
  return (
    <AccountSection
      title={t`Authenticator app`}
      lead={totp ? usedText(totp) : t`An app on your phone shows a code of six digits that changes every 30 seconds.`}
    >
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => onOpen('totp')}>
          {totp ? t`Set up another app` : t`Set up an app`}
        </Button>
        {totp && (
          <Button variant="danger" onClick={() => onOpen({ remove: 'totp', name: undefined })}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
    </AccountSection>
  )
}

function PasskeyPart({ factors: { passkeys }, onOpen }: PartProps) {
  return (
    <AccountSection
      title={t`Passkeys`}
      lead={t`Your fingerprint, face or PIN on a device of yours, or a security key. Nobody can guess or copy them.`}
    >
      {passkeys.length > 0 && (
        <ul className="max-w-[40rem] divide-y divide-line border-y border-line">
          {passkeys.map(({ id, name, ...times }) => (
            <li key={id} className="flex items-center justify-between gap-4 py-3.5">
              <div className="min-w-0">
                <p dir="auto" className="break-words">
                  {name}
                </p>
                <p className="text-caption text-muted">{usedText(times)}</p>
              </div>
              <Button
                variant="quiet"
                size="small"
                aria-label={t`Remove the passkey ${name}`}
                onClick={() => onOpen({ remove: id, name })}
              >
                <Trans>Remove</Trans>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {hasPasskeys() ? (
        <Button variant="secondary" className="self-start" onClick={() => onOpen('passkey')}>
          <Trans>Add a passkey</Trans>
        </Button>
      ) : (
        <p className="text-muted">
          <Trans>This browser has no passkeys here: they need a page with HTTPS.</Trans>
        </p>
      )}
    </AccountSection>
  )
}

function CodePart({ factors: { totp, passkeys, recoveryCodesLeft: left }, onOpen }: PartProps) {
  if (!totp && passkeys.length === 0) return null
  return (
    <AccountSection
      title={t`Recovery codes`}
      lead={t`${left} of 10 are left. Each opens the admin area once when your phone is lost.`}
    >
      <Button variant="secondary" className="self-start" onClick={() => onOpen('renew')}>
        <Trans>Make new codes</Trans>
      </Button>
    </AccountSection>
  )
}

/** `name` is that of the passkey; undefined for the authenticator app. */
function removalText(name: string | undefined): string {
  return name === undefined
    ? t`You can’t enter with the authenticator app any more. Wherever it was used to enter, the admin area closes.`
    : t`You can’t enter with the passkey “${name}” any more. Wherever it was used to enter, the admin area closes.`
}

function usedText({ createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null }): string {
  const [added, used] = [momentText(createdAt), lastUsedAt && momentText(lastUsedAt)]
  return used ? t`Added ${added}, last used ${used}.` : t`Added ${added}, not used yet.`
}

function OpenDialog({ open, onOpen, onClose }: { open: Open; onOpen: (open: Open) => void; onClose: () => void }) {
  const showToast = useToast()
  const added = ({ recoveryCodes }: { recoveryCodes: string[] | null }) => {
    // A toast would cover the confirmation of the codes.
    if (recoveryCodes) return onOpen({ codes: recoveryCodes })
    showToast('success', t`Added. You can enter with it from now on.`)
    onClose()
  }
  const props = { api: factorApi, onAdded: added, onCancel: onClose }
  if (open === 'totp') return inDialog(t`Set up an authenticator app`, onClose, <AddTotp {...props} />)
  if (open === 'passkey') return inDialog(t`Add a passkey`, onClose, <AddPasskey {...props} />)
  if (open === 'renew') {
    return inDialog(
      t`Make new recovery codes`,
      onClose,
      <Confirm
        text={t`The present codes stop working at once.`}
        label={t`Make new codes`}
        onClose={onClose}
        act={async () => {
          const { recoveryCodes } = await factorApi.renewCodes()
          onOpen({ codes: recoveryCodes ?? [] })
        }}
      />,
    )
  }
  if ('codes' in open) {
    return inDialog(t`Your recovery codes`, onClose, <RecoveryCodes codes={open.codes} onDone={onClose} />)
  }
  return inDialog(
    t`Remove it?`,
    onClose,
    <Confirm
      text={removalText(open.name)}
      label={t`Remove`}
      onClose={onClose}
      act={async () => {
        await factorApi.remove(open.remove)
        showToast('success', t`Removed.`)
        onClose()
      }}
    />,
  )
}

function inDialog(title: string, onClose: () => void, content: ReactElement) {
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      {content}
    </Dialog>
  )
}

type ConfirmProps = { text: string; label: string; act: () => Promise<void>; onClose: () => void }

function Confirm({ text, label, act, onClose }: ConfirmProps) {
  const [problem, setProblem] = useState<string>()
  const run = () =>
    act().catch((error: unknown) => setProblem(errorText(error, t`That did not work. Nothing was changed.`)))
  return (
    <div className="flex flex-col gap-5">
      <p>{text}</p>
      {problem && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="danger" onClick={run}>
          {label}
        </Button>
      </div>
    </div>
  )
}
