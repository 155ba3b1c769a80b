// The staff: people, invitations that wait, inviting somebody, and the shared admin password.
import type { StaffInvitation, StaffList } from '@vitrine/contract/staff'
import { AccountSection } from '../../account/account-section.tsx'
import { Badge } from '../../ui/badge.tsx'
import { AdminData } from '../admin-data.tsx'
import { useAdminQuery } from '../admin-query.ts'
import { PageHeading } from '../page-heading.tsx'
import { momentText } from '../people/label.ts'
import { roleLabels } from '../role.tsx'
import { type AdminColumn, AdminTable } from '../table.tsx'
import { InviteForm } from './invite-form.tsx'
import { staffApi } from './staff-api.ts'
import { StaffDialog } from './staff-dialog.tsx'
import { StaffTable } from './staff-table.tsx'

export default function StaffPage() {
  const query = useAdminQuery<StaffList>('/staff')
  return (
    <>
      <PageHeading text="Staff" count={query.data?.people.length} />
      <p className="mt-2 mb-6 max-w-[60ch] text-muted">
        Who works in the admin area. Roles are in effect at once, and everything is in the audit log.
      </p>
      <AdminData query={query} loadingText="Loading the staff...">
        {({ people, invitations, sharedPassword }) => (
          <div className="flex flex-col gap-10">
            <StaffTable people={people} />
            <AccountSection
              title="Invite somebody"
              lead="They get an email with a link, sign in or create an account with that address, and set up a second factor."
            >
              <InviteForm />
              {invitations.length > 0 && (
                <AdminTable label="Invitations" columns={columns} rows={invitations} rowKey={({ id }) => id} />
              )}
            </AccountSection>
            <SharedPassword state={sharedPassword} />
          </div>
        )}
      </AdminData>
    </>
  )
}

const columns: readonly AdminColumn<StaffInvitation>[] = [
  { header: 'Invited', cell: ({ email }) => <span className="font-medium break-all">{email}</span> },
  { header: 'Role', cell: ({ role }) => roleLabels[role] },
  {
    header: 'Valid until',
    cell: ({ isExpired, expiresAt }) =>
      isExpired ? <Badge tone="warn">Expired</Badge> : <time dateTime={expiresAt}>{momentText(expiresAt)}</time>,
  },
  { header: 'Change', isNumber: true, cell: (invitation) => <InvitationActions invitation={invitation} /> },
]

function InvitationActions({ invitation: { id, email } }: { invitation: StaffInvitation }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <StaffDialog
        label="Send again"
        title="Send the invitation again"
        about={email}
        actionLabel="Send again"
        act={async () => {
          await staffApi.sendAgain(id)
          return `The invitation was sent to ${email}.`
        }}
      >
        <p>{email} gets a new link for 7 days. The earlier one stops working.</p>
      </StaffDialog>
      <StaffDialog
        label="Cancel"
        title="Cancel the invitation"
        about={email}
        actionLabel="Cancel the invitation"
        isDanger
        act={async () => {
          await staffApi.cancel(id)
          return 'The invitation was cancelled.'
        }}
      >
        <p>The link that {email} was sent stops working.</p>
      </StaffDialog>
    </div>
  )
}

function SharedPassword({ state: { isSet, isOn, canSwitchOff } }: { state: StaffList['sharedPassword'] }) {
  const status = !isOn ? 'switched off' : isSet ? 'on' : 'not set'
  return (
    <AccountSection
      title="Shared admin password"
      lead="One password that opens the admin area for every owner. Safer without it, once each owner has a second factor."
    >
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone={isOn && isSet ? 'warn' : 'good'}>It is {status}</Badge>
        {!isOn && (
          <StaffDialog
            label="Switch on"
            title="Switch the shared password on"
            actionLabel="Switch on"
            act={async () => {
              await staffApi.switchPassword(true)
              return 'The shared password is on.'
            }}
          >
            <p>Owners can enter with the shared password again.</p>
          </StaffDialog>
        )}
        {isOn && isSet && canSwitchOff && (
          <StaffDialog
            label="Switch off"
            title="Switch the shared password off"
            actionLabel="Switch off"
            isDanger
            act={async () => {
              await staffApi.switchPassword(false)
              return 'The shared password is off.'
            }}
          >
            <p>
              It opens nothing any more, and the admin area closes for everybody who entered with it. Owners without a
              second factor set one up at their next entry.
            </p>
          </StaffDialog>
        )}
      </div>
      {isOn && isSet && !canSwitchOff && (
        <p className="text-caption text-muted">You can switch it off once you have a second factor of your own.</p>
      )}
    </AccountSection>
  )
}
