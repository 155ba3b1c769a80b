// The select of an employment field, and the free text for Others.
import type { ComponentProps } from 'react'
import { SelectField, TextField } from '../ui/field.tsx'
import { employmentOptions } from './employment-options.ts'

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
export const otherRule = { validate: (typed: string) => typed.trim() !== '' || 'Please enter your employment field' }

export function EmploymentFields({ choice, other, isOther, choiceError, otherError }: EmploymentFieldsProps) {
  return (
    <>
      <SelectField label="Employment field" error={choiceError} {...choice}>
        <option value="" disabled>
          Please choose
        </option>
        {employmentOptions.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </SelectField>
      {isOther && <TextField label="Your employment field" maxLength={60} error={otherError} {...other()} />}
    </>
  )
}
