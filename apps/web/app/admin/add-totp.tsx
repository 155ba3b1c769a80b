// Sets up an authenticator app: the QR code, the key as text, and the first code as proof.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { encode } from 'uqr'
import { FormError } from '../account/form-error.tsx'
import { errorText, fieldErrors } from '../store/error-text.ts'
import { Button } from '../ui/button.tsx'
import { OtpField } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { AddFactorProps } from './factor-api.ts'

export function AddTotp({ api, onAdded, onCancel }: AddFactorProps) {
  // A new secret each time the form opens, and no other one while it is open: not below `admin`, which is asked for again after
  // a sign-in.
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['totp-setup'],
    queryFn: () => api.beginTotp(),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const [code, setCode] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const atField = fieldErrors(failure).code
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (code === '' || isBusy) return
    setIsBusy(true)
    try {
      onAdded(await api.confirmTotp(code))
    } catch (refusal) {
      setFailure(refusal)
    } finally {
      setIsBusy(false)
    }
  }
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
    <form method="post" onSubmit={confirm} noValidate className="flex flex-col gap-5">
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
      <OtpField
        label={t`Code that the app shows`}
        name="code"
        required
        data-autofocus
        value={code}
        error={atField}
        onValueChange={(digits) => {
          setCode(digits)
          setFailure(undefined)
        }}
      />
      <FormError>
        {failure !== undefined && !atField
          ? errorText(failure, t`The code could not be checked. Please try again.`)
          : undefined}
      </FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isBusy} disabled={code.length !== 6}>
          <Trans>Confirm</Trans>
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
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
