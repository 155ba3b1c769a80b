import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadImage } from '@napi-rs/canvas'
import { transaction } from '@vitrine/database/connection'
import { saveProject } from '@vitrine/store/projects'
import { cancelRender, getRender, prepareRender } from '@vitrine/store/renders'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { isBeingDrawn, isOver, isRunning, useServerRender } from '../../testing/render.ts'
import { ProgressEstimate, renderOperation } from './render-operation.ts'

const store = useServerRender()
const { database, folder, addProject, request, depsOf, runHere, startWorker, until, filesOf, expectWhole } = store
const SHORT = 45
/** Takes several seconds, so that there is time to disturb it. */
const LONG = 3000
/** A minute. */
const LONGEST_PREPARED = 1800
/** Ends a hanging test; on a busy machine a long video takes minutes. */
const patient = { timeout: 400_000 }

async function statusOfPrepared(userId: string): Promise<unknown> {
  const { rows } = await database.db.execute(
    sql`select status from prepared_renders join operations using (id) where user_id = ${userId}`,
  )
  return rows[0]?.status
}

it('renders a video, stores it, and leaves nothing else behind', async () => {
  const job = await request(await addProject(SHORT))
  const runner = await runHere()
  await expectWhole(await until(job, isOver), SHORT)
  await runner.stop()
  expect(await readdir(store.scratchFolder)).toEqual([])
})

it('renders a video of the customer’s clips, in their length, without a reference render', {
  tags: ['full'],
}, async () => {
  const project = await addProject(SHORT)
  const clip = { asset: project.photoId, kind: 'image', startSeconds: 0 }
  const next = { ...clip, id: 'own-b', frames: 90, transition: { kind: 'wipe-left', frames: 10 } }
  const timeline = { clips: [{ ...clip, id: 'own-a', frames: 60 }, next], sounds: [] }
  await transaction(database.db, (tx) =>
    saveProject(
      tx,
      { userId: project.userId, projectId: project.projectId, values: {}, difference: {}, timeline },
      String,
    ),
  )
  const job = await request(project, { kind: 'full' })
  await runHere()
  await expectWhole(await until(job, isOver), 140)
  const { rows } = await database.db.execute<{ count: string }>(
    sql`select count(*) from graphile_worker.jobs where task_identifier = 'reference-render'`,
  )
  expect(rows).toEqual([{ count: '0' }])
})

it.each([
  [{ format: 'png', quality: 90, scale: 2 }, 'png', 'image/png', 640, 360],
  [{ format: 'jpeg', quality: 70, scale: 1 }, 'jpg', 'image/jpeg', 320, 180],
  [{ format: 'webp', quality: 70, scale: 1 }, 'webp', 'image/webp', 320, 180],
] as const)('makes the picture of an image template: %o', async (output, ending, mime, width, height) => {
  const job = await request(await addProject(1, { kind: 'image' }), { kind: 'full', output })
  const runner = await runHere()
  const render = await until(job, isOver)
  expect(render).toMatchObject({ status: 'completed', output, width, height, durationMs: null })
  expect(render.fileKey).toMatch(new RegExp(`[.]${ending}$`))
  expect((await store.storage.stat(render.fileKey ?? ''))?.contentType).toBe(mime)
  const picture = await loadImage((await store.storage.localFile(render.fileKey ?? '')).path)
  expect([picture.width, picture.height]).toEqual([width, height])
  expect(await filesOf(render.id)).toHaveLength(2)
  await runner.stop()
  expect(await readdir(store.scratchFolder)).toEqual([])
})

it('stops when the customer cancels, and keeps nothing', patient, async () => {
  const job = await request(await addProject(LONG))
  let pid = 0
  const runner = await runHere({
    onProcess(started) {
      pid = started
    },
  })
  await until(job, isBeingDrawn)
  await transaction(database.db, (tx) => cancelRender(tx, job.userId, job.renderId))
  while (isRunning(pid)) await sleep(20)
  await runner.stop()
  expect((await getRender(database.db, job.userId, job.renderId)).status).toBe('cancelled')
  expect(await filesOf(job.renderId)).toEqual([])
  expect(await readdir(store.scratchFolder)).toEqual([])
})

it('fails permanently, with a message, when a photo is missing', async () => {
  const project = await addProject(SHORT)
  const job = await request(project)
  await store.storage.delete(project.photoKey)
  await runHere()
  const render = await until(job, isOver)
  expect(render).toMatchObject({ status: 'failed', errorCode: 'asset-deleted', attempts: 1 })
  expect(render.errorMessage).toMatch(/photo.*deleted/)
})

it('makes a video before it is ordered, which then is there at once', { tags: ['full'] }, async () => {
  const project = await addProject(SHORT)
  await transaction(database.db, (tx) => prepareRender(tx, project))
  const runner = await runHere()
  while ((await statusOfPrepared(project.userId)) !== 'succeeded') await sleep(20)
  await runner.stop()
  const { userId, renderId } = await request(project, { kind: 'full' })
  await expectWhole(await getRender(database.db, userId, renderId), SHORT)
})

it('hands the worker over to whoever waits, when nobody has ordered the video that it makes', {
  ...patient,
  tags: ['full'],
}, async () => {
  const project = await addProject(LONGEST_PREPARED)
  await transaction(database.db, (tx) => prepareRender(tx, project))
  const runner = await runHere()
  while ((await statusOfPrepared(project.userId)) !== 'running') await sleep(20)
  await expectWhole(await until(await request(await addProject(SHORT)), isOver), SHORT)
  expect(await statusOfPrepared(project.userId)).toBeUndefined()
  await runner.stop()
  expect(await readdir(store.scratchFolder)).toEqual([])
})

it('is retried after a crash', { tags: ['full'] }, async () => {
  const job = await request(await addProject(SHORT))
  let crashes = 1
  await runHere({ onProcess: (pid) => crashes-- > 0 && process.kill(pid, 'SIGSEGV') })
  const render = await until(job, isOver)
  await expectWhole(render, SHORT)
  expect(render.attempts).toBe(2)
})

it('fails with a message after three crashes', { tags: ['full'] }, async () => {
  const { userId, renderId } = await request(await addProject(SHORT))
  const deps = depsOf({ onProcess: (pid) => process.kill(pid, 'SIGSEGV') })
  for (const attempt of [1, 2, 3]) {
    const run = renderOperation.run(deps, { renderId }, { signal: new AbortController().signal, isLastAttempt: false })
    await expect(run).rejects.toThrow('ended early (SIGSEGV)')
    const { attempts, status } = await getRender(database.db, userId, renderId)
    expect([attempts, status]).toEqual([attempt, attempt < 3 ? 'queued' : 'failed'])
  }
  const render = await getRender(database.db, userId, renderId)
  expect(render).toMatchObject({ status: 'failed', errorCode: 'render-failed' })
  expect(render.errorMessage).toMatch(/could not be made/)
  expect(await filesOf(renderId)).toEqual([])
  expect(await readdir(store.scratchFolder)).toEqual([])
})

it('fails with a message when its job may not run again', async () => {
  const { userId, renderId } = await request(await addProject(SHORT))
  const deps = depsOf({ onProcess: (pid) => process.kill(pid, 'SIGSEGV') })
  const run = renderOperation.run(deps, { renderId }, { signal: new AbortController().signal, isLastAttempt: true })
  await expect(run).rejects.toThrow('ended early (SIGSEGV)')
  const render = await getRender(database.db, userId, renderId)
  expect(render).toMatchObject({ status: 'failed', errorCode: 'render-failed' })
})

it('finishes the video of a worker that was killed', { ...patient, tags: ['full'] }, async () => {
  const job = await request(await addProject(LONG))
  const initial = startWorker()
  await until(job, isBeingDrawn)
  initial.kill('SIGKILL')
  await once(initial, 'exit')
  expect(await filesOf(job.renderId)).toEqual([])
  const second = startWorker()
  const render = await until(job, isOver)
  await expectWhole(render, LONG)
  expect(render.attempts).toBe(2)
  second.kill('SIGTERM')
  expect(await once(second, 'exit')).toEqual([0, null])
  // The killed worker's files are removed too; only this test's own subfolder remains.
  expect(await readdir(folder.path('tmp/renders'))).toHaveLength(1)
})

it('returns a render to the queue when the worker stops, without counting the attempt', {
  ...patient,
  tags: ['full'],
}, async () => {
  const job = await request(await addProject(LONG))
  const worker = startWorker()
  await until(job, isBeingDrawn)
  worker.kill('SIGTERM')
  expect(await once(worker, 'exit')).toEqual([0, null])
  const waiting = await getRender(database.db, job.userId, job.renderId)
  expect(waiting).toMatchObject({ status: 'queued', stage: 'waiting', attempts: 1 })
  const { rows } = await database.db.execute(sql`select failures from operations where id = ${job.renderId}`)
  expect(rows).toEqual([{ failures: 0 }])
  expect(await readdir(folder.path('tmp/renders'))).toHaveLength(1)
  await runHere()
  await expectWhole(await until(job, isOver), LONG)
})

it('increases monotonically from start to end', () => {
  const estimate = new ProgressEstimate()
  const percents = [
    estimate.update({ stage: 'preparing', framesDone: 0, frameCount: 300 }, 0),
    ...Array.from({ length: 300 }, (_, n) =>
      estimate.update({ stage: 'drawing', framesDone: n + 1, frameCount: 300 }, 500 + n * 40),
    ),
    estimate.update({ stage: 'finishing', framesDone: 300, frameCount: 300 }, 13_000),
    estimate.update({ stage: 'checking', framesDone: 300, frameCount: 300 }, 13_500),
  ].map(({ percent }) => percent)
  expect(percents[0]).toBe(1)
  expect(percents.at(-1)).toBe(98)
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
})

it('estimates the remaining time once it can, and follows a change of speed', () => {
  const estimate = new ProgressEstimate()
  const at = (framesDone: number, now: number) =>
    estimate.update({ stage: 'drawing', framesDone, frameCount: 1000 }, now).secondsLeft
  expect(at(1, 0)).toBeUndefined()
  expect(at(10, 400)).toBeUndefined()
  // 25 frames a second from here on: 950 frames take 38 s.
  let seconds: number | undefined
  for (let frame = 11; frame <= 50; frame++) seconds = at(frame, 400 + (frame - 10) * 40)
  expect(seconds).toBeGreaterThanOrEqual(38)
  expect(seconds).toBeLessThanOrEqual(41)
  // Another video starts on the same machine: half the speed, so 600 frames take 48 s.
  for (let frame = 51; frame <= 400; frame++) seconds = at(frame, 2000 + (frame - 50) * 80)
  expect(seconds).toBeGreaterThanOrEqual(48)
  expect(seconds).toBeLessThanOrEqual(51)
})
