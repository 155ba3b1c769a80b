// A page of users as a table, for the dashboard and the search for people.
import type { AdminUser, AdminUsers, AdminUsersQuery } from '@vitrine/contract/admin'
import type { ReactElement } from 'react'
import type { AdminQuery } from '../api/admin-query.ts'
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
          {...table.ordering}
          paging={table.paging(matchingUsers)}
          isStale={query.isStale}
          empty={empty}
        />
      )}
    </AdminData>
  )
}
