// Counts visits: visitors per quarter of an hour, and how many of them view which template. Visitors are not stored: a keyed
// hash distinguishes them for one day (UTC), and its random key is deleted together with the hashes.
import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'

const KEY_BYTES = 32
/** With a million visitors a day, two share a mark on fewer than one of 10^26 days. */
const MARK_BYTES = 16

/**
 * The secret that distinguishes the visitors of a day. Servers may hold it in memory until the day ends, and store it nowhere
 * else.
 */
export interface VisitKey {
  /** In UTC, such as 2026-11-21. */
  readonly day: string
  readonly key: Buffer
  /** Time left of the day. */
  readonly endsInMs: number
}

/** An event that counts once a day: a visit, or, with a template, a view of it. */
export interface VisitMark {
  readonly mark: Buffer
  readonly templateId: string | null
}

/** Today's key, the same for all servers; the first request creates it. */
export async function getVisitKey(db: Db): Promise<VisitKey> {
  const { rows } = await db.execute<{ day: string; key: Buffer; endsInMs: number }>(sql`
    insert into visit_keys (day, key) values ((now() at time zone 'UTC')::date, ${randomBytes(KEY_BYTES)})
        on conflict (day) do update set key = visit_keys.key
    returning day::text, key,
              (extract(epoch from (day + 1)::timestamp at time zone 'UTC' - now()) * 1000)::float8 as "endsInMs"`)
  const [today] = rows
  assert(today, 'an insert returns its row')
  return today
}

/** The marks of a visitor and of an optional template view. They cannot be reversed without the key. */
export function markVisit(
  { key }: Pick<VisitKey, 'key'>,
  visitor: { address: string; browser: string },
  templateId?: string,
): VisitMark[] {
  const createMark = (what: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([visitor.address, visitor.browser, what]))
      .digest()
      .subarray(0, MARK_BYTES)
  const visit = { mark: createMark(''), templateId: null }
  return templateId === undefined ? [visit] : [visit, { mark: createMark(templateId), templateId }]
}

/**
 * Counts the marks that are new today, in the current quarter of an hour. Ignores templates that are not on sale. Each mark
 * counts once, however many servers count at the same time.
 */
export async function countVisits(db: Db, day: string, marks: readonly VisitMark[]): Promise<void> {
  // The same order everywhere, so that two servers with the same visitors cannot deadlock.
  const ordered = marks.toSorted((a, b) => a.mark.compare(b.mark))
  await db.execute(sql`
    with arrived as (
      select mark, "templateId" from unnest(${list(ordered.map(({ mark }) => `\\x${mark.toString('hex')}`))}::bytea[],
                                            ${list(ordered.map(({ templateId }) => templateId))}::text[]) input (mark, "templateId")
       where "templateId" is null or "templateId" in (select id from templates where status = 'published')),
    fresh as (
      insert into visit_marks (day, mark) select ${day}::date, mark from arrived on conflict do nothing returning mark),
    counted as (
      -- What arrives just after midnight belongs to the day whose key it was marked with.
      select least(date_bin('15 minutes', now(), 'epoch'), (${day}::date + time '23:45') at time zone 'UTC') as quarter,
             "templateId", count(*)::int as count
        from arrived join fresh using (mark) group by "templateId"),
    visitors as (
      insert into visit_quarters (quarter, visitors) select quarter, count from counted where "templateId" is null
          on conflict (quarter) do update set visitors = visit_quarters.visitors + excluded.visitors)
    insert into template_view_quarters (template_id, quarter, views)
    select "templateId", quarter, count from counted where "templateId" is not null order by "templateId"
        on conflict (template_id, quarter) do update set views = template_view_quarters.views + excluded.views`)
}

/** Deletes the keys and marks of all past days. */
export async function deleteVisitorMarks(db: Db): Promise<void> {
  await db.execute(sql`delete from visit_marks where day < (now() at time zone 'UTC')::date`)
  await db.execute(sql`delete from visit_keys where day < (now() at time zone 'UTC')::date`)
}

/** One parameter, so that the statement's text is always the same. */
function list(values: readonly (string | null)[]) {
  return sql.param(values)
}
