// Finds a customer by name, address, phone number, id, or the number of a payment.
import { t } from '@lingui/core/macro'
import type { AdminUser } from '@vitrine/contract/admin'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useAdminQuery } from '../api/admin-query.ts'
import { momentText } from '../ui/label.ts'
import { PersonBadges, PersonCell, UserTable } from '../ui/person.tsx'
import { countText, creditsText, rupeesText } from '../ui/rupees.ts'
import type { AdminColumn } from '../ui/table.tsx'
import { DownloadLink, PageHeading, SearchField } from '../ui/table-controls.tsx'
import { useTableState } from '../ui/table-state.ts'

const sorts = ['createdAt', 'name', 'credits', 'moneySpent', 'templatesPurchased'] as const

const listColumns = (): readonly AdminColumn<AdminUser, (typeof sorts)[number]>[] => [
  {
    header: t`Person`,
    sort: 'name',
    cell: (user) => (
      <PersonCell person={user}>
        <PersonBadges person={user} />
      </PersonCell>
    ),
  },
  {
    header: t`Registered`,
    sort: 'createdAt',
    isDate: true,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{momentText(createdAt)}</time>,
  },
  { header: t`Balance`, sort: 'credits', isNumber: true, cell: ({ credits }) => creditsText(credits) },
  { header: t`Spent`, sort: 'moneySpent', isNumber: true, cell: ({ moneySpent }) => rupeesText(moneySpent) },
  {
    header: t`Templates`,
    sort: 'templatesPurchased',
    isNumber: true,
    cell: ({ templatesPurchased }) => countText(templatesPurchased.length),
  },
]

export default function PeoplePage() {
  const table = useTableState({ sorts })
  const query = useAdminQuery('GET /api/admin/users', { query: { ...table.parts, ...table.pageQuery } })
  const { search } = table
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <PageHeading text={t`People`} count={query.data?.matchingUsers} />
        <div className="flex w-full flex-col gap-3 sm:w-auto sm:flex-1 sm:flex-row sm:flex-wrap sm:justify-end">
          <SearchField label={t`Find a person`} placeholder={t`Name, email, id or payment`} {...table.searchProps} />
          <DownloadLink path="/users.csv" parts={table.parts} />
        </div>
      </div>
      <UserTable
        label={t`People`}
        loadingText={t`Loading people...`}
        columns={listColumns}
        query={query}
        table={table}
        empty={
          <EmptyState title={t`Nobody found`}>
            {search
              ? t`Nobody has “${search}” as a name, address, phone number, id, payment or receipt.`
              : t`New accounts appear here.`}
          </EmptyState>
        }
      />
    </>
  )
}
