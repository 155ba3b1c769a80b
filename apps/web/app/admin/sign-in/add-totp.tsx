// Sets up an authenticator app: the QR code, the key as text, and the first code as proof.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { encode } from 'uqr'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { FormCode } from '../../ui/form/form-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { AddFactorProps } from './factor-api.ts'

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
