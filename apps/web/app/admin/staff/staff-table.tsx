// The staff members: role, second factors, last sign-in, and an owner's actions for each.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type StaffRole, staffRoles } from '@vitrine/contract/permission'
import type { StaffMember } from '@vitrine/contract/staff'
import { useState } from 'react'
import { roleInSentence, roleText } from '../../api/role-text.ts'
import { useSession } from '../../api/session.ts'
import { listFormat } from '../../language/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { SelectField } from '../../ui/field.tsx'
import { roleLabel } from '../api/role.tsx'
import { momentText } from '../ui/label.ts'
import { PersonLink } from '../ui/person-link.tsx'
import { type AdminColumn, AdminTable } from '../ui/table.tsx'
import { staffApi } from './staff-api.ts'
import { StaffDialog } from './staff-dialog.tsx'

const findPersonName = ({ actualName, username }: StaffMember) => actualName || username

const listColumns = (): readonly AdminColumn<StaffMember>[] => [
  { header: t`Person`, cell: (member) => <PersonLink person={{ ...member, username: findPersonName(member) }} /> },
  { header: t`Role`, cell: ({ role }) => <Badge tone={role === 'owner' ? 'good' : 'plain'}>{roleLabel(role)}</Badge> },
  { header: t`Second factors`, cell: (member) => <Factors member={member} /> },
  {
    header: t`Last entered`,
    cell: ({ lastEnteredAt }) =>
      lastEnteredAt ? <time dateTime={lastEnteredAt}>{momentText(lastEnteredAt)}</time> : t`Never`,
  },
  { header: t`Change`, isNumber: true, cell: (member) => <Actions member={member} /> },
]

export function StaffTable({ people }: { people: readonly StaffMember[] }) {
  return <AdminTable label={t`Staff`} columns={listColumns} rows={people} rowKey={({ userId }) => userId} />
}

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

function Actions({ member }: { member: StaffMember }) {
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
