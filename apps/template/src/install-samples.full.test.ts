// Installing the samples into an empty store, and again into one that has them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { templateKind } from '@vitrine/contract/catalogue'
import { toWireListing } from '@vitrine/contract/listing'
import { transaction } from '@vitrine/database/connection'
import type { Storage } from '@vitrine/providers/storage'
import { createLocalDiskStorage } from '@vitrine/providers/storage/local-disk'
import { COMMAND_LINE } from '@vitrine/store/admin/audit-log'
import { changeTemplate, removeTemplate, withdraw } from '@vitrine/store/admin/template-action'
import { listTemplates } from '@vitrine/store/catalogue'
import { getTemplateRow } from '@vitrine/store/catalogue/edit'
import { requestPreview } from '@vitrine/store/catalogue/preview'
import { getCurrentVersion, getDocumentAssets } from '@vitrine/store/catalogue/template-version'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { samples } from '../../../samples/testing/sample.ts'
import { useDatabase } from '../../../tests/database.ts'
import { installSamples } from './install-samples.ts'

const database = useDatabase()
const directory = mkdtempSync(join(tmpdir(), 'samples-'))
const disk = createLocalDiskStorage({ directory, links: { sign: () => '', verify: () => undefined } as never })
const stored: string[] = []
const storage: Storage = {
  ...disk,
  put(key, body, options) {
    stored.push(key)
    return disk.put(key, body, options)
  },
}

beforeAll(() => installSamples({ db: database.db, storage }))
afterAll(() => rmSync(directory, { recursive: true }))

/** Published templates of every kind. */
async function listAll() {
  return (await Promise.all(templateKind.options.map((kind) => listTemplates(database.db, kind)))).flat()
}

test('every sample is on sale with its words, prices, poster and preview', async () => {
  const templates = new Map((await listAll()).map((template) => [template.templateId, template]))
  expect(templates.size).toBe(samples.length)
  for (const sample of samples) {
    const { document, listing } = sample
    const template = templates.get(document.id)
    expect(template).toMatchObject({
      ...toWireListing({ ...listing, name: document.name }),
      dominantColor: sample.dominantColor,
      documentHash: sample.documentHash,
      videoDimensions: `${document.canvas.width}x${document.canvas.height}`,
    })
    for (const url of [template?.thumbnail, template?.templateLink]) {
      expect(await disk.exists(url?.replace('/media/', 'public/') ?? '')).toBe(true)
    }
  }
})

test('every file a document names can be opened from the storage', async () => {
  for (const { id } of samples) {
    const { document } = await getCurrentVersion(database.db, id)
    const files = Object.values(await getDocumentAssets(database.db, document))
    expect(files.length).toBeGreaterThanOrEqual(2)
    for (const { kind, mime } of files) expect(mime).toMatch(kind === 'audio' ? 'audio/mp4' : `${kind}/`)
    for (const { url } of files) expect(await disk.exists(url.replace('/media/', 'public/'))).toBe(true)
  }
})

test('a second installation stores nothing and adds no version', async () => {
  const before = await listAll()
  const versions = await Promise.all(samples.map(({ id }) => getCurrentVersion(database.db, id)))
  stored.length = 0
  await installSamples({ db: database.db, storage })
  expect(stored).toEqual([])
  expect(await listAll()).toEqual(before)
  const after = await Promise.all(samples.map(({ id }) => getCurrentVersion(database.db, id)))
  expect(after.map(({ versionId }) => versionId)).toEqual(versions.map(({ versionId }) => versionId))
})

test('what the owner did to a sample stays done, whenever the store is started again', async () => {
  const [withdrawn = '', edited = '', shown = '', untouched = '', deleted = ''] = samples.map(({ id }) => id)
  const { versionId } = await getCurrentVersion(database.db, shown)
  await transaction(database.db, async (tx) => {
    for (const id of [withdrawn, deleted]) await withdraw(tx, COMMAND_LINE, id)
    await removeTemplate(tx, COMMAND_LINE, deleted)
    await changeTemplate(tx, COMMAND_LINE, edited, { templateName: 'My own name', templatePrice: 7 })
    await requestPreview(tx, versionId, { posterFrame: 1 })
    // A poster that the owner chose, as a worker stores it, and the listing of a sample by an older release.
    await tx.execute(sql`update templates set dominant_color = '#123456' where id = ${shown}`)
    await tx.execute(sql`update templates set description = 'Of an older release' where id = ${untouched}`)
  })
  await installSamples({ db: database.db, storage })
  const templates = new Map((await listAll()).map((template) => [template.templateId, template]))
  expect([withdrawn, deleted].filter((id) => templates.has(id))).toEqual([])
  expect(templates.get(edited)).toMatchObject({ templateName: 'My own name', templatePrice: 7 })
  expect(templates.get(shown)).toMatchObject({ dominantColor: '#123456' })
  expect(templates.get(untouched)?.templateDescription).toBe(samples[3]?.listing.description)
})

test('a file that was lost from the storage comes back', async () => {
  const [template] = await listTemplates(database.db, 'video')
  const key = template?.thumbnail.replace('/media/', 'public/') ?? ''
  await disk.delete(key)
  const before = await getTemplateRow(database.db, template?.templateId ?? '')
  await installSamples({ db: database.db, storage })
  expect(await disk.exists(key)).toBe(true)
  expect(await getTemplateRow(database.db, before.id)).toEqual(before)
})
