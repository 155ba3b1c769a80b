// Reporting periods: the last days up to now, or whole days of a time zone. The database's clock and time zones apply, because
// its rows are counted.
import assert from 'node:assert/strict'
import type { AdminPeriod, AdminPeriodQuery } from '@vitrine/contract/admin'
import { ApiError } from '@vitrine/contract/api-error'
import { findSqlState } from '@vitrine/database/connection'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'

/** From `from` on, before `to`; null where it is open. */
export interface Period {
  readonly name: AdminPeriod['name']
  readonly from: Date | null
  readonly to: Date | null
  readonly timeZone: string
  /** Whether the period covers most of the time in which the store has been selling. */
  readonly coversMost: boolean
}

const ROLLING_DAYS = { all: null, week: 7, month: 30, '60days': 60, custom: null } as const

const UNKNOWN_TIME_ZONE = '22023'

/**
 * The start and end of a period. Throws `invalid-input` for a custom period without both days, with its start after its end or
 * its end after today (in the time zone), and for an unknown time zone.
 */
export async function resolvePeriod(db: Reader, query: AdminPeriodQuery): Promise<Period> {
  const { period: name, timeZone } = query
  const { from, to } = name === 'custom' ? query : {}
  if (name === 'custom' && (from === undefined || to === undefined)) {
    throw invalid(from === undefined ? 'from' : 'to', 'A custom period needs its first and its last day')
  }
  if (from !== undefined && to !== undefined && from > to)
    throw invalid('from', 'The start must be on or before the end')
  const { rows } = await db
    .execute<{ from: number | null; to: number | null; today: string; firstSale: number | null; now: number }>(sql`
      select ${inMilliseconds(sql`coalesce(
               ${from ?? null}::date::timestamp at time zone ${timeZone},
               now() - make_interval(days => ${ROLLING_DAYS[name]}::int))`)} as from,
             ${inMilliseconds(sql`(${to ?? null}::date + 1)::timestamp at time zone ${timeZone}`)} as to,
             (now() at time zone ${timeZone})::date::text as today, ${inMilliseconds(sql`now()`)} as now,
             ${inMilliseconds(sql`least((select min(paid_at) from pack_sales), (select min(created_at) from entitlements))`)}
               as "firstSale"`)
    .catch((error: unknown) => {
      if (findSqlState(error) === UNKNOWN_TIME_ZONE) throw invalid('timeZone', 'This time zone is not known')
      throw error
    })
  const [found] = rows
  assert(found, 'a query without tables answers one row')
  if (to !== undefined && to > found.today) throw invalid('to', 'The end must not be after today')
  const toDate = (milliseconds: number | null) => (milliseconds === null ? null : new Date(milliseconds))
  return { name, from: toDate(found.from), to: toDate(found.to), timeZone, coversMost: coversMost(found) }
}

function coversMost({
  from,
  to,
  firstSale,
  now,
}: Record<'from' | 'to' | 'firstSale', number | null> & { now: number }) {
  if (firstSale === null) return false
  const covered = Math.min(to ?? now, now) - Math.max(from ?? firstSale, firstSale)
  return covered > (now - firstSale) / 2
}

/** The condition that a moment is in the period; `true` when the period is open on both sides. */
export function isWithin({ from, to }: Pick<Period, 'from' | 'to'>, moment: SQLWrapper): SQL {
  if (from === null && to === null) return sql`true`
  const after = from && sql`${moment} >= ${from.toISOString()}::timestamptz`
  const before = to && sql`${moment} < ${to.toISOString()}::timestamptz`
  return after && before ? sql`(${after} and ${before})` : (after ?? before ?? sql`true`)
}

/** Whether the period leaves anything out. */
export function isBounded({ from, to }: Period): boolean {
  return from !== null || to !== null
}

/** The periods before and after a period. */
export function listOutside(period: Period): Period[] {
  const { from, to } = period
  const before = from && { ...period, from: null, to: from }
  const after = to && { ...period, from: to, to: null }
  return [before, after].filter((part) => part !== null)
}

/** The wire form. */
export function toWire({ name, from, to, timeZone }: Period): AdminPeriod {
  return { name, from: from?.toISOString() ?? null, to: to?.toISOString() ?? null, timeZone }
}

/** A moment as milliseconds since 1970, which every number type of the database driver represents exactly. */
export function inMilliseconds(moment: SQLWrapper): SQL {
  return sql`(extract(epoch from ${moment}) * 1000)::float8`
}

function invalid(path: string, message: string): ApiError {
  return new ApiError('invalid-input', { issues: [{ path, message }] }, message)
}
