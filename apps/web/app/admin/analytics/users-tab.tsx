// The users tab: balance, packs, templates and revenue of each, all-time or in the period.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminUser, AdminUsersQuery } from '@vitrine/contract/admin'
import { isStaff } from '@vitrine/contract/permission'
import { useState } from 'react'
import { useRegion } from '../../api/root-data.ts'
import { dateFormat } from '../../language/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Badge } from '../../ui/indicator.tsx'
import { useAdminQuery } from '../api/admin-query.ts'
import { roleLabel } from '../api/role.tsx'
import { periodQuery, usePeriod } from '../ui/period.tsx'
import { PersonCell, UserTable } from '../ui/person.tsx'
import { countText, creditsText, creditsWorthText, rupeesText } from '../ui/rupees.ts'
import type { AdminColumn } from '../ui/table.tsx'
import { DownloadLink, SearchField } from '../ui/table-controls.tsx'
import { useTableState } from '../ui/table-state.ts'

const sorts = ['moneySpent', 'creditsPurchased', 'templatesPurchased', 'credits', 'createdAt', 'name'] as const

const listColumns = (): readonly AdminColumn<AdminUser, AdminUsersQuery['sort']>[] => [
  { header: t`User`, sort: 'name', cell: (user) => <Person user={user} /> },
  { header: t`Credits Info`, sort: 'creditsPurchased', isNumber: true, cell: (user) => <Credits user={user} /> },
  {
    header: t`Templates Purchased`,
    sort: 'templatesPurchased',
    isNumber: true,
    isText: true,
    cell: (user) => <PurchaseList purchases={user.filteredTemplatesPurchased} />,
  },
  { header: t`Revenue Contribution`, sort: 'moneySpent', isNumber: true, cell: (user) => <Revenue user={user} /> },
]

export function UsersTab() {
  const [period] = usePeriod()
  const table = useTableState({ sorts })
  const parts = { ...periodQuery(period), ...table.parts }
  const query = useAdminQuery('GET /api/admin/users', { query: { ...parts, ...table.pageQuery } })
  const isWhole = period.name === 'all'
  return (
    <section aria-labelledby="users-heading">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 id="users-heading" className="font-headline text-title">
          <span>{isWhole ? t`All users` : t`Users with activity in the period`}</span>{' '}
          {query.data && (
            <span className="ms-2 font-sans text-body text-muted tabular-nums">
              {countText(query.data.matchingUsers)}
            </span>
          )}
        </h2>
        <div className="flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
          <SearchField label={t`Search users`} placeholder={t`Name, email or id`} {...table.searchProps} />
          <DownloadLink path="/users.csv" parts={parts} />
        </div>
      </div>
      <UserTable
        label={t`Users`}
        loadingText={t`Loading dashboard data...`}
        columns={listColumns}
        query={query}
        table={table}
        empty={<NoUsers search={table.search} isWhole={isWhole} />}
      />
    </section>
  )
}

function NoUsers({ search, isWhole }: { search: string; isWhole: boolean }) {
  if (search !== '')
    return (
      <EmptyState title={t`Nobody found`}>
        <Trans>No user has “{search}” in their name or address.</Trans>
      </EmptyState>
    )
  if (isWhole)
    return (
      <EmptyState title={t`No users yet`}>
        <Trans>New accounts appear here.</Trans>
      </EmptyState>
    )
  return (
    <EmptyState title={t`No activity in the period`}>
      <Trans>Nobody bought credits or a template in this period.</Trans>
    </EmptyState>
  )
}

function Person({ user }: { user: AdminUser }) {
  return (
    <PersonCell person={user}>
      <p className="mt-1.5 flex flex-wrap gap-1.5">
        <Badge>{user.isGoogleUser ? t`Google User` : t`Email User`}</Badge>
        {isStaff(user.role) && <Badge tone="good">{roleLabel(user.role)}</Badge>}
        {user.isBlocked && (
          <Badge tone="bad">
            <Trans>Blocked</Trans>
          </Badge>
        )}
      </p>
    </PersonCell>
  )
}

function Credits({ user }: { user: AdminUser }) {
  const [period] = usePeriod()
  const { paisePer1000Credits } = useRegion()
  const bought = countText(user.filteredCreditsPurchased)
  const worth = creditsWorthText(user.filteredCreditsPurchased, paisePer1000Credits)
  return (
    <>
      <p className="font-medium">{creditsText(user.credits)}</p>
      <p className="text-caption text-muted">
        {period.name === 'all'
          ? t`${bought} purchased all-time (${worth})`
          : t`${bought} purchased in the period (${worth})`}
      </p>
    </>
  )
}

function Revenue({ user }: { user: AdminUser }) {
  const { filteredCreditsPurchased: credits, filteredMoneySpent: rupees } = user
  const price = rupeesText(rupees / credits)
  return (
    <>
      <p className="font-medium">{rupeesText(rupees)}</p>
      <p className="text-caption text-muted">{credits > 0 ? t`${price} per credit` : t`N/A per credit`}</p>
    </>
  )
}

const shownFirst = 3

function PurchaseList({ purchases }: { purchases: AdminUser['templatesPurchased'] }) {
  const [isWhole, setIsWhole] = useState(false)
  if (purchases.length === 0)
    return (
      <p className="text-muted">
        <Trans>None</Trans>
      </p>
    )
  const count = countText(purchases.length)
  const shown = isWhole ? purchases : purchases.slice(0, shownFirst)
  return (
    <>
      <ul className="flex flex-col gap-1">
        {shown.map(({ templateId, creditsCost, purchaseDate }) => (
          <li key={templateId}>
            <bdi translate="no" dir="ltr" className="font-medium wrap-anywhere">
              {`#${templateId}`}
            </bdi>{' '}
            <span className="text-caption text-muted tabular-nums sm:whitespace-nowrap">
              <span>{`${creditsText(creditsCost)} ·`}</span>{' '}
              <time dateTime={purchaseDate}>
                {dateFormat({ dateStyle: 'medium' }, 'en-IN').format(new Date(purchaseDate))}
              </time>
            </span>
          </li>
        ))}
      </ul>
      {purchases.length > shownFirst && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
          className="mt-1.5 rounded-control text-caption text-plum underline underline-offset-4 hover:no-underline"
        >
          {isWhole ? t`Show fewer` : t`Show all ${count}`}
        </button>
      )}
    </>
  )
}
