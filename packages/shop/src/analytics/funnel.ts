// The conversion funnel from the first visit to a finished video.
import assert from 'node:assert/strict'
import type { AdminFunnel } from '@vitrine/contract/admin'
import { sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import { isWithin, type Period, toWire } from './period.ts'
import { readVisitors } from './visit-figures.ts'

const STEPS = ['signed-up', 'project', 'preview', 'purchase', 'full-film'] as const

/**
 * The number of visitors, who cannot be followed further; then, of the accounts created in the period, how many have by
 * now reached at least each step. A later step counts for the earlier ones too (a ready-made template needs no
 * project), so that the numbers never rise. Deleted accounts are excluded, because their data was erased. There can be
 * fewer visitors than accounts, where visits were not counted yet or people opted out.
 */
export async function readFunnel(db: Reader, period: Period): Promise<AdminFunnel> {
  const { rows } = await db.execute<{ furthest: number; users: number }>(sql`
    select case when u.id in (select user_id from renders where kind = 'full' and film_key is not null) then 4
                when u.id in (select user_id from buyer_sums where purchases > 0) then 3
                when u.id in (select user_id from renders where kind = 'preview' and film_key is not null) then 2
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
