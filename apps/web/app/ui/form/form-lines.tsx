// A list of texts, such as the lines of an address. Apart from the other fields, because few forms have one.

import { t } from '@lingui/core/macro'
import type { FieldValues } from 'react-hook-form'
import { TextField } from '../field.tsx'
import { type FormFieldProps, useFormField } from './form.tsx'

type LinesProps<Values extends FieldValues> = FormFieldProps<Values, string[]> & { maxLines: number }

/** A list with one entry per line. Empty lines are left out when it is saved. */
export function FormLines<Values extends FieldValues>({ maxLines, ...props }: LinesProps<Values>) {
  const { value: lines, onValue, hint, error, ...field } = useFormField<Values, string[]>(props)
  const { form, name, label } = props
  const problem = error ?? lines.map((_, index) => form.findError(`${name}.${index}`)).find(Boolean)
  return (
    <div className="flex flex-col gap-2">
      {Array.from({ length: Math.min(lines.length + 1, maxLines) }, (_, index) => (
        <TextField
          {...field}
          key={index}
          label={index === 0 ? label : lineLabel(label, index + 1)}
          value={lines[index] ?? ''}
          maxLength={form.findMaxLength(`${name}.0`)}
          error={index === 0 ? problem : undefined}
          hint={index === 0 ? hint : undefined}
          onChange={({ target }) => {
            const next = [...lines]
            next[index] = target.value
            onValue(next.filter((line, at) => line !== '' || at < next.length - 1))
          }}
        />
      ))}
    </div>
  )
}

const lineLabel = (label: string, line: number) => t`${label}, line ${line}`
