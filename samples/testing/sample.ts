// The samples for tests and benchmarks: their documents, files and frames.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import type { Listing } from '@vitrine/contract/listing'
import type { ResolvedDocument, TemplateDocument } from '@vitrine/document/document'
import type { AssetId, FieldValues } from '@vitrine/document/field'
import type { Context } from '@vitrine/document/host'
import { addFallbackFaces } from '@vitrine/painter/fallback-face'
import { type FontLibrary, openFonts } from '@vitrine/painter/font'
import { readFallbackFont } from '@vitrine/painter/node-fallback-font'
import { createNodeHost } from '@vitrine/painter/node-host'
import { createPainter, type Painter } from '@vitrine/painter/painter'
import { loadShaper } from '@vitrine/painter/shaper'
import { listNeededAssets, resolveDocument } from '@vitrine/project/resolve'
import { listBundledFonts } from '../src/bundled-font.ts'
import { readCatalogue, type Sample, templatesFolder } from '../src/catalogue.ts'

export interface OpenedSample extends Sample {
  readonly document: TemplateDocument
  readonly listing: Omit<Listing, 'name'>
}

const readJson = (id: string, file: string) => JSON.parse(readFileSync(join(templatesFolder, id, file), 'utf8'))

export const samples: readonly OpenedSample[] = readCatalogue().map((sample) => ({
  ...sample,
  document: readJson(sample.id, 'document.json'),
  listing: readJson(sample.id, 'template.json'),
}))

const paths = new Map<string, string>(listBundledFonts().map(({ face, path }) => [face.src, path]))
for (const entry of readdirSync(templatesFolder, { recursive: true, withFileTypes: true })) {
  if (!/\.(jpg|m4a)$/.test(entry.name)) continue
  const path = join(entry.parentPath, entry.name)
  paths.set(`sha256:${createHash('sha256').update(readFileSync(path)).digest('hex')}`, path)
}

/** The path of a file that a document of the samples names. */
export function getAssetPath(id: AssetId): string {
  const path = paths.get(id)
  if (!path) throw new Error(`no sample has the file ${id}`)
  return path
}

const images = new Map<AssetId, Image>()
const fontBytes = new Map<AssetId, Uint8Array>()

/** Opens a document with values: its painter, its layers and its fonts. */
export async function openPainter(
  document: TemplateDocument,
  values: FieldValues = {},
): Promise<{ painter: Painter; resolved: ResolvedDocument; fonts: FontLibrary | undefined }> {
  const shaper = await loadShaper()
  const plain = resolveDocument(document, values)
  const needed = new Set(listNeededAssets(plain))
  for (const { src } of document.fonts) {
    if (needed.has(src) && !fontBytes.has(src)) fontBytes.set(src, readFileSync(getAssetPath(src)))
  }
  const resolved = addFallbackFaces(plain, openFonts(shaper, plain.fonts, fontBytes))
  for (const face of resolved.fonts.slice(plain.fonts.length)) {
    if (!fontBytes.has(face.src)) fontBytes.set(face.src, await readFallbackFont(face))
  }
  for (const [id, asset] of Object.entries(document.assets) as [AssetId, { kind: string }][]) {
    if (asset.kind === 'image' && !images.has(id)) images.set(id, await loadImage(getAssetPath(id)))
  }
  const painter = createPainter({
    document: resolved,
    host: createNodeHost(),
    shaper,
    fonts: fontBytes,
    pictures: {
      image(id) {
        const image = images.get(id as AssetId)
        return image && { source: image, width: image.width, height: image.height }
      },
    },
  })
  return { painter, resolved, fonts: openFonts(shaper, resolved.fonts, fontBytes) }
}

/** Opens a document with values and returns a function that draws a frame at a scale. */
export async function openSample(
  document: TemplateDocument,
  values: FieldValues = {},
): Promise<(frame: number, scale: number) => Canvas> {
  const { painter } = await openPainter(document, values)
  return (frame, scale) => {
    const canvas = createCanvas(Math.round(painter.width * scale), Math.round(painter.height * scale))
    painter.drawFrame(canvas.getContext('2d') as unknown as Context, frame, { scale })
    return canvas
  }
}
