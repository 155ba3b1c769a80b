// A worker is killed while it runs one operation of every kind: each as late as possible, held by a lock on what its result is
// recorded in. Another worker then finishes all of them.
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { transaction } from '@vitrine/database/connection'
import type { TemplateDocument } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'
import { createPaidKey, type Storage } from '@vitrine/providers/storage'
import { createLocalDiskStorage } from '@vitrine/providers/storage/local-disk'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { createDraft } from '@vitrine/store/catalogue/draft'
import { requestImport } from '@vitrine/store/catalogue/import'
import { createUserAsset, queueNormalising, registerCatalogueAsset, uploadOperationId } from '@vitrine/store/media'
import { createRender } from '@vitrine/store/renders'
import { requestReferenceRender } from '@vitrine/store/renders/reference-render'
import { listNamedFiles, RECORDED_FOLDERS } from '@vitrine/store/renders/unused-file'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeUnusedFiles } from '../../apps/worker/src/clean-up.ts'
import { corners, times, writeRecording } from '../../apps/worker/testing/recording.ts'
import { createDocument, MOVING_LAYERS, useFolder } from '../../apps/worker/testing/video.ts'
import { animation, solid } from '../../packages/after-effects/testing/animation.ts'
import { addMember } from '../../packages/store/testing/store.ts'
import { useDatabase } from '../database.ts'

const database = useDatabase()
const folder = useFolder()
const SECRET = 'a secret of thirty-two letters or more'
const workers: ChildProcess[] = []
let storage: Storage
let userId: string

beforeAll(async () => {
  storage = createLocalDiskStorage({ directory: folder.path('files'), links: createSignedLinks(SECRET) })
  userId = await addMember(database.db)
  await writeRecording(folder.path('video.mp4'), {
    width: 720,
    height: 1280,
    times: times(10, 25),
    shade: corners(720, 1280),
  })
})
afterAll(() => {
  for (const worker of workers) worker.kill('SIGKILL')
})

function startWorker(): ChildProcess {
  const worker = spawn(process.execPath, [join(import.meta.dirname, '../../apps/worker/src/worker.ts')], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      VITRINE_DATA: folder.path(''),
      VITRINE_SECRET: SECRET,
      // One for each operation that this test holds, and one for what follows from them.
      VITRINE_RENDERS: '5',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  workers.push(worker)
  return worker
}

async function addUpload(): Promise<string> {
  const uploadId = randomUUID().replaceAll('-', '')
  const originalKey = `private/originals/${uploadId}.bin`
  await storage.put(originalKey, { file: folder.path('video.mp4') }, { contentType: 'application/octet-stream' })
  const upload = { userId, uploadId, kind: 'video' as const, mime: 'video/mp4', sizeBytes: 1000, originalKey }
  return transaction(database.db, async (tx) => {
    const { asset } = await createUserAsset(tx, { ...upload, fileName: 'video.mp4' })
    await queueNormalising(tx, asset)
    return asset.id
  })
}

async function addImport(): Promise<string> {
  const bytes = Buffer.from(
    JSON.stringify(animation([solid('{photo: Couple}', '#333333'), solid('ground', '#203060')])),
  )
  const storageKey = `private/imports/${randomUUID()}.bin`
  await storage.put(storageKey, bytes, { contentType: 'application/octet-stream' })
  const files = [{ path: 'data.json', storageKey, sizeBytes: bytes.length }]
  const requested = { userId, uploadId: randomUUID(), name: 'Killed lamp', files, settings: {} }
  return transaction(database.db, async (tx) => (await requestImport(tx, requested))?.id ?? '')
}

/** A draft, whose poster and preview are requested with it. */
const addDraft = (document: TemplateDocument) =>
  transaction(database.db, (tx) => createDraft(tx, { name: `Draft ${randomUUID().slice(0, 8)}`, document }))

/** A video of a template, which needs a copy for editors. */
async function addTemplateVideo(): Promise<string> {
  const bytes = await readFile(folder.path('video.mp4'))
  const id: AssetId = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  const storageKey = createPaidKey('video/mp4')
  await storage.put(storageKey, bytes, { contentType: 'video/mp4' })
  const file = { id, kind: 'video', mime: 'video/mp4', sizeBytes: bytes.length, storageKey } as const
  await transaction(database.db, (tx) => registerCatalogueAsset(tx, file))
  await addDraft({
    ...createDocument([{ id: 'video', type: 'media', in: 0, out: 10, source: id, box: [0, 0, 180, 320] }], {
      duration: 10,
    }),
    fields: [{ id: 'words', type: 'text', label: 'Words', default: 'Hello' }],
    assets: { [id]: { kind: 'video', w: 720, h: 1280, seconds: 0.4 } } as TemplateDocument['assets'],
  })
  return id
}

async function addRender(): Promise<string> {
  // Of another color: the same poster as of the preview that is held would be held with it.
  const { versionId } = await addDraft(createDocument(MOVING_LAYERS, { background: '#402030' }))
  return transaction(database.db, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into projects (user_id, template_id, version_id, name)
      select ${userId}, template_id, id, 'Killed video' from template_versions where id = ${versionId} returning id`)
    const project = { userId, projectId: rows[0]?.id ?? '', idempotencyKey: randomUUID() }
    const { render } = await createRender(tx, { ...project, kind: 'preview', region: { isIndianUser: false } })
    return render.id
  })
}

async function orderEverything() {
  const { templateId, versionId } = await addDraft(createDocument(MOVING_LAYERS))
  const key = createHash('sha256').update(versionId).digest('hex')
  const reference = { key, versionId, width: 320, height: 180, crf: 20 }
  await transaction(database.db, (tx) => requestReferenceRender(tx, reference))
  return {
    uploadId: await addUpload(),
    importId: await addImport(),
    videoId: await addTemplateVideo(),
    renderId: await addRender(),
    templateId,
    versionId,
    key,
  }
}

type Ordered = Awaited<ReturnType<typeof orderEverything>>

/** Keeps the results of all of them from being recorded until the session ends. */
async function holdResults(ordered: Ordered): Promise<pg.Client> {
  const { uploadId, importId, videoId, renderId, templateId, versionId, key } = ordered
  const session = new pg.Client({ connectionString: database.url })
  await session.connect()
  await session.query('begin')
  await session.query('select from assets where id = any($1) for update', [[uploadId, videoId]])
  await session.query('select from template_imports where id = $1 for update', [importId])
  await session.query('select from renders where id = $1 for update', [renderId])
  await session.query('select from templates where id = $1 for update', [templateId])
  // Who records the same one waits to see whether this is taken back.
  await session.query(
    'insert into reference_renders (key, version_id, storage_key, size_bytes) values ($1, $2, $3, 1)',
    [...[key, versionId, 'private/videos/held.mp4']],
  )
  return session
}

/** As if everything had been stored two days ago. */
async function makeFilesOld(): Promise<void> {
  const then = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000)
  for (const file of await readdir(folder.path('files/private'), { recursive: true, withFileTypes: true }))
    if (file.isFile()) await utimes(join(file.parentPath, file.name), then, then)
}

/** What a worker that gets no further is about to write, by kind. */
const HELD: Readonly<Record<string, RegExp>> = {
  upload: /^update "assets" set "kind"/,
  import: /^update "template_imports" set .*"report"/,
  render: /^update "renders" set "file_key"/,
  'editing copy': /^update "assets" set "proxy_key"/,
  preview: /^update "templates" set .*"poster_asset_id"/,
  'reference render': /^insert into "reference_renders"/,
}

async function listHeld(): Promise<string[]> {
  const { rows } = await database.db.execute<{ query: string }>(sql`
    select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return Object.keys(HELD).filter((kind) => rows.some(({ query }) => HELD[kind]?.test(query)))
}

async function readStates({ uploadId, importId, videoId, renderId, templateId, key }: Ordered) {
  const { rows } = await database.db.execute(sql`
    select (select status from assets where id = ${uploadId}) as upload,
           (select status from operations where id = ${importId}) as import,
           (select status from operations where id = ${renderId}) as render,
           (select proxy_key is not null from assets where id = ${videoId}) as "editing copy",
           (select preview_asset_id is not null from templates where id = ${templateId}) as preview,
           (select count(*)::int from reference_renders where key = ${key}) as "reference render"`)
  return rows[0]
}

const DONE = {
  upload: 'ready',
  import: 'succeeded',
  render: 'succeeded',
  'editing copy': true,
  preview: true,
  'reference render': 1,
}

it('an operation of any kind whose worker is killed is finished by another, once', { timeout: 400_000 }, async () => {
  const ordered = await orderEverything()
  const session = await holdResults(ordered)
  const first = startWorker()
  // The test's own time limit bounds this, as the waiting below.
  while ((await listHeld()).length < Object.keys(HELD).length) await sleep(50)
  first.kill('SIGKILL')
  await once(first, 'exit')
  await session.end()
  expect(await readStates(ordered)).not.toMatchObject(DONE)

  const second = startWorker()
  while (JSON.stringify(await readStates(ordered)) !== JSON.stringify(DONE)) await sleep(50)
  const { importId, renderId, versionId, uploadId } = ordered
  const { rows } = await database.db.execute(sql`
    select kind, status, attempt, failures from operations
     where id in (${importId}, ${renderId}, ${versionId}, ${uploadOperationId(uploadId)}) order by kind`)
  const twice = { status: 'succeeded', attempt: 2, failures: 0 }
  expect(rows).toEqual(['import', 'preview', 'render', 'upload'].map((kind) => ({ kind, ...twice })))
  const waitingJobs = () =>
    database.db.execute(sql`select 1 from graphile_worker.jobs where run_at <= now() and locked_at is not null`)
  while ((await waitingJobs()).rows.length > 0) await sleep(50)
  second.kill('SIGTERM')
  expect(await once(second, 'exit')).toEqual([0, null])

  // What the killed worker had stored belongs to nothing, and clean-up removes it a day later.
  expect(await removeUnusedFiles({ db: database.db, storage })).toBe(0)
  await makeFilesOld()
  expect(await removeUnusedFiles({ db: database.db, storage })).toBeGreaterThan(0)
  // Every stored file is named by a row, and every named file is stored.
  const named = new Set((await listNamedFiles(database.db)).map(({ key }) => key))
  for (const key of named) expect(await storage.exists(key), key).toBe(true)
  for (const part of RECORDED_FOLDERS) {
    for await (const { key } of storage.list(part)) expect(named, key).toContain(key)
  }
  expect(await readdir(folder.path('tmp/renders'))).toEqual([])
})
