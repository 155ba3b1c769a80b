import { once } from 'node:events'
import { readdir, readFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { transaction } from '@vitrine/database/connection'
import { type Storage, StorageUnavailable } from '@vitrine/providers/storage'
import { cancelRender, getRender } from '@vitrine/shop/renders'
import { RANGE_TASK } from '@vitrine/shop/renders/render-range'
import { sql } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { rangeOperation } from './range-operation.ts'
import { isOver, isRunning, type OrderedRender, useRenderShop } from './render-fixture.ts'
import { renderOperation } from './render-operation.ts'

const shop = useRenderShop()
const { database, folder, addProject, request, runHere, startWorker, until, filesOf, expectWhole } = shop
/** Thirty seconds in six ranges. */
const FRAMES = 900
/** Long enough to be disturbed. */
const LONG = 6000
// x264 gives the same bytes each time only where both edges are multiples of 16.
const SIZE = { width: 256, height: 144 }
const patient = { timeout: 400_000 }

afterEach(async () => {
  release()
  await shop.stopWorkers()
  await database.db.execute(sql`truncate graphile_worker._private_jobs, render_ranges`)
  await rm(folder.path('files/private/ranges'), { recursive: true, force: true })
})

/** Processes that a test holds: one that is stopped makes no progress, and has 90 seconds until that is noticed. */
const held: number[] = []
function release(): void {
  for (const pid of held.splice(0)) if (isRunning(pid)) process.kill(pid, 'SIGCONT')
}

/** Runs the render itself here, and holds its process as soon as it has shared its ranges. */
async function runMaker(): Promise<void> {
  await runHere({
    async onProcess(pid) {
      await untilRanges((all) => all.length > 0)
      held.push(pid)
      process.kill(pid, 'SIGSTOP')
    },
  })
}

/** One that helps, and renders in its only place when asked to. */
const runHelper = (storage: Storage = shop.storage) => runHere({ storage }, [renderOperation, rangeOperation])

interface StoredRange {
  readonly claimed: boolean
  readonly drawn: boolean
}

async function untilRanges(isSo: (all: readonly StoredRange[]) => boolean): Promise<void> {
  for (;;) {
    const { rows } = await database.db.execute<StoredRange & Record<string, unknown>>(
      sql`select job_id is not null as claimed, storage_key is not null as drawn from render_ranges`,
    )
    if (isSo(rows)) return
    await sleep(10)
  }
}
const areDrawn = (count: number) => (all: readonly StoredRange[]) => all.filter(({ drawn }) => drawn).length >= count
const isClaimed = (all: readonly StoredRange[]) => all.some(({ claimed, drawn }) => claimed && !drawn)

const bytesOf = async ({ userId, renderId }: OrderedRender) => {
  const { fileKey } = await getRender(database.db, userId, renderId)
  return readFile((await shop.storage.localFile(fileKey ?? '')).path)
}

async function countHelpers(): Promise<number> {
  const { rows } = await database.db.execute(
    sql`select from graphile_worker.jobs where task_identifier = ${RANGE_TASK}`,
  )
  return rows.length
}

/** Does the work of the job that removes files, which no worker of this test does, and expects that no range is left. */
async function expectNothingLeft(): Promise<void> {
  const { rows } = await database.db.execute<{ keys: string[] }>(sql`
    select payload -> 'keys' as keys from graphile_worker._private_jobs where payload -> 'keys' is not null`)
  for (const key of rows.flatMap(({ keys }) => keys)) await shop.storage.delete(key)
  expect(await readdir(folder.path('files/private/ranges')).catch(() => [])).toEqual([])
  await untilRanges((all) => all.length === 0)
}

it('makes the same video with one worker and with two', patient, async () => {
  const alone = await request(await addProject(FRAMES, SIZE))
  const maker = await runHere()
  await expectWhole(await until(alone, isOver), FRAMES, SIZE)
  await maker.stop()

  const helped = await request(await addProject(FRAMES, SIZE))
  await runMaker()
  await runHelper()
  // All but those that the maker had taken before it was held.
  await untilRanges((all) => all.length > 0 && areDrawn(all.length)(all))
  release()
  await expectWhole(await until(helped, isOver), FRAMES, SIZE)
  expect((await bytesOf(helped)).equals(await bytesOf(alone))).toBe(true)
  await expectNothingLeft()
})

it('finishes the video when a helper is killed', patient, async () => {
  const job = await request(await addProject(LONG))
  await runMaker()
  await untilRanges((all) => all.length > 0)
  const helper = startWorker()
  await untilRanges((all) => areDrawn(1)(all) && isClaimed(all))
  helper.kill('SIGKILL')
  await once(helper, 'exit')
  release()
  const render = await until(job, isOver)
  await expectWhole(render, LONG)
  expect(render.attempts).toBe(1)
  await expectNothingLeft()
})

it('has the helper finish the video when its worker is killed', patient, async () => {
  const job = await request(await addProject(LONG))
  const maker = startWorker()
  await untilRanges((all) => all.length > 0)
  const helper = startWorker()
  await untilRanges(areDrawn(2))
  maker.kill('SIGKILL')
  await once(maker, 'exit')
  const render = await until(job, isOver)
  await expectWhole(render, LONG)
  expect(render.attempts).toBe(2)
  // Its own worker removes files.
  while ((await readdir(folder.path('files/private/ranges'))).length > 0) await sleep(20)
  await expectNothingLeft()
  helper.kill('SIGTERM')
  expect(await once(helper, 'exit')).toEqual([0, null])
})

it('draws ranges itself that a helper could not store, or that were lost', patient, async () => {
  const { storage } = shop
  const refusing = async (key: string) => {
    throw new StorageUnavailable(`no room for ${key}`)
  }
  const forgetting: Storage['put'] = async (...args) => {
    const stored = await storage.put(...args)
    await storage.delete(stored.key)
    return stored
  }
  for (const put of [refusing, forgetting]) {
    const job = await request(await addProject(FRAMES))
    await runMaker()
    const broken = Object.assign(Object.create(storage) as Storage, { put })
    const helper = await runHelper(broken)
    await untilRanges((all) => all.length > 0)
    // It draws all of them in vain, or no further one, and neither does another helper.
    while ((await countHelpers()) > 0) await sleep(20)
    release()
    await expectWhole(await until(job, isOver), FRAMES)
    await helper.stop()
    await shop.stopWorkers()
  }
  await expectNothingLeft()
})

it('lets another customer’s video go first', patient, async () => {
  const long = await request(await addProject(LONG))
  await runMaker()
  await untilRanges((all) => all.length > 0)
  await runHelper()
  await untilRanges(isClaimed)
  const short = await request(await addProject(45))
  await expectWhole(await until(short, isOver), 45)
  expect((await getRender(database.db, long.userId, long.renderId)).status).toBe('processing')
  // The worker helps again afterwards.
  await untilRanges(isClaimed)
  release()
  await expectWhole(await until(long, isOver), LONG)
  await expectNothingLeft()
})

it('ends with a render that is canceled, and keeps nothing', patient, async () => {
  const job = await request(await addProject(LONG))
  await runMaker()
  await untilRanges((all) => all.length > 0)
  let pid = 0
  const onProcess = (started: number) => {
    pid = started
  }
  const helper = await runHere({ onProcess }, [rangeOperation])
  await untilRanges((all) => areDrawn(1)(all) && isClaimed(all))
  await transaction(database.db, (tx) => cancelRender(tx, job.userId, job.renderId))
  while (isRunning(pid)) await sleep(20)
  release()
  await helper.stop()
  await shop.stopWorkers()
  expect((await getRender(database.db, job.userId, job.renderId)).status).toBe('cancelled')
  expect(await filesOf(job.renderId)).toEqual([])
  await expectNothingLeft()
  expect(await readdir(shop.scratchFolder)).toEqual([])
})
