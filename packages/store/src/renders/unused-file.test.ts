import { randomUUID } from 'node:crypto'
import { transaction } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { addCatalogueFiles, addMember, addTemplate, addUserFile } from '../../testing/store.ts'
import { deleteAsset, findAsset } from '../media/media.ts'
import { createProject } from '../projects/projects.ts'
import { beginRender, completeRender } from './attempt.ts'
import { deleteIdleReferenceRenders, recordReferenceRender } from './reference-render.ts'
import { createRender } from './renders.ts'
import { findUnusedFiles } from './unused-file.ts'

const database = useDatabase()
beforeAll(() => addCatalogueFiles(database.db))

it('finds files that no row refers to, those of deleted photos and unused reference renders included', async () => {
  const { db } = database
  const userId = await addMember(db)
  const templateId = await addTemplate(db)
  const fileKey = `private/videos/${randomUUID()}.mp4`
  const posterKey = `private/videos/${randomUUID()}.webp`
  await transaction(db, async (tx) => {
    const { row } = await createProject(tx, { userId, templateId })
    const region = { isIndianUser: false }
    const request = { userId, projectId: row.id, kind: 'preview' as const, idempotencyKey: randomUUID(), region }
    const work = await beginRender(tx, (await createRender(tx, request)).render.id)
    if (!work) throw new Error('the render could not be taken on')
    await completeRender(tx, work, { fileKey, posterKey, width: 2, height: 2, durationMs: 1, sizeBytes: 1 })
  })
  const asset = await findAsset(db, await addUserFile(db, userId))
  const deleted = await addUserFile(db, userId)
  const deletedKeys = await transaction(db, (tx) => deleteAsset(tx, userId, deleted))
  expect(deletedKeys.length).toBeGreaterThan(0)

  const [inUse, idle] = [`private/bases/${randomUUID()}.mp4`, `private/bases/${randomUUID()}.mp4`]
  await transaction(db, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from template_versions where template_id = ${templateId}`,
    )
    const order = { versionId: rows[0]?.id ?? '', width: 2, height: 2, crf: 20 }
    await recordReferenceRender(tx, { ...order, key: 'a'.repeat(64) }, { storageKey: inUse, sizeBytes: 1 })
    await recordReferenceRender(tx, { ...order, key: 'b'.repeat(64) }, { storageKey: idle, sizeBytes: 1 })
    await tx.execute(sql`update reference_renders set used_at = now() - interval '31 days' where storage_key = ${idle}`)
  })
  await deleteIdleReferenceRenders(db)

  const lost = [idle, `private/videos/${randomUUID()}.mp4`, `private/assets/${randomUUID()}.jpg`]
  const used = [fileKey, posterKey, inUse, asset?.storageKey ?? '', asset?.proxyKey ?? '']
  expect((await findUnusedFiles(db, [...lost, ...used, ...deletedKeys])).sort()).toEqual(
    [...lost, ...new Set(deletedKeys)].sort(),
  )
  expect(await findUnusedFiles(db, [])).toEqual([])
})
