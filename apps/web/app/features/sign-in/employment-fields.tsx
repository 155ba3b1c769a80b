// The select of an employment field, and the free text for Others.
import { t } from '@lingui/core/macro'
import { FormSelect, FormText } from '../../ui/form/form-field.tsx'
import type { FormOf } from '../../ui/form/use-form.ts'
import { employmentChoices, employmentOptions, otherEmployment } from './employment-options.ts'

export type EmploymentValues = { employment: string; otherEmployment: string }

/** The message about invalid free text; undefined when it is valid. */
export function findOtherProblem(typed: EmploymentValues): string | undefined {
  const isMissing = typed.employment === otherEmployment && typed.otherEmployment.trim() === ''
  return isMissing ? t`Please enter your employment field` : undefined
}

/** For any form that has these values among others. */
export function EmploymentFields<Values extends EmploymentValues>(props: { form: FormOf<Values> }) {
  const form = props.form as unknown as FormOf<EmploymentValues>
  return (
    <>
      <FormSelect
        form={form}
        name="employment"
        label={t`Employment field`}
        placeholder={t`Please choose`}
        choices={employmentChoices(employmentOptions)}
      />
      {form.values.employment === otherEmployment && (
        <FormText form={form} name="otherEmployment" label={t`Your employment field`} maxLength={60} />
      )}
    </>
  )
}
