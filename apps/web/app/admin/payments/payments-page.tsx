// All payments, searched and filtered.
import { t } from '@lingui/core/macro'
import { useSearchParams } from 'react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useAdminQuery } from '../api/admin-query.ts'
import { AdminData } from '../ui/admin-data.tsx'
import { paymentStates } from '../ui/label.ts'
import { PeriodBadge, PeriodPicker, periodQuery, usePeriod } from '../ui/period.tsx'
import { DownloadLink, FilterSelect, PageHeading, readFilter, SearchField } from '../ui/table-controls.tsx'
import { useTableState } from '../ui/table-state.ts'
import { PaymentTable } from './payment-table.tsx'

const sorts = ['newest'] as const

export default function PaymentsPage() {
  const [searchParams] = useSearchParams()
  const [period] = usePeriod()
  const table = useTableState({ sorts })
  const status = readFilter(searchParams, 'status', paymentStates())
  const parts = { ...periodQuery(period), search: table.search, status }
  const query = useAdminQuery('GET /api/admin/payments', { query: { ...parts, ...table.pageQuery } })
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <PageHeading text={t`Payments`} count={query.data?.matchingPayments} />
        <PeriodBadge />
      </div>
      <div className="mb-6 flex flex-col gap-4">
        <PeriodPicker />
        <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
          <SearchField label={t`Search payments`} placeholder={t`Number, buyer or receipt`} {...table.searchProps} />
          <FilterSelect label={t`State`} name="status" all={t`All states`} values={paymentStates()} />
          <DownloadLink path="/payments.csv" parts={parts} />
          <DownloadLink path="/refunds.csv" parts={parts} label={t`Download refunds as CSV`} />
        </div>
      </div>
      <AdminData query={query} loadingText={t`Loading payments...`}>
        {({ items, matchingPayments }) =>
          matchingPayments === 0 ? (
            <EmptyState title={t`No payments`}>
              {table.search || status || period.name !== 'all'
                ? t`No payments match the filters.`
                : t`What customers pay for credits is listed here.`}
            </EmptyState>
          ) : (
            <PaymentTable payments={items} paging={table.paging(matchingPayments)} isStale={query.isStale} />
          )
        }
      </AdminData>
    </>
  )
}
