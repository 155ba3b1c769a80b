import { transaction } from '@vitrine/database/connection'
import type { TemplateDocument } from '@vitrine/document/document'
import { beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { addCatalogueFiles, addTemplate, hashText, newDocument } from '../../testing/store.ts'
import { findAsset, registerCatalogueAsset } from '../media/media.ts'
import { getDocumentAssets } from './template-version.ts'

const database = useDatabase()

const assetId = (name: string) => hashText(name) as `sha256:${string}`
const use = async (name: string) => (await findAsset(database.db, hashText(name)))?.templateUse

beforeAll(async () => {
  await addCatalogueFiles(database.db)
  await transaction(database.db, async (tx) => {
    for (const name of ['plate', 'clip', 'goods', 'both']) {
      const storageKey = `public/${hashText(name).slice(7)}.mp4`
      const file = { id: hashText(name), kind: 'video', mime: 'video/mp4', sizeBytes: 10, storageKey } as const
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
    layers: [{ id: 'video', type: 'media', in: 0, out: 150, source: assetId('goods'), box: [0, 0, 10, 10] }],
  }
  await addTemplate(database.db, {
    document: documentWith({ [assetId('goods')]: video, [assetId('both')]: video }, goods),
  })
  const parts = {
    [assetId('plate')]: { ...video, kind: 'plate' },
    [assetId('clip')]: video,
    [assetId('both')]: video,
  } as const
  await addTemplate(database.db, { document: documentWith(parts) })
})

it('records how templates use their videos, and shows no full video before its editing copy exists', async () => {
  const document = newDocument() as unknown as TemplateDocument
  const assets = { ...document.assets, [assetId('plate')]: { kind: 'plate', w: 1, h: 1, seconds: 1 } } as const
  expect(await Promise.all(['plate', 'clip', 'goods', 'both', 'preview'].map(use))).toEqual([
    'plate',
    'video',
    'goods',
    'video',
    null,
  ])
  expect(Object.keys(await getDocumentAssets(database.db, { ...document, assets }))).not.toContain(assetId('plate'))
})
