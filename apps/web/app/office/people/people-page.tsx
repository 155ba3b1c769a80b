// Owns the office's page on which a customer is found: by name, address, phone number, id, or the number of a payment.
import type { AdminUser, AdminUsers } from '@vitrine/contract/admin'
import { writeCredits } from '@vitrine/contract/money'
import { Link } from 'react-router'
import { Avatar } from '../../account/avatar.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CsvLink } from '../csv-link.tsx'
import { OfficeData } from '../office-data.tsx'
import { useOfficeQuery } from '../office-query.ts'
import { countText, rupeesText } from '../rupees.ts'
import { SearchField } from '../search-field.tsx'
import { type OfficeColumn, OfficeTable } from '../table.tsx'
import { useTableState } from '../table-state.ts'
import { personPath } from './people-api.ts'
import { PersonBadges } from './person-badges.tsx'
import { momentText } from './words.ts'

const pageSize = 25
const sorts = ['createdAt', 'name', 'credits', 'moneySpent', 'templatesPurchased'] as const

const columns: readonly OfficeColumn<AdminUser, (typeof sorts)[number]>[] = [
  { header: 'Person', sort: 'name', cell: (user) => <Person user={user} /> },
  {
    header: 'Registered',
    sort: 'createdAt',
    isNumber: true,
    isText: true,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{momentText(createdAt)}</time>,
  },
  { header: 'Balance', sort: 'credits', isNumber: true, cell: ({ credits }) => writeCredits(credits) },
  { header: 'Spent', sort: 'moneySpent', isNumber: true, cell: ({ moneySpent }) => rupeesText(moneySpent) },
  {
    header: 'Templates',
    sort: 'templatesPurchased',
    isNumber: true,
    cell: ({ templatesPurchased }) => countText(templatesPurchased.length),
  },
]

export default function PeoplePage() {
  const [{ search, sort, direction, page }, change] = useTableState({ sorts })
  const parts = { search, sort, direction }
  const query = useOfficeQuery<AdminUsers>('/users', { ...parts, page, limit: pageSize })
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <h1 className="font-headline text-headline">
          People
          {query.data && (
            <span className="ml-3 font-sans text-body text-muted tabular-nums">
              {countText(query.data.matchingUsers)}
            </span>
          )}
        </h1>
        <div className="flex w-full flex-col gap-3 sm:w-auto sm:flex-1 sm:flex-row sm:flex-wrap sm:justify-end">
          <SearchField
            label="Find a person"
            placeholder="Name, email, id or payment"
            search={search}
            onSearch={(wanted) => change({ search: wanted })}
          />
          <CsvLink path="/users.csv" parts={parts} />
        </div>
      </div>
      <OfficeData query={query} loadingText="Loading people...">
        {({ users, matchingUsers }) =>
          matchingUsers === 0 ? (
            <EmptyState title="Nobody found">
              {search
                ? `Nobody has “${search}” as a name, address, phone number, id, payment or receipt.`
                : 'Whoever registers is listed here.'}
            </EmptyState>
          ) : (
            <OfficeTable
              label="People"
              columns={columns}
              rows={users}
              rowKey={({ userId }) => userId}
              order={{ sort, direction }}
              onOrder={change}
              paging={{ page, pageSize, total: matchingUsers, onPage: (wanted) => change({ page: wanted }) }}
              isStale={query.isStale}
            />
          )
        }
      </OfficeData>
    </>
  )
}

function Person({ user }: { user: AdminUser }) {
  const name = user.actualName || user.username
  return (
    <div className="flex min-w-0 items-start gap-3">
      <Avatar name={name} picture="" size="small" />
      <div className="min-w-0">
        <Link to={personPath(user.userId)} className="font-medium break-words text-plum underline underline-offset-4">
          {name}
        </Link>
        <p className="text-caption break-all text-muted">{user.email}</p>
        <PersonBadges person={user} />
      </div>
    </div>
  )
}
