import { readFileSync } from 'node:fs'
import type { TemplateDocument } from '@vitrine/composition/document'
import { transaction } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { findAsset, registerCatalogueAsset } from '../media/media.ts'
import { addCatalogueFiles, addTemplate, hashOf, newDocument } from '../shop-fixture.ts'
import { getDocumentAssets } from './template-version.ts'

const database = useDatabase()

const film = (name: string) => hashOf(name) as `sha256:${string}`
const use = async (name: string) => (await findAsset(database.db, hashOf(name)))?.templateUse

beforeAll(async () => {
  await addCatalogueFiles(database.db)
  await transaction(database.db, async (tx) => {
    for (const name of ['plate', 'clip', 'goods', 'both']) {
      const storageKey = `public/${hashOf(name).slice(7)}.mp4`
      const file = { id: hashOf(name), kind: 'video', mime: 'video/mp4', sizeBytes: 10, storageKey } as const
      await registerCatalogueAsset(tx, file)
    }
  })
  const documentWith = (assets: TemplateDocument['assets'], more: object = {}) => {
    const document = newDocument() as unknown as TemplateDocument
    return { ...document, ...more, assets: { ...document.assets, ...assets } }
  }
  const video = { kind: 'video', w: 1920, h: 1080, seconds: 5 } as const
  const goods = {
    fields: [],
    layers: [{ id: 'film', type: 'media', in: 0, out: 150, source: film('goods'), box: [0, 0, 10, 10] }],
  }
  await addTemplate(database.db, { document: documentWith({ [film('goods')]: video, [film('both')]: video }, goods) })
  const parts = { [film('plate')]: { ...video, kind: 'plate' }, [film('clip')]: video, [film('both')]: video } as const
  await addTemplate(database.db, { document: documentWith(parts) })
})

it('knows what templates have their films for, and shows none of them whole before a worker has seen to them', async () => {
  const document = newDocument() as unknown as TemplateDocument
  const assets = { ...document.assets, [film('plate')]: { kind: 'plate', w: 1, h: 1, seconds: 1 } } as const
  expect(await Promise.all(['plate', 'clip', 'goods', 'both', 'preview'].map(use))).toEqual([
    'plate',
    'film',
    'goods',
    'film',
    null,
  ])
  expect(Object.keys(await getDocumentAssets(database.db, { ...document, assets }))).not.toContain(film('plate'))
})

it('learns it of the templates that are there when an installation is brought up to date', async () => {
  const uses = () => Promise.all(['plate', 'clip', 'goods', 'both', 'preview', 'photo'].map(use))
  const known = await uses()
  await database.db.execute(sql`update assets set template_use = null`)
  const migration = readFileSync(new URL('../../migrations/0020_template_films.sql', import.meta.url), 'utf8')
  await database.db.execute(sql.raw(migration.split('--> statement-breakpoint').at(-1) ?? ''))
  expect(await uses()).toEqual(known)
})
