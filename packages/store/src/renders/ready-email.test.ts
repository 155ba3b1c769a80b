// What surrounds finished renders: the email to customers who waited, and the files of deleted accounts.
import { randomUUID } from 'node:crypto'
import { transaction } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { addCatalogueFiles, addMember, addTemplate, addUserFile, newDocument, newName } from '../../testing/store.ts'
import { deleteMember } from '../account-lifecycle/account-lifecycle.ts'
import { checkLedger } from '../credits/credits.ts'
import { createProject, saveProject } from '../projects/projects.ts'
import { beginRender, completeRender } from './attempt.ts'
import { createRender, listRenders } from './renders.ts'

const database = useDatabase()
beforeAll(() => addCatalogueFiles(database.db))

async function ask(userId: string, templateId: string, kind: 'preview' | 'full', values: Record<string, unknown> = {}) {
  return transaction(database.db, async (tx) => {
    const { row } = await createProject(tx, { userId, templateId })
    await saveProject(tx, { userId, projectId: row.id, values, difference: {} }, String)
    const request = { userId, projectId: row.id, kind, idempotencyKey: randomUUID(), region: { isIndianUser: false } }
    return (await createRender(tx, request)).render
  })
}

async function finish(renderId: string): Promise<string[]> {
  const video = {
    fileKey: `private/videos/${renderId}.mp4`,
    posterKey: `private/videos/${renderId}.webp`,
    width: 960,
    height: 540,
    durationMs: 5000,
    sizeBytes: 1000,
  }
  await transaction(database.db, async (tx) => {
    const work = await beginRender(tx, renderId)
    if (work) await completeRender(tx, work, video)
  })
  return [video.fileKey, video.posterKey]
}

const wait = (renderId: string) =>
  database.db.execute(sql`update renders set created_at = created_at - interval '31 seconds' where id = ${renderId}`)

async function payloads<T>(task: string): Promise<T[]> {
  const { rows } = await database.db.execute<{ payload: T }>(sql`
    select jobs.payload from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
     where tasks.identifier = ${task} order by jobs.id`)
  return rows.map((row) => row.payload)
}

describe('a finished video', () => {
  it('is announced by email once when it took more than half a minute', async () => {
    const userId = await addMember(database.db)
    const templateId = await addTemplate(database.db, { document: newDocument({ name: newName() }) })
    const slow = await ask(userId, templateId, 'full')
    await wait(slow.id)
    await finish(slow.id)
    await finish(slow.id)
    const quick = await ask(userId, templateId, 'full', { title: 'quick' })
    await finish(quick.id)
    const preview = await ask(userId, templateId, 'preview')
    await wait(preview.id)
    await finish(preview.id)
    expect(await payloads('mail')).toEqual([
      { kind: 'video-ready', renderId: slow.id, userId, templateName: 'Royal Invitation' },
    ])
  })
})

describe('a deleted account', () => {
  it('loses its videos and files, except a video that another customer shares', async () => {
    const [leaving, staying] = [await addMember(database.db), await addMember(database.db)]
    const templateId = await addTemplate(database.db, { document: newDocument({ name: newName() }) })
    const shared = await finish((await ask(leaving, templateId, 'full')).id)
    const answer = await ask(staying, templateId, 'full')
    expect(answer).toMatchObject({ status: 'completed', fileKey: shared[0] })
    const photo = await addUserFile(database.db, leaving)
    const own = await finish((await ask(leaving, templateId, 'full', { hero: photo })).id)
    const waiting = await ask(leaving, templateId, 'preview')

    const { rows } = await database.db.execute<{ hash: string }>(
      sql`select password_hash as hash from users where id = ${leaving}`,
    )
    const checked = { passwordHash: rows[0]?.hash ?? '' }
    await transaction(database.db, (tx) => deleteMember(tx, leaving, checked))

    const [erasing] = await payloads<{ keys: string[] }>('erase-files')
    expect(erasing?.keys).toEqual(expect.arrayContaining(own))
    expect(erasing?.keys.filter((key) => key.endsWith('master') || key.endsWith('proxy'))).toHaveLength(2)
    for (const key of shared) expect(erasing?.keys).not.toContain(key)
    expect(await listRenders(database.db, leaving)).toEqual([])
    expect(await listRenders(database.db, staying)).toHaveLength(1)
    expect((await payloads<{ renderId?: string }>('render')).map((job) => job.renderId)).not.toContain(waiting.id)
    expect((await checkLedger(database.db)).faults).toEqual([])
    const { rows: bought } = await database.db.execute(sql`select 1 from entitlements where user_id = ${leaving}`)
    expect(bought).toHaveLength(1)
    // Deleted twice is refused: there is no password any more that could have been checked.
    await expect(transaction(database.db, (tx) => deleteMember(tx, leaving, checked))).rejects.toThrow()
  })
})
