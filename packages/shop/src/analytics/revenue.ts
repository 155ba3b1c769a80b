// Owns revenue over time and who brought it.
import type { AdminInterval, AdminRevenue, AdminRevenuePoint } from '@vitrine/contract/admin'
import { Refusal } from '@vitrine/contract/refusal'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import { isWithin, type Period } from './period.ts'
import { packSales, templateSales, toRupees, total } from './sale.ts'

const TOP_USERS = 10
/** A chart of more points than this says nothing, and a request for 700 years of days would be one of 250,000. */
const MOST_POINTS = 1200
const DAY_MS = 24 * 60 * 60 * 1000
const DAYS: Readonly<Record<AdminInterval, number>> = { day: 1, week: 7, month: 28 }
/** The finest interval that gives at most about this many points is chosen. */
const READABLE_POINTS = 100

/**
 * The series of a period without gaps, in intervals that begin at midnight of its time zone (weeks on Monday). Without an
 * interval the finest readable one. An open period begins with the first sale or account. Refuses invalid-input for more
 * than 1200 points.
 */
export async function readSeries(
  db: Reader,
  period: Period,
  wanted: AdminInterval | undefined,
): Promise<Pick<AdminRevenue, 'interval' | 'series'>> {
  const span = await readSpan(db, period)
  const days = (span.to - span.from) / DAY_MS
  const interval = wanted ?? (['day', 'week'] as const).find((unit) => days / DAYS[unit] <= READABLE_POINTS) ?? 'month'
  if (days / DAYS[interval] > MOST_POINTS) {
    const message = 'This interval is too short for the period'
    throw new Refusal('invalid-input', { issues: [{ path: 'interval', message }] }, message)
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

/** `day`, `week` or `month` as a date, in the time zone of the period. */
function bucketOf(period: Period, interval: AdminInterval, moment: SQLWrapper): SQL {
  return sql`date_trunc(${sql.raw(`'${interval}'`)}, ${moment} at time zone ${period.timeZone})::date`
}

function seriesQuery(period: Period, interval: AdminInterval, { from, to }: Span): SQL {
  const at = (milliseconds: number) =>
    bucketOf(period, interval, sql`${new Date(milliseconds).toISOString()}::timestamptz`)
  const step = sql.raw(`interval '1 ${interval}'`)
  // Each source is grouped by the position of its bucket: the expression holds a parameter, which would not be the same twice.
  return sql`
    with buckets as (select generate_series(${at(from)}, ${at(to)}, ${step})::date as date),
    packs as (
      select ${bucketOf(period, interval, sql`paid_at`)} as date, ${total(sql`paise`)} as paise,
             ${total(sql`returned_paise`)} as returned, ${total(sql`credits`)} as credits, count(*)::float8 as packs
        from ${packSales(period)} s group by 1
    ), bought as (
      select ${bucketOf(period, interval, sql`created_at`)} as date, count(*)::float8 as purchases, ${total(sql`credits_charged`)} as credits
        from ${templateSales(period)} s group by 1
    ), joined as (
      select ${bucketOf(period, interval, sql`created_at`)} as date, count(*)::float8 as users
        from users where ${isWithin(period, sql`created_at`)} group by 1
    )
    select buckets.date::text as date, coalesce(packs.paise, 0) as paise, coalesce(packs.returned, 0) as "returnedPaise",
           coalesce(packs.packs, 0) as packs, coalesce(packs.credits, 0) as "creditsPurchased",
           coalesce(bought.purchases, 0) as purchases, coalesce(bought.credits, 0) as "creditsSpent",
           coalesce(joined.users, 0) as "newUsers"
      from buckets left join packs using (date) left join bought using (date) left join joined using (date)
     order by date`
}

interface TopRow extends Record<string, unknown> {
  userId: string
  username: string
  actualName: string
  email: string
  paise: number
  purchaseCount: number
}

/** The ten who spent most money in the period; who got all of it back is none of them. */
export async function listTopUsers(db: Reader, period: Period): Promise<AdminRevenue['topUsers']> {
  const { rows } = await db.execute<TopRow>(sql`
    select u.id as "userId", u.username, u.actual_name as "actualName", u.email, top.paise,
           (select count(*)::float8 from ${templateSales(period, sql`e.user_id = u.id`)} t) as "purchaseCount"
      from (select user_id, sum(paise)::float8 as paise from ${packSales(period)} s
             group by user_id having sum(paise) > 0 order by 2 desc, user_id limit ${TOP_USERS}) top
      join users u on u.id = top.user_id
     order by top.paise desc, u.id`)
  return rows.map(({ paise, ...row }) => ({ ...row, moneySpent: toRupees(paise) }))
}
