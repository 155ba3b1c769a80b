// Owns the two halves of a telephone number: its country and the rest.
import type { ComponentProps } from 'react'
import { SelectField, TextField } from '../ui/field.tsx'
import { countryCodes } from './country-codes.ts'

type PhoneFieldsProps = {
  country: Partial<ComponentProps<'select'>>
  phone: Partial<ComponentProps<'input'>>
  error?: string | undefined
}

/** `country` and `phone` are what a form registers them with. */
export function PhoneFields({ country, phone, error }: PhoneFieldsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-start gap-2">
      <SelectField label="Country" autoComplete="tel-country-code" {...country}>
        {countryCodes.map(({ country: key, name, code }) => (
          <option key={key} value={key}>
            {code} {name}
          </option>
        ))}
      </SelectField>
      <TextField label="Phone number" type="tel" autoComplete="tel-national" error={error} {...phone} />
    </div>
  )
}
