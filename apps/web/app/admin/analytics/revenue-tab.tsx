// The revenue tab: totals, revenue over time, top buyers, funnel.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminFunnel, AdminInterval, AdminRevenue, AdminRevenuePoint } from '@vitrine/contract/admin'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { numberFormat } from '../../language/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAdminQuery } from '../api/admin-query.ts'
import { AdminData } from '../ui/admin-data.tsx'
import { periodQuery, usePeriod } from '../ui/period.tsx'
import { countText, rupeesText } from '../ui/rupees.ts'
import { BarList, type ListedBar, Stat, StatRow, StatSkeleton } from '../ui/stat.tsx'
import { type AdminColumn, AdminTable } from '../ui/table.tsx'
import { DownloadLink, FilterSelect, readFilter } from '../ui/table-controls.tsx'
import { type Measure, measures, pointText, RevenueChart } from './revenue-chart.tsx'
import { VisitsNote } from './visit-text.tsx'

const intervals = (): Readonly<Record<AdminInterval, string>> => ({
  day: t`By day`,
  week: t`By week`,
  month: t`By month`,
})

/** Other measures; the default is revenue. */
function otherMeasures(): Readonly<Record<Exclude<Measure, 'revenue'>, string>> {
  const { creditsPurchased, purchases, newUsers } = measures()
  return { creditsPurchased: creditsPurchased.label, purchases: purchases.label, newUsers: newUsers.label }
}

export function RevenueTab() {
  const [period] = usePeriod()
  const [searchParams] = useSearchParams()
  const parts = { ...periodQuery(period), interval: readFilter(searchParams, 'interval', intervals()) }
  const measure = readFilter(searchParams, 'show', otherMeasures()) ?? 'revenue'
  const { label } = measures()[measure]
  const query = useAdminQuery('GET /api/admin/revenue', { query: parts })
  return (
    <>
      {/* The interval may be too short for a long period, so another one can be chosen. */}
      {query.failure && parts.interval && (
        <div className="mb-5 flex justify-end">
          <IntervalSelect />
        </div>
      )}
      <AdminData query={query} loadingText={t`Loading dashboard data...`} skeleton={<RevenueSkeleton />}>
        {(revenue) => (
          <div className="flex flex-col gap-6 md:gap-8">
            <Cards revenue={revenue} />
            <section
              aria-labelledby="series-heading"
              className="min-w-0 rounded-card border border-line bg-raised p-5 md:p-6"
            >
              <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
                <h2 id="series-heading" className="font-headline text-title">
                  <Trans>{label} over time</Trans>
                </h2>
                <div className="grid w-full grid-cols-2 gap-3 sm:flex sm:w-auto">
                  <FilterSelect label={t`Show`} name="show" all={measures().revenue.label} values={otherMeasures()} />
                  <IntervalSelect />
                  <DownloadLink path="/revenue.csv" parts={parts} />
                </div>
              </div>
              <RevenueChart series={revenue.series} interval={revenue.interval} measure={measure} />
              <RevenueSeries series={revenue.series} interval={revenue.interval} />
            </section>
            <div className="grid grid-cols-1 gap-6 md:gap-8 lg:grid-cols-2 lg:items-start">
              <Breakdown topUsers={revenue.topUsers} />
              <Funnel />
            </div>
          </div>
        )}
      </AdminData>
    </>
  )
}

function IntervalSelect() {
  return <FilterSelect label={t`Interval`} name="interval" all={t`Automatic`} values={intervals()} />
}

function Cards({ revenue }: { revenue: AdminRevenue }) {
  const { totalRevenue, totalRefunded, payingUsers, totalPurchases, totalUsers } = revenue
  const returned = rupeesText(totalRefunded)
  return (
    <StatRow>
      <Stat label={t`Total Revenue`} {...(totalRefunded > 0 && { note: t`${returned} returned` })}>
        {rupeesText(totalRevenue)}
      </Stat>
      <Stat label={t`Paying Users`}>{countText(payingUsers)}</Stat>
      <Stat label={t`Total Purchases`} note={t`of templates, for credits`}>
        {countText(totalPurchases)}
      </Stat>
      <Stat label={t`Avg. Revenue/User`}>{rupeesText(totalUsers > 0 ? totalRevenue / totalUsers : 0)}</Stat>
    </StatRow>
  )
}

function Breakdown({ topUsers }: Pick<AdminRevenue, 'topUsers'>) {
  return (
    <section aria-labelledby="breakdown-heading" className="rounded-card border border-line bg-raised p-5 md:p-6">
      <h2 id="breakdown-heading" className="mb-3 font-headline text-title">
        <Trans>Revenue Breakdown</Trans>
      </h2>
      {topUsers.length === 0 ? (
        <EmptyState title={t`No revenue data found for the period.`} />
      ) : (
        <ol className="divide-y divide-line">
          {topUsers.map((user, place) => (
            <li key={user.userId} className="flex items-center gap-4 py-3">
              <span className="w-7 shrink-0 text-caption text-muted tabular-nums">{`#${place + 1}`}</span>
              <span className="min-w-0 flex-1">
                <span dir="auto" className="block truncate font-medium">
                  {user.actualName || user.username}
                </span>
                <span dir="auto" className="block truncate text-caption text-muted">
                  {user.email}
                </span>
              </span>
              <span className="shrink-0 text-end tabular-nums">
                <span className="block font-medium">{rupeesText(user.moneySpent)}</span>
                <span className="block text-caption text-muted">{packsText(user.purchaseCount)}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** A number of credit packs, the unit that money was paid for. */
function packsText(packs: number): string {
  const count = countText(packs)
  return plural(packs, { one: `${count} credit pack`, other: `${count} credit packs` })
}

function RevenueSkeleton() {
  return (
    <div className="flex flex-col gap-8">
      <StatSkeleton count={4} />
      <Skeleton className="h-96" />
    </div>
  )
}

const pageSize = 15

type RevenueSeriesProps = { series: readonly AdminRevenuePoint[]; interval: AdminInterval }

function RevenueSeries({ series, interval }: RevenueSeriesProps) {
  const [requestedPage, setPage] = useState(1)
  const columns = useCallback(() => listColumns(interval), [interval])
  const newestFirst = useMemo(() => [...series].reverse(), [series])
  const page = Math.min(requestedPage, Math.max(1, Math.ceil(series.length / pageSize)))
  return (
    <details className="mt-5 border-t border-line pt-4">
      <summary className="rounded-control font-medium">
        <Trans>View as table</Trans>
      </summary>
      <div className="pt-4">
        <AdminTable
          label={t`Revenue over time`}
          columns={columns}
          rows={newestFirst.slice((page - 1) * pageSize, page * pageSize)}
          rowKey={({ date }) => date}
          paging={{ page, pageSize, total: series.length, onPage: setPage }}
        />
      </div>
    </details>
  )
}

function listColumns(interval: AdminInterval): readonly AdminColumn<AdminRevenuePoint>[] {
  return [
    {
      header: { day: t`Day`, week: t`Week`, month: t`Month` }[interval],
      cell: (point) => pointText(point, interval),
    },
    { header: t`Revenue`, isNumber: true, cell: ({ revenue }) => rupeesText(revenue) },
    {
      header: t({ message: 'Returned', context: 'money' }),
      isNumber: true,
      cell: ({ refunded }) => rupeesText(refunded),
    },
    { header: t`Packs`, isNumber: true, cell: ({ packs }) => countText(packs) },
    { header: t`Credits purchased`, isNumber: true, cell: ({ creditsPurchased }) => countText(creditsPurchased) },
    { header: t`Templates sold`, isNumber: true, cell: ({ purchases }) => countText(purchases) },
    { header: t`New users`, isNumber: true, cell: ({ newUsers }) => countText(newUsers) },
  ]
}

function stepLabel(step: AdminFunnel['steps'][number]['step']): string {
  return {
    visited: t`Visited`,
    'signed-up': t`Signed up`,
    project: t`Started a project`,
    preview: t`Made a preview`,
    purchase: t`Bought a template`,
    'full-video': t`Downloaded the full video`,
  }[step]
}

/** The funnel from the first visit to a full video. */
function Funnel() {
  const [period] = usePeriod()
  const query = useAdminQuery('GET /api/admin/funnel', { query: periodQuery(period) })
  return (
    <section aria-labelledby="funnel-heading" className="rounded-card border border-line bg-raised p-5 md:p-6">
      <h2 id="funnel-heading" className="font-headline text-title">
        <Trans>From visit to download</Trans>
      </h2>
      <p className="mt-1 text-caption text-muted">
        <Trans>Daily visitors, and how far the people who signed up in this period have come.</Trans>
      </p>
      <AdminData query={query} loadingText={t`Loading...`} skeleton={<Skeleton className="mt-5 h-64" />}>
        {(funnel) => (
          <>
            <VisitsNote visits={funnel.visits} />
            <SeparateVisitors funnel={funnel} />
            <div className="mt-5">
              <BarList bars={listBars(funnel)} />
            </div>
          </>
        )}
      </AdminData>
    </section>
  )
}

/** Visitors who do not include everyone who signed up are shown next to the funnel instead of as its first step. */
function SeparateVisitors({ funnel }: { funnel: AdminFunnel }) {
  const visitors = countUsersAt(funnel, 'visited')
  if (isLedByVisits(funnel) || visitors === 0) return null
  const count = countText(visitors)
  return (
    <p className="text-caption text-muted">
      {plural(visitors, {
        one: `${count} visitor was counted, which doesn’t include everyone.`,
        other: `${count} visitors were counted, which doesn’t include everyone.`,
      })}
    </p>
  )
}

type Counted = Pick<AdminFunnel, 'steps' | 'visits'>

const countUsersAt = ({ steps }: Counted, name: string) => steps.find(({ step }) => step === name)?.users ?? 0

const isLedByVisits = (funnel: Counted) =>
  funnel.visits.covers === 'all' && countUsersAt(funnel, 'visited') >= countUsersAt(funnel, 'signed-up')

/**
 * The funnel starts with the visitors if all of them are known, and shares are relative to them. Otherwise it starts
 * with the accounts, which can outnumber the visitors: visits may not have been counted yet, and people can opt out.
 */
export function listBars(funnel: Counted): ListedBar[] {
  const isLed = isLedByVisits(funnel)
  const whole = countUsersAt(funnel, isLed ? 'visited' : 'signed-up')
  return (
    funnel.steps
      // Visitors of a part of the period cannot be compared with accounts of all of it.
      .filter(({ step }) => step !== 'visited' || isLed)
      .map(({ step, users }) => {
        const share =
          whole > 0 ? ` · ${numberFormat({ style: 'percent' }).format(Math.round((users / whole) * 100) / 100)}` : ''
        return { key: step, label: stepLabel(step), value: users, text: `${countText(users)}${share}` }
      })
  )
}
