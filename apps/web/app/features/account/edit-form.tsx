// The frame of an inline edit form: it takes the focus when it opens, shows errors, and has Save and Cancel.
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import type { FormOf } from '../../ui/form/use-form.ts'

/** On phones the button that opened the form was below the replaced content, so this scrolls to the form's start. */
function begin(form: HTMLFormElement | null): void {
  form?.focus({ preventScroll: true })
  form?.scrollIntoView({ block: 'nearest' })
}

type EditFormProps<Values extends FieldValues> = {
  form: FormOf<Values>
  label: string
  saveLabel: string
  /** Replaces `form.save`. */
  onSubmit?: () => unknown
  onCancel: () => void
  children: ReactNode
}

export function EditForm<Values extends FieldValues>(props: EditFormProps<Values>) {
  const { form, label, saveLabel, onSubmit = form.save, onCancel, children } = props
  return (
    <Form
      form={form}
      ref={begin}
      tabIndex={-1}
      aria-label={label}
      onSubmit={onSubmit}
      className="flex max-w-[32rem] flex-col gap-5 outline-none"
    >
      {children}
      <FormError>{form.failure}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={form.isBusy}>
          {saveLabel}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </Form>
  )
}
