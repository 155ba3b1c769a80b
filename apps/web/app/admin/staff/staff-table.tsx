// Everybody on the staff: role, second factors, last sign-in, and what an owner can do about each.
import { type StaffRole, staffRoles } from '@vitrine/contract/permission'
import type { StaffMember } from '@vitrine/contract/staff'
import { useState } from 'react'
import { useSession } from '../../store/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { SelectField } from '../../ui/field.tsx'
import { momentText } from '../people/label.ts'
import { PersonLink } from '../people/person-link.tsx'
import { roleLabels, roleTexts } from '../role.tsx'
import { type AdminColumn, AdminTable } from '../table.tsx'
import { staffApi } from './staff-api.ts'
import { StaffDialog } from './staff-dialog.tsx'

const nameOf = ({ actualName, username }: StaffMember) => actualName || username

const columns: readonly AdminColumn<StaffMember>[] = [
  { header: 'Person', cell: (member) => <PersonLink person={{ ...member, username: nameOf(member) }} /> },
  { header: 'Role', cell: ({ role }) => <Badge tone={role === 'owner' ? 'good' : 'plain'}>{roleLabels[role]}</Badge> },
  { header: 'Second factors', cell: (member) => <Factors member={member} /> },
  {
    header: 'Last entered',
    cell: ({ lastEnteredAt }) =>
      lastEnteredAt ? <time dateTime={lastEnteredAt}>{momentText(lastEnteredAt)}</time> : 'Never',
  },
  { header: 'Change', isNumber: true, cell: (member) => <Actions member={member} /> },
]

export function StaffTable({ people }: { people: readonly StaffMember[] }) {
  return <AdminTable label="Staff" columns={columns} rows={people} rowKey={({ userId }) => userId} />
}

function Factors({ member: { hasAuthenticatorApp, passkeys } }: { member: StaffMember }) {
  const factors = [
    hasAuthenticatorApp && 'Authenticator app',
    passkeys > 0 && (passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`),
  ].filter(Boolean)
  return factors.length > 0 ? factors.join(', ') : <span className="text-muted">None yet</span>
}

function Actions({ member }: { member: StaffMember }) {
  const { userId, hasAuthenticatorApp, passkeys } = member
  const session = useSession()
  const isOneself = session.status === 'signed-in' && session.profile.userId === userId
  const name = nameOf(member)
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <ChangeRole member={member} />
      {!isOneself && (hasAuthenticatorApp || passkeys > 0) && (
        <StaffDialog
          label="Reset sign-in"
          title={`Reset the sign-in of ${name}`}
          about={name}
          actionLabel="Remove second factors"
          isDanger
          act={async () => {
            await staffApi.removeFactors(userId)
            return `${name} sets up a new sign-in at the next entry.`
          }}
        >
          <p>
            For a lost phone: authenticator app, passkeys and recovery codes of {name} are removed, and the admin area
            closes for {name} at once. The next entry asks for new ones. Make sure that it is really {name} who asks.
          </p>
        </StaffDialog>
      )}
      <StaffDialog
        label="Remove"
        title={`Remove ${name} from the staff`}
        about={name}
        actionLabel="Remove from staff"
        isDanger
        act={async () => {
          await staffApi.remove(userId)
          return `${name} is no longer on the staff.`
        }}
      >
        <p>
          The admin area closes for {isOneself ? 'you' : name} at once. The account stays, as a customer’s, with its
          credits and templates.
        </p>
      </StaffDialog>
    </div>
  )
}

function ChangeRole({ member }: { member: StaffMember }) {
  const [role, setRole] = useState<StaffRole>(member.role)
  const name = nameOf(member)
  return (
    <StaffDialog
      label="Role"
      title={`Role of ${name}`}
      about={name}
      actionLabel="Change role"
      act={async () => {
        await staffApi.changeRole(member.userId, role)
        return `${name} is now ${roleLabels[role].toLowerCase()}.`
      }}
    >
      <SelectField label="Role" value={role} onChange={({ target }) => setRole(target.value as StaffRole)}>
        {staffRoles.map((each) => (
          <option key={each} value={each}>
            {roleLabels[each]}
          </option>
        ))}
      </SelectField>
      <p aria-live="polite">{roleTexts[role]} In effect at once.</p>
    </StaffDialog>
  )
}
