// The select of an employment field, and the free text for Others.
import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { SelectField, TextField } from '../ui/field.tsx'
import { employmentOptions, employmentText } from './employment-options.ts'

type EmploymentFieldsProps = {
  /** What a form registers the choice with. */
  choice: Partial<ComponentProps<'select'>>
  /** The same for the free text, registered only while it is shown: forms validate whatever is registered. */
  other: () => Partial<ComponentProps<'input'>>
  isOther: boolean
  choiceError?: string | undefined
  otherError?: string | undefined
}

/** Validation of the free text. */
export const otherRule = { validate: (typed: string) => typed.trim() !== '' || t`Please enter your employment field` }

export function EmploymentFields({ choice, other, isOther, choiceError, otherError }: EmploymentFieldsProps) {
  return (
    <>
      <SelectField label={t`Employment field`} error={choiceError} {...choice}>
        <option value="" disabled>
          {t`Please choose`}
        </option>
        {employmentOptions.map((option) => (
          <option key={option} value={option}>
            {employmentText(option)}
          </option>
        ))}
      </SelectField>
      {isOther && <TextField label={t`Your employment field`} maxLength={60} error={otherError} {...other()} />}
    </>
  )
}
