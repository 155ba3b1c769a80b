// A typed number: any digits, grouping and decimal separator.
import { toAmount } from '@vitrine/contract/input'
import { type ReactNode, useState } from 'react'
import { TextField } from './field.tsx'

type NumberFieldProps = {
  label: string
  hint?: ReactNode
  value: number
  error?: string | undefined
  isDisabled?: boolean
  /** The most digits after the decimal point. */
  decimals?: number
  onValue: (value: number) => void
}

/** An empty or invalid field is NaN, which the server rejects at the field. The typed text stays until blur. */
export function NumberField({ label, hint, value, error, isDisabled, decimals = 2, onValue }: NumberFieldProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextField
      label={label}
      hint={hint}
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={typed ?? (Number.isFinite(value) ? String(value) : '')}
      error={error}
      disabled={isDisabled}
      onChange={({ target }) => {
        setTyped(target.value)
        onValue(toAmount(target.value, decimals) ?? Number.NaN)
      }}
      onBlur={() => {
        if (Number.isFinite(value)) setTyped(undefined)
      }}
    />
  )
}
