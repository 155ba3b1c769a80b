// Closing a month, quarter or year: credits, sales and tax, money, and whether they agree.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { MonthEnd } from '@vitrine/contract/books'
import type { BooksPeriodName } from '@vitrine/contract/books-period'
import { classNames } from '../../ui/class-names.ts'
import { Badge } from '../../ui/indicator.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAdminQuery } from '../api/admin-query.ts'
import { AdminData } from '../ui/admin-data.tsx'
import { StatSkeleton } from '../ui/stat.tsx'
import { DownloadLink, PageHeading } from '../ui/table-controls.tsx'
import { Checks } from './checks.tsx'
import { CreditsTable } from './credits-table.tsx'
import { GstReturn } from './gst-return.tsx'
import { MoneySection } from './money-section.tsx'
import { BooksPeriodPicker, useBooksPeriod } from './period-picker.tsx'
import { SalesTable } from './sales-table.tsx'

export default function MonthEndPage() {
  const [period] = useBooksPeriod()
  const { kind, value } = period
  const query = useAdminQuery('GET /api/admin/month-end', { query: { kind, value } })
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <PageHeading text={t`Month-end`} count={undefined} />
        {query.data?.period.isUnfinished && !query.isStale && (
          <p role="status">
            <Badge tone="warn">
              <Trans>Not finished: the figures still change</Trans>
            </Badge>
          </p>
        )}
      </div>
      <div className="mb-6">
        <BooksPeriodPicker />
      </div>
      <AdminData query={query} loadingText={t`Adding up the period...`} skeleton={<Placeholders />}>
        {(books) => (
          <div
            aria-busy={query.isStale}
            className={classNames('flex flex-col gap-8 transition-opacity md:gap-10', query.isStale && 'opacity-60')}
          >
            <Books books={books} period={period} />
          </div>
        )}
      </AdminData>
    </>
  )
}

function Books({ books, period }: { books: MonthEnd; period: BooksPeriodName }) {
  const isTaxed =
    books.sales.some(({ supply }) => supply !== 'none') ||
    books.credits.some(({ paidPaise, untaxedPaise }) => paidPaise !== untaxedPaise)
  return (
    <>
      <Checks checks={books.checks} faults={books.faults} />
      <Downloads period={period} />
      <CreditsTable lines={books.credits} isTaxed={isTaxed} />
      <SalesTable sales={books.sales} documents={books.documents} />
      <GstReturn books={books} />
      <MoneySection money={books.money} period={period} />
    </>
  )
}

function Placeholders() {
  return (
    <div className="flex flex-col gap-8">
      <Skeleton className="h-24" />
      <Skeleton className="h-96" />
      <StatSkeleton count={4} />
    </div>
  )
}

/** The files of a period. */
function Downloads({ period }: { period: BooksPeriodName }) {
  const parts = { kind: period.kind, value: period.value }
  return (
    <section aria-labelledby="downloads-heading">
      <h2 id="downloads-heading" className="mb-4 font-headline text-title">
        <Trans>Downloads</Trans>
      </h2>
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        <DownloadLink path="/month-end/credits.csv" parts={parts} label={t`Credits (CSV)`} />
        <DownloadLink path="/month-end/sales.csv" parts={parts} label={t`Sales and tax (CSV)`} />
        <DownloadLink path="/month-end/payments.csv" parts={parts} label={t`Payments (CSV)`} />
        <DownloadLink path="/month-end/documents.zip" parts={parts} label={t`All documents (ZIP)`} />
        <DownloadLink path="/month-end" parts={parts} label={t`All figures (JSON)`} />
      </div>
    </section>
  )
}
