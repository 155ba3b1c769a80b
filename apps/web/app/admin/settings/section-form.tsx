// What the forms of all sections share: the save bar, groups of fields, and fields that the environment sets.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminSettings } from '@vitrine/contract/settings'
import { type ReactNode, useEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { TextField } from '../../ui/field.tsx'
import { Form, failureText } from '../../ui/form/form.tsx'
import { type FormFieldProps, useFormField } from '../../ui/form/form-field.tsx'
import type { FormOf } from '../../ui/form/use-form.ts'

export type SectionFormProps = {
  settings: AdminSettings
  onUnsaved: (isUnsaved: boolean) => void
}

type SectionFormFrameProps<Values extends FieldValues> = {
  form: FormOf<Values>
  onUnsaved: (isUnsaved: boolean) => void
  children: ReactNode
}

/** A form with a save bar, which stays visible while there are unsaved changes. */
export function SectionForm<Values extends FieldValues>({ form, onUnsaved, children }: SectionFormFrameProps<Values>) {
  const { isChanged, state, save, discard, undo } = form
  useEffect(() => {
    onUnsaved(isChanged)
    return () => onUnsaved(false)
  }, [isChanged, onUnsaved])
  return (
    <Form form={form} onSubmit={() => isChanged && save()} className="flex flex-col gap-10">
      {children}
      <div
        className={classNames(
          'flex min-h-16 flex-wrap items-center justify-between gap-3 border-t border-line bg-paper py-3',
          isChanged && 'sticky bottom-0 z-10',
        )}
      >
        <p
          aria-live="polite"
          className={classNames('text-caption', state.status === 'failed' ? 'text-bad' : 'text-muted')}
        >
          {saveText(form)}
        </p>
        <div className="flex gap-2">
          {undo && (
            <Button variant="secondary" size="small" onClick={() => void undo()}>
              <Trans>Undo</Trans>
            </Button>
          )}
          {isChanged && (
            <Button variant="secondary" size="small" onClick={discard}>
              <Trans>Discard</Trans>
            </Button>
          )}
          <Button type="submit" size="small" disabled={!isChanged} isBusy={form.isBusy}>
            <Trans>Save changes</Trans>
          </Button>
        </div>
      </div>
    </Form>
  )
}

function saveText({ state, isChanged }: Pick<FormOf<FieldValues>, 'state' | 'isChanged'>): string {
  if (state.status === 'saving') return t`Saving…`
  if (state.status === 'failed') return failureText(state)
  if (isChanged) return t`Not saved yet`
  return state.status === 'saved' ? t`Saved. It is in effect everywhere.` : ''
}

export function FieldGroup({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className={classNames('font-headline text-title', note ? 'mb-1' : 'mb-3')}>{title}</legend>
      {note && <p className="max-w-[60ch] text-caption text-muted">{note}</p>}
      {children}
    </fieldset>
  )
}

type LinesFieldProps<Values extends FieldValues> = FormFieldProps<Values, string[]> & { maxLines: number }

/** A list with one entry per line. Empty lines are left out when it is saved. */
export function LinesField<Values extends FieldValues>({ maxLines, ...props }: LinesFieldProps<Values>) {
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
