// The frame of a form that replaces what it edits: it takes the focus when it opens, shows errors, and has Save and Cancel.
import { Trans } from '@lingui/react/macro'
import type { FormEventHandler, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { FormError } from './form-error.tsx'

/** On a phone the button that opened the form was below what it replaces; scroll to the form's start. */
function begin(form: HTMLFormElement | null): void {
  form?.focus({ preventScroll: true })
  form?.scrollIntoView({ block: 'nearest' })
}

type EditFormProps = {
  label: string
  saveLabel: string
  isBusy: boolean
  error: string | undefined
  onSubmit: FormEventHandler
  onCancel: () => void
  children: ReactNode
}

export function EditForm({ label, saveLabel, isBusy, error, onSubmit, onCancel, children }: EditFormProps) {
  return (
    <form
      ref={begin}
      tabIndex={-1}
      aria-label={label}
      method="post"
      onSubmit={onSubmit}
      noValidate
      className="flex max-w-[32rem] flex-col gap-5 outline-none"
    >
      {children}
      <FormError>{error}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isBusy}>
          {saveLabel}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
