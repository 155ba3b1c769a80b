// Owns the users of the dashboard: balance, packs, templates and money of each, for ever or in the period.
import type { AdminUser, AdminUsers, AdminUsersQuery } from '@vitrine/contract/admin'
import { writeCredits } from '@vitrine/contract/money'
import { Link } from 'react-router'
import { Avatar } from '../../account/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CsvLink } from '../csv-link.tsx'
import { OfficeData } from '../office-data.tsx'
import { useOfficeQuery } from '../office-query.ts'
import { periodQuery, usePeriod } from '../period.ts'
import { countText, creditsWorthText, rupeesText } from '../rupees.ts'
import { SearchField } from '../search-field.tsx'
import { officePath } from '../sections.ts'
import { type OfficeColumn, OfficeTable } from '../table.tsx'
import { useTableState } from '../table-state.ts'
import { PurchaseList } from './purchase-list.tsx'

const pageSize = 25
const sorts = ['moneySpent', 'creditsPurchased', 'templatesPurchased', 'credits', 'createdAt', 'name'] as const

const columns: readonly OfficeColumn<AdminUser, AdminUsersQuery['sort']>[] = [
  { header: 'User', sort: 'name', cell: (user) => <Person user={user} /> },
  { header: 'Credits Info', sort: 'creditsPurchased', isNumber: true, cell: (user) => <Credits user={user} /> },
  {
    header: 'Templates Purchased',
    sort: 'templatesPurchased',
    isNumber: true,
    isText: true,
    cell: (user) => <PurchaseList purchases={user.filteredTemplatesPurchased} />,
  },
  { header: 'Revenue Contribution', sort: 'moneySpent', isNumber: true, cell: (user) => <Revenue user={user} /> },
]

export function UsersTab() {
  const [period] = usePeriod()
  const [{ search, sort, direction, page }, change] = useTableState({ sorts })
  const parts = { ...periodQuery(period), search, sort, direction }
  const query = useOfficeQuery<AdminUsers>('/users', { ...parts, page, limit: pageSize })
  const isWhole = period.name === 'all'
  return (
    <section aria-labelledby="users-heading">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 id="users-heading" className="font-headline text-title">
          {isWhole ? 'All users' : 'Users with activity in the period'}{' '}
          {query.data && (
            <span className="ml-2 font-sans text-body text-muted tabular-nums">
              {countText(query.data.matchingUsers)}
            </span>
          )}
        </h2>
        <div className="flex w-full flex-wrap gap-3 sm:w-auto">
          <SearchField
            label="Search users"
            placeholder="Name, email or id"
            search={search}
            onSearch={(wanted) => change({ search: wanted })}
          />
          <CsvLink path="/users.csv" parts={parts} />
        </div>
      </div>
      <OfficeData query={query} loadingText="Loading dashboard data...">
        {({ users, matchingUsers }) =>
          matchingUsers === 0 ? (
            <NobodyFound search={search} isWhole={isWhole} />
          ) : (
            <OfficeTable
              label="Users"
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
    </section>
  )
}

function NobodyFound({ search, isWhole }: { search: string; isWhole: boolean }) {
  if (search !== '')
    return <EmptyState title="Nobody found">No user has “{search}” in their name or address.</EmptyState>
  if (isWhole) return <EmptyState title="No users yet">Whoever registers is listed here.</EmptyState>
  return <EmptyState title="No activity in the period">Nobody bought credits or a template in these days.</EmptyState>
}

function Person({ user }: { user: AdminUser }) {
  const name = user.actualName || user.username
  return (
    <div className="flex min-w-0 items-start gap-3">
      <Avatar name={name} picture="" size="small" />
      <div className="min-w-0">
        <Link
          to={`${officePath}/people/${user.userId}`}
          className="rounded-control font-medium break-words hover:underline hover:underline-offset-4"
        >
          {name}
        </Link>
        <p className="text-caption break-all text-muted">{user.email}</p>
        <p className="mt-1.5 flex flex-wrap gap-1.5">
          <Badge>{user.isGoogleUser ? 'Google User' : 'Email User'}</Badge>
          {user.role === 'owner' && <Badge tone="good">Owner</Badge>}
          {user.isBlocked && <Badge tone="bad">Blocked</Badge>}
        </p>
      </div>
    </div>
  )
}

function Credits({ user }: { user: AdminUser }) {
  const bought = user.filteredCreditsPurchased
  return (
    <>
      <p className="font-medium">{writeCredits(user.credits)}</p>
      <p className="text-caption text-muted">
        {countText(bought)} purchased ({creditsWorthText(bought)})
      </p>
    </>
  )
}

function Revenue({ user }: { user: AdminUser }) {
  const { filteredCreditsPurchased: credits, filteredMoneySpent: rupees } = user
  return (
    <>
      <p className="font-medium">{rupeesText(rupees)}</p>
      <p className="text-caption text-muted">
        {credits > 0 ? `${rupeesText(rupees / credits)} per credit` : 'N/A per credit'}
      </p>
    </>
  )
}
