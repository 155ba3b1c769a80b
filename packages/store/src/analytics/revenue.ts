// Revenue over time, and the buyers who contributed most.

import type { AdminInterval, AdminRevenue, AdminRevenuePoint, AdminTotals } from '@vitrine/contract/admin'
import { ApiError } from '@vitrine/contract/api-error'
import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import type { Period } from './period.ts'
import { PAID, PRESENT, packSales, paidByBuyer, type TotalsRow, toRupees, toTotals, total } from './sale.ts'

const TOP_USERS = 10
/** A chart with more points is unreadable, and a request for 700 years of days would have 250,000. */
const MAX_POINTS = 1200
const DAY_MS = 24 * 60 * 60 * 1000
const DAYS: Readonly<Record<AdminInterval, number>> = { day: 1, week: 7, month: 28 }
/** Chooses the finest interval with at most about this many points. */
const READABLE_POINTS = 100

/**
 * The series of a period without gaps, in intervals that begin at midnight of its time zone (weeks on Monday). By default the
 * finest readable interval. An open period begins with the first sale or account. Throws `invalid-input` for more than 1200
 * points.
 */
export async function readSeries(
  db: Reader,
  period: Period,
  requested: AdminInterval | undefined,
): Promise<Pick<AdminRevenue, 'interval' | 'series'>> {
  const span = await readSpan(db, period)
  const days = (span.to - span.from) / DAY_MS
  const interval =
    requested ?? (['day', 'week'] as const).find((unit) => days / DAYS[unit] <= READABLE_POINTS) ?? 'month'
  if (days / DAYS[interval] > MAX_POINTS) {
    const message = 'This interval is too short for the period'
    throw new ApiError('invalid-input', { issues: [{ path: 'interval', message }] }, message)
  }
  const { rows } = await db.execute<SeriesRow>(seriesQuery(period, interval, span))
  return { interval, series: rows.map(toPoint) }
}

interface SeriesRow extends Record<string, unknown> {
  date: string
  paise: number
  returnedPaise: number
  packs: number
  creditsPurchased: number
  purchases: number
  creditsSpent: number
  newUsers: number
}

function toPoint({ paise, returnedPaise, ...row }: SeriesRow): AdminRevenuePoint {
  return { ...row, revenue: toRupees(paise), refunded: toRupees(returnedPaise) }
}

interface Span {
  /** Milliseconds since 1970. */
  readonly from: number
  readonly to: number
}

async function readSpan(db: Reader, { from, to }: Period): Promise<Span> {
  const { rows } = await db.execute<{ first: number | null; now: number }>(sql`
    select (extract(epoch from least((select min(paid_at) from pack_orders), (select min(created_at) from entitlements),
             (select min(created_at) from users))) * 1000)::float8 as first,
           (extract(epoch from now()) * 1000)::float8 as now`)
  const now = rows[0]?.now ?? Date.now()
  return { from: from?.getTime() ?? rows[0]?.first ?? now, to: to ? to.getTime() - 1 : now }
}

/**
 * One row per interval. Computes each interval's boundaries in the time zone instead of converting a million sales, so that the
 * sales of an interval are one range of an index.
 */
function seriesQuery(period: Period, interval: AdminInterval, { from, to }: Span): SQL {
  const unit = sql.raw(`'${interval}'`)
  const step = sql.raw(`interval '1 ${interval}'`)
  const bucketAt = (milliseconds: number) =>
    sql`date_trunc(${unit}, ${new Date(milliseconds).toISOString()}::timestamptz at time zone ${period.timeZone})`
  const begin = period.from && sql`${period.from.toISOString()}::timestamptz`
  const end = period.to && sql`${period.to.toISOString()}::timestamptz`
  const within = (moment: SQL) => sql`${moment} >= buckets.begins and ${moment} < buckets.ends`
  return sql`
    with buckets as materialized (
      select day::date as date, greatest(day at time zone ${period.timeZone}, ${begin}) as begins,
             least((day + ${step}) at time zone ${period.timeZone}, ${end}) as ends
        from generate_series(${bucketAt(from)}, ${bucketAt(to)}, ${step}) day
    )
    select buckets.date::text as date, packs.*, bought.*, joined.*
      from buckets
      cross join lateral (
        select ${total(sql`paise`)} as paise, ${total(sql`returned_paise`)} as "returnedPaise",
               (count(*) filter (where is_sale))::float8 as packs, ${total(sql`credits`)} as "creditsPurchased" from pack_sales where ${within(sql`paid_at`)}) packs
      cross join lateral (
        select count(*)::float8 as purchases, ${total(sql`credits_charged`)} as "creditsSpent"
          from entitlements where ${within(sql`created_at`)}) bought
      cross join lateral (
        select count(*)::float8 as "newUsers" from users where ${within(sql`created_at`)}) joined
     order by buckets.date`
}

interface TopRow extends Record<string, unknown> {
  userId: string
  username: string
  actualName: string
  email: string
  paise: number
  purchaseCount: number
}

/** The ten buyers who spent most in the period, after refunds in it, and the totals. */
export async function readBuyers(
  db: Reader,
  period: Period,
): Promise<Omit<TotalsRow, 'purchases' | 'creditsSpent'> & { topUsers: AdminRevenue['topUsers'] }> {
  const { rows } = await db.execute<Omit<TotalsRow, 'purchases' | 'creditsSpent'> & { top: TopRow | null }>(sql`
    with paid as (${paidByBuyer(period)}), top as (
      select u.id as "userId", u.username, u.actual_name as "actualName", u.email, paise,
             (select count(*)::float8 from ${packSales(period, sql`s.user_id = u.id and s.is_sale`)} t) as "purchaseCount"
        from (select user_id, paise from paid where paise > 0 order by paise desc, user_id limit ${TOP_USERS}) most
        join users u on u.id = most.user_id
    )
    select ${PRESENT}, money.*, to_jsonb(top) as top from (${PAID}) money left join top on true
     order by top.paise desc, top."userId"`)
  const [first] = rows
  if (!first) throw new Error('sums without a group are one row')
  const { top: _top, ...sums } = first
  const topUsers = rows.flatMap(({ top }) => {
    if (!top) return []
    const { paise, ...user } = top
    return { ...user, moneySpent: toRupees(paise) }
  })
  return { ...sums, topUsers }
}

/** The totals of a series, whose intervals contain every sale of the period once. */
export function addUp(
  period: Period,
  series: readonly AdminRevenuePoint[],
  buyers: Omit<TotalsRow, 'purchases' | 'creditsSpent'>,
): AdminTotals {
  const sum = (name: 'purchases' | 'creditsSpent') => series.reduce((left, point) => left + point[name], 0)
  return toTotals(period, { ...buyers, purchases: sum('purchases'), creditsSpent: sum('creditsSpent') })
}
