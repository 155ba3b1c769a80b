// Publishes small templates for tests: a title, a photo and a coloured background.
import { createHash, randomUUID } from 'node:crypto'
import { type Db, transaction } from '@vitrine/database/connection'
import type { TemplateDocument } from '@vitrine/document/document'
import { storeTemplate, type TemplateToPublish } from '@vitrine/store/catalogue/publish'
import { registerCatalogueAsset } from '@vitrine/store/media'
import { sql } from 'drizzle-orm'

const createAssetId = (name: string) => `sha256:${createHash('sha256').update(name).digest('hex')}` as const

const document: TemplateDocument = {
  tdoc: 1,
  id: 'greeting',
  name: 'Greeting',
  canvas: { width: 1280, height: 720, fps: 25, duration: 100 },
  fields: [
    { id: 'title', type: 'text', label: 'Title', default: 'Hello', rules: { maxLength: 20 } },
    { id: 'photo', type: 'media', label: 'Photo', accept: ['image'] },
    { id: 'ground', type: 'color', label: 'Ground', default: '#204060' },
  ],
  fonts: [{ family: 'Inter', src: createAssetId('font'), license: 'OFL-1.1' }],
  assets: {},
  layers: [
    {
      id: 'words',
      type: 'text',
      in: 0,
      out: 100,
      text: { $field: 'title' },
      box: [100, 500, 1000, 100],
      font: 'Inter',
      size: 64,
    },
    { id: 'picture', type: 'media', in: 0, out: 100, source: { $field: 'photo' }, box: [100, 50, 600, 400] },
    { id: 'ground', type: 'solid', in: 0, out: 100, color: { $field: 'ground' } },
  ],
}

/** Puts a template on sale and returns its id. */
export async function addTemplate(db: Db, changes: Partial<TemplateToPublish> = {}): Promise<string> {
  const id = `t${randomUUID().slice(0, 8)}`
  await transaction(db, async (tx) => {
    for (const [name, kind, mime, ending] of [
      ['font', 'font', 'font/ttf', 'ttf'],
      ['poster', 'image', 'image/webp', 'webp'],
      ['preview', 'video', 'video/mp4', 'mp4'],
    ] as const) {
      const storageKey = `public/${createAssetId(name).slice('sha256:'.length)}.${ending}`
      await registerCatalogueAsset(tx, { id: createAssetId(name), kind, mime, sizeBytes: 1000, storageKey })
    }
    await storeTemplate(tx, {
      id,
      kind: 'video',
      name: 'Greeting',
      description: 'A short greeting',
      categories: ['Birthday'],
      sections: ['Family'],
      compatibility: ['WhatsApp'],
      priceCredits: 120,
      priceCreditsIndia: 80,
      license: { name: 'Standard', summary: 'Personal and commercial use' },
      document,
      posterAssetId: createAssetId('poster'),
      previewAssetId: createAssetId('preview'),
      dominantColor: '#204060',
      ...changes,
    })
    // Bypasses the check for missing parts.
    await tx.execute(sql`update templates set status = 'published' where id = ${id}`)
  })
  return id
}
