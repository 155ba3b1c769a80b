import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadImage } from '@napi-rs/canvas'
import { transaction } from '@vitrine/database/connection'
import { type JobRunner, startJobRunner } from '@vitrine/database/jobs'
import type { Storage } from '@vitrine/providers/storage'
import { createLocalDiskStorage } from '@vitrine/providers/storage/local-disk'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { insertUser } from '@vitrine/shop/accounts'
import type { PasswordHash } from '@vitrine/shop/accounts/password'
import { COMMAND_LINE } from '@vitrine/shop/admin/audit-log'
import { publishTemplate } from '@vitrine/shop/admin/template-action'
import { grantSignupCredits } from '@vitrine/shop/credits'
import { createUserAsset, finishAsset, registerCatalogueAsset } from '@vitrine/shop/media'
import { createProject, saveProject } from '@vitrine/shop/projects'
import { cancelRender, createRender, getRender, prepareRender, type RenderRequest } from '@vitrine/shop/renders'
import type { RenderRecord } from '@vitrine/shop/renders/state'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { compileCache } from '../../../../tests/compile-cache.ts'
import { useDatabase } from '../../../../tests/database.ts'
import { documentOf, MOVING_LAYERS, useFolder, writePhoto } from '../media/video-fixture.ts'
import { type OperationServices, tasksOf } from '../operation/operation.ts'
import { openScratch } from '../operation/scratch.ts'
import { checkVideo } from './check-video.ts'
import { renderOperation } from './render-operation.ts'

const database = useDatabase()
const folder = useFolder()
const SECRET = 'a secret of thirty-two letters or more'
const SHORT = 45
/** Takes some seconds, so that there is time to disturb it. */
const LONG = 3000
/** A minute. */
const LONGEST_PREPARED = 1800
/** Ends what hangs; on a machine with much else to do a long video takes minutes. */
const patient = { timeout: 400_000 }

let storage: Storage
let scratchFolder: string
let runner: JobRunner | undefined
const workers: ChildProcess[] = []

beforeAll(async () => {
  storage = createLocalDiskStorage({ directory: folder.path('files'), links: createSignedLinks(SECRET) })
  scratchFolder = await openScratch(folder.path('tmp/renders'))
  await writePhoto(folder.path('photo.jpg'))
  const photo = await readFile(folder.path('photo.jpg'))
  const sha256 = createHash('sha256').update(photo).digest('hex')
  await storage.put(`public/${sha256}.jpg`, photo, { contentType: 'image/jpeg' })
  const file = { kind: 'image', mime: 'image/jpeg', sizeBytes: photo.length, width: 400, height: 300 } as const
  await transaction(database.db, (tx) =>
    registerCatalogueAsset(tx, { ...file, id: PICTURE, storageKey: `public/${sha256}.jpg` }),
  )
})

afterEach(async () => {
  await runner?.stop()
  runner = undefined
  for (const worker of workers.splice(0)) worker.kill('SIGKILL')
})

const PICTURE = `sha256:${'a'.repeat(64)}` as const

/** A member with a project of a template of so many frames, filled with a photo of their own. */
async function addProject(frames: number, kind: 'video' | 'image' = 'video') {
  const name = `n${randomUUID().slice(0, 8)}`
  const document = {
    ...documentOf(
      [
        { id: 'photo', type: 'media', in: 0, out: frames, source: { $field: 'hero' }, box: [180, 20, 120, 90] },
        ...MOVING_LAYERS.map((layer) => ({ ...layer, out: frames })),
      ],
      { duration: frames },
    ),
    name,
    fields: [{ id: 'hero', type: 'media', label: 'Photo', accept: ['image'], default: PICTURE }],
    assets: { [PICTURE]: { kind: 'image', w: 400, h: 300 } },
  }
  return transaction(database.db, async (tx) => {
    const userId = await insertUser(tx, {
      username: name,
      email: `${name}@example.test`,
      passwordHash: '$argon2id$unused' as PasswordHash,
      actualName: 'Asha Rao',
      phoneNumber: '+919876543210',
      employmentField: 'Individual',
    })
    await grantSignupCredits(tx, userId)
    await publishTemplate(tx, COMMAND_LINE, {
      id: name,
      kind,
      name: 'Royal Invitation',
      description: 'A video for a wedding',
      categories: ['Wedding'],
      sections: ['Invitations'],
      compatibility: [],
      priceCredits: 0,
      priceCreditsIndia: 0,
      license: { name: 'Standard', summary: 'Any use' },
      document,
      posterAssetId: PICTURE,
      previewAssetId: PICTURE,
      dominantColor: '#203040',
    })
    const { asset } = await createUserAsset(tx, {
      userId,
      uploadId: randomUUID(),
      kind: 'image',
      mime: 'image/jpeg',
      sizeBytes: 1000,
      fileName: 'me.jpg',
    })
    const keys = { storageKey: `private/${asset.id}/master.jpg`, proxyKey: `private/${asset.id}/proxy.jpg` }
    await storage.put(keys.storageKey, { file: folder.path('photo.jpg') }, { contentType: 'image/jpeg' })
    await finishAsset(tx, asset.id, { mime: 'image/jpeg', sizeBytes: 1000, width: 400, height: 300, ...keys })
    const { row } = await createProject(tx, { userId, templateId: name })
    await saveProject(tx, { userId, projectId: row.id, values: { hero: { asset: asset.id } }, difference: {} }, String)
    return { userId, projectId: row.id, photoKey: keys.storageKey, photoId: asset.id }
  })
}

async function request(
  { userId, projectId }: { userId: string; projectId: string },
  wanted: Pick<RenderRequest, 'kind' | 'output'> = { kind: 'preview' },
) {
  const { render } = await transaction(database.db, (tx) =>
    createRender(tx, {
      ...wanted,
      userId,
      projectId,
      idempotencyKey: randomUUID(),
      region: { isIndianUser: false },
    }),
  )
  return { userId, renderId: render.id }
}

function depsOf(changes: Partial<OperationServices>): OperationServices {
  return { db: database.db, storage, scratchFolder, encoderThreads: 1, ...changes }
}

async function runHere(changes: Partial<OperationServices> = {}): Promise<void> {
  const tasks = tasksOf({ operations: [renderOperation], services: depsOf(changes) })
  runner = await startJobRunner(database.url, tasks, { onError: () => {} })
}

function startWorker(): ChildProcess {
  const worker = spawn(process.execPath, [join(import.meta.dirname, '../worker.ts')], {
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      DATABASE_URL: database.url,
      VITRINE_DATA: folder.path(''),
      VITRINE_SECRET: SECRET,
      VITRINE_RENDERS: '1',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  workers.push(worker)
  return worker
}

/** Waits until the render is as `isSo` says; the test's own time limit bounds it. */
async function until(
  { userId, renderId }: { userId: string; renderId: string },
  isSo: (render: RenderRecord) => boolean,
) {
  for (;;) {
    const render = await getRender(database.db, userId, renderId)
    if (isSo(render)) return render
    await sleep(20)
  }
}
const isOver = ({ status }: RenderRecord) => status !== 'queued' && status !== 'processing'
const isBeingDrawn = ({ status, stage, percent }: RenderRecord) =>
  status === 'processing' && stage === 'drawing' && percent >= 5

async function statusOfPrepared(userId: string): Promise<unknown> {
  const { rows } = await database.db.execute(
    sql`select status from prepared_renders join operations using (id) where user_id = ${userId}`,
  )
  return rows[0]?.status
}

const filesOf = async (renderId: string) =>
  (await readdir(folder.path('files/private/films')).catch(() => [])).filter((name) => name.startsWith(renderId))

async function expectWhole(render: RenderRecord, frames: number): Promise<void> {
  expect(render).toMatchObject({
    status: 'completed',
    percent: 100,
    stage: 'done',
    errorCode: null,
    width: 320,
    height: 180,
  })
  const video = await storage.localFile(render.fileKey ?? '')
  const facts = await checkVideo(video.path, { width: 320, height: 180, frameCount: frames, frameRate: [30, 1] })
  expect(facts.sizeBytes).toBe(render.sizeBytes)
  expect(render.durationMs).toBe(Math.round((frames * 1000) / 30))
  expect((await storage.stat(render.posterKey ?? ''))?.contentType).toBe('image/webp')
  expect(await filesOf(render.id)).toHaveLength(2)
}

it('renders a video, stores it, and leaves nothing else behind', async () => {
  const job = await request(await addProject(SHORT))
  await runHere()
  await expectWhole(await until(job, isOver), SHORT)
  await runner?.stop()
  expect(await readdir(scratchFolder)).toEqual([])
})

it('renders a video of the customer’s clips, in their length, without a reference render', async () => {
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
    sql`select count(*) from graphile_worker.jobs where task_identifier = 'base-film'`,
  )
  expect(rows).toEqual([{ count: '0' }])
})

it.each([
  [{ format: 'png', quality: 90, scale: 2 }, 'png', 'image/png', 640, 360],
  [{ format: 'jpeg', quality: 70, scale: 1 }, 'jpg', 'image/jpeg', 320, 180],
  [{ format: 'webp', quality: 70, scale: 1 }, 'webp', 'image/webp', 320, 180],
] as const)('makes the picture of an image template: %o', async (output, ending, mime, width, height) => {
  const job = await request(await addProject(1, 'image'), { kind: 'full', output })
  await runHere()
  const render = await until(job, isOver)
  expect(render).toMatchObject({ status: 'completed', output, width, height, durationMs: null })
  expect(render.fileKey).toMatch(new RegExp(`[.]${ending}$`))
  expect((await storage.stat(render.fileKey ?? ''))?.contentType).toBe(mime)
  const picture = await loadImage((await storage.localFile(render.fileKey ?? '')).path)
  expect([picture.width, picture.height]).toEqual([width, height])
  expect(await filesOf(render.id)).toHaveLength(2)
  await runner?.stop()
  expect(await readdir(scratchFolder)).toEqual([])
})

it('stops when the customer cancels, and keeps nothing', patient, async () => {
  const job = await request(await addProject(LONG))
  let pid = 0
  await runHere({
    onProcess(started) {
      pid = started
    },
  })
  await until(job, isBeingDrawn)
  await transaction(database.db, (tx) => cancelRender(tx, job.userId, job.renderId))
  while (isRunning(pid)) await sleep(20)
  await runner?.stop()
  expect((await getRender(database.db, job.userId, job.renderId)).status).toBe('cancelled')
  expect(await filesOf(job.renderId)).toEqual([])
  expect(await readdir(scratchFolder)).toEqual([])
})

it('fails permanently, with a message, when a photo is missing', async () => {
  const project = await addProject(SHORT)
  const job = await request(project)
  await storage.delete(project.photoKey)
  await runHere()
  const render = await until(job, isOver)
  expect(render).toMatchObject({ status: 'failed', errorCode: 'asset-deleted', attempts: 1 })
  expect(render.errorMessage).toMatch(/photo.*deleted/)
})

it('makes a video before it is ordered, which then is there at once', async () => {
  const project = await addProject(SHORT)
  await transaction(database.db, (tx) => prepareRender(tx, project))
  await runHere()
  while ((await statusOfPrepared(project.userId)) !== 'succeeded') await sleep(20)
  await runner?.stop()
  const { userId, renderId } = await request(project, { kind: 'full' })
  await expectWhole(await getRender(database.db, userId, renderId), SHORT)
})

it('hands the worker over to whoever waits, when nobody has ordered the video that it makes', patient, async () => {
  const project = await addProject(LONGEST_PREPARED)
  await transaction(database.db, (tx) => prepareRender(tx, project))
  await runHere()
  while ((await statusOfPrepared(project.userId)) !== 'running') await sleep(20)
  await expectWhole(await until(await request(await addProject(SHORT)), isOver), SHORT)
  expect(await statusOfPrepared(project.userId)).toBeUndefined()
  await runner?.stop()
  expect(await readdir(scratchFolder)).toEqual([])
})

it('is retried after a crash', async () => {
  const job = await request(await addProject(SHORT))
  let crashes = 1
  await runHere({ onProcess: (pid) => crashes-- > 0 && process.kill(pid, 'SIGSEGV') })
  const render = await until(job, isOver)
  await expectWhole(render, SHORT)
  expect(render.attempts).toBe(2)
})

it('fails with a message after three crashes', async () => {
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
  expect(await readdir(scratchFolder)).toEqual([])
})

it('fails with a message when its job may not run again', async () => {
  const { userId, renderId } = await request(await addProject(SHORT))
  const deps = depsOf({ onProcess: (pid) => process.kill(pid, 'SIGSEGV') })
  const run = renderOperation.run(deps, { renderId }, { signal: new AbortController().signal, isLastAttempt: true })
  await expect(run).rejects.toThrow('ended early (SIGSEGV)')
  const render = await getRender(database.db, userId, renderId)
  expect(render).toMatchObject({ status: 'failed', errorCode: 'render-failed' })
})

it('finishes the video of a worker that was killed', patient, async () => {
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
  // What the killed worker had on disk is gone as well; only this test's own part is left.
  expect(await readdir(folder.path('tmp/renders'))).toHaveLength(1)
})

it('returns a render to the queue when the worker stops, without counting the attempt', patient, async () => {
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

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
