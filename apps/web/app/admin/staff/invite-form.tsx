// Invites somebody by email with a role.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { toEmailAddress } from '@vitrine/contract/input'
import { type StaffRole, staffRoles } from '@vitrine/contract/permission'
import { type FormEvent, useState } from 'react'
import { FormError } from '../../account/form-error.tsx'
import { ApiResponseError } from '../../api/api.ts'
import { errorText, fieldErrors } from '../../store/error-text.ts'
import { roleText } from '../../store/role-text.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { roleLabel } from '../role.tsx'
import { staffApi } from './staff-api.ts'

export function InviteForm() {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<StaffRole>('manager')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const queries = useQueryClient()
  const showToast = useToast()
  const isStaffAlready = failure instanceof ApiResponseError && failure.code === 'already-staff'
  const atEmail = isStaffAlready ? failure.message : fieldErrors(failure).email
  const invite = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      const address = toEmailAddress(email)
      await staffApi.invite(address, role)
      showToast('success', t`The invitation was sent to ${address}.`)
      setEmail('')
    } catch (refusal) {
      setFailure(refusal)
    } finally {
      setIsBusy(false)
      void queries.invalidateQueries({ queryKey: ['admin', '/staff'] })
    }
  }
  return (
    <form onSubmit={invite} noValidate className="flex max-w-[40rem] flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-[1fr_12rem]">
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="off"
          required
          value={email}
          error={atEmail}
          onChange={({ target }) => setEmail(target.value)}
        />
        <SelectField label={t`Role`} value={role} onChange={({ target }) => setRole(target.value as StaffRole)}>
          {staffRoles.map((each) => (
            <option key={each} value={each}>
              {roleLabel(each)}
            </option>
          ))}
        </SelectField>
      </div>
      <p aria-live="polite" className="text-caption text-muted">
        {`${roleLabel(role)}: ${roleText(role)}`}
      </p>
      <FormError>
        {failure !== undefined && !atEmail
          ? errorText(failure, t`The invitation was not sent. Please try again.`)
          : undefined}
      </FormError>
      <Button type="submit" className="self-start" isBusy={isBusy} disabled={email.trim() === ''}>
        <Trans>Send invitation</Trans>
      </Button>
    </form>
  )
}
