// Deleting an account: what is deleted, what must be kept and why, and the confirmation of identity.

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { AccountDeletion, DeleteAccountRequest, Profile } from '@vitrine/contract/accounts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { deleteDeviceWork } from '../../api/device-work.ts'
import { errorText } from '../../api/error-text.ts'
import { api, type CodeAddress } from '../../api/member-api.ts'
import { useServices } from '../../api/root-data.ts'
import { endSession } from '../../api/session.ts'
import { countText } from '../../language/format.ts'
import { serverText } from '../../language/i18n.ts'
import { AccountSection } from '../../ui/account-section.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/field.tsx'
import { Form, FormPassword } from '../../ui/form/form.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useToast } from '../../ui/toast.tsx'
import { GoogleButton } from '../sign-in/google-button.tsx'
import { OtpPanel, requestOtp } from '../sign-in/otp-panel.tsx'
import { HiddenUsername, usePasswordForm } from '../sign-in/password-form.tsx'

const failed = () => t`Your account could not be deleted. Nothing was changed. Please try again.`

export function DeleteAccount({ profile }: { profile: Profile }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <AccountSection title={t`Delete account`} lead={t`This can’t be undone.`}>
      <Button variant="danger" className="self-start" onClick={() => setIsOpen(true)}>
        <Trans>Delete my account</Trans>
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={t`Delete your account`}>
        <Deletion profile={profile} onClose={() => setIsOpen(false)} />
      </Dialog>
    </AccountSection>
  )
}

function Deletion({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const navigate = useNavigate()
  const showToast = useToast()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['account-deletion'],
    queryFn: ({ signal }) => api.getAccountDeletion(signal),
  })
  const leave = async (proof: DeleteAccountRequest) => {
    const { message } = await api.deleteAccount(proof)
    // Navigates first, so that the page does not ask a deleted account to sign in.
    await navigate('/')
    endSession()
    await deleteDeviceWork()
    showToast('success', serverText(message))
  }
  if (isPending) {
    return (
      <div role="status">
        <span className="sr-only">
          <Trans>Loading...</Trans>
        </span>
        <Skeleton className="h-48" />
      </div>
    )
  }
  if (error) {
    return (
      <div role="alert" className="flex flex-col items-start gap-3">
        <p>{errorText(error, t`The list of what will be deleted could not be loaded.`)}</p>
        <Button variant="secondary" size="small" onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    )
  }
  return (
    <>
      <WhatHappens deletion={data} credits={profile.credits} />
      <Proof profile={profile} leave={leave} onClose={onClose} />
    </>
  )
}

/** Asks for proof of identity, in the way this account signs in. */
function Proof({ profile, leave, onClose }: Pick<ProofProps, 'onClose'> & { profile: Profile; leave: Leave }) {
  const { hasPassword, isGoogleLinked, email, phoneNumber } = profile
  if (hasPassword) return <PasswordProof email={email} onProof={(password) => leave({ password })} onClose={onClose} />
  if (isGoogleLinked) return <GoogleProof onProof={(token) => leave({ token })} onClose={onClose} />
  const address = email === '' ? { phoneNumber } : { email }
  return <CodeProof address={address} onProof={(otp) => leave({ otp })} onClose={onClose} />
}

function WhatHappens({ deletion, credits }: { deletion: AccountDeletion; credits: number }) {
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h3 className="font-medium">
          <Trans>Deleted</Trans>
        </h3>
        <ul className="mt-1.5 list-disc ps-5 text-muted">
          {deletion.removed.map((text) => (
            <li key={text}>{serverText(text)}</li>
          ))}
        </ul>
      </div>
      <div>
        <h3 className="font-medium">
          <Trans>Kept</Trans>
        </h3>
        <ul className="mt-1.5 list-disc ps-5 text-muted">
          {deletion.kept.map(({ what, why }) => (
            <li key={what}>
              <span className="text-ink">{serverText(what)}</span>
              <span>{`: ${serverText(why)}`}</span>
            </li>
          ))}
        </ul>
      </div>
      {credits > 0 && <p className="rounded-control bg-warn-wash px-4 py-3 text-warn">{lossText(credits)}</p>}
    </div>
  )
}

function lossText(credits: number): string {
  const count = countText(credits)
  return plural(credits, { one: `You’ll lose your ${count} credit.`, other: `You’ll lose your ${count} credits.` })
}

type Leave = (proof: DeleteAccountRequest) => Promise<void>
type ProofProps = { onProof: (proof: string) => Promise<void>; onClose: () => void }

function PasswordProof({ email, onProof, onClose }: ProofProps & { email: string }) {
  const form = usePasswordForm({ onPassword: onProof, explain: (failure) => errorText(failure, failed()) })
  return (
    <Form form={form} className="flex flex-col gap-5">
      <HiddenUsername email={email} />
      <FormPassword
        form={form}
        name="password"
        label={t`Your password`}
        autoComplete="current-password"
        error={form.failure}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          <Trans>Keep my account</Trans>
        </Button>
        <Button type="submit" variant="danger" isBusy={form.isBusy}>
          <Trans>Delete permanently</Trans>
        </Button>
      </div>
    </Form>
  )
}

/** An account without a password proves its identity by signing in with Google once more. */
function GoogleProof({ onProof, onClose }: ProofProps) {
  const { hasGoogle } = useServices()
  const [token, setToken] = useState<string>()
  const [round, setRound] = useState(0)
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const prove = async () => {
    if (!token) return
    setIsBusy(true)
    try {
      await onProof(token)
    } catch (failure) {
      setError(errorText(failure, failed()))
      setToken(undefined)
      setRound((count) => count + 1)
    }
    setIsBusy(false)
  }
  return (
    <div className="flex flex-col gap-5">
      {token ? (
        <p className="text-good">
          <Trans>Google has confirmed it’s you.</Trans>
        </p>
      ) : (
        <>
          <p className="text-muted">
            {hasGoogle
              ? t`To confirm it’s you, sign in with Google again.`
              : t`This store no longer offers sign-in with Google. Choose a password with “Forgot your password?” on the sign-in page, then come back.`}
          </p>
          {hasGoogle && (
            <GoogleButton
              text="continue_with"
              round={round}
              onAnswer={({ credential }) => {
                setError(credential ? undefined : t`Invalid Google credential response`)
                setToken(credential)
              }}
            />
          )}
        </>
      )}
      <FormError>{error}</FormError>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          <Trans>Keep my account</Trans>
        </Button>
        <Button variant="danger" isBusy={isBusy} disabled={!token} onClick={prove}>
          <Trans>Delete permanently</Trans>
        </Button>
      </div>
    </div>
  )
}

/** An account that signs in by codes proves its identity with another one. */
function CodeProof({ address, onProof, onClose }: ProofProps & { address: CodeAddress }) {
  const [waitSeconds, setWaitSeconds] = useState<number>()
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const send = async () => {
    setIsBusy(true)
    setError(undefined)
    try {
      setWaitSeconds(await requestOtp(() => api.sendSignInCode(address)))
    } catch (failure) {
      setError(errorText(failure, t`The code could not be sent.`))
    }
    setIsBusy(false)
  }
  return (
    <div className="flex flex-col gap-5">
      {waitSeconds === undefined ? (
        <p className="text-muted">
          <Trans>
            To confirm it’s you, enter a code that we send you. Your account is deleted as soon as it is right.
          </Trans>
        </p>
      ) : (
        <OtpPanel
          address={'email' in address ? address.email : address.phoneNumber}
          isTextMessage={false}
          waitSeconds={waitSeconds}
          verify={onProof}
          resend={() => api.sendSignInCode(address)}
          onVerified={() => undefined}
          messages={{ verifyFailed: failed(), resendFailed: t`The code could not be sent.` }}
        />
      )}
      <FormError>{error}</FormError>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          <Trans>Keep my account</Trans>
        </Button>
        {waitSeconds === undefined && (
          <Button variant="danger" isBusy={isBusy} onClick={() => void send()}>
            <Trans>Send a code</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}
