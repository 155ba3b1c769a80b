// The video of a template itself, from the job that makes it to the customers' videos that take from it.
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { transaction } from '@vitrine/database/connection'
import type { TemplateDocument } from '@vitrine/document/document'
import type { FieldValues } from '@vitrine/document/field'
import type { Storage } from '@vitrine/providers/storage'
import { createLocalDiskStorage } from '@vitrine/providers/storage/local-disk'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { createProject, saveProject } from '@vitrine/store/projects'
import { createRender, getRender } from '@vitrine/store/renders'
import { REFERENCE_RENDER_TASK } from '@vitrine/store/renders/reference-render'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { removeUnusedFiles } from '../../apps/worker/src/clean-up.ts'
import type { OperationServices } from '../../apps/worker/src/operation/operation.ts'
import { openScratch } from '../../apps/worker/src/operation/scratch.ts'
import { referenceRenderOperation } from '../../apps/worker/src/render/reference-render.ts'
import { renderOperation } from '../../apps/worker/src/render/render-operation.ts'
import { createDocument, MOVING_LAYERS, readPackets, useFolder } from '../../apps/worker/testing/video.ts'
import { addCatalogueFiles, addMember, addTemplate, newName } from '../../packages/store/testing/store.ts'
import { useDatabase } from '../database.ts'

const database = useDatabase()
const folder = useFolder()
let storage: Storage
let deps: OperationServices

beforeAll(async () => {
  await addCatalogueFiles(database.db)
  storage = createLocalDiskStorage({
    directory: folder.path('files'),
    links: createSignedLinks('a secret of thirty-two letters or more'),
  })
  const scratchFolder = await openScratch(folder.path('tmp/renders'))
  deps = { db: database.db, storage, scratchFolder, encoderThreads: 1 }
})

/** Three seconds, of which the customer's colour is seen in the middle one. */
function template(): TemplateDocument {
  const badge = {
    id: 'badge',
    type: 'solid',
    in: 32,
    out: 58,
    color: { $field: 'brand' },
    box: [5, 5, 60, 30],
  } as const
  return {
    ...createDocument([badge as never, ...MOVING_LAYERS.map((layer) => ({ ...layer, out: 90 }))], { duration: 90 }),
    id: newName(),
    name: newName(),
    fields: [{ id: 'brand', type: 'color', label: 'Colour', default: '#b4143c' }],
  }
}

async function makeVideo(templateId: string, values: FieldValues, kind: 'full' | 'preview' = 'full'): Promise<string> {
  const userId = await addMember(database.db)
  const { render } = await transaction(database.db, async (tx) => {
    const { row } = await createProject(tx, { userId, templateId })
    await saveProject(tx, { userId, projectId: row.id, values, difference: {} }, String)
    const request = { userId, projectId: row.id, kind, idempotencyKey: randomUUID() } as const
    return createRender(tx, { ...request, region: { isIndianUser: false } })
  })
  const context = { signal: new AbortController().signal, isLastAttempt: false }
  await renderOperation.run(deps, { renderId: render.id }, context)
  const { fileKey, status } = await getRender(database.db, userId, render.id)
  expect(status).toBe('completed')
  return (await storage.localFile(fileKey ?? '')).path
}

const listBases = (): Promise<string[]> => readdir(folder.path('files/private/bases')).catch(() => [])

async function baseJobs(): Promise<unknown[]> {
  const { rows } = await database.db.execute<{ payload: unknown }>(sql`
    select jobs.payload from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
     where tasks.identifier = ${REFERENCE_RENDER_TASK}`)
  return rows.map(({ payload }) => payload)
}

it.each(['full', 'preview'] as const)(
  'reuses a reference render from the second %s video of a template on',
  async (kind) => {
    await database.db.execute(sql`delete from graphile_worker._private_jobs`)
    const known = await listBases()
    const templateId = await addTemplate(database.db, { document: template(), priceCredits: 0, priceCreditsIndia: 0 })
    await makeVideo(templateId, { brand: '#3060b0' }, kind)
    await makeVideo(templateId, { brand: '#308050' }, kind)
    const [order, ...others] = await baseJobs()
    expect(others).toEqual([])

    const context = { signal: new AbortController().signal, isLastAttempt: false }
    await referenceRenderOperation.run(deps, order, context)
    // A repeated request does not render it again.
    await referenceRenderOperation.run(deps, order, context)
    const bases = await listBases()
    const [base = '', ...more] = bases.filter((name) => !known.includes(name))
    expect(more).toEqual([])

    const video = readPackets(await makeVideo(templateId, { brand: '#804020' }, kind))
    const from = readPackets(folder.path(`files/private/bases/${base}`))
    const isTaken = video.map(({ data }, n) => data.equals(from[n]?.data ?? Buffer.alloc(0)))
    expect(isTaken.slice(0, 30)).not.toContain(false)
    expect(isTaken[30]).toBe(false)
    expect(isTaken.slice(60)).not.toContain(false)

    await removeUnusedFiles({ db: database.db, storage })
    expect(await listBases()).toEqual(bases)
    expect(await readdir(deps.scratchFolder)).toEqual([])
  },
)

it('renders the video in full, and requests another reference, when the reference is damaged or missing', async () => {
  const templateId = await addTemplate(database.db, { document: template(), priceCredits: 0, priceCreditsIndia: 0 })
  await makeVideo(templateId, { brand: '#3060b0' })
  const order = (await baseJobs()).at(-1)
  await referenceRenderOperation.run(deps, order, { signal: new AbortController().signal, isLastAttempt: false })
  const { rows } = await database.db.execute<{ key: string }>(
    sql`select storage_key as key from reference_renders order by created_at desc limit 1`,
  )
  const harm = {
    removed: () => storage.delete(rows[0]?.key ?? ''),
    damaged: () => storage.put(rows[0]?.key ?? '', Buffer.from('no video'), { contentType: 'video/mp4' }),
  }
  for (const [n, what] of (['damaged', 'removed'] as const).entries()) {
    await harm[what]()
    await database.db.execute(sql`delete from graphile_worker._private_jobs`)
    expect(readPackets(await makeVideo(templateId, { brand: `#80402${n}` })), what).toHaveLength(90)
    expect(await baseJobs(), what).toEqual([order])
    const bases = await database.db.execute(
      sql`select 1 from reference_renders where storage_key = ${rows[0]?.key ?? ''}`,
    )
    expect(bases.rows, what).toEqual([])
    await database.db.execute(sql`
      insert into reference_renders (key, version_id, storage_key, size_bytes)
      select ${(order as { key: string }).key}, ${(order as { versionId: string }).versionId}, ${rows[0]?.key ?? ''}, 1`)
  }
})

it('requests no reference when too little would be reused', async () => {
  await database.db.execute(sql`delete from graphile_worker._private_jobs`)
  const document = template()
  const layers = document.layers.map((layer) => (layer.id === 'badge' ? { ...layer, in: 0, out: 85 } : layer))
  const templateId = await addTemplate(database.db, {
    document: { ...document, layers },
    priceCredits: 0,
    priceCreditsIndia: 0,
  })
  await makeVideo(templateId, { brand: '#3060b0' })
  expect(await baseJobs()).toEqual([])
})
