// Counts visits: visitors per quarter of an hour, and how many of them view which template. Visitors are not stored: a keyed
// hash distinguishes them for one day (UTC), and its random key is deleted together with the hashes.
import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'

const KEY_BYTES = 32
/** Two of a million visitors of a day meet in fewer than one of 10^26 days. */
const MARK_BYTES = 16

/** What a server needs to distinguish the visitors of a day. It may be kept in memory until the day ends, and nowhere else. */
export interface VisitKey {
  /** In UTC, such as 2026-11-21. */
  readonly day: string
  readonly key: Buffer
  /** From now until the day is over. */
  readonly endsInMs: number
}

/** Something that counts once a day: a visit, or, with a template, a view of it. */
export interface VisitMark {
  readonly mark: Buffer
  readonly templateId: string | null
}

/** Today's key, the same for all servers: the first to ask creates it. */
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

/** The marks of a visitor, who looks at a template or at none. Without the key they cannot be reversed. */
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
 * Counts those of the marks that this day has not seen yet, in the present quarter of an hour. Templates that are not on
 * sale count nothing. However many servers count at once, each mark counts once.
 */
export async function countVisits(db: Db, day: string, marks: readonly VisitMark[]): Promise<void> {
  // Always in the same order, so that two servers with the same visitors wait for each other instead of for ever.
  const ordered = marks.toSorted((a, b) => a.mark.compare(b.mark))
  await db.execute(sql`
    with arrived as (
      select mark, "templateId" from unnest(${list(ordered.map(({ mark }) => `\\x${mark.toString('hex')}`))}::bytea[],
                                            ${list(ordered.map(({ templateId }) => templateId))}::text[]) given (mark, "templateId")
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
export async function forgetVisitors(db: Db): Promise<void> {
  await db.execute(sql`delete from visit_marks where day < (now() at time zone 'UTC')::date`)
  await db.execute(sql`delete from visit_keys where day < (now() at time zone 'UTC')::date`)
}

/** As one parameter: the statement's text is always the same. */
function list(values: readonly (string | null)[]) {
  return sql.param(values)
}
