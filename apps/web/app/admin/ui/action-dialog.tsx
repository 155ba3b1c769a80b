// Confirms an action of the owner: its consequence, the reason, and the request, sent once.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { createRandomId } from '../../api/random-id.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/field.tsx'
import { Form, FormLongText } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useToast } from '../../ui/toast.tsx'

/** The same rule as on the server. */
const MIN_REASON_LENGTH = 3
const MAX_REASON_LENGTH = 500

type ActionFormProps = {
  /** The consequence of the action; announced when it changes. */
  consequence: ReactNode
  /** The message of the button, such as 'Block this account'. */
  actionLabel: string
  isDanger?: boolean
  /** Why the action is not possible with the current input. */
  problem?: string | undefined
  isReasonOptional?: boolean
  /** Returns the message of the toast. The key stays the same for every attempt of this dialog. */
  act: (request: { reason: string; idempotencyKey: string }) => Promise<string>
  onClose: () => void
  /** Fields above the reason. */
  children?: ReactNode
}

/** The content of the dialog. An error keeps it open with all input; success closes it and shows a toast. */
export function ActionForm(props: ActionFormProps) {
  const { consequence, actionLabel, isDanger, problem, isReasonOptional, act, onClose, children } = props
  const [idempotencyKey] = useState(createRandomId)
  const queries = useQueryClient()
  const showToast = useToast()
  const form = useForm({
    values: { reason: '' },
    check: ({ reason }) => ({
      ...(problem && { problem }),
      ...(!isReasonOptional && reason.trim().length < MIN_REASON_LENGTH && { reason: t`Please say why` }),
    }),
    async send({ reason }) {
      const message = await act({ reason: reason.trim(), idempotencyKey })
      void queries.invalidateQueries({ queryKey: ['admin'] })
      showToast('success', message)
      return onClose()
    },
    explain: (error) => errorText(error, t`The action failed. Nothing was changed. Please try again.`),
  })
  return (
    <Form form={form} className="flex flex-col gap-5">
      {children}
      <FormLongText
        form={form}
        name="reason"
        label={isReasonOptional ? t`Reason (optional)` : t`Reason`}
        hint={t`For the audit log. The customer doesn’t see it.`}
        rows={2}
        maxLength={MAX_REASON_LENGTH}
      />
      <div aria-live="polite" className="rounded-card bg-well p-4">
        {problem && form.formState.isSubmitted ? <p className="text-bad">{problem}</p> : consequence}
      </div>
      <FormError>{problem ? undefined : form.failure}</FormError>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isBusy={form.isBusy}>
          {actionLabel}
        </Button>
      </div>
    </Form>
  )
}

export type ActionButtonProps = {
  label: string
  title: string
  size?: 'regular' | 'small'
  isDanger?: boolean
  /** Context for screen readers. */
  about?: string
  /** The form, remounted each time the dialog opens. */
  children: (close: () => void) => ReactElement
}

/** A button and the dialog it opens. */
export function ActionButton({ label, title, size = 'regular', isDanger, about, children }: ActionButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button
        variant={isDanger ? 'danger' : 'secondary'}
        size={size}
        aria-label={about && `${label}: ${about}`}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={title}>
        {children(close)}
      </Dialog>
    </>
  )
}
