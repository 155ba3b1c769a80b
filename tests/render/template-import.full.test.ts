// What an owner brings in, from the queue to a draft with a poster and a preview: the real database, the real processes.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportSettings } from '@vitrine/contract/publishing'
import { transaction } from '@vitrine/database/connection'
import type { Storage } from '@vitrine/providers/storage'
import { createLocalDiskStorage } from '@vitrine/providers/storage/local-disk'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { publish } from '@vitrine/store/admin/template-action'
import { findTemplate } from '@vitrine/store/catalogue'
import { findStatus, getTemplateRow } from '@vitrine/store/catalogue/edit'
import { discardImport, getImport, type ImportRow, requestImport } from '@vitrine/store/catalogue/import'
import { findPreview, requestPreview } from '@vitrine/store/catalogue/preview'
import { getDocumentAssets, getVersion } from '@vitrine/store/catalogue/template-version'
import { getAssets } from '@vitrine/store/media'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importOperation } from '../../apps/worker/src/import/import-operation.ts'
import type { OperationServices } from '../../apps/worker/src/operation/operation.ts'
import { previewOperation } from '../../apps/worker/src/preview/preview-operation.ts'
import { photograph, writeClip } from '../../apps/worker/testing/green-clip.ts'
import { animation, layer, solid, still, textData, transform } from '../../packages/after-effects/testing/animation.ts'
import { addMember } from '../../packages/store/testing/store.ts'
import { useDatabase } from '../database.ts'

const database = useDatabase()
const context = { signal: new AbortController().signal, isLastAttempt: false }
let folder = ''
let storage: Storage
let owner = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-import-test-'))
  await mkdir(join(folder, 'scratch'))
  storage = createLocalDiskStorage({
    directory: join(folder, 'files'),
    links: createSignedLinks(Buffer.alloc(32, 1)),
  })
})
beforeEach(async () => {
  owner = await addMember(database.db)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const deps = () => ({ db: database.db, storage, scratchFolder: join(folder, 'scratch'), encoderThreads: 2 })

type Files = Readonly<Record<string, Uint8Array | string>>
interface Wanted {
  readonly settings?: ImportSettings
  readonly templateId?: string
}

/** Imports files as the admin area does. */
async function bringIn(name: string, files: Files, wanted: Wanted = {}): Promise<ImportRow> {
  const { id } = await order(name, files, wanted)
  await read(id)
  return getImport(database.db, id)
}

const read = (importId: string, changes: Partial<OperationServices> = {}) =>
  importOperation.run({ ...deps(), ...changes }, { importId }, context)

async function order(name: string, files: Files, { settings = {}, templateId }: Wanted = {}): Promise<ImportRow> {
  const stored = await Promise.all(
    Object.entries(files).map(async ([path, content]) => {
      const storageKey = `private/imports/${randomUUID()}.bin`
      const bytes = typeof content === 'string' ? Buffer.from(content) : content
      await storage.put(storageKey, bytes, { contentType: 'application/octet-stream' })
      return { path, storageKey, sizeBytes: bytes.length }
    }),
  )
  const row = await transaction(database.db, (tx) =>
    requestImport(tx, { userId: owner, uploadId: randomUUID(), name, templateId, files: stored, settings }),
  )
  assert(row, 'the upload is a new one')
  return row
}

async function renderPreview(versionId: string) {
  await previewOperation.run(deps(), { versionId }, context)
  return findPreview(database.db, versionId)
}

const greeting = (color: string) =>
  JSON.stringify(
    animation([
      layer(5, '{text: Names}', { t: { ...textData('Asha') }, ks: transform({ p: still([100, 50, 0]) }) }),
      solid('{photo: Couple}', '#333333'),
      solid('ground', color, { sw: 200, sh: 100 }),
    ]),
  )

describe('a package', () => {
  test('becomes a draft with poster and preview, and is not on sale before it is published', async () => {
    const done = await bringIn('Lamp greeting', { 'data.json': greeting('#203060') })
    expect(done).toMatchObject({ status: 'succeeded', percent: 100, draftTemplateId: 'lamp-greeting', files: [] })
    expect(done.report).not.toBeNull()
    const { templateId, versionId } = { templateId: 'lamp-greeting', versionId: done.versionId ?? '' }
    expect(await getTemplateRow(database.db, templateId)).toMatchObject({ status: 'draft', posterAssetId: null })

    const shown = await renderPreview(versionId)
    expect(shown).toMatchObject({ status: 'succeeded', percent: 100 })
    const files = await getAssets(database.db, [shown?.posterAssetId ?? '', shown?.previewAssetId ?? ''])
    expect([...files.values()].map(({ mime }) => mime).toSorted()).toEqual(['image/webp', 'video/mp4'])
    for (const { storageKey } of files.values()) expect(await storage.exists(storageKey ?? '')).toBe(true)
    expect(await findTemplate(database.db, templateId)).toBeUndefined()
  })

  test('for a template that is on sale becomes a version that waits, while the store shows the one before', async () => {
    const first = await bringIn('Waiting lamp', { 'data.json': greeting('#203060') })
    const templateId = first.draftTemplateId ?? ''
    await renderPreview(first.versionId ?? '')
    await database.db.$client.query(
      `update templates set description = 'A video', sections = '{New}', categories = '{Lamp}' where id = $1`,
      [templateId],
    )
    await transaction(database.db, (tx) => publish(tx, { userId: null, name: 'test', ip: '' }, templateId))
    const second = await bringIn('lamp2', { 'data.json': greeting('#602030') }, { templateId })
    expect(second).toMatchObject({ status: 'succeeded', draftTemplateId: templateId })
    expect(second.versionId).not.toBe(first.versionId)
    expect((await getTemplateRow(database.db, templateId)).currentVersionId).toBe(first.versionId)
  })

  test('leaves nothing when its owner discards it while its draft is being made', async () => {
    const files = { 'data.json': greeting('#304060') }
    const { id } = await order('Dropped lamp', files)
    const storing = {
      ...storage,
      async exists(key: string) {
        const wanted = await database.db.$client.query('select from template_imports where id = $1', [id])
        if (wanted.rowCount === 1) await transaction(database.db, (tx) => discardImport(tx, id))
        return storage.exists(key)
      },
    }
    await read(id, { storage: storing })
    await expect(getImport(database.db, id)).rejects.toMatchObject({ code: 'import-not-found' })
    expect(await findStatus(database.db, 'dropped-lamp')).toBeUndefined()
    const acts = await database.db.$client.query(`select from admin_acts where subject_id = 'dropped-lamp'`)
    expect(acts.rowCount).toBe(0)
    // The same package, imported without being discarded, does become a draft of that name.
    expect((await bringIn('Dropped lamp', files)).draftTemplateId).toBe('dropped-lamp')
  })

  test('may be a folder as a browser sends it, or an archive of one, with files of the operating system', async () => {
    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#a03050' } })
      .png()
      .toBuffer()
    const json = JSON.stringify(
      animation([layer(2, '{photo: Couple}', { refId: 'image_0' })], {
        assets: [{ id: 'image_0', w: 64, h: 64, u: 'images/', p: 'couple.png', e: 0 }],
      }),
    )
    const files = {
      'Royal/data.json': Buffer.from(json),
      'Royal/images/couple.png': picture,
      'Royal/template.json': Buffer.from(
        JSON.stringify({ name: 'Royal', priceCredits: 150, sections: ['Invitations'] }),
      ),
    }
    const asFolder = await bringIn('Royal', files)
    expect(asFolder.status).toBe('succeeded')
    expect(await getTemplateRow(database.db, asFolder.draftTemplateId ?? '')).toMatchObject({
      name: 'Royal',
      priceCredits: 150,
      sections: ['Invitations'],
    })
    const zipped = zipSync({
      ...files,
      '__MACOSX/Royal/._data.json': Buffer.from('x'),
      'Royal/.DS_Store': Buffer.from('x'),
    })
    const asArchive = await bringIn('Royal', { 'royal.zip': zipped })
    expect(asArchive).toMatchObject({ status: 'succeeded', draftTemplateId: 'royal-2' })
  })
})

test('a package that cannot be read keeps why, for the command line in English and for pages apart', async () => {
  const settings = JSON.stringify({ posterFrame: 1.5 })
  expect(await bringIn('Wrong', { 'data.json': greeting('#203060'), 'template.json': settings })).toMatchObject({
    status: 'failed',
    errorMessage: 'template.json: posterFrame: Enter a whole number',
    failure: [{ place: 'template.json: posterFrame', text: 'Enter a whole number', values: {} }],
  })
  expect(await bringIn('Broken', { 'data.json': '{' })).toMatchObject({
    status: 'failed',
    errorMessage: 'data.json cannot be read as JSON',
    failure: [{ text: '{file} cannot be read as JSON', values: { file: 'data.json' } }],
  })
})

describe('a video', () => {
  test('with a green screen and a picture over it is keyed, with the customer’s picture between them', async () => {
    const video = join(folder, 'green.mp4')
    await writeClip(video, 8, photograph)
    const { readFile } = await import('node:fs/promises')
    const overlay = await sharp({
      create: { width: 480, height: 270, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    const done = await bringIn(
      'Green frame',
      { 'green.mp4': await readFile(video), 'frame.png': overlay },
      { settings: { video: 'green.mp4', overlay: 'frame.png', screen: 'green' } },
    )
    expect(done.errorMessage).toBeNull()
    const { document } = await getVersion(database.db, done.versionId ?? '')
    expect(document.layers.map(({ type }) => type)).toEqual(['image', 'plate', 'media'])
  })

  test('that is ready-made has nothing to fill in, and its file is never public', async () => {
    const video = join(folder, 'ready.mp4')
    await writeClip(video, 8, photograph)
    const { readFile } = await import('node:fs/promises')
    const done = await bringIn(
      'Ready',
      { 'ready.mp4': await readFile(video) },
      { settings: { video: 'ready.mp4', screen: 'none' } },
    )
    expect(done.errorMessage).toBeNull()
    expect(await getTemplateRow(database.db, 'ready')).toMatchObject({ kind: 'direct-sell' })
    const { document } = await getVersion(database.db, done.versionId ?? '')
    expect(document.fields).toEqual([])
    expect(await getDocumentAssets(database.db, document)).toEqual({})
    const [asset] = (await getAssets(database.db, Object.keys(document.assets))).values()
    expect(asset?.storageKey).toMatch(/^private\/catalogue\//)
    expect(await renderPreview(done.versionId ?? '')).toMatchObject({ status: 'succeeded' })
  })
})

describe('a hostile package', () => {
  const rejected: [what: string, files: Readonly<Record<string, Uint8Array | string>>, code: string][] = [
    [
      'names that lead out of the archive',
      { 'a.zip': zipSync({ '../../data.json': Buffer.from('{}') }) },
      'unsafe-path',
    ],
    ['names that lead out of the folder', { 'a/../../data.json': '{}' }, 'unsafe-path'],
    ['an archive that swells', { 'a.zip': bomb() }, 'archive-too-large'],
    ['half an archive', { 'a.zip': zipSync({ 'data.json': Buffer.alloc(5000, 'x') }).slice(0, 60) }, 'archive-broken'],
    ['no JSON', { 'data.json': 'This is no JSON' }, 'not-json'],
    ['files at addresses', { 'data.json': '{"OverlayPNG":"https://example.test/a.png"}' }, 'remote-file'],
  ]
  test.each(rejected)('with %s is rejected with its reason', async (_what, files, code) => {
    const row = await bringIn('hostile', files)
    const codes = [row.errorCode, ...(row.report ?? []).map((line) => (line.severity === 'error' ? line.code : ''))]
    expect(codes).toContain(code)
    if (row.status === 'succeeded') {
      const publishing = transaction(database.db, (tx) =>
        publish(tx, { userId: null, name: 'test', ip: '' }, row.draftTemplateId ?? ''),
      )
      await expect(publishing).rejects.toMatchObject({ code: 'template-incomplete' })
    }
  })

  function bomb(): Uint8Array {
    const part = Buffer.alloc(50_000_000)
    return zipSync(Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`${n}.png`, part])), { level: 1 })
  }
})

test('a request for another poster replaces the one before it, and makes only the poster', async () => {
  const done = await bringIn('Posters', { 'data.json': greeting('#205020') })
  const versionId = done.versionId ?? ''
  const first = await renderPreview(versionId)
  await transaction(database.db, (tx) => requestPreview(tx, versionId))
  const order = (posterFrame: number) =>
    transaction(database.db, (tx) => requestPreview(tx, versionId, { posterFrame }))
  // A request for a poster does not cancel a preview that is being rendered.
  await order(3)
  expect(await findPreview(database.db, versionId)).toMatchObject({ status: 'queued', isPosterOnly: false })
  await renderPreview(versionId)
  await order(3)
  // The attempt that runs is superseded as soon as it has begun, and publishes nothing.
  const requested = Promise.withResolvers<void>()
  const superseding = { ...deps(), onProcess: () => requested.resolve(order(3)) }
  await previewOperation.run(superseding, { versionId }, context)
  await requested.promise
  expect(await findPreview(database.db, versionId)).toMatchObject({ status: 'queued', isPosterOnly: true })
  const second = await renderPreview(versionId)
  expect(second).toMatchObject({ status: 'succeeded', posterFrame: 3, previewAssetId: first?.previewAssetId })
  await expect(
    transaction(database.db, (tx) => requestPreview(tx, versionId, { posterFrame: 5000 })),
  ).rejects.toMatchObject({ code: 'invalid-input' })
})

test('a template with few changeable frames gets a reference render in the background, another one does not', async () => {
  const opening = (first: number) =>
    JSON.stringify(
      animation(
        [
          layer(5, '{text: Names}', {
            ip: first,
            op: 300,
            t: textData('Asha'),
            ks: transform({ p: still([100, 50, 0]) }),
          }),
          layer(1, 'ground', { op: 300, sc: '#203060', sw: 200, sh: 100 }),
        ],
        { op: 300 },
      ),
    )
  const baseJobs = async () => {
    const { rows } = await database.db.$client.query(
      `select key from graphile_worker.jobs where task_identifier = 'reference-render'`,
    )
    return rows.length
  }
  const before = await baseJobs()
  const throughout = await bringIn('Names throughout', { 'data.json': opening(0) })
  await renderPreview(throughout.versionId ?? '')
  expect(await baseJobs()).toBe(before)
  const late = await bringIn('Names late', { 'data.json': opening(240) })
  await renderPreview(late.versionId ?? '')
  expect(await baseJobs()).toBe(before + 1)
})

test('a preview that cannot be made says so on its last attempt, and can be ordered again', async () => {
  const done = await bringIn('Lost files', { 'data.json': greeting('#502020') })
  const versionId = done.versionId ?? ''
  const { document } = await getVersion(database.db, versionId)
  const assets = await getAssets(
    database.db,
    document.fonts.map(({ src }) => src),
  )
  const kept = await Promise.all(
    [...assets.values()].map(async ({ storageKey }) => {
      const key = storageKey ?? ''
      const bytes = await new Response((await storage.open(key)).stream as never).bytes()
      await storage.delete(key)
      return { key, bytes }
    }),
  )
  const run = previewOperation.run(deps(), { versionId }, { ...context, isLastAttempt: true })
  await expect(run).rejects.toThrow()
  expect(await findPreview(database.db, versionId)).toMatchObject({
    status: 'failed',
    errorMessage: expect.stringContaining('could not'),
  })
  for (const { key, bytes } of kept) await storage.put(key, bytes, { contentType: 'font/ttf' })
  await transaction(database.db, (tx) => requestPreview(tx, versionId))
  expect(await renderPreview(versionId)).toMatchObject({ status: 'succeeded' })
})
