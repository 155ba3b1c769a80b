// Adds a passkey under a name by which its owner recognises it.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { FormError } from '../account/form-error.tsx'
import { fieldErrors } from '../store/error-text.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { type AddFactorProps, passkeyErrorText } from './factor-api.ts'

export function AddPasskey({ api, onAdded, onCancel }: AddFactorProps) {
  const [name, setName] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const atField = fieldErrors(failure).name
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || isBusy) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      onAdded(await api.addPasskey(name.trim()))
    } catch (refusal) {
      setFailure(refusal)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <form method="post" onSubmit={add} noValidate className="flex flex-col gap-5">
      <p>
        <Trans>Your device asks for your fingerprint, face or PIN. A security key works as well.</Trans>
      </p>
      <TextField
        label={t`Name`}
        hint={t`So that you recognise it later, such as “Work laptop”.`}
        maxLength={60}
        autoComplete="off"
        required
        data-autofocus
        value={name}
        error={atField}
        onChange={({ target }) => setName(target.value)}
      />
      <FormError>{failure !== undefined && !atField ? passkeyErrorText(failure) : undefined}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isBusy} disabled={name.trim() === ''}>
          <Trans>Add passkey</Trans>
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
