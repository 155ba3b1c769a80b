// The staff: people with their roles and second factors, the form that invites somebody, open invitations, and the
// shared admin password.

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { toEmailAddress } from '@vitrine/contract/input'
import { type StaffRole, staffRoles } from '@vitrine/contract/permission'
import type { StaffInvitation, StaffList, StaffMember } from '@vitrine/contract/staff'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { roleInSentence, roleText } from '../../api/role-text.ts'
import { useSession } from '../../api/session.ts'
import { listFormat } from '../../language/format.ts'
import { AccountSection } from '../../ui/account-section.tsx'
import { Button } from '../../ui/button.tsx'
import { FormError, SelectField } from '../../ui/field.tsx'
import { Form, FormSelect, FormText } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Badge } from '../../ui/indicator.tsx'
import { useToast } from '../../ui/toast.tsx'
import { adminCall } from '../api/admin-api.ts'
import { useAdminQuery } from '../api/admin-query.ts'
import { roleLabel } from '../api/role.tsx'
import { ActionButton, type ActionButtonProps } from '../ui/action-dialog.tsx'
import { AdminData } from '../ui/admin-data.tsx'
import { momentText } from '../ui/label.ts'
import { PersonLink } from '../ui/person.tsx'
import { type AdminColumn, AdminTable } from '../ui/table.tsx'
import { PageHeading } from '../ui/table-controls.tsx'

export default function StaffPage() {
  const query = useAdminQuery('GET /api/admin/staff')
  return (
    <>
      <PageHeading text={t`Staff`} count={query.data?.people.length} />
      <p className="mt-2 mb-6 max-w-[60ch] text-muted">
        <Trans>Who works in the admin area. Roles are in effect at once, and everything is in the audit log.</Trans>
      </p>
      <AdminData query={query} loadingText={t`Loading the staff...`}>
        {({ people, invitations, sharedPassword }) => (
          <div className="flex flex-col gap-10">
            <StaffTable people={people} />
            <AccountSection
              title={t`Invite somebody`}
              lead={t`They get an email with a link, sign in or create an account with that address, and set up a second factor.`}
            >
              <InviteForm />
              {invitations.length > 0 && (
                <AdminTable
                  label={t`Invitations`}
                  columns={listInvitationColumns}
                  rows={invitations}
                  rowKey={({ id }) => id}
                />
              )}
            </AccountSection>
            <SharedPassword state={sharedPassword} />
          </div>
        )}
      </AdminData>
    </>
  )
}

function StaffTable({ people }: { people: readonly StaffMember[] }) {
  return <AdminTable label={t`Staff`} columns={listMemberColumns} rows={people} rowKey={({ userId }) => userId} />
}

const listMemberColumns = (): readonly AdminColumn<StaffMember>[] => [
  { header: t`Person`, cell: (member) => <PersonLink person={{ ...member, username: findPersonName(member) }} /> },
  { header: t`Role`, cell: ({ role }) => <Badge tone={role === 'owner' ? 'good' : 'plain'}>{roleLabel(role)}</Badge> },
  { header: t`Second factors`, cell: (member) => <Factors member={member} /> },
  {
    header: t`Last entered`,
    cell: ({ lastEnteredAt }) =>
      lastEnteredAt ? <time dateTime={lastEnteredAt}>{momentText(lastEnteredAt)}</time> : t`Never`,
  },
  { header: t`Change`, isNumber: true, cell: (member) => <MemberActions member={member} /> },
]

const findPersonName = ({ actualName, username }: StaffMember) => actualName || username

function Factors({ member: { hasAuthenticatorApp, passkeys } }: { member: StaffMember }) {
  const factors = [
    hasAuthenticatorApp && t`Authenticator app`,
    passkeys > 0 && plural(passkeys, { one: '# passkey', other: '# passkeys' }),
  ].filter((factor) => factor !== false)
  return factors.length > 0 ? (
    <span>{listFormat({ style: 'narrow' }).format(factors)}</span>
  ) : (
    <span className="text-muted">
      <Trans>None yet</Trans>
    </span>
  )
}

function MemberActions({ member }: { member: StaffMember }) {
  const { userId, hasAuthenticatorApp, passkeys } = member
  const session = useSession()
  const isOneself = session.status === 'signed-in' && session.profile.userId === userId
  const name = findPersonName(member)
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <ChangeRole member={member} />
      {!isOneself && (hasAuthenticatorApp || passkeys > 0) && (
        <StaffDialog
          label={t`Reset sign-in`}
          title={t`Reset the sign-in of ${name}`}
          about={name}
          actionLabel={t`Remove second factors`}
          isDanger
          act={async () => {
            await staffApi.removeFactors(userId)
            return t`${name} sets up a new sign-in at the next entry.`
          }}
        >
          <p>
            <Trans>
              For a lost phone: authenticator app, passkeys and recovery codes of {name} are removed, and the admin area
              closes for {name} at once. The next entry asks for new ones. Make sure that it is really {name} who asks.
            </Trans>
          </p>
        </StaffDialog>
      )}
      <StaffDialog
        label={t`Remove`}
        title={t`Remove ${name} from the staff`}
        about={name}
        actionLabel={t`Remove from staff`}
        isDanger
        act={async () => {
          await staffApi.remove(userId)
          return t`${name} is no longer on the staff.`
        }}
      >
        <p>
          {isOneself
            ? t`The admin area closes for you at once. The account stays, as a customer’s, with its credits and templates.`
            : t`The admin area closes for ${name} at once. The account stays, as a customer’s, with its credits and templates.`}
        </p>
      </StaffDialog>
    </div>
  )
}

function ChangeRole({ member }: { member: StaffMember }) {
  const [role, setRole] = useState<StaffRole>(member.role)
  const name = findPersonName(member)
  const text = roleText(role)
  return (
    <StaffDialog
      label={t`Role`}
      title={t`Role of ${name}`}
      about={name}
      actionLabel={t`Change role`}
      act={async () => {
        await staffApi.changeRole(member.userId, role)
        const noun = roleInSentence(role)
        return t`${name} is now ${noun}.`
      }}
    >
      <SelectField label={t`Role`} value={role} onChange={({ target }) => setRole(target.value as StaffRole)}>
        {staffRoles.map((each) => (
          <option key={each} value={each}>
            {roleLabel(each)}
          </option>
        ))}
      </SelectField>
      <p aria-live="polite">
        <Trans>{text} In effect at once.</Trans>
      </p>
    </StaffDialog>
  )
}

function InviteForm() {
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

const listInvitationColumns = (): readonly AdminColumn<StaffInvitation>[] => [
  { header: t`Invited`, cell: ({ email }) => <span className="font-medium break-all">{email}</span> },
  { header: t`Role`, cell: ({ role }) => roleLabel(role) },
  {
    header: t`Valid until`,
    cell: ({ isExpired, expiresAt }) =>
      isExpired ? (
        <Badge tone="warn">
          <Trans>Expired</Trans>
        </Badge>
      ) : (
        <time dateTime={expiresAt}>{momentText(expiresAt)}</time>
      ),
  },
  { header: t`Change`, isNumber: true, cell: (invitation) => <InvitationActions invitation={invitation} /> },
]

function InvitationActions({ invitation: { id, email } }: { invitation: StaffInvitation }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <StaffDialog
        label={t`Send again`}
        title={t`Send the invitation again`}
        about={email}
        actionLabel={t`Send again`}
        act={async () => {
          await staffApi.sendAgain(id)
          return t`The invitation was sent to ${email}.`
        }}
      >
        <p>
          <Trans>{email} gets a new link for 7 days. The earlier one stops working.</Trans>
        </p>
      </StaffDialog>
      <StaffDialog
        label={t`Cancel`}
        title={t`Cancel the invitation`}
        about={email}
        actionLabel={t`Cancel the invitation`}
        isDanger
        act={async () => {
          await staffApi.cancel(id)
          return t`The invitation was cancelled.`
        }}
      >
        <p>
          <Trans>The link that {email} was sent stops working.</Trans>
        </p>
      </StaffDialog>
    </div>
  )
}

function SharedPassword({ state: { isSet, isOn, canSwitchOff } }: { state: StaffList['sharedPassword'] }) {
  const stateText = !isOn ? t`It is switched off` : isSet ? t`It is on` : t`It is not set`
  return (
    <AccountSection
      title={t`Shared admin password`}
      lead={t`One password that opens the admin area for every owner. Safer without it, once each owner has a second factor.`}
    >
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone={isOn && isSet ? 'warn' : 'good'}>{stateText}</Badge>
        {!isOn && (
          <StaffDialog
            label={t`Switch on`}
            title={t`Switch the shared password on`}
            actionLabel={t`Switch on`}
            act={async () => {
              await staffApi.switchPassword(true)
              return t`The shared password is on.`
            }}
          >
            <p>
              <Trans>Owners can enter with the shared password again.</Trans>
            </p>
          </StaffDialog>
        )}
        {isOn && isSet && canSwitchOff && (
          <StaffDialog
            label={t`Switch off`}
            title={t`Switch the shared password off`}
            actionLabel={t`Switch off`}
            isDanger
            act={async () => {
              await staffApi.switchPassword(false)
              return t`The shared password is off.`
            }}
          >
            <p>
              <Trans>
                It opens nothing any more, and the admin area closes for everybody who entered with it. Owners without a
                second factor set one up at their next entry.
              </Trans>
            </p>
          </StaffDialog>
        )}
      </div>
      {isOn && isSet && !canSwitchOff && (
        <p className="text-caption text-muted">
          <Trans>You can switch it off once you have a second factor of your own.</Trans>
        </p>
      )}
    </AccountSection>
  )
}

type StaffDialogProps = Omit<ActionButtonProps, 'size' | 'children'> & Omit<StaffFormProps, 'onClose'>

/** A button with a dialog that explains a change of the staff, and makes it. */
function StaffDialog({ actionLabel, act, children, ...button }: StaffDialogProps) {
  return (
    <ActionButton size="small" {...button}>
      {(close) => (
        <StaffForm actionLabel={actionLabel} isDanger={button.isDanger} act={act} onClose={close}>
          {children}
        </StaffForm>
      )}
    </ActionButton>
  )
}

type StaffFormProps = {
  actionLabel: string
  isDanger?: boolean | undefined
  /** Returns the message of the toast. */
  act: () => Promise<string>
  onClose: () => void
  children: ReactNode
}

function StaffForm({ actionLabel, isDanger, act, onClose, children }: StaffFormProps) {
  const queries = useQueryClient()
  const showToast = useToast()
  const form = useForm({
    values: {},
    async send() {
      try {
        showToast('success', await act())
        return onClose()
      } finally {
        void queries.invalidateQueries({ queryKey: ['admin'] })
      }
    },
    explain: (error) => errorText(error, t`That did not work. Nothing was changed.`),
  })
  return (
    <Form form={form} className="flex flex-col gap-5">
      {children}
      <FormError>{form.failure}</FormError>
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

/** Each change returns the new list. */
const staffApi = {
  invite: (email: string, role: StaffRole) => adminCall('POST /api/admin/staff/invitations', { body: { email, role } }),
  sendAgain: (id: string) => adminCall('POST /api/admin/staff/invitations/:id/send', { params: { id } }),
  cancel: (id: string) => adminCall('DELETE /api/admin/staff/invitations/:id', { params: { id } }),
  changeRole: (userId: string, role: StaffRole) =>
    adminCall('PUT /api/admin/staff/:userId/role', { params: { userId }, body: { role } }),
  remove: (userId: string) => adminCall('DELETE /api/admin/staff/:userId', { params: { userId } }),
  removeFactors: (userId: string) => adminCall('DELETE /api/admin/staff/:userId/factors', { params: { userId } }),
  switchPassword: (isOn: boolean) => adminCall('PUT /api/admin/staff/shared-password', { body: { isOn } }),
}
