// Adds a passkey under a name that its owner recognises.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { FormText } from '../../ui/form/form-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { type AddFactorProps, passkeyErrorText } from './factor-api.ts'

export function AddPasskey({ api, onAdded, onCancel }: AddFactorProps) {
  const form = useForm<{ name: string }>({
    values: { name: '' },
    send: async ({ name }) => onAdded(await api.addPasskey(name.trim())),
    explain: passkeyErrorText,
  })
  return (
    <Form form={form} className="flex flex-col gap-5">
      <p>
        <Trans>Your device asks for your fingerprint, face or PIN. A security key works as well.</Trans>
      </p>
      <FormText
        form={form}
        name="name"
        label={t`Name`}
        hint={t`So that you recognise it later, such as “Work laptop”.`}
        maxLength={60}
        autoComplete="off"
        required
        data-autofocus
      />
      <FormError>{form.failure}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={form.isBusy} disabled={form.values.name.trim() === ''}>
          <Trans>Add passkey</Trans>
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </Form>
  )
}
