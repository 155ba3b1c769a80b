// Adds a second factor, an authenticator app or a passkey, and shows the recovery codes that come with the first one.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { encode } from 'uqr'
import { errorText } from '../../api/error-text.ts'
import { useStoreBrand } from '../../api/root-data.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CheckboxField, FormError } from '../../ui/field.tsx'
import { Form, FormCode, FormText } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type AddFactorProps, passkeyErrorText } from './factor-api.ts'

/** Sets up an authenticator app: the QR code, the key as text, and the first code as proof. */
export function AddTotp({ api, onAdded, onCancel }: AddFactorProps) {
  // A new secret each time the form opens, and the same one while it is open. Its key is not below `admin`, because
  // those queries are refetched after a sign-in.
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['totp-setup'],
    queryFn: () => api.beginTotp(),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const form = useForm<{ code: string }>({
    values: { code: '' },
    send: async ({ code }) => onAdded(await api.confirmTotp(code)),
    explain: (refusal) => errorText(refusal, t`The code could not be checked. Please try again.`),
  })
  if (error) {
    return (
      <div className="flex flex-col gap-4">
        <FormError>{errorText(error, t`The setup could not begin. Please try again.`)}</FormError>
        <Button variant="secondary" className="self-start" isBusy={isFetching} onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    )
  }
  if (!data) return <Skeleton className="h-80" />
  return (
    <Form form={form} className="flex flex-col gap-5">
      <p>
        <Trans>Scan this with an authenticator app, such as the one of your phone’s password manager.</Trans>
      </p>
      <QrCode text={data.url} label={t`QR code for an authenticator app`} />
      <p className="text-caption text-muted">
        <Trans>
          On this phone?{' '}
          <a href={data.url} className="text-plum underline underline-offset-4">
            Open the app
          </a>
          . Or type this key into it:
          <code className="mt-1 block font-sans text-body break-words text-ink tabular-nums">
            {data.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </code>
        </Trans>
      </p>
      <FormCode form={form} name="code" label={t`Code that the app shows`} required data-autofocus />
      <FormError>{form.failure}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={form.isBusy} disabled={form.values.code.length !== 6}>
          <Trans>Confirm</Trans>
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </Form>
  )
}

function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-card bg-on-dark"
    >
      <path d={path} className="fill-dark" />
    </svg>
  )
}

/** Adds a passkey under a name that its owner recognises. */
export function AddPasskey({ api, onAdded, onCancel }: AddFactorProps) {
  const form = useForm<{ name: string }>({
    values: { name: '' },
    send: async ({ name }) => onAdded(await api.addPasskey(name.trim())),
    explain: passkeyErrorText,
  })
  return (
    <Form form={form} className="flex flex-col gap-5">
      <p>
        <Trans>Your device asks for your fingerprint, face or PIN. A security key works as well.</Trans>
      </p>
      <FormText
        form={form}
        name="name"
        label={t`Name`}
        hint={t`So that you recognise it later, such as “Work laptop”.`}
        maxLength={60}
        autoComplete="off"
        required
        data-autofocus
      />
      <FormError>{form.failure}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={form.isBusy} disabled={form.values.name.trim() === ''}>
          <Trans>Add passkey</Trans>
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </Form>
  )
}

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void }

/** Shows new recovery codes once: to copy, to download, and to confirm that they are stored. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [isConfirmed, setIsConfirmed] = useState(false)
  const { name } = useStoreBrand()
  const showToast = useToast()
  const text = `${codes.join('\n')}\n`
  const heading = t`${name}, recovery codes`
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast('success', t`The codes are in the clipboard.`),
      () => showToast('error', t`The codes could not be copied. Please write them down.`),
    )
  return (
    <div className="flex flex-col gap-5">
      <p>
        <Trans>
          Keep these recovery codes where you find them without your phone. Each opens the admin area once. They are not
          shown again.
        </Trans>
      </p>
      <ul aria-label={t`Recovery codes`} className="flex flex-col gap-2 rounded-card bg-well p-4 tabular-nums">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={copy}>
          <Trans>Copy</Trans>
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${heading}\n\n${text}`)}`}
          download="recovery-codes.txt"
          className={buttonClass({ variant: 'secondary' })}
        >
          <Trans>Download</Trans>
        </a>
      </div>
      <CheckboxField
        label={t`I have saved the codes`}
        checked={isConfirmed}
        onChange={({ target }) => setIsConfirmed(target.checked)}
      />
      <Button className="self-start" disabled={!isConfirmed} onClick={onDone}>
        <Trans>Continue</Trans>
      </Button>
    </div>
  )
}
