// The employment fields of registration and profile. 'Others' requires free text.

import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { i18n } from '../../language/i18n.ts'
import { FormSelect, FormText } from '../../ui/form/form.tsx'
import type { FormHandle } from '../../ui/form/use-form.ts'

export type EmploymentValues = { employment: string; otherEmployment: string }

/** The message about invalid free text; undefined when it is valid. */
export function findOtherProblem(typed: EmploymentValues): string | undefined {
  const isMissing = typed.employment === otherEmployment && typed.otherEmployment.trim() === ''
  return isMissing ? t`Please enter your employment field` : undefined
}

/** The select, and the free text. For any form that has these values among others. */
export function EmploymentFields<Values extends EmploymentValues>(props: { form: FormHandle<Values> }) {
  const form = props.form as unknown as FormHandle<EmploymentValues>
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

export const employmentOptions = ['Individual', 'Brand', 'Agency', 'Others'] as const
export const otherEmployment = 'Others'

/** The options of the forms, including the popup that completes a profile. The English words are stored. */
const names: Readonly<Record<string, MessageDescriptor>> = {
  Individual: msg({ message: 'Individual', context: 'employment field' }),
  Brand: msg({ message: 'Brand', context: 'employment field' }),
  Agency: msg({ message: 'Agency', context: 'employment field' }),
  Others: msg({ message: 'Others', context: 'employment field' }),
  Technology: msg({ message: 'Technology', context: 'employment field' }),
  Healthcare: msg({ message: 'Healthcare', context: 'employment field' }),
  Education: msg({ message: 'Education', context: 'employment field' }),
  Finance: msg({ message: 'Finance', context: 'employment field' }),
  Marketing: msg({ message: 'Marketing', context: 'employment field' }),
  Design: msg({ message: 'Design', context: 'employment field' }),
  Sales: msg({ message: 'Sales', context: 'employment field' }),
  Engineering: msg({ message: 'Engineering', context: 'employment field' }),
  Consulting: msg({ message: 'Consulting', context: 'employment field' }),
  'Media & Entertainment': msg({ message: 'Media & Entertainment', context: 'employment field' }),
  'Real Estate': msg({ message: 'Real Estate', context: 'employment field' }),
  Retail: msg({ message: 'Retail', context: 'employment field' }),
  Manufacturing: msg({ message: 'Manufacturing', context: 'employment field' }),
  'Non-Profit': msg({ message: 'Non-Profit', context: 'employment field' }),
  Government: msg({ message: 'Government', context: 'employment field' }),
  Student: msg({ message: 'Student', context: 'employment field' }),
  Freelancer: msg({ message: 'Freelancer', context: 'employment field' }),
  Other: msg({ message: 'Other', context: 'employment field' }),
}

/** The label of a stored employment field; free text stays as it is. */
export function employmentText(stored: string): string {
  const name = Object.hasOwn(names, stored) ? names[stored] : undefined
  return name ? i18n._(name) : stored
}

/** The options in the format of a form. */
export function employmentChoices(options: readonly string[]): Record<string, string> {
  return Object.fromEntries(options.map((option) => [option, employmentText(option)]))
}
