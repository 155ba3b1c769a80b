// The fields of one external service in the settings, generated from the server's description of its providers.
import { t } from '@lingui/core/macro'
import { isEncrypted } from '@vitrine/contract/encrypted'
import type { FieldDescription, FieldHint, ServiceDescription } from '@vitrine/contract/provider-settings'
import { fillSentence } from '@vitrine/contract/sentence'
import { useState } from 'react'
import { useRootData } from '../../api/root-data.ts'
import { listFormat } from '../../language/format.ts'
import { serverText } from '../../language/server-text.ts'
import { classNames } from '../../ui/class-names.ts'
import { controlClass } from '../../ui/control-class.ts'
import { Field, SelectField, TextField } from '../../ui/field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { sentenceText } from '../ui/sentence-text.ts'

type Values = Readonly<Record<string, string | number | null>>

type ProviderFieldsProps = {
  providers: ServiceDescription['providers']
  value: Values
  onChange: (changes: Values) => void
  findProblem: (field: string) => string | undefined
  isFixed: boolean
}

export function ProviderFields({ providers, value, onChange, findProblem, isFixed }: ProviderFieldsProps) {
  const chosen = providers.find(({ id }) => id === value.gateway) ?? providers[0]
  return (
    <div className="grid grid-cols-2 gap-5 sm:grid-cols-4">
      {providers.length > 1 && (
        <SelectField
          label={t`Gateway`}
          fieldClass="col-span-2"
          value={chosen?.id}
          disabled={isFixed}
          onChange={({ target }) => onChange({ gateway: target.value })}
        >
          {providers.map(({ id, name }) => (
            <option key={id} value={id}>
              {serverText(name)}
            </option>
          ))}
        </SelectField>
      )}
      {chosen?.fields.map((field) => (
        <div key={field.name} className={chooseSpan(field)}>
          <ProviderField
            field={field}
            value={value[field.name] ?? ''}
            error={findProblem(field.name)}
            isFixed={isFixed}
            onChange={onChange}
          />
        </div>
      ))}
    </div>
  )
}

function chooseSpan({ kind, isNarrow }: FieldDescription): string {
  if (kind === 'long') return 'col-span-full'
  return isNarrow ? 'col-span-1' : 'col-span-2'
}

type ProviderFieldProps = {
  field: FieldDescription
  value: string | number
  error: string | undefined
  isFixed: boolean
  onChange: (changes: Values) => void
}

function ProviderField({ field, value, error, isFixed, onChange }: ProviderFieldProps) {
  const { name, kind, maxLength, options } = field
  const hint = useHint(field.hint)
  const text = { label: serverText(field.label), ...(hint && { hint }), error }
  const onValue = (input: string | number) => onChange({ [name]: input })
  if (kind === 'secret') return <SecretField {...text} value={String(value)} isDisabled={isFixed} onValue={onValue} />
  if (kind === 'number') return <NumberField {...text} value={Number(value)} isDisabled={isFixed} onValue={onValue} />
  if (kind === 'choice')
    return (
      <SelectField
        {...text}
        value={value}
        disabled={isFixed}
        onChange={({ target }) =>
          onChange({ [name]: target.value, ...options.find((option) => option.value === target.value)?.sets })
        }
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {serverText(option.label)}
          </option>
        ))}
      </SelectField>
    )
  const control = { value, disabled: isFixed, ...(maxLength !== null && { maxLength }) }
  if (kind === 'long')
    return (
      <Field {...text}>
        {(ids) => (
          <textarea
            {...ids}
            {...control}
            rows={3}
            onChange={({ target }) => onValue(target.value)}
            className={classNames(controlClass, 'h-auto py-2.5')}
          />
        )}
      </Field>
    )
  return (
    <TextField
      {...text}
      {...control}
      autoComplete="off"
      onChange={({ target }) => onValue(kind === 'word' ? target.value.trim() : target.value)}
    />
  )
}

function useHint(hint: FieldHint | null): string | undefined {
  const { publicUrl = '' } = useRootData() ?? {}
  if (hint === null) return undefined
  const values = Object.entries(hint.values).map(([name, value]) => [
    name,
    typeof value === 'string' ? fillSentence({ text: value, values: { publicUrl } }) : listFormat().format(value),
  ])
  return sentenceText({ text: hint.text, values: Object.fromEntries(values) })
}

type SecretFieldProps = {
  label: string
  hint?: string
  /** Plain text while it is typed, else encrypted. */
  value: string
  error: string | undefined
  isDisabled: boolean
  onValue: (value: string) => void
}

/** A key that is stored encrypted and never shown again. */
function SecretField({ label, hint, value, error, isDisabled, onValue }: SecretFieldProps) {
  const [stored, setStored] = useState(value)
  // Saved in the meantime: the typed value came back encrypted.
  if (isEncrypted(value) && value !== stored) setStored(value)
  const isSaved = isEncrypted(value)
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="new-password"
      hint={isSaved ? t`Saved, and not shown again. Type a new one to replace it.` : hint}
      placeholder={isSaved ? '••••••••' : undefined}
      value={isSaved ? '' : value}
      maxLength={2000}
      disabled={isDisabled}
      error={error}
      onChange={({ target }) => onValue(target.value === '' && isEncrypted(stored) ? stored : target.value)}
    />
  )
}
