// Visits in a period. They are counted per quarter of an hour, so that days of every time zone are exact; a period that ends now
// begins with the quarter that contains its first moment.
import type { AdminVisits } from '@vitrine/contract/admin'
import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import { inMilliseconds, isWithin, type Period } from './period.ts'
import { total } from './sale.ts'

const QUARTER_MS = 15 * 60_000

/** A query of the views of each template in a period: template_id, views. */
export function viewsByTemplate(period: Period): SQL {
  return sql`select template_id, ${total(sql`views`)} as views
               from template_view_quarters where ${isCounted(period)} group by template_id`
}

/** The visitors of all days of a period, and how much of the period the counted visits cover. */
export async function readVisitors(db: Reader, period: Period): Promise<AdminVisits & { visitors: number }> {
  const { rows } = await db.execute<{ visitors: number }>(
    sql`select ${total(sql`visitors`)} as visitors from visit_quarters where ${isCounted(period)}`,
  )
  return { visitors: rows[0]?.visitors ?? 0, ...(await readCoverage(db, period)) }
}

/** How much of a period the counted visits cover; for an open period, how much of the time since the first account. */
export async function readCoverage(db: Reader, { from, to }: Period): Promise<AdminVisits> {
  const { rows } = await db.execute<{ countedFrom: number; covers: AdminVisits['covers'] }>(sql`
    select ${inMilliseconds(sql`counted_from`)} as "countedFrom",
           case when counted_from <= coalesce(${from?.toISOString() ?? null}::timestamptz,
                                              (select min(created_at) from users), counted_from) then 'all'
                when counted_from < coalesce(${to?.toISOString() ?? null}::timestamptz, now()) then 'part'
                else 'none' end as covers
      from visit_start`)
  const [start] = rows
  if (!start) return { countedFrom: null, covers: 'none' }
  return { countedFrom: new Date(start.countedFrom).toISOString(), covers: start.covers }
}

/** The condition that a quarter of an hour begins in the period or contains its beginning. */
function isCounted(period: Period): SQL {
  const from = period.from && new Date(Math.floor(period.from.getTime() / QUARTER_MS) * QUARTER_MS)
  return isWithin({ ...period, from }, sql`quarter`)
}
