// The users tab: balance, packs, templates and revenue of each, all-time or in the period.
import type { AdminUser, AdminUsers, AdminUsersQuery } from '@vitrine/contract/admin'
import { writeCredits } from '@vitrine/contract/money'
import { isStaff } from '@vitrine/contract/permission'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useRegion } from '../../ui/root-data.ts'
import { useAdminQuery } from '../admin-query.ts'
import { CsvLink } from '../csv-link.tsx'
import { PersonCell } from '../people/person-cell.tsx'
import { UserTable } from '../people/user-table.tsx'
import { periodQuery, usePeriod } from '../period.ts'
import { roleLabels } from '../role.tsx'
import { countText, creditsWorthText, rupeesText } from '../rupees.ts'
import { SearchField } from '../search-field.tsx'
import type { AdminColumn } from '../table.tsx'
import { useTableState } from '../table-state.ts'
import { PurchaseList } from './purchase-list.tsx'

const sorts = ['moneySpent', 'creditsPurchased', 'templatesPurchased', 'credits', 'createdAt', 'name'] as const

const columns: readonly AdminColumn<AdminUser, AdminUsersQuery['sort']>[] = [
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
  const table = useTableState({ sorts })
  const parts = { ...periodQuery(period), ...table.parts }
  const query = useAdminQuery<AdminUsers>('/users', { ...parts, ...table.pageParts })
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
        <div className="flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
          <SearchField label="Search users" placeholder="Name, email or id" {...table.searching} />
          <CsvLink path="/users.csv" parts={parts} />
        </div>
      </div>
      <UserTable
        label="Users"
        loadingText="Loading dashboard data..."
        columns={columns}
        query={query}
        table={table}
        empty={<NobodyFound search={table.search} isWhole={isWhole} />}
      />
    </section>
  )
}

function NobodyFound({ search, isWhole }: { search: string; isWhole: boolean }) {
  if (search !== '')
    return <EmptyState title="Nobody found">No user has “{search}” in their name or address.</EmptyState>
  if (isWhole) return <EmptyState title="No users yet">New accounts appear here.</EmptyState>
  return <EmptyState title="No activity in the period">Nobody bought credits or a template in this period.</EmptyState>
}

function Person({ user }: { user: AdminUser }) {
  return (
    <PersonCell person={user}>
      <p className="mt-1.5 flex flex-wrap gap-1.5">
        <Badge>{user.isGoogleUser ? 'Google User' : 'Email User'}</Badge>
        {isStaff(user.role) && <Badge tone="good">{roleLabels[user.role]}</Badge>}
        {user.isBlocked && <Badge tone="bad">Blocked</Badge>}
      </p>
    </PersonCell>
  )
}

function Credits({ user }: { user: AdminUser }) {
  const [period] = usePeriod()
  const { paisePer1000Credits } = useRegion()
  const bought = user.filteredCreditsPurchased
  return (
    <>
      <p className="font-medium">{writeCredits(user.credits)}</p>
      <p className="text-caption text-muted">
        {countText(bought)} purchased {period.name === 'all' ? 'all-time' : 'in the period'} (
        {creditsWorthText(bought, paisePer1000Credits)})
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
