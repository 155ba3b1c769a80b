// Chooses a file of the brand. It is published under its own address when chosen, and in effect when the settings are
// saved.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { BrandFileKind, BrandFileResponse } from '@vitrine/contract/settings'
import { createContext, type ReactElement, use, useId, useState } from 'react'
import { ApiResponseError, networkErrorMessage, toApiError } from '../../api/api.ts'
import { errorText } from '../../api/error-text.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { coveringInput, fileLabel } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { usePendingFiles } from '../../ui/form/use-form.ts'
import { adminApiPath } from '../api/admin-api.ts'

type State = { status: 'idle' | 'sending' } | { status: 'failed'; message: string }

type BrandFileFieldProps = {
  kind: BrandFileKind
  label: string
  hint: string
  accept: string
  chooseLabel: string
  /** A preview of the chosen file. */
  shown: ReactElement | '' | null | undefined
  isChosen: boolean
  problem?: string | undefined
  onFile: (file: BrandFileResponse) => void
  onRemove: () => void
}

export function BrandFileField(props: BrandFileFieldProps) {
  const { kind, label, hint, accept, chooseLabel, shown, isChosen, problem, onFile, onRemove } = props
  const [state, setState] = useState<State>({ status: 'idle' })
  const send = use(BrandFileSender)
  const id = useId()
  const pending = usePendingFiles()
  const choose = async (file: File | undefined) => {
    if (!file) return
    setState({ status: 'sending' })
    pending.begin()
    try {
      onFile(await send(kind, file))
      pending.end(true)
      setState({ status: 'idle' })
    } catch (error) {
      pending.end(false)
      setState({ status: 'failed', message: errorText(error, t`The file could not be sent. Please try again.`) })
    }
  }
  const failure = state.status === 'failed' ? state.message : problem
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p className="text-caption font-medium">{label}</p>
      <div className="flex flex-wrap items-center gap-3">
        {shown}
        <label className={classNames(buttonClass({ variant: 'secondary', size: 'small' }), fileLabel)}>
          <input
            type="file"
            accept={accept}
            aria-label={label}
            aria-describedby={`${id}-text`}
            disabled={state.status === 'sending'}
            onChange={({ target }) => {
              void choose(target.files?.[0])
              target.value = ''
            }}
            className={coveringInput}
          />
          <span>{state.status === 'sending' ? t`Uploading…` : isChosen ? t`Replace` : chooseLabel}</span>
        </label>
        {isChosen && (
          <Button variant="quiet" size="small" aria-label={t`Remove: ${label}`} onClick={onRemove}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
      <p
        id={`${id}-text`}
        aria-live="polite"
        className={classNames('text-caption', failure ? 'text-bad' : 'text-muted')}
      >
        {failure ?? hint}
      </p>
    </div>
  )
}

type PictureFieldProps = Pick<BrandFileFieldProps, 'label' | 'hint' | 'problem'> & {
  kind: Exclude<BrandFileKind, 'font'>
  picture: string | null
  /** Address of the saved picture, while it is the chosen one. */
  savedUrl: string | null
  alt: string
  pictureClass: string
  onPicture: (picture: string | null) => void
}

export function PictureField({ picture, savedUrl, alt, pictureClass, onPicture, ...rest }: PictureFieldProps) {
  const [sent, setSent] = useState<BrandFileResponse>()
  const url = picture === null ? undefined : picture === sent?.id ? sent.url : (savedUrl ?? undefined)
  return (
    <BrandFileField
      {...rest}
      accept="image/png,image/webp,image/jpeg,image/svg+xml"
      chooseLabel={t`Choose a picture`}
      isChosen={picture !== null}
      shown={url && <img src={url} alt={alt} className={classNames('rounded-control bg-well', pictureClass)} />}
      onFile={(file) => {
        setSent(file)
        onPicture(file.id)
      }}
      onRemove={() => onPicture(null)}
    />
  )
}

type SendBrandFile = (kind: BrandFileKind, file: File) => Promise<BrandFileResponse>

/**
 * A function that uploads a file, which is published at once under its hash; saved settings refer to it. `address` is
 * the upload path without the kind. Rejects with `ApiResponseError`.
 */
export function brandFileSender(address: string, findToken: () => string | undefined = () => undefined): SendBrandFile {
  return async (kind, file) => {
    const token = findToken()
    const headers = {
      'content-type': 'application/octet-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const response = await fetch(`${address}/${kind}`, { method: 'POST', headers, body: file }).catch(() => {
      throw new ApiResponseError(0, 'network', networkErrorMessage())
    })
    const answer: unknown = await response.json().catch(() => ({}))
    if (response.ok) return answer as BrandFileResponse
    throw toApiError(response.status, answer)
  }
}

/** The setup has no admin session yet, so it provides another sender. */
export const BrandFileSender = createContext<SendBrandFile>(brandFileSender(adminApiPath('/brand-files')))
