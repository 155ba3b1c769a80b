import { transaction } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { addCatalogueFiles, addTemplate, newDocument } from '../../testing/store.ts'
import { createDraft } from '../catalogue/draft.ts'
import { countVisits, deleteVisitorMarks, getVisitKey, markVisit, type VisitKey } from './visits.ts'

const database = useDatabase()
const asha = { address: '49.36.0.1', browser: 'Firefox' }
const visitors = Array.from({ length: 40 }, (_, place) => ({ address: `49.36.1.${place}`, browser: 'Firefox' }))
let today: VisitKey
let lamps: string
let kites: string

beforeAll(async () => {
  await addCatalogueFiles(database.db)
  lamps = await addTemplate(database.db)
  kites = await addTemplate(database.db)
})

beforeEach(async () => {
  await database.db.execute(sql`truncate visit_marks, visit_keys, visit_quarters, template_view_quarters`)
  today = await getVisitKey(database.db)
})

async function counted() {
  // A test may begin in one quarter of an hour and end in the next.
  const visits = await database.db.execute<{ visitors: number }>(
    sql`select coalesce(sum(visitors), 0)::int as visitors from visit_quarters`,
  )
  const views = await database.db.execute<{ id: string; views: number }>(
    sql`select template_id as id, sum(views)::int as views from template_view_quarters group by 1`,
  )
  return {
    visitors: visits.rows[0]?.visitors,
    views: Object.fromEntries(views.rows.map(({ id, views }) => [id, views])),
  }
}

const visit = (visitor: typeof asha, templateId?: string, key = today) =>
  countVisits(database.db, key.day, markVisit(key, visitor, templateId))

it('counts a visitor once a day, and once more for each template looked at', async () => {
  await visit(asha)
  await visit(asha, lamps)
  await visit(asha, lamps)
  await visit(asha, kites)
  await visit({ ...asha, browser: 'Safari' }, lamps)
  expect(await counted()).toEqual({ visitors: 2, views: { [lamps]: 2, [kites]: 1 } })
})

it('counts views of what is on sale alone', async () => {
  const draft = await transaction(database.db, (tx) => createDraft(tx, { name: 'Not yet', document: newDocument() }))
  await visit(asha, draft.templateId)
  await visit(asha, 'never-heard-of')
  expect(await counted()).toEqual({ visitors: 1, views: {} })
})

it('has one key for all servers, and counts each visitor once when all of them count at once', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, () => getVisitKey(database.db)))
  expect(new Set(keys.map(({ key }) => key.toString('hex')))).toEqual(new Set([today.key.toString('hex')]))
  await Promise.all(
    keys.map((key, server) => {
      const seen = server % 2 === 0 ? visitors : visitors.toReversed()
      return countVisits(
        database.db,
        key.day,
        seen.flatMap((visitor) => markVisit(key, visitor, lamps)),
      )
    }),
  )
  expect(await counted()).toEqual({ visitors: 40, views: { [lamps]: 40 } })
})

it('deletes the key of the day when the day is over, and keeps the counts', async () => {
  await visit(asha, lamps)
  await deleteVisitorMarks(database.db)
  const rows = () => database.db.execute(sql`select day from visit_keys union all select day from visit_marks`)
  expect((await rows()).rows).toHaveLength(3)
  await database.db.execute(sql`update visit_keys set day = day - 1`)
  await database.db.execute(sql`update visit_marks set day = day - 1`)
  await deleteVisitorMarks(database.db)
  expect((await rows()).rows).toEqual([])
  expect(await counted()).toEqual({ visitors: 1, views: { [lamps]: 1 } })
  // The next day's marks of the same visitor are others.
  const tomorrow = await getVisitKey(database.db)
  expect(markVisit(tomorrow, asha)[0]?.mark.equals(markVisit(today, asha)[0]?.mark ?? Buffer.of())).toBe(false)
})

it('counts what arrives after midnight in the last quarter of an hour of the day it was marked in', async () => {
  await visit(asha, lamps, { ...today, day: '2026-01-05' })
  const { rows } = await database.db.execute<{ quarter: string }>(
    sql`select to_char(quarter at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as quarter from visit_quarters`,
  )
  expect(rows).toEqual([{ quarter: '2026-01-05 23:45' }])
})

it('neither archives nor backs up the key of the day', async () => {
  const { rows } = await database.db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relpersistence = 'u' and relkind = 'r' order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(['visit_keys', 'visit_marks'])
})
