// Owns putting an imported template into the shop: its files into the storage, its poster and preview through the worker's
// renderer, its record and version into the database. Doing it again with a changed file adds a version.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AssetId, durationSeconds, type TemplateDocument } from '@vitrine/composition/document'
import { neededAssets, resolveDocument } from '@vitrine/composition/resolve'
import type { TemplateKind } from '@vitrine/contract/catalogue'
import { transaction } from '@vitrine/database/connection'
import { publicKey } from '@vitrine/providers/storage'
import { publishTemplate } from '@vitrine/shop/catalogue'
import { type CatalogueAsset, registerCatalogueAsset } from '@vitrine/shop/media'
import { renderFilm } from '@vitrine/worker/film'
import { renderStill } from '@vitrine/worker/still'
import sharp from 'sharp'
import { assetIdOf } from './facts.ts'
import type { ImportedTemplate } from './import-submission.ts'
import type { Installation } from './installation.ts'
import type { Settings } from './settings.ts'

const POSTER_EDGE = 1280
const PREVIEW_EDGE = 540

export interface Published {
  readonly templateId: string
  readonly versionId: string
  readonly isNewVersion: boolean
  /** The page of the template. */
  readonly address: string
}

/** Publishes an import without errors. `folder` takes files while they are made. */
export async function publishImport(
  { result, contents }: ImportedTemplate,
  settings: Settings,
  installation: Installation,
  { folder, isDraft }: { folder: string; isDraft: boolean },
): Promise<Published> {
  const { document } = result
  if (!document) throw new Error('there is nothing to publish')
  const kind = settings.kind ?? kindOf(document)
  const assets = await storeAssets(document, contents, installation)
  const files = await localFiles(document, contents, folder)
  const shown = await renderShown(document, kind, files, settings.posterFrame, folder)
  const rendered = [await store(shown.poster, installation), await store(shown.preview, installation)] as const
  const published = await transaction(installation.db, async (tx) => {
    for (const asset of [...assets, ...rendered]) await registerCatalogueAsset(tx, asset)
    return publishTemplate(tx, {
      id: document.id,
      kind,
      name: document.name,
      description: settings.description,
      categories: settings.categories,
      sections: settings.sections,
      compatibility: settings.compatibility,
      priceCredits: settings.priceCredits,
      priceCreditsIndia: settings.priceCreditsIndia ?? settings.priceCredits,
      license: settings.license,
      document,
      posterAssetId: rendered[0].id,
      previewAssetId: rendered[1].id,
      dominantColor: shown.dominantColor,
      isDraft,
    })
  })
  const page = { video: 'template', image: 'image-template', 'direct-sell': 'direct-sell' }[kind]
  return { templateId: document.id, ...published, address: `${installation.address}/${page}/${document.id}` }
}

/** A film that customers can change nothing in is sold as it is. */
function kindOf({ canvas, fields }: TemplateDocument): TemplateKind {
  if (canvas.duration === 1) return 'image'
  return fields.length === 0 ? 'direct-sell' : 'video'
}

interface Rendered {
  readonly path: string
  readonly asset: Omit<CatalogueAsset, 'storageKey'>
}

async function store({ path, asset }: Rendered, { storage }: Installation): Promise<CatalogueAsset> {
  const storageKey = publicKey(asset.id.slice('sha256:'.length), asset.mime)
  if (!(await storage.exists(storageKey))) await storage.put(storageKey, { file: path }, { contentType: asset.mime })
  return { ...asset, storageKey }
}

/** Puts the document's files into the storage and describes them for the catalogue. */
async function storeAssets(
  document: TemplateDocument,
  contents: ImportedTemplate['contents'],
  { storage }: Installation,
): Promise<CatalogueAsset[]> {
  const ids = new Set<AssetId>([
    ...(Object.keys(document.assets) as AssetId[]),
    ...document.fonts.map(({ src }) => src),
  ])
  const described: CatalogueAsset[] = []
  for (const id of ids) {
    const known = contents.get(id)
    if (!known) throw new Error(`the import lost the file ${id}`)
    const { facts, content } = known
    const bytes = 'bytes' in content ? content.bytes : await readFile(content.path)
    const storageKey = publicKey(id.slice('sha256:'.length), facts.mime)
    if (!(await storage.exists(storageKey))) await storage.put(storageKey, bytes, { contentType: facts.mime })
    described.push({
      id,
      kind: facts.kind === 'plate' ? 'video' : facts.kind,
      mime: facts.mime,
      sizeBytes: bytes.length,
      ...('width' in facts
        ? { width: facts.width, height: facts.kind === 'plate' ? facts.height * 2 : facts.height }
        : {}),
      ...('seconds' in facts ? { durationMs: Math.round(facts.seconds * 1000) } : {}),
      storageKey,
    })
  }
  return described
}

/** The files that drawing needs, as paths. */
async function localFiles(
  document: TemplateDocument,
  contents: ImportedTemplate['contents'],
  folder: string,
): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const id of neededAssets(resolveDocument(document, {}))) {
    const content = contents.get(id)?.content
    if (!content) throw new Error(`the import lost the file ${id}`)
    if ('path' in content) files[id] = content.path
    else {
      files[id] = join(folder, id.slice('sha256:'.length))
      await writeFile(files[id], content.bytes)
    }
  }
  return files
}

function sizeFor({ canvas: { width, height } }: TemplateDocument, edge: number, which: 'short' | 'long') {
  const scale = Math.min(1, edge / (which === 'short' ? Math.min(width, height) : Math.max(width, height)))
  const even = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}

async function renderShown(
  document: TemplateDocument,
  kind: TemplateKind,
  assetFiles: Record<string, string>,
  posterFrame: number | undefined,
  folder: string,
): Promise<{ poster: Rendered; preview: Rendered; dominantColor: string }> {
  const scene = { document, values: {}, ops: [], assetFiles }
  const frame = Math.min(
    document.canvas.duration - 1,
    posterFrame ?? document.output?.poster?.frame ?? Math.floor(document.canvas.duration / 2),
  )
  // Of a picture, its only frame is what is sold: no more of it is shown than a preview may show.
  const size = kind === 'image' ? sizeFor(document, PREVIEW_EDGE, 'short') : sizeFor(document, POSTER_EDGE, 'long')
  const png = await renderStill({ ...scene, output: size }, frame)
  const { dominant } = await sharp(png).resize(160).stats()
  const dominantColor = `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  const poster = await pictureFile(png, join(folder, 'poster.webp'), size)
  const small = sizeFor(document, PREVIEW_EDGE, 'short')
  const output = { ...small, watermark: 'Vitrine' }
  if (kind === 'image') {
    const marked = await renderStill({ ...scene, output }, frame)
    return { poster, preview: await pictureFile(marked, join(folder, 'preview.webp'), small), dominantColor }
  }
  const path = join(folder, 'preview.mp4')
  await renderFilm({ ...scene, output: { ...output, crf: 28, preset: 'medium', audio: false }, outPath: path })
  const durationMs = Math.round(durationSeconds(document.canvas) * 1000)
  return { poster, preview: await describe(path, 'video', 'video/mp4', { ...small, durationMs }), dominantColor }
}

async function pictureFile(png: Buffer, path: string, size: { width: number; height: number }): Promise<Rendered> {
  await writeFile(path, await sharp(png).webp({ quality: 84 }).toBuffer())
  return describe(path, 'image', 'image/webp', size)
}

async function describe(
  path: string,
  kind: 'image' | 'video',
  mime: string,
  size: { width: number; height: number; durationMs?: number },
): Promise<Rendered> {
  const bytes = await readFile(path)
  return { path, asset: { id: assetIdOf(bytes), kind, mime, sizeBytes: bytes.length, ...size } }
}
