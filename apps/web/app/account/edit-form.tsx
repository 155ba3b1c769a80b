// Owns the frame of a form that takes the place of what it edits: it has the focus when it opens, says what failed, and is
// saved or given up.
import type { FormEventHandler, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { takeFocus } from '../ui/focus.ts'
import { FormError } from './form-error.tsx'

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
      ref={takeFocus}
      tabIndex={-1}
      aria-label={label}
      method="post"
      onSubmit={onSubmit}
      noValidate
      className="flex max-w-[32rem] flex-col gap-5 outline-none"
    >
      {children}
      <FormError>{error}</FormError>
      <div className="flex gap-3">
        <Button type="submit" isBusy={isBusy}>
          {saveLabel}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
