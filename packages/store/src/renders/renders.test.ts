import { randomUUID } from 'node:crypto'
import { render as renderSchema } from '@vitrine/contract/renders'
import { transaction } from '@vitrine/database/connection'
import { ENGINE_VERSION } from '@vitrine/document/document'
import { renderKey } from '@vitrine/project/render-key'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import {
  addCatalogueFiles,
  addMember,
  addTemplate,
  addUserFile,
  catchApiError,
  hashText,
  newDocument,
  newName,
} from '../../testing/store.ts'
import { disableShapes } from '../catalogue/shape.ts'
import { checkLedger, getBalance } from '../credits/credits.ts'
import { acquireTemplate, hasEntitlement } from '../library/library.ts'
import { createUserAsset, deleteAsset, failAsset, finishAsset } from '../media/media.ts'
import {
  failOperation,
  OPERATION_CHANNEL,
  type OperationAttempt,
  type OperationProgress,
  recordOperationProgress,
  requeueOperation,
  succeedOperation,
} from '../operations/operations.ts'
import { createProject, saveProject } from '../projects/projects.ts'
import { getOwnTemplate } from '../purchases/own-template.ts'
import { beginRender, completeRender } from './attempt.ts'
import {
  cancelRender,
  createRender,
  eraseRenders,
  getRender,
  listRenders,
  prepareRender,
  type RenderRequest,
  requireOfferedShape,
  retryRender,
} from './renders.ts'
import { type FinishedRender, toRender } from './state.ts'

const database = useDatabase({ max: 14 })
beforeAll(() => addCatalogueFiles(database.db))
afterEach(async () => {
  expect((await checkLedger(database.db)).faults).toEqual([])
})

async function begin(credits = 500, templateId?: string) {
  const userId = await addMember(database.db, credits)
  // A document of its own, or a video finished by another test would be handed out.
  const id = templateId ?? (await addTemplate(database.db, { document: newDocument({ name: newName() }) }))
  const projectId = await addProject(userId, id)
  return { userId, templateId: id, projectId }
}
async function addProject(userId: string, templateId: string): Promise<string> {
  const { row } = await transaction(database.db, (tx) => createProject(tx, { userId, templateId }))
  return row.id
}
const save = (userId: string, projectId: string, values: Record<string, unknown>) =>
  transaction(database.db, (tx) => saveProject(tx, { userId, projectId, values, difference: {} }, String))

type Ask = Partial<RenderRequest> & Pick<RenderRequest, 'userId' | 'projectId'>
const ask = (request: Ask) =>
  transaction(database.db, (tx) =>
    createRender(tx, { kind: 'preview', idempotencyKey: randomUUID(), region: { isIndianUser: false }, ...request }),
  )
const take = async (renderId: string) => {
  const work = await transaction(database.db, (tx) => beginRender(tx, renderId))
  if (!work) throw new Error(`render ${renderId} could not be taken on`)
  return work
}
/** An attempt of a render, as a worker has it. */
interface Attempt {
  readonly renderId: string
  readonly operation: OperationAttempt
}
const createAttempt = (renderId: string, attempt: number): Attempt => ({
  renderId,
  operation: { operationId: renderId, attempt, isLast: false },
})
const requeue = ({ operation }: Attempt, hasFailed: boolean) =>
  transaction(database.db, (tx) => requeueOperation(tx, operation, { hasFailed }))
const postpone = (attempt: Attempt) => requeue(attempt, true)
const recordProgress = ({ operation }: Attempt, progress: OperationProgress) =>
  recordOperationProgress(database.db, operation, progress)
const video = (): FinishedRender => ({
  fileKey: `private/videos/${randomUUID()}.mp4`,
  posterKey: `private/videos/${randomUUID()}.jpg`,
  width: 960,
  height: 540,
  durationMs: 5000,
  sizeBytes: 123_456,
})
const complete = (attempt: Attempt, result = video()) =>
  transaction(database.db, (tx) => completeRender(tx, attempt, result))
const fail = ({ renderId, operation = undefined }: { renderId: string; operation?: OperationAttempt }) =>
  transaction(database.db, (tx) =>
    failOperation(
      tx,
      { operationId: renderId, attempt: operation?.attempt },
      { code: 'draw-failed', message: 'The video could not be drawn.' },
    ),
  )
const cancel = (userId: string, id: string) => transaction(database.db, (tx) => cancelRender(tx, userId, id))
const retry = (userId: string, id: string) => transaction(database.db, (tx) => retryRender(tx, userId, id))
const status = async (userId: string, id: string) => (await getRender(database.db, userId, id)).status
async function jobs(renderId: string) {
  const { rows } = await database.db.execute<{ priority: number; payload: unknown }>(sql`
    select jobs.priority, private.payload from graphile_worker.jobs
      join graphile_worker._private_jobs private using (id) where jobs.key = ${`render:${renderId}`}`)
  return rows
}

describe('asking for a video', () => {
  it('queues a free preview with one job', async () => {
    const { userId, projectId } = await begin()
    const { render, ...answer } = await ask({ userId, projectId })
    expect(answer).toEqual({ charged: 0, alreadyPurchased: false, remainingCredits: 500 })
    expect(render).toMatchObject({ status: 'queued', stage: 'waiting', percent: 0, attempts: 0 })
    expect(await jobs(render.id)).toEqual([{ priority: 1, payload: { renderId: render.id } }])
    expect(renderSchema.parse(toRender(render, String))).toMatchObject({
      jobId: render.id,
      templateName: 'Royal Invitation',
      signedUrl: null,
      downloadUrl: null,
    })
  })

  it('in full quality buys the template once and is free from then on', async () => {
    const { userId, templateId, projectId } = await begin()
    const first = await ask({ userId, projectId, kind: 'full', expectedCredits: 120 })
    expect(first).toMatchObject({ charged: 120, alreadyPurchased: false, remainingCredits: 380 })
    expect(await hasEntitlement(database.db, userId, templateId)).toBe(true)
    await save(userId, projectId, { title: 'Second' })
    const second = await ask({ userId, projectId, kind: 'full', expectedCredits: 120 })
    expect(second).toMatchObject({ charged: 0, alreadyPurchased: true, remainingCredits: 380 })
    expect(second.render.id).not.toBe(first.render.id)
  })

  it('without the credits is refused and leaves neither a job nor a charge', async () => {
    const { userId, templateId, projectId } = await begin(100)
    const apiError = await catchApiError(ask({ userId, projectId, kind: 'full' }))
    expect(apiError.details).toEqual({ creditsRequired: 120, userCredits: 100 })
    expect(await hasEntitlement(database.db, userId, templateId)).toBe(false)
    expect(await listRenders(database.db, userId)).toEqual([])
  })

  it('at an outdated price is rejected', async () => {
    const { userId, projectId } = await begin()
    const apiError = await catchApiError(ask({ userId, projectId, kind: 'full', expectedCredits: 99 }))
    expect(apiError).toMatchObject({ code: 'price-changed', details: { credits: 120 } })
    expect((await getBalance(database.db, userId)).total).toBe(500)
  })

  it('with a key that was used gets the first answer, also when sent many times at once', async () => {
    const { userId, projectId } = await begin()
    const idempotencyKey = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask({ userId, projectId, kind: 'full', idempotencyKey })),
    )
    expect(new Set(answers.map((answer) => answer.render.id)).size).toBe(1)
    expect(answers.every((answer) => answer.charged === 120 && answer.remainingCredits === 380)).toBe(true)
    expect(await jobs(answers[0]?.render.id ?? '')).toHaveLength(1)
    const other = await addProject(userId, await addTemplate(database.db))
    expect((await catchApiError(ask({ userId, projectId: other, kind: 'full', idempotencyKey }))).code).toBe(
      'idempotency-key-reused',
    )
    expect((await catchApiError(ask({ userId, projectId, kind: 'preview', idempotencyKey }))).code).toBe(
      'idempotency-key-reused',
    )
  })

  it('with different keys at the same time renders the same video once and charges once', async () => {
    const { userId, projectId } = await begin()
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask({ userId, projectId, kind: 'full' })))
    expect(new Set(answers.map((answer) => answer.render.id)).size).toBe(1)
    expect(answers.filter((answer) => answer.charged === 120)).toHaveLength(1)
    expect((await getBalance(database.db, userId)).total).toBe(380)
  })

  it('while the same template is bought elsewhere charges once', async () => {
    const { userId, templateId, projectId } = await begin()
    const buy = () =>
      transaction(database.db, (tx) => acquireTemplate(tx, { userId, templateId, region: { isIndianUser: false } }))
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => [ask({ userId, projectId, kind: 'full' }), buy()]).flat(),
    )
    expect(answers.map((answer) => answer.charged).filter((charged) => charged > 0)).toEqual([120])
    expect((await getBalance(database.db, userId)).total).toBe(380)
  })

  it('keeps the requested content, whatever is edited afterwards', async () => {
    const { userId, projectId } = await begin()
    await save(userId, projectId, { title: 'As ordered' })
    const { render } = await ask({ userId, projectId })
    await save(userId, projectId, { title: 'Changed' })
    expect((await take(render.id)).values).toEqual({ title: 'As ordered' })
  })

  it('in a shape that the owner has disabled is refused, unless its customer had begun or bought it before', async () => {
    const { userId, templateId, projectId } = await begin()
    const shape = (who: string, id: string, aspect: string | null) =>
      transaction(database.db, (tx) =>
        saveProject(tx, { userId: who, projectId: id, values: {}, difference: {}, aspect }, String),
      )
    const disable = (shapes: string[]) => transaction(database.db, (tx) => disableShapes(tx, templateId, shapes))
    const buyer = await addMember(database.db)
    await transaction(database.db, (tx) =>
      acquireTemplate(tx, { userId: buyer, templateId, region: { isIndianUser: false } }),
    )
    await disable(['9:16'])
    // Begun before.
    await shape(userId, projectId, '9:16')
    expect((await ask({ userId, projectId })).charged).toBe(0)
    // Bought before, begun afterwards.
    const ofBuyer = await addProject(buyer, templateId)
    await shape(buyer, ofBuyer, '9:16')
    expect((await ask({ userId: buyer, projectId: ofBuyer, kind: 'full' })).charged).toBe(0)
    expect((await getOwnTemplate(database.db, { userId: buyer, role: 'buyer' }, templateId)).disabledShapes).toEqual([])
    // Neither: the work is saved, and can be rendered in another shape.
    const late = await addMember(database.db)
    const begun = await addProject(late, templateId)
    await shape(late, begun, '9:16')
    const refused = await catchApiError(ask({ userId: late, projectId: begun, kind: 'full' }))
    expect(refused).toMatchObject({ code: 'shape-not-offered', details: { aspect: '9:16' } })
    const preparing = transaction(database.db, (tx) => prepareRender(tx, { userId: late, projectId: begun }))
    expect((await catchApiError(preparing)).code).toBe('shape-not-offered')
    // A file that the customer's browser makes.
    const result = (who: string, aspect: string | null) =>
      requireOfferedShape(database.db, { userId: who, templateId, aspect })
    expect((await catchApiError(result(late, '9:16'))).code).toBe('shape-not-offered')
    for (const aspect of ['1:1', null]) await result(late, aspect)
    for (const who of [userId, buyer]) await result(who, '9:16')
    expect(await hasEntitlement(database.db, late, templateId)).toBe(false)
    const seen = await getOwnTemplate(database.db, { userId: late, role: 'buyer' }, templateId)
    expect(seen.disabledShapes).toEqual(['9:16'])
    expect(seen.shapes.map(({ aspect }) => aspect)).not.toContain('9:16')
    await shape(late, begun, '1:1')
    expect((await ask({ userId: late, projectId: begun, kind: 'full' })).charged).toBe(120)
    // Another purchase of the shape is not needed when the owner offers it again.
    await disable([])
    await shape(late, begun, '9:16')
    expect(await ask({ userId: late, projectId: begun, kind: 'full' })).toMatchObject({
      charged: 0,
      alreadyPurchased: true,
    })
  })

  it('waits for its turn behind three others of the same customer', async () => {
    const { userId, projectId } = await begin()
    const ids = []
    for (const title of ['one', 'two', 'three']) {
      await save(userId, projectId, { title })
      ids.push((await ask({ userId, projectId })).render.id)
    }
    expect((await Promise.all(ids.map(jobs))).flat().map((job) => job.priority)).toEqual([1, 2, 3])
    await save(userId, projectId, { title: 'four' })
    const apiError = await catchApiError(ask({ userId, projectId, kind: 'full' }))
    expect(apiError).toMatchObject({ code: 'too-many-renders', status: 429 })
    expect((await getBalance(database.db, userId)).total).toBe(500)
    await cancel(userId, ids[0] ?? '')
    await ask({ userId, projectId, kind: 'full' })
  })

  it('is refused with a photo that was deleted or is still being prepared, before anything is charged', async () => {
    const { userId, projectId } = await begin()
    const photo = await addUserFile(database.db, userId)
    await save(userId, projectId, { hero: photo })
    await transaction(database.db, (tx) => deleteAsset(tx, userId, photo))
    expect(await catchApiError(ask({ userId, projectId, kind: 'full' }))).toMatchObject({
      code: 'asset-deleted',
      details: { field: 'hero', assetId: photo },
    })
    const { asset } = await transaction(database.db, (tx) =>
      createUserAsset(tx, {
        userId,
        uploadId: randomUUID(),
        kind: 'image',
        mime: 'image/png',
        sizeBytes: 1,
        fileName: 'a',
      }),
    )
    await transaction(database.db, (tx) => failAsset(tx, asset.id, { code: 'media-damaged', message: 'Damaged' }))
    await save(userId, projectId, { hero: asset.id })
    expect(await catchApiError(ask({ userId, projectId, kind: 'full' }))).toMatchObject({
      code: 'field-value-invalid',
      message: 'Damaged',
    })
    expect((await getBalance(database.db, userId)).total).toBe(500)
  })

  it('whose files are still being prepared waits for them, and fails if they cannot be used', async () => {
    const upload = { kind: 'image' as const, mime: 'image/heic', sizeBytes: 1, fileName: 'a' }
    const beginTwo = () =>
      Promise.all(
        ['one', 'two'].map(async () => {
          const { userId, projectId } = await begin()
          const { asset } = await transaction(database.db, (tx) =>
            createUserAsset(tx, { userId, uploadId: randomUUID(), ...upload }),
          )
          await save(userId, projectId, { hero: asset.id })
          return { userId, assetId: asset.id, render: (await ask({ userId, projectId })).render }
        }),
      )
    const [used, damaged] = await beginTwo()
    if (!used || !damaged) throw new Error('two were begun')
    for (const { userId, render } of [used, damaged]) {
      // The job that runs is spent, and there is a new one for later.
      for (let run = 0; run < 3; run++) {
        expect(await transaction(database.db, (tx) => beginRender(tx, render.id))).toBeUndefined()
      }
      expect(await getRender(database.db, userId, render.id)).toMatchObject({ status: 'queued', attempts: 0 })
      const { rows } = await database.db.execute(
        sql`select run_at > updated_at as "isLater" from graphile_worker._private_jobs where key = ${`render:${render.id}`}`,
      )
      expect(rows).toEqual([{ isLater: true }])
    }
    const file = { mime: 'video/mp4', sizeBytes: 1, storageKey: 'private/m', proxyKey: 'private/p' }
    await transaction(database.db, (tx) => finishAsset(tx, used.assetId, file))
    expect((await take(used.render.id)).assets.get(used.assetId)).toMatchObject({ storageKey: 'private/m' })
    const words = { code: 'media-damaged', message: 'This file is damaged and cannot be read' }
    await transaction(database.db, (tx) => failAsset(tx, damaged.assetId, words))
    expect(await transaction(database.db, (tx) => beginRender(tx, damaged.render.id))).toBeUndefined()
    expect(await getRender(database.db, damaged.userId, damaged.render.id)).toMatchObject({
      status: 'failed',
      errorCode: 'asset-failed',
      errorMessage: words.message,
    })
  })

  it('needs a project of one’s own', async () => {
    const { projectId } = await begin()
    const userId = await addMember(database.db)
    expect((await catchApiError(ask({ userId, projectId }))).code).toBe('project-not-found')
  })
})

describe('a video that was made before', () => {
  it('is the same render for the same project', async () => {
    const { userId, projectId } = await begin()
    const { render } = await ask({ userId, projectId })
    await complete(await take(render.id))
    const again = await ask({ userId, projectId })
    expect(again.render).toMatchObject({ id: render.id, status: 'completed' })
    expect(await listRenders(database.db, userId)).toHaveLength(1)
  })

  it('is reused at once for another customer who entered nothing either', async () => {
    const first = await begin()
    const { render } = await ask(first)
    const result = video()
    await complete(await take(render.id), result)
    const second = await begin(500, first.templateId)
    const answer = await ask(second)
    expect(answer.render).toMatchObject({ status: 'completed', percent: 100, fileKey: result.fileKey })
    expect(answer.render.id).not.toBe(render.id)
    expect(await jobs(answer.render.id)).toEqual([])
    // Its file goes with the last of the two.
    const erase = (userId: string) => transaction(database.db, (tx) => eraseRenders(tx, userId))
    expect(await erase(first.userId)).toEqual([])
    expect(await erase(second.userId)).toContain(result.fileKey)
  })

  it('by an older engine is not reused, not even for the same customer', async () => {
    const first = await begin()
    const { render } = await ask(first)
    const { document, width, height, assets } = await take(render.id)
    expect(assets.size).toBeGreaterThan(0)
    await complete(createAttempt(render.id, 1))
    const computeRenderKey = (engine: string) =>
      renderKey(document, {}, {}, { width, height, watermark: 'VITRINE' }, engine)
    expect(render.renderKey).toBe(await computeRenderKey(ENGINE_VERSION))
    const older = await computeRenderKey(String(Number(ENGINE_VERSION) - 1))
    await database.db.execute(sql`update renders set render_key = ${older} where id = ${render.id}`)
    const second = await begin(500, first.templateId)
    for (const customer of [first, second]) {
      const again = await ask(customer)
      expect(again.render).toMatchObject({ status: 'queued', renderKey: render.renderKey })
      expect(again.render.id).not.toBe(render.id)
    }
    expect(await status(first.userId, render.id)).toBe('completed')
  })

  it('is not reused without paying, nor across preview and full quality', async () => {
    const first = await begin()
    await complete(await take((await ask({ ...first, kind: 'full' })).render.id))
    const second = await begin(60, first.templateId)
    expect((await catchApiError(ask({ ...second, kind: 'full' }))).code).toBe('not-enough-credits')
    expect((await ask(second)).render.status).toBe('queued')
  })
})

describe('making a video', () => {
  it('gives the worker document, values, files and the size', async () => {
    const document = newDocument({ canvas: { width: 1080, height: 1921, fps: 30, duration: 150 } })
    const userId = await addMember(database.db)
    const projectId = await addProject(userId, await addTemplate(database.db, { document }))
    const photo = await addUserFile(database.db, userId)
    await save(userId, projectId, { hero: photo })
    const preview = await take((await ask({ userId, projectId })).render.id)
    expect(preview).toMatchObject({
      kind: 'preview',
      watermark: 'VITRINE',
      width: 540,
      height: 960,
      operation: { attempt: 1 },
    })
    expect(preview.document.canvas).toEqual(document.canvas)
    expect([...preview.assets.keys()].sort()).toEqual(
      [hashText('photo'), hashText('song'), hashText('font'), photo].sort(),
    )
    const full = await take((await ask({ userId, projectId, kind: 'full' })).render.id)
    expect(full).toMatchObject({ kind: 'full', watermark: undefined, width: 1080, height: 1922 })
  })

  it('is as high as the designer allows at most', async () => {
    const canvas = { width: 2160, height: 3840, fps: 30, duration: 150 }
    const document = newDocument({ canvas, output: { video: { maxHeight: 1920 } } })
    const userId = await addMember(database.db)
    const projectId = await addProject(userId, await addTemplate(database.db, { document }))
    const request = { userId, projectId }
    await save(userId, projectId, { hero: await addUserFile(database.db, userId) })
    expect(await take((await ask(request)).render.id)).toMatchObject({ width: 540, height: 960 })
    expect(await take((await ask({ ...request, kind: 'full' })).render.id)).toMatchObject({ width: 1080, height: 1920 })
  })

  it('reports progress that never decreases, and notifies every listener', async () => {
    const { userId, projectId } = await begin()
    const listener = new pg.Client({ connectionString: database.url })
    await listener.connect()
    await listener.query(`listen ${OPERATION_CHANNEL}`)
    const heard: (string | undefined)[] = []
    listener.on('notification', ({ payload }) => heard.push(payload))
    try {
      const { render } = await ask({ userId, projectId })
      const work = await take(render.id)
      expect(await recordProgress(work, { percent: 40.7, stage: 'drawing', secondsLeft: 12.4 })).toBe('go-on')
      expect(await recordProgress(work, { percent: 30, stage: 'drawing' })).toBe('go-on')
      expect(await getRender(database.db, userId, render.id)).toMatchObject({
        status: 'processing',
        percent: 40,
        stage: 'drawing',
        secondsLeft: null,
      })
      await recordProgress(work, { percent: 100, stage: 'finishing', secondsLeft: 0 })
      expect((await getRender(database.db, userId, render.id)).percent).toBe(99)
      await complete(work)
      await expect.poll(() => heard.length).toBe(6)
      expect(new Set(heard)).toEqual(new Set([`${render.id} ${userId} render`]))
    } finally {
      await listener.end()
    }
  })

  it('ends with a video that plays and downloads by signed addresses', async () => {
    const { userId, projectId } = await begin()
    const { render } = await ask({ userId, projectId, kind: 'full' })
    const result = video()
    expect(await complete(await take(render.id), result)).toBe(true)
    const sign = (key: string, options?: { downloadName?: string }) => `${key}|${options?.downloadName ?? ''}`
    const shown = toRender(await getRender(database.db, userId, render.id), sign)
    expect(renderSchema.parse(shown)).toEqual(shown)
    expect(shown).toMatchObject({
      status: 'completed',
      stage: 'done',
      percent: 100,
      signedUrl: `${result.fileKey}|`,
      downloadUrl: `${result.fileKey}|Royal-Invitation.mp4`,
      posterUrl: `${result.posterKey}|`,
      durationSeconds: 5,
      sizeBytes: 123_456,
    })
  })

  it('is never moved back once it is completed', async () => {
    const { userId, projectId } = await begin()
    const { render } = await ask({ userId, projectId })
    const work = await take(render.id)
    await complete(work)
    expect(await complete(work)).toBe(false)
    expect(await fail({ renderId: render.id })).toBe(false)
    expect(await transaction(database.db, (tx) => beginRender(tx, render.id))).toBeUndefined()
    expect(await recordProgress(work, { percent: 5, stage: 'drawing', secondsLeft: 1 })).toBe('gone')
    expect((await catchApiError(cancel(userId, render.id))).code).toBe('render-not-cancellable')
    expect((await catchApiError(retry(userId, render.id))).code).toBe('render-not-retryable')
    expect(await status(userId, render.id)).toBe('completed')
  })

  it('is attempted three times, and then fails with a reason', async () => {
    const { userId, projectId } = await begin()
    const { render } = await ask({ userId, projectId })
    for (let attempt = 1; attempt < 3; attempt++) {
      const work = await take(render.id)
      expect(work.operation).toMatchObject({ attempt, isLast: false })
      expect(await postpone(work)).toBe(true)
      expect(await postpone(work)).toBe(false)
      expect(await status(userId, render.id)).toBe('queued')
    }
    const last = await take(render.id)
    expect(last.operation).toMatchObject({ attempt: 3, isLast: true })
    expect(await fail(last)).toBe(true)
    expect(await transaction(database.db, (tx) => beginRender(tx, render.id))).toBeUndefined()
    expect(await getRender(database.db, userId, render.id)).toMatchObject({
      status: 'failed',
      errorCode: 'draw-failed',
      errorMessage: 'The video could not be drawn.',
    })
  })

  it('does not count killed workers as failed attempts', async () => {
    const { userId, projectId } = await begin()
    const { render } = await ask({ userId, projectId })
    for (let deaths = 0; deaths < 10; deaths++) expect((await take(render.id)).operation.isLast).toBe(false)
    const { rows } = await database.db.execute(sql`
      select max_attempts from graphile_worker.jobs where key = ${`render:${render.id}`}`)
    expect(rows).toEqual([{ max_attempts: 13 }])
    for (const isLast of [false, false, true]) {
      const work = await take(render.id)
      expect(work.operation.isLast).toBe(isLast)
      await postpone(work)
    }
  })

  it('returned by a worker that stops does not count as an attempt', async () => {
    const { userId, projectId } = await begin()
    const { render } = await ask({ userId, projectId })
    for (let stops = 0; stops < 5; stops++) {
      const work = await take(render.id)
      expect(await requeue(work, false)).toBe(true)
      expect(await status(userId, render.id)).toBe('queued')
    }
    expect(await complete(await take(render.id))).toBe(true)
  })

  it('accepts updates of its current worker only', async () => {
    const { userId, projectId } = await begin()
    const { render } = await ask({ userId, projectId })
    const lost = await take(render.id)
    const present = await take(render.id)
    expect(await recordProgress(lost, { percent: 80, stage: 'drawing', secondsLeft: 1 })).toBe('gone')
    expect(await complete(lost)).toBe(false)
    expect(await fail(lost)).toBe(false)
    expect(await complete(present)).toBe(true)
  })

  it('accepts the video of one of two workers that finish at the same time', async () => {
    const { userId, projectId } = await begin()
    const { render } = await ask({ userId, projectId })
    const work = await take(render.id)
    const results = await Promise.all([
      complete(work),
      cancel(userId, render.id).catch(() => 'refused'),
      complete(work),
    ])
    expect(results.filter((result) => result === true).length).toBeLessThanOrEqual(1)
    const after = await getRender(database.db, userId, render.id)
    expect(after.fileKey !== null).toBe(after.status === 'completed')
  })

  it('fails with a clear message when a photo of it was deleted while it waited', async () => {
    const { userId, projectId } = await begin()
    const photo = await addUserFile(database.db, userId)
    await save(userId, projectId, { hero: { asset: photo } })
    const { render } = await ask({ userId, projectId, kind: 'full' })
    await transaction(database.db, (tx) => deleteAsset(tx, userId, photo))
    expect(await transaction(database.db, (tx) => beginRender(tx, render.id))).toBeUndefined()
    expect(await getRender(database.db, userId, render.id)).toMatchObject({
      status: 'failed',
      errorCode: 'asset-deleted',
      errorMessage:
        'A photo used in this video was deleted. Choose another and try again. You were not charged for this attempt.',
    })
    expect((await catchApiError(retry(userId, render.id))).code).toBe('asset-deleted')
    await save(userId, projectId, {})
    expect(await ask({ userId, projectId, kind: 'full' })).toMatchObject({ charged: 0, alreadyPurchased: true })
  })
})

it('has its file exactly if it has succeeded, in SQL', async () => {
  const { userId, projectId } = await begin()
  const { render } = await ask({ userId, projectId })
  const { operation } = await take(render.id)
  const violation = { cause: { constraint: 'renders_completed_has_file' } }
  const succeed = transaction(database.db, (tx) => succeedOperation(tx, operation))
  await expect(succeed).rejects.toMatchObject(violation)
  const store = database.db.execute(sql`update renders set file_key = 'private/videos/x.mp4' where id = ${render.id}`)
  await expect(store).rejects.toMatchObject(violation)
  expect(await getRender(database.db, userId, render.id)).toMatchObject({ status: 'processing', fileKey: null })
})

describe('stopping and trying again', () => {
  it('takes a waiting render out of the queue', async () => {
    const { userId, projectId } = await begin()
    const { render } = await ask({ userId, projectId })
    expect((await cancel(userId, render.id)).status).toBe('cancelled')
    expect(await jobs(render.id)).toEqual([])
    expect((await cancel(userId, render.id)).status).toBe('cancelled')
    expect(await transaction(database.db, (tx) => beginRender(tx, render.id))).toBeUndefined()
  })

  it('notifies the worker of a running one, whose video is then not accepted', async () => {
    const { userId, projectId } = await begin()
    const { render } = await ask({ userId, projectId })
    const work = await take(render.id)
    await cancel(userId, render.id)
    expect(await recordProgress(work, { percent: 50, stage: 'drawing', secondsLeft: 3 })).toBe('gone')
    expect(await complete(work)).toBe(false)
  })

  it('queues a failed render again for free, with three new attempts', async () => {
    const { userId, projectId } = await begin()
    const { render } = await ask({ userId, projectId, kind: 'full' })
    const first = await take(render.id)
    await fail(first)
    expect(await getRender(database.db, userId, render.id)).toMatchObject({
      status: 'failed',
      errorCode: 'draw-failed',
    })
    const again = await retry(userId, render.id)
    expect(again).toMatchObject({ id: render.id, status: 'queued', percent: 0, errorCode: null, errorMessage: null })
    expect(await jobs(render.id)).toHaveLength(1)
    expect((await getBalance(database.db, userId)).total).toBe(380)
    for (const isLast of [false, false, true]) {
      const work = await take(render.id)
      expect(work.operation.isLast).toBe(isLast)
      await postpone(work)
    }
    expect(await complete(first)).toBe(false)
  })

  it('returns the newer render when the same video was requested in the meantime', async () => {
    const { userId, projectId } = await begin()
    const { render } = await ask({ userId, projectId })
    await cancel(userId, render.id)
    const newer = await ask({ userId, projectId })
    expect(newer.render.id).not.toBe(render.id)
    expect((await retry(userId, render.id)).id).toBe(newer.render.id)
  })

  it('is for the owner alone', async () => {
    const { userId, projectId } = await begin()
    const { render } = await ask({ userId, projectId })
    const stranger = await addMember(database.db)
    for (const work of [
      () => cancel(stranger, render.id),
      () => retry(stranger, render.id),
      () => getRender(database.db, stranger, render.id),
      () => getRender(database.db, userId, 'not-an-id'),
    ]) {
      expect((await catchApiError(work())).code).toBe('render-not-found')
    }
    expect(await listRenders(database.db, stranger)).toEqual([])
  })
})

it('any run of events keeps a render in step with a plain model', async () => {
  const event = fc.constantFrom(
    'begin',
    'progress',
    'complete',
    'complete-lost',
    'fail',
    'cancel',
    'retry',
    'release',
    'postpone',
  )
  const isActive = (state: string) => state === 'queued' || state === 'processing'
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 25 }), async (events) => {
      const { userId, projectId } = await begin()
      const { render } = await ask({ userId, projectId })
      const model = { status: 'queued', attempts: 0, failures: 0 }
      const present = () => createAttempt(render.id, model.attempts)
      for (const name of events) {
        if (name === 'begin') {
          const work = await transaction(database.db, (tx) => beginRender(tx, render.id))
          const isTaken = isActive(model.status)
          if (isTaken) Object.assign(model, { status: 'processing', attempts: model.attempts + 1 })
          expect(work?.operation.attempt).toBe(isTaken ? model.attempts : undefined)
          expect(work?.operation.isLast).toBe(isTaken ? model.failures >= 2 : undefined)
        } else if (name === 'progress') {
          const answer = await recordProgress(present(), { percent: 50, stage: 'drawing', secondsLeft: 1 })
          expect(answer).toBe(model.status === 'processing' ? 'go-on' : 'gone')
        } else if (name === 'complete') {
          expect(await complete(present())).toBe(model.status === 'processing')
          if (model.status === 'processing') model.status = 'completed'
        } else if (name === 'complete-lost') {
          expect(await complete(createAttempt(render.id, model.attempts - 1))).toBe(false)
        } else if (name === 'fail') {
          expect(await fail({ renderId: render.id })).toBe(isActive(model.status))
          if (isActive(model.status)) model.status = 'failed'
        } else if (name === 'cancel') {
          const isAllowed = isActive(model.status) || model.status === 'cancelled'
          if (isAllowed) await cancel(userId, render.id)
          else expect((await catchApiError(cancel(userId, render.id))).code).toBe('render-not-cancellable')
          if (isAllowed) model.status = 'cancelled'
        } else if (name === 'retry') {
          const isAllowed = model.status === 'failed' || model.status === 'cancelled'
          if (isAllowed) await retry(userId, render.id)
          else expect((await catchApiError(retry(userId, render.id))).code).toBe('render-not-retryable')
          if (isAllowed) Object.assign(model, { status: 'queued', failures: 0 })
        } else if (name === 'postpone') {
          expect(await postpone(present())).toBe(model.status === 'processing')
          if (model.status === 'processing') Object.assign(model, { status: 'queued', failures: model.failures + 1 })
        } else {
          expect(await requeue(present(), false)).toBe(model.status === 'processing')
          if (model.status === 'processing') model.status = 'queued'
        }
        const found = await getRender(database.db, userId, render.id)
        expect(found).toMatchObject({ status: model.status, attempts: model.attempts })
        expect(found.fileKey !== null).toBe(model.status === 'completed')
        expect(found.errorMessage !== null).toBe(model.status === 'failed')
        expect(await jobs(render.id)).toHaveLength(model.status === 'cancelled' ? 0 : 1)
      }
    }),
    { numRuns: 30 },
  )
})

describe('of an image template', () => {
  const beginPicture = async (credits = 500) => {
    const document = newDocument({ name: newName() })
    return begin(credits, await addTemplate(database.db, { kind: 'image', document }))
  }
  const png = { format: 'png', quality: 90, scale: 1 } as const

  it("is a picture of the template's size, or twice that, in the format asked for", async () => {
    const job = await beginPicture()
    const output = { format: 'jpeg', quality: 80, scale: 2 } as const
    const { render } = await ask({ ...job, kind: 'full', output })
    const work = await take(render.id)
    const { width, height } = work.document.canvas
    expect(work).toMatchObject({ output, width: width * 2, height: height * 2, watermark: undefined })
    await transaction(database.db, (tx) => completeRender(tx, work, { ...video(), durationMs: null }))
    const wire = toRender(
      await getRender(database.db, job.userId, render.id),
      (key, options) => options?.downloadName ?? key,
    )
    expect(renderSchema.parse(wire)).toMatchObject({ format: 'jpeg', durationSeconds: null })
    expect(wire.downloadUrl).toMatch(/[.]jpg$/)
  })

  it('is rendered once: a change without effect makes no second one', async () => {
    const job = await beginPicture()
    const first = await ask({ ...job, kind: 'full', output: png })
    const same = await ask({ ...job, kind: 'full', output: { ...png, quality: 20 } })
    const other = await ask({ ...job, kind: 'full', output: { ...png, format: 'webp' } })
    expect(same.render.id).toBe(first.render.id)
    expect(other.render.id).not.toBe(first.render.id)
    expect(other.charged).toBe(0)
  })

  it('is small and marked before payment, whatever size was asked for', async () => {
    const job = await beginPicture(0)
    const { render } = await ask({ ...job, kind: 'preview', output: { ...png, scale: 2 } })
    const work = await take(render.id)
    expect(Math.min(work.width, work.height)).toBeLessThanOrEqual(540)
    expect(work.watermark).toBe('VITRINE')
    expect(await catchApiError(ask({ ...job, kind: 'full', output: png }))).toMatchObject({
      code: 'not-enough-credits',
    })
  })

  it('is not rendered as a video, nor a video template as a picture', async () => {
    const { render } = await ask({ ...(await beginPicture()), kind: 'full' })
    expect(render.output).toEqual(png)
    const apiError = await catchApiError(ask({ ...(await begin()), output: png }))
    expect(apiError).toMatchObject({ code: 'invalid-input' })
  })
})
