// From a designer's folder to a template in the store: the real database, the real renderer.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transaction } from '@vitrine/database/connection'
import { createLocalDiskStorage } from '@vitrine/providers/storage/local-disk'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { listBundledFonts } from '@vitrine/samples/bundled-font'
import { COMMAND_LINE, listAuditEvents } from '@vitrine/store/admin/audit-log'
import { withdraw } from '@vitrine/store/admin/template-action'
import { findTemplate } from '@vitrine/store/catalogue'
import { getTemplateRow } from '@vitrine/store/catalogue/edit'
import { getCurrentVersion } from '@vitrine/store/catalogue/template-version'
import { readImportPackage } from '@vitrine/worker/import-package'
import { importTemplate } from '@vitrine/worker/import-template'
import { readSettings } from '@vitrine/worker/settings'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/database.ts'
import { photograph, writeClip } from '../../worker/testing/green-clip.ts'
import { createAnimation, still } from '../testing/animation.ts'
import type { Installation } from './installation.ts'
import { type Published, publishImport } from './publish.ts'
import { renderPreview } from './render-preview.ts'

const database = useDatabase()
let folder = ''
let installation: Installation
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-publish-test-'))
  const links = createSignedLinks(Buffer.alloc(32, 1))
  const storage = createLocalDiskStorage({ directory: join(folder, 'files'), links })
  installation = {
    db: database.db,
    databaseUrl: database.url,
    storage,
    address: 'http://store.test',
    close: async () => {},
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function publish(path: string, isDraft = false): Promise<Published> {
  const importPackage = await readImportPackage(path)
  const listing = { description: 'A ground', sections: ['Grounds'], categories: ['Plain'] }
  const read = readSettings({ ...listing, ...importPackage.settings })
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  const scratch = await mkdtemp(join(folder, 'scratch-'))
  const imported = await importTemplate(importPackage, read.settings, { bundled: listBundledFonts(), folder: scratch })
  expect(imported.result.report.filter(({ severity }) => severity === 'error')).toEqual([])
  const given = { imported, settings: read.settings, folder: scratch }
  return publishImport(given, await renderPreview(given), { ...installation, actor: COMMAND_LINE, isDraft })
}

const animation = (color: string) =>
  createAnimation([
    {
      ty: 5,
      nm: '{text: Names}',
      ip: 0,
      op: 10,
      st: 0,
      ks: { p: still([160, 100]) },
      t: { d: { k: [{ t: 0, s: { s: 30, f: 'Poppins-Bold', t: 'Asha', j: 2, lh: 36, fc: [1, 1, 1] } }] }, a: [] },
    },
    { ty: 1, nm: 'ground', ip: 0, op: 10, st: 0, sc: color, sw: 320, sh: 180, ks: {} },
  ])

test('an animation is published with poster, preview and fields; a changed one is a new version, or waits as a draft', async () => {
  const path = join(folder, 'names.json')
  await writeFile(path, JSON.stringify(animation('#203060')))
  const first = await publish(path)
  expect(first).toMatchObject({ templateId: 'names', isNewTemplate: true, isNewVersion: true, path: '/template/names' })
  const template = await findTemplate(database.db, 'names')
  expect(template).toMatchObject({ kind: 'video', templateName: 'names' })
  expect(template?.thumbnail).toMatch(/\.webp$/)
  expect(template?.templateLink).toMatch(/\.mp4$/)

  expect((await publish(path)).isNewVersion).toBe(false)
  await writeFile(path, JSON.stringify(animation('#602030')))
  const second = await publish(path)
  expect(second).toMatchObject({ isNewTemplate: false, isNewVersion: true })
  expect((await getCurrentVersion(database.db, 'names')).versionId).toBe(second.versionId)
  await writeFile(path, JSON.stringify(animation('#206030')))
  expect((await publish(path, true)).isNewVersion).toBe(true)
  expect((await getCurrentVersion(database.db, 'names')).versionId).toBe(second.versionId)
})

test('a draft is not on sale until it is published', async () => {
  const path = join(folder, 'quiet.json')
  await writeFile(path, JSON.stringify(animation('#103010')))
  await publish(path, true)
  expect(await findTemplate(database.db, 'quiet')).toBeUndefined()
  await publish(path)
  expect(await findTemplate(database.db, 'quiet')).toBeDefined()
})

test('what its owner withdrew stays withdrawn, however often it is published again', async () => {
  const path = join(folder, 'gone.json')
  await writeFile(path, JSON.stringify(animation('#301030')))
  await publish(path)
  await transaction(database.db, (tx) => withdraw(tx, COMMAND_LINE, 'gone'))
  await expect(publish(path)).rejects.toMatchObject({ code: 'template-withdrawn' })
  await writeFile(path, JSON.stringify(animation('#302010')))
  await expect(publish(path)).rejects.toMatchObject({ code: 'template-withdrawn' })
  expect((await publish(path, true)).isNewVersion).toBe(true)
  expect(await getTemplateRow(database.db, 'gone')).toMatchObject({ status: 'withdrawn' })
  const { items } = await listAuditEvents(database.db, { subjectKind: 'template', subjectId: 'gone', limit: 9 })
  const actions = items.map(({ action }) => action)
  expect(actions).toEqual(['template-version-added', 'template-withdrawn', 'template-published'])
})

test('an older record with a green screen and an overlay becomes a template with a pre-rendered alpha video', async () => {
  const path = join(folder, 'green-frame')
  await mkdir(path)
  await writeClip(join(path, 'video.mp4'), 8, photograph)
  const overlay = sharp({
    create: { width: 480, height: 270, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
  await writeFile(join(path, 'frame.png'), await overlay.png().toBuffer())
  const record = {
    templateName: 'Green Frame',
    templateLink: 'video.mp4',
    OverlayPNG: 'frame.png',
    greenScreenLayout: '16:9',
    templatePrice: '90',
    templatePriceIND: 60,
    templateJson: '{"comp":{"width":480,"height":270}}',
  }
  await writeFile(join(path, 'template.json'), JSON.stringify(record))
  const published = await publish(path)
  const { document } = await getCurrentVersion(database.db, published.templateId)
  expect(document.layers.map(({ type }) => type)).toEqual(['image', 'plate', 'media'])
  expect(await findTemplate(database.db, 'green-frame')).toMatchObject({
    templateName: 'Green Frame',
    templatePrice: 90,
    templatePriceIND: 60,
  })
})
