// The dashboard's figures. The database computes all of them from one snapshot of the sales and of totals that triggers maintain.

import assert from 'node:assert/strict'
import type {
  AdminDocuments,
  AdminDocumentsQuery,
  AdminFunnel,
  AdminPayments,
  AdminPaymentsQuery,
  AdminPeriodQuery,
  AdminRevenue,
  AdminRevenueQuery,
  AdminTemplates,
  AdminTemplatesQuery,
  AdminUsers,
  AdminUsersQuery,
} from '@vitrine/contract/admin'
import type { Db, Tx } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import { pageDocuments } from './document-list.ts'
import { pagePayments } from './payment-list.ts'
import { isWithin, type Period, resolvePeriod, toWire } from './period.ts'
import { addUp, readBuyers, readSeries } from './revenue.ts'
import { readInSnapshot } from './snapshot.ts'
import { pageTemplateFigures, readVisitors } from './template-figures.ts'
import { pageUsers } from './user-figures.ts'

/** The totals and a page of users. Like all functions in this file, throws `invalid-input` for an invalid period. */
export function getUserFigures(db: Db, query: AdminUsersQuery): Promise<AdminUsers> {
  return inSnapshot(db, query, (tx, period) => pageUsers(tx, period, query))
}

/** The totals and a page of templates. */
export function getTemplateFigures(db: Db, query: AdminTemplatesQuery): Promise<AdminTemplates> {
  return inSnapshot(db, query, (tx, period) => pageTemplateFigures(tx, period, query))
}

/** The totals, revenue over time and the ten buyers who spent most. */
export function getRevenue(db: Db, query: AdminRevenueQuery): Promise<AdminRevenue> {
  return inSnapshot(db, query, async (tx, period) => {
    const { interval, series } = await readSeries(tx, period, query.interval)
    const buyers = await readBuyers(tx, period)
    return { ...addUp(period, series, buyers), interval, series, topUsers: buyers.topUsers }
  })
}

/** The funnel of users who signed up in the period. */
export function getFunnel(db: Db, query: AdminPeriodQuery): Promise<AdminFunnel> {
  return inSnapshot(db, query, readFunnel)
}

/** A page of the payments in the period. */
export function listPayments(db: Db, query: AdminPaymentsQuery): Promise<AdminPayments> {
  return inSnapshot(db, query, (tx, period) => pagePayments(tx, period, query))
}

/** One page of the billing documents of a period, newest first. */
export function listDocuments(db: Db, query: AdminDocumentsQuery): Promise<AdminDocuments> {
  return inSnapshot(db, query, (tx, period) => pageDocuments(tx, period, query))
}

/** Runs all queries of an answer on one snapshot, while customers keep buying. */
async function inSnapshot<T>(
  db: Db,
  query: AdminPeriodQuery,
  read: (tx: Tx, period: Period) => Promise<T>,
): Promise<T> {
  const period = await resolvePeriod(db, query)
  return readInSnapshot(db, (tx) => read(tx, period))
}

const STEPS = ['signed-up', 'project', 'preview', 'purchase', 'full-video'] as const

/**
 * The number of visitors, who cannot be followed further; then, of the accounts created in the period, how many have reached at
 * least each step. A later step implies the earlier ones (a ready-made template needs no project), so the numbers never rise.
 * Deleted accounts are excluded, because their data was erased. Visitors can be fewer than accounts, when visits were not yet
 * counted or people opted out.
 */
async function readFunnel(db: Reader, period: Period): Promise<AdminFunnel> {
  const { rows } = await db.execute<{ furthest: number; users: number }>(sql`
    select case when u.id in (select user_id from renders where kind = 'full' and file_key is not null) then 4
                when u.id in (select user_id from buyer_sums where purchases > 0) then 3
                when u.id in (select user_id from renders where kind = 'preview' and file_key is not null) then 2
                when u.id in (select user_id from projects) then 1
                else 0 end as furthest, count(*)::float8 as users
      from users u where u.deleted_at is null and ${isWithin(period, sql`u.created_at`)} group by 1`)
  const counted = new Map(rows.map(({ furthest, users }) => [furthest, users]))
  let users = 0
  const steps = STEPS.map((step, place) => ({ step, place })).reverse()
  const reached = steps.map(({ step, place }) => {
    users += counted.get(place) ?? 0
    return { step, users }
  })
  assert(reached.length === STEPS.length)
  const { visitors, ...visits } = await readVisitors(db, period)
  return { period: toWire(period), visits, steps: [{ step: 'visited', users: visitors }, ...reached.reverse()] }
}
