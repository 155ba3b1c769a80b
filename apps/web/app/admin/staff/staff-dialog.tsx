// A button with a dialog that explains a change of the staff, and makes it.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useToast } from '../../ui/toast.tsx'

type StaffDialogProps = {
  label: string
  title: string
  /** Context for screen readers. */
  about?: string
  isDanger?: boolean
  actionLabel: string
  /** Returns the message of the toast. */
  act: () => Promise<string>
  children: ReactNode
}

export function StaffDialog({ label, title, about, isDanger, actionLabel, act, children }: StaffDialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  const queries = useQueryClient()
  const showToast = useToast()
  const form = useForm({
    values: {},
    async send() {
      try {
        showToast('success', await act())
        return close()
      } finally {
        void queries.invalidateQueries({ queryKey: ['admin'] })
      }
    },
    explain: (error) => errorText(error, t`That did not work. Nothing was changed.`),
  })
  const close = () => {
    setIsOpen(false)
    form.discard()
  }
  return (
    <>
      <Button
        variant={isDanger ? 'danger' : 'secondary'}
        size="small"
        aria-label={about && `${label}: ${about}`}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={title}>
        <Form form={form} className="flex flex-col gap-5">
          {children}
          <FormError>{form.failure}</FormError>
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="quiet" onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isBusy={form.isBusy}>
              {actionLabel}
            </Button>
          </div>
        </Form>
      </Dialog>
    </>
  )
}
