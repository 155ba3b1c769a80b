import { randomUUID } from 'node:crypto'
import { transaction } from '@vitrine/database/connection'
import { enqueue } from '@vitrine/database/jobs'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { addCatalogueFiles, addMember, addTemplate, catchApiError, newDocument, newName } from '../../testing/store.ts'
import { deleteMember } from '../account-lifecycle/account-lifecycle.ts'
import type { PasswordHash } from '../accounts/password.ts'
import { checkLedger } from '../credits/credits.ts'
import { hasEntitlement } from '../library/library.ts'
import { failOperation, listUnfinishedOperations } from '../operations/operations.ts'
import { createProject, saveProject } from '../projects/projects.ts'
import { beginRender, completeRender } from './attempt.ts'
import { dropOldPreparedRenders, dropPreparedRenderIfOthersWait } from './prepared-render.ts'
import { createRender, getRender, listRenders, prepareRender } from './renders.ts'
import { findUnusedFiles } from './unused-file.ts'

const database = useDatabase({ max: 14 })
beforeAll(() => addCatalogueFiles(database.db))
afterEach(async () => {
  expect((await checkLedger(database.db)).faults).toEqual([])
  await database.db.execute(sql`truncate graphile_worker._private_jobs`)
})

async function begin(credits = 500) {
  const userId = await addMember(database.db, credits)
  // A document of its own, or a video finished by another test would be handed out.
  const templateId = await addTemplate(database.db, { document: newDocument({ name: newName() }) })
  const { row } = await transaction(database.db, (tx) => createProject(tx, { userId, templateId }))
  return { userId, templateId, projectId: row.id }
}
type Place = Awaited<ReturnType<typeof begin>>
const save = ({ userId, projectId }: Place, values: Record<string, unknown>) =>
  transaction(database.db, (tx) => saveProject(tx, { userId, projectId, values, difference: {} }, String))
const prepare = ({ userId, projectId }: Place) =>
  transaction(database.db, (tx) => prepareRender(tx, { userId, projectId }))
const order = ({ userId, projectId }: Place, kind: 'full' | 'preview' = 'full') =>
  transaction(database.db, (tx) =>
    createRender(tx, { userId, projectId, kind, idempotencyKey: randomUUID(), region: { isIndianUser: false } }),
  )
async function findPrepared({ userId }: Pick<Place, 'userId'>) {
  const { rows } = await database.db.execute<{ id: string; status: string; file: string | null }>(sql`
    select p.id, o.status, p.file_key as file from prepared_renders p join operations o using (id) where user_id = ${userId}`)
  return rows[0]
}
async function mustBePrepared(of: Place): Promise<string> {
  const prepared = await findPrepared(of)
  if (!prepared) throw new Error('nothing was prepared')
  return prepared.id
}
const take = async (id: string) => {
  const work = await transaction(database.db, (tx) => beginRender(tx, id))
  if (!work) throw new Error(`render ${id} could not be taken on`)
  return work
}
const video = () => ({
  fileKey: `private/videos/${randomUUID()}.mp4`,
  posterKey: `private/videos/${randomUUID()}.webp`,
  width: 960,
  height: 540,
  durationMs: 5000,
  sizeBytes: 123_456,
})
const finish = async (id: string, result = video()) => {
  const work = await take(id)
  return (await transaction(database.db, (tx) => completeRender(tx, work, result))) ? result : undefined
}
async function listJobPriorities(id: string) {
  const { rows } = await database.db.execute<{ priority: number }>(
    sql`select priority from graphile_worker.jobs where key = ${`render:${id}`}`,
  )
  return rows.map(({ priority }) => priority)
}
async function erasedKeys() {
  const { rows } = await database.db.execute<{ keys: string[] }>(sql`
    select private.payload -> 'keys' as keys from graphile_worker.jobs
      join graphile_worker._private_jobs private using (id) where jobs.task_identifier = 'erase-files'`)
  return rows.flatMap(({ keys }) => keys).sort()
}

it('charges nothing, shows nowhere, and is made after everything else', async () => {
  const place = await begin()
  await prepare(place)
  const id = await mustBePrepared(place)
  expect(await listJobPriorities(id)).toEqual([60])
  const result = await finish(id)
  expect(await hasEntitlement(database.db, place.userId, place.templateId)).toBe(false)
  expect(await listRenders(database.db, place.userId)).toEqual([])
  expect(await listUnfinishedOperations(database.db, { userId: place.userId })).toEqual([])
  expect((await catchApiError(getRender(database.db, place.userId, id))).code).toBe('render-not-found')
  expect(await findUnusedFiles(database.db, [result?.fileKey ?? '', result?.posterKey ?? ''])).toEqual([])
})

it('is the video of the order that follows: at once when it is made, and still paid for', async () => {
  const place = await begin()
  await prepare(place)
  const id = await mustBePrepared(place)
  const result = await finish(id)
  const { render, charged, remainingCredits } = await order(place)
  expect({ charged, remainingCredits }).toEqual({ charged: 120, remainingCredits: 380 })
  expect(render).toMatchObject({ ...result, id, status: 'completed', percent: 100, projectId: place.projectId })
  expect(await findPrepared(place)).toBeUndefined()
  expect((await order(place)).render.id).toBe(id)
})

it('goes on for the order when it is being made, and is completed by the attempt that runs', async () => {
  const place = await begin()
  await prepare(place)
  const id = await mustBePrepared(place)
  const work = await take(id)
  const { render } = await order(place)
  expect(render).toMatchObject({ id, status: 'processing', attempts: 1, fileKey: null })
  const result = video()
  expect(await transaction(database.db, (tx) => completeRender(tx, work, result))).toBe(true)
  expect(await getRender(database.db, place.userId, id)).toMatchObject({ ...result, status: 'completed' })
})

it('moves to the place of an order in the queue when no worker has begun it', async () => {
  const place = await begin()
  await prepare(place)
  const id = await mustBePrepared(place)
  const { render } = await order(place)
  expect(render).toMatchObject({ id, status: 'queued' })
  expect(await listJobPriorities(id)).toEqual([1])
})

it('is taken over by nobody who cannot pay', async () => {
  const place = await begin(100)
  await prepare(place)
  await finish(await mustBePrepared(place))
  expect((await catchApiError(order(place))).code).toBe('not-enough-credits')
  expect(await listRenders(database.db, place.userId)).toEqual([])
  expect(await findPrepared(place)).toMatchObject({ status: 'succeeded' })
})

it('is not the video of other words, of a preview or of another customer', async () => {
  const place = await begin()
  await prepare(place)
  const id = await mustBePrepared(place)
  await finish(id)
  expect((await order(place, 'preview')).render.id).not.toBe(id)
  await save(place, { title: 'Other words' })
  expect((await order(place)).render).toMatchObject({ status: 'queued', fileKey: null })
  const other = await addMember(database.db, 500)
  const { row } = await transaction(database.db, (tx) =>
    createProject(tx, { userId: other, templateId: place.templateId }),
  )
  const { render } = await order({ ...place, userId: other, projectId: row.id })
  expect(render).toMatchObject({ status: 'queued', fileKey: null })
})

it('is made anew after a failure', async () => {
  const place = await begin()
  await prepare(place)
  const id = await mustBePrepared(place)
  await transaction(database.db, (tx) =>
    failOperation(tx, { operationId: id }, { code: 'render-failed', message: 'No.' }),
  )
  const { render } = await order(place)
  expect(render).toMatchObject({ status: 'queued', errorCode: null })
  expect(render.id).not.toBe(id)
})

it('is one per customer: the same project changes nothing, another replaces it with its files', async () => {
  const place = await begin()
  await prepare(place)
  const first = await mustBePrepared(place)
  await prepare(place)
  expect(await mustBePrepared(place)).toBe(first)
  const result = await finish(first)
  await save(place, { title: 'Second' })
  await prepare(place)
  expect(await mustBePrepared(place)).not.toBe(first)
  expect(await erasedKeys()).toEqual([result?.fileKey, result?.posterKey].sort())
})

it('is not begun where files are missing, nor when the video is there already', async () => {
  const place = await begin()
  const { render } = await order(place)
  await prepare(place)
  expect(await findPrepared(place)).toBeUndefined()
  await finish(render.id)
  await prepare(place)
  expect(await findPrepared(place)).toBeUndefined()
  const stranger = await begin()
  expect((await catchApiError(prepare({ ...place, userId: stranger.userId }))).code).toBe('project-not-found')
})

it('is dropped while it runs as soon as another job waits, unless it was ordered', async () => {
  const place = await begin()
  await prepare(place)
  const id = await mustBePrepared(place)
  const work = await take(id)
  await database.db.execute(sql`truncate graphile_worker._private_jobs`)
  expect(await dropPreparedRenderIfOthersWait(database.db, id)).toBe(false)
  const due = new Date(Date.now() - 5000)
  await transaction(database.db, (tx) => enqueue(tx, 'preview', {}, { runAt: due }))
  const ordered = await begin()
  await prepare(ordered)
  const other = await mustBePrepared(ordered)
  await take(other)
  await order(ordered)
  expect(await dropPreparedRenderIfOthersWait(database.db, other)).toBe(false)
  expect(await dropPreparedRenderIfOthersWait(database.db, id)).toBe(true)
  expect(await findPrepared(place)).toBeUndefined()
  expect(await transaction(database.db, (tx) => completeRender(tx, work, video()))).toBe(false)
  expect((await order(place)).render).toMatchObject({ status: 'queued' })
})

it('is dropped after an hour, and with its customer', async () => {
  const place = await begin()
  await prepare(place)
  await dropOldPreparedRenders(database.db)
  const result = await finish(await mustBePrepared(place))
  await database.db.execute(
    sql`update prepared_renders set created_at = now() - interval '61 minutes' where user_id = ${place.userId}`,
  )
  await dropOldPreparedRenders(database.db)
  expect(await findPrepared(place)).toBeUndefined()
  expect(await erasedKeys()).toEqual([result?.fileKey, result?.posterKey].sort())
  await prepare(place)
  const mine = await mustBePrepared(place)
  await transaction(database.db, (tx) =>
    deleteMember(tx, place.userId, { passwordHash: '$argon2id$unused' as PasswordHash }),
  )
  expect(await findPrepared(place)).toBeUndefined()
  const { rows } = await database.db.execute(sql`select from operations where id = ${mine}`)
  expect(rows).toEqual([])
})

it('has one outcome when an order, the end of the work and a drop come at the same time', {
  tags: ['full'],
}, async () => {
  for (let round = 0; round < 12; round++) {
    const place = await begin()
    await prepare(place)
    const id = await mustBePrepared(place)
    const work = await take(id)
    const result = video()
    const due = new Date(Date.now() - 5000)
    await transaction(database.db, (tx) => enqueue(tx, 'preview', {}, { runAt: due }))
    const [, , { render }] = await Promise.all([
      transaction(database.db, (tx) => completeRender(tx, work, result)),
      dropPreparedRenderIfOthersWait(database.db, id),
      order(place),
    ])
    const after = await getRender(database.db, place.userId, render.id)
    if (after.id === id) expect(after).toMatchObject({ status: 'completed', fileKey: result.fileKey })
    else expect(after).toMatchObject({ status: 'queued', fileKey: null })
    expect(await findPrepared(place)).toBeUndefined()
  }
})
