// People in the admin area: their table, and how it names and marks one.
import { Trans } from '@lingui/react/macro'
import type { AdminUser, AdminUsers, AdminUsersQuery } from '@vitrine/contract/admin'
import { isStaff } from '@vitrine/contract/permission'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/indicator.tsx'
import type { AdminQuery } from '../api/admin-query.ts'
import { personPath } from '../api/people-api.ts'
import { roleLabel, useMay } from '../api/role.tsx'
import { AdminData } from './admin-data.tsx'
import { type AdminColumn, AdminTable } from './table.tsx'
import type { useTableState } from './table-state.ts'

type UserTableProps<Sort extends AdminUsersQuery['sort']> = {
  label: string
  loadingText: string
  columns: () => readonly AdminColumn<AdminUser, Sort>[]
  query: AdminQuery<AdminUsers>
  table: ReturnType<typeof useTableState<Sort>>
  /** Shown instead of an empty table. */
  empty: ReactElement
}

/** A page of users, for the dashboard and the search for people. */
export function UserTable<Sort extends AdminUsersQuery['sort']>(props: UserTableProps<Sort>) {
  const { label, loadingText, columns, query, table, empty } = props
  return (
    <AdminData query={query} loadingText={loadingText}>
      {({ users, matchingUsers }) => (
        <AdminTable
          label={label}
          columns={columns}
          rows={users}
          rowKey={({ userId }) => userId}
          {...table.sortProps}
          paging={table.paging(matchingUsers)}
          isStale={query.isStale}
          empty={empty}
        />
      )}
    </AdminData>
  )
}

type PersonCellProps = {
  person: Pick<AdminUser, 'userId' | 'username' | 'actualName' | 'email'>
  /** Shown below the address. */
  children: ReactNode
}

/** The first cell of a customer’s row: picture, name linked to their page, address, badges. */
export function PersonCell({ person, children }: PersonCellProps) {
  const name = person.actualName || person.username
  return (
    <div className="flex min-w-0 items-start gap-3">
      <Avatar name={name} picture="" size="small" />
      <div className="min-w-0">
        <PersonLink person={{ ...person, username: name }} />
        {children}
      </div>
    </div>
  )
}

/** A customer’s name, linked to their page for staff who may open it. */
export function PersonLink({ person }: { person: { userId: string; username: string; email: string } }) {
  // A long address breaks before its host rather than within a word.
  const [name, host] = person.email.split('@')
  return (
    <>
      {useMay()('people-read') ? (
        <Link to={personPath(person.userId)} className="font-medium break-words text-plum underline underline-offset-4">
          <bdi translate="no">{person.username}</bdi>
        </Link>
      ) : (
        <p dir="auto" className="font-medium break-words">
          {person.username}
        </p>
      )}
      <p dir="auto" className="text-caption wrap-anywhere text-muted">
        <span>{`${name}@`}</span>
        <wbr />
        <span>{host}</span>
      </p>
    </>
  )
}

/** Badges of an account; none for an ordinary one. */
export function PersonBadges({ person }: { person: Pick<AdminUser, 'role' | 'isBlocked' | 'isGoogleUser'> }) {
  const { role, isBlocked, isGoogleUser } = person
  if (!isStaff(role) && !isBlocked && !isGoogleUser) return null
  return (
    <p className="mt-1.5 flex flex-wrap gap-1.5">
      {isStaff(role) && <Badge tone="good">{roleLabel(role)}</Badge>}
      {isBlocked && (
        <Badge tone="bad">
          <Trans>Blocked</Trans>
        </Badge>
      )}
      {isGoogleUser && (
        <Badge>
          <Trans>Google User</Trans>
        </Badge>
      )}
    </p>
  )
}
