import { transaction } from '@vitrine/database/connection'
import { enqueue } from '@vitrine/database/jobs'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { listStuckJobs } from '../monitoring/queue.ts'
import { beginOperation, cancelOperation, createOperation } from '../operations/operations.ts'
import {
  beginHelping,
  claimRange,
  endSharing,
  isHelpWanted,
  listDrawnRanges,
  RANGE_TASK,
  type RangeRequest,
  recordRange,
  releaseRange,
  removeLostRanges,
  shareRanges,
  takeRange,
} from './render-range.ts'

const database = useDatabase({ max: 14 })
const RANGES = [0, 150, 300, 450].map((from) => ({ from, to: from + 150 }))
let request: RangeRequest

beforeEach(async () => {
  request = await begin()
  await transaction(database.db, (tx) => shareRanges(tx, request, RANGES))
})
afterEach(() => database.db.execute(sql`truncate graphile_worker._private_jobs, render_ranges`))

/** An attempt of a render that runs. */
async function begin(): Promise<RangeRequest> {
  const renderId = await transaction(database.db, (tx) => createOperation(tx, { kind: 'render', ownerUserId: null }))
  await transaction(database.db, (tx) => beginOperation(tx, renderId))
  return { renderId, attempt: 1, pipeline: '1', threads: 2, keyFrames: 'fitting' }
}

/** The id of a job that a worker runs. */
async function startJob(): Promise<string> {
  const id = await transaction(database.db, (tx) => enqueue(tx, RANGE_TASK, request))
  await database.db.execute(sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker', attempts = 1 where id = ${id}`)
  return id
}
/** Its worker dies, or it is done: either way nobody runs it any more. */
const endJob = (id: string) =>
  database.db.execute(sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null where id = ${id}`)

const claim = (jobId: string) => transaction(database.db, (tx) => claimRange(tx, request, jobId))
const begins = (jobId: string) => transaction(database.db, (tx) => beginHelping(tx, request, jobId))
const take = (from: number, isLate = false) =>
  transaction(database.db, (tx) => takeRange(tx, request, from, { isLate }))
const record = (jobId: string, from: number, storageKey = `private/ranges/${from}.mp4`) =>
  transaction(database.db, (tx) => recordRange(tx, request, { jobId, from, storageKey }))

async function waitingHelpers(): Promise<{ priority: number; payload: unknown }[]> {
  const { rows } = await database.db.execute<{ priority: number; payload: unknown }>(sql`
    select priority, payload from graphile_worker._private_jobs
     where locked_at is null and key = ${`${RANGE_TASK}:${request.renderId}:1`}`)
  return rows
}
async function erasedKeys(): Promise<string[]> {
  const { rows } = await database.db.execute<{ keys: string[] }>(sql`
    select payload -> 'keys' as keys from graphile_worker._private_jobs where payload -> 'keys' is not null`)
  return rows.flatMap(({ keys }) => keys).toSorted()
}
const countRanges = async () => (await database.db.execute(sql`select 1 from render_ranges`)).rows.length

it('the maker takes ranges from the front, helpers from the back, each one once', async () => {
  const [one, other] = [await startJob(), await startJob()]
  expect(await take(0)).toBe('ours')
  const claimed = await Promise.all([claim(one), claim(other)])
  expect(claimed.toSorted((a, b) => (a?.from ?? 0) - (b?.from ?? 0))).toEqual([RANGES[2], RANGES[3]])
  expect(await take(150)).toBe('ours')
  expect(await take(300)).toBe('theirs')
  expect(await claim(one)).toBeUndefined()
})

it('a drawn range is the maker’s to fetch', async () => {
  const job = await startJob()
  await claim(job)
  expect(await record(job, 450)).toBe(true)
  await endJob(job)
  expect(await listDrawnRanges(database.db, request)).toEqual([RANGES[3]])
  expect(await take(450)).toEqual({ storageKey: 'private/ranges/450.mp4' })
})

it('a range of a helper that died is free, also for the same job in another worker', async () => {
  const job = await startJob()
  await claim(job)
  await claim(job)
  await endJob(job)
  expect(await take(300)).toBe('ours')
  await database.db.execute(sql`update graphile_worker._private_jobs set locked_at = now() where id = ${job}`)
  expect(await begins(job)).toEqual(RANGES[3])
})

it('a range that was given back is free, and one that comes too late is not wanted', async () => {
  const job = await startJob()
  await claim(job)
  await transaction(database.db, (tx) => releaseRange(tx, request, job, 450))
  expect(await claim(job)).toEqual(RANGES[3])
  expect(await take(450)).toBe('theirs')
  expect(await take(450, true)).toBe('ours')
  expect(await record(job, 450)).toBe(false)
})

it('one helper waits at a time, after all other jobs, while there is something left', async () => {
  expect(await waitingHelpers()).toEqual([{ priority: 70, payload: request }])
  const first = await startJob()
  expect(await begins(first)).toEqual(RANGES[3])
  expect(await waitingHelpers()).toHaveLength(1)
  for (const { from } of RANGES.slice(0, 2)) await take(from)
  await database.db.execute(sql`delete from graphile_worker._private_jobs where locked_at is null`)
  expect(await begins(await startJob())).toEqual(RANGES[2])
  expect(await waitingHelpers()).toEqual([])
  expect(await begins(await startJob())).toBeUndefined()
})

it('is no job that needs attention, however long it waits', async () => {
  await database.db.execute(sql`update graphile_worker._private_jobs set run_at = now() - interval '1 hour'`)
  expect(await listStuckJobs(database.db, 10)).toEqual([])
})

it('as many helpers leave their places as jobs wait for them, the newest first', async () => {
  const [first, second] = [await startJob(), await startJob()]
  const areWanted = () => Promise.all([first, second].map((job) => isHelpWanted(database.db, request, job)))
  const waitsFor = (task: string, priority: number) =>
    transaction(database.db, (tx) => enqueue(tx, task, {}, { priority, runAt: new Date(Date.now() - 5000) }))
  // Other places: uploads.
  await waitsFor('normalise', 1)
  expect(await areWanted()).toEqual([true, true])
  await waitsFor('render', 60)
  expect(await areWanted()).toEqual([true, false])
  await waitsFor('template-preview', 10)
  expect(await areWanted()).toEqual([false, false])
})

it('nobody helps an attempt that was canceled or superseded', async () => {
  const job = await startJob()
  await transaction(database.db, (tx) => beginOperation(tx, request.renderId))
  expect(await isHelpWanted(database.db, request, job)).toBe(false)
  expect(await begins(job)).toBeUndefined()
  await transaction(database.db, (tx) => shareRanges(tx, { ...request, attempt: 2 }, RANGES))
  // What the first attempt still says changes nothing of the second.
  await transaction(database.db, (tx) => shareRanges(tx, request, RANGES))
  await transaction(database.db, (tx) => endSharing(tx, request))
  expect(await take(0)).toBe('ours')
  expect(await countRanges()).toBe(RANGES.length)
  await transaction(database.db, (tx) => cancelOperation(tx, request.renderId))
  expect(await isHelpWanted(database.db, { ...request, attempt: 2 }, job)).toBe(false)
})

it('leaves nothing behind, whether the attempt ends, another begins or its worker dies', async () => {
  const job = await startJob()
  await claim(job)
  await record(job, 450, 'private/ranges/a.mp4')
  await transaction(database.db, (tx) => endSharing(tx, request))
  expect(await waitingHelpers()).toEqual([])
  expect(await countRanges()).toBe(0)
  expect(await erasedKeys()).toEqual(['private/ranges/a.mp4'])

  await transaction(database.db, (tx) => shareRanges(tx, request, RANGES))
  await claim(job)
  await record(job, 450, 'private/ranges/b.mp4')
  await removeLostRanges(database.db)
  expect(await countRanges()).toBe(RANGES.length)
  await transaction(database.db, (tx) => cancelOperation(tx, request.renderId))
  await removeLostRanges(database.db)
  expect(await countRanges()).toBe(0)
  expect(await erasedKeys()).toEqual(['private/ranges/a.mp4', 'private/ranges/b.mp4'])
})
