// Adds a passkey under a name by which its owner recognises it.
import { type FormEvent, useState } from 'react'
import { FormError } from '../account/form-error.tsx'
import { fieldErrors } from '../store/error-text.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { type AddedFactor, passkeyErrorText, type SetUpApi } from './factor-api.ts'

type AddPasskeyProps = { api: SetUpApi; onAdded: (added: AddedFactor) => void; onCancel: () => void }

export function AddPasskey({ api, onAdded, onCancel }: AddPasskeyProps) {
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
      <p>Your device asks for your fingerprint, face or PIN. A security key works as well.</p>
      <TextField
        label="Name"
        hint="So that you recognise it later, such as “Work laptop”."
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
          Add passkey
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
