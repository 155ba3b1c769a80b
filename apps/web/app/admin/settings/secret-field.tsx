// A field for a key that is stored encrypted and never shown again.
import { t } from '@lingui/core/macro'
import { isEncrypted } from '@vitrine/contract/encrypted'
import { useState } from 'react'
import { TextField } from '../../ui/field.tsx'

type SecretFieldProps = {
  label: string
  hint?: string
  /** In clear while it is typed, else as it is stored. */
  value: string
  error: string | undefined
  isDisabled: boolean
  onValue: (value: string) => void
}

export function SecretField({ label, hint, value, error, isDisabled, onValue }: SecretFieldProps) {
  const [stored, setStored] = useState(value)
  // Saved in the meantime: what was typed came back encrypted.
  if (isEncrypted(value) && value !== stored) setStored(value)
  const isKept = isEncrypted(value)
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="new-password"
      hint={isKept ? t`Saved, and not shown again. Type a new one to replace it.` : hint}
      placeholder={isKept ? '••••••••' : undefined}
      value={isKept ? '' : value}
      maxLength={2000}
      disabled={isDisabled}
      error={error}
      onChange={({ target }) => onValue(target.value === '' && isEncrypted(stored) ? stored : target.value)}
    />
  )
}
