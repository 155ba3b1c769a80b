// The staff: people, pending invitations, the invite form, and the shared admin password.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { StaffInvitation, StaffList } from '@vitrine/contract/staff'
import { AccountSection } from '../../ui/account-section.tsx'
import { Badge } from '../../ui/badge.tsx'
import { useAdminQuery } from '../api/admin-query.ts'
import { roleLabel } from '../api/role.tsx'
import { AdminData } from '../ui/admin-data.tsx'
import { momentText } from '../ui/label.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { type AdminColumn, AdminTable } from '../ui/table.tsx'
import { InviteForm } from './invite-form.tsx'
import { staffApi } from './staff-api.ts'
import { StaffDialog } from './staff-dialog.tsx'
import { StaffTable } from './staff-table.tsx'

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
                <AdminTable label={t`Invitations`} columns={listColumns} rows={invitations} rowKey={({ id }) => id} />
              )}
            </AccountSection>
            <SharedPassword state={sharedPassword} />
          </div>
        )}
      </AdminData>
    </>
  )
}

const listColumns = (): readonly AdminColumn<StaffInvitation>[] => [
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
