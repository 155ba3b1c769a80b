// Invites a person by email with a role.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { toEmailAddress } from '@vitrine/contract/input'
import { type StaffRole, staffRoles } from '@vitrine/contract/permission'
import { errorText } from '../../api/error-text.ts'
import { roleText } from '../../api/role-text.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { FormSelect, FormText } from '../../ui/form/form-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useToast } from '../../ui/toast.tsx'
import { roleLabel } from '../api/role.tsx'
import { staffApi } from './staff-api.ts'

export function InviteForm() {
  const queries = useQueryClient()
  const showToast = useToast()
  const form = useForm<{ email: string; role: StaffRole }>({
    values: { email: '', role: 'manager' },
    async send({ email, role }) {
      try {
        const address = toEmailAddress(email)
        await staffApi.invite(address, role)
        showToast('success', t`The invitation was sent to ${address}.`)
        return { email: '', role }
      } finally {
        void queries.invalidateQueries({ queryKey: ['admin', '/staff'] })
      }
    },
    fieldByError: { 'already-staff': 'email' },
    explain: (error) => errorText(error, t`The invitation was not sent. Please try again.`),
  })
  const { email, role } = form.values
  return (
    <Form form={form} className="flex max-w-[40rem] flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-[1fr_12rem]">
        <FormText form={form} name="email" label={t`Email`} type="email" autoComplete="off" required />
        <FormSelect
          form={form}
          name="role"
          label={t`Role`}
          choices={Object.fromEntries(staffRoles.map((each) => [each, roleLabel(each)]))}
        />
      </div>
      <p aria-live="polite" className="text-caption text-muted">
        {`${roleLabel(role)}: ${roleText(role)}`}
      </p>
      <FormError>{form.failure}</FormError>
      <Button type="submit" className="self-start" isBusy={form.isBusy} disabled={email.trim() === ''}>
        <Trans>Send invitation</Trans>
      </Button>
    </Form>
  )
}
