// Renders the poster and the watermarked preview (a film, or a picture of a picture) of every template whose document or
// engine changed (`npm run samples`).
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { ENGINE_VERSION, type TemplateDocument } from '@vitrine/composition/document'
import { documentHash } from '@vitrine/composition/render-key'
import { neededAssets, resolveDocument } from '@vitrine/composition/resolve'
import type { TemplateKind } from '@vitrine/contract/catalogue'
import { renderVideo } from '@vitrine/worker/render-video'
import { renderStill } from '@vitrine/worker/still'
import sharp from 'sharp'
import { mediaFolder } from './build/folder.ts'
import { getIngredient } from './build/ingredient.ts'
import { type Sample, samples } from './catalogue.ts'
import {
  type MediaManifest,
  type RenderedFile,
  type RenderedSample,
  readManifest,
  writeManifest,
} from './media-manifest.ts'

const maxPosterBytes = 80_000
/** Half a megabit and more per second: previews sell the templates. */
const maxPreviewBytes = 600_000
/** The longest a preview's shorter edge may be, in pixels. */
const previewEdge = 540

/** x264's constant rate factors: the one that is tried first, and the worst that is shown before the frame is made smaller. */
const bestCrf = 23
const worstCrf = 32
/** Six steps of the rate factor halve a file. */
const stepsPerHalf = 6
const smallerEdges = [432, 360]

/** All over the picture, as on customers' previews: a mark along an edge is cut off. */
const watermark = 'Vitrine'

interface Picture {
  readonly document: TemplateDocument
  readonly values: Record<string, never>
  readonly ops: readonly []
  readonly assetFiles: Readonly<Record<string, string>>
}

/** An even size of the same shape whose shorter (or, with `long`, longer) edge is the given one. */
function sizeFor({ canvas: { width, height } }: TemplateDocument, edge: number, which: 'short' | 'long' = 'short') {
  const scale = edge / (which === 'short' ? Math.min(width, height) : Math.max(width, height))
  return { width: Math.round((width * scale) / 2) * 2, height: Math.round((height * scale) / 2) * 2 }
}

function describe(path: string, size: { width: number; height: number }, durationMs?: number): RenderedFile {
  const bytes = readFileSync(join(mediaFolder, path))
  const id = `sha256:${createHash('sha256').update(bytes).digest('hex')}` as const
  return { path, id, sizeBytes: bytes.length, ...size, ...(durationMs === undefined ? {} : { durationMs }) }
}

/** Encodes a picture as WebP in the media folder, at the best quality that keeps it within the bound of a poster. */
async function writePicture(png: Buffer, path: string): Promise<void> {
  for (let quality = 86; ; quality -= 4) {
    const webp = await sharp(png).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (webp.length > maxPosterBytes && quality > 40) continue
    writeFileSync(join(mediaFolder, path), webp)
    return
  }
}

/** Of a film one large frame; of a picture, whose only frame is what is sold, no more than a preview may show. */
async function renderPoster(
  kind: TemplateKind,
  picture: Picture,
): Promise<{ poster: RenderedFile; dominantColor: string }> {
  const { document } = picture
  const isSquare = document.canvas.width === document.canvas.height
  const output = kind === 'image' ? sizeFor(document, previewEdge) : sizeFor(document, isSquare ? 1000 : 1280, 'long')
  const png = await renderStill({ ...picture, output }, document.output?.poster?.frame ?? 0)
  const path = `posters/${document.id}.webp`
  await writePicture(png, path)
  const { dominant } = await sharp(png).resize(160).stats()
  const dominantColor = `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  return { poster: describe(path, output), dominantColor }
}

async function renderPreviewPicture(document: TemplateDocument): Promise<RenderedFile> {
  const output = { ...sizeFor(document, previewEdge), watermark }
  const png = await renderStill({ ...openPicture(document), output }, 0)
  const path = `previews/${document.id}.webp`
  await writePicture(png, path)
  return describe(path, sizeFor(document, previewEdge))
}

async function renderPreviewVideo(document: TemplateDocument): Promise<RenderedFile> {
  const picture = openPicture(document)
  const path = `previews/${document.id}.mp4`
  const outPath = join(mediaFolder, `${path}.part.mp4`)
  const edges = [previewEdge, ...smallerEdges]
  for (let crf = bestCrf; ; ) {
    const [edge] = edges
    if (edge === undefined) throw new Error(`${document.id}: no preview of at most ${maxPreviewBytes} bytes`)
    const size = sizeFor(document, edge)
    const output = { ...size, crf, preset: 'medium', audio: false, threads: 1, watermark } as const
    const film = await renderVideo({ ...picture, output, outPath })
    if (film.sizeBytes <= maxPreviewBytes) {
      renameSync(outPath, join(mediaFolder, path))
      return describe(path, size, Math.round(film.durationSeconds * 1000))
    }
    crf += Math.ceil(stepsPerHalf * Math.log2(film.sizeBytes / maxPreviewBytes))
    if (crf > worstCrf) {
      edges.shift()
      crf = worstCrf - 2
    }
  }
}

/** The document with its default values and the files it needs. */
function openPicture(document: TemplateDocument): Picture {
  const needed = neededAssets(resolveDocument(document, {}))
  return {
    document,
    values: {},
    ops: [],
    assetFiles: Object.fromEntries(needed.map((id) => [id, getIngredient(id).file])),
  }
}

async function renderSample({ kind }: Sample, document: TemplateDocument): Promise<RenderedSample> {
  const { poster, dominantColor } = await renderPoster(kind, openPicture(document))
  const preview = await (kind === 'image' ? renderPreviewPicture(document) : renderPreviewVideo(document))
  return { documentHash: await documentHash(document), engineVersion: ENGINE_VERSION, poster, preview, dominantColor }
}

async function isFresh(document: TemplateDocument, known: RenderedSample | undefined): Promise<boolean> {
  if (known?.engineVersion !== ENGINE_VERSION || known.documentHash !== (await documentHash(document))) return false
  return [known.poster, known.preview].every(({ path }) => existsSync(join(mediaFolder, path)))
}

/** Removes posters and previews of templates that are no longer in the catalogue. */
function sweep(manifest: MediaManifest): void {
  const wanted = new Set(Object.values(manifest).flatMap(({ poster, preview }) => [poster.path, preview.path]))
  for (const folder of ['posters', 'previews']) {
    for (const name of readdirSync(join(mediaFolder, folder))) {
      if (!wanted.has(`${folder}/${name}`)) rmSync(join(mediaFolder, folder, name))
    }
  }
}

setPriority(10)
for (const folder of ['posters', 'previews']) mkdirSync(join(mediaFolder, folder), { recursive: true })
const forced = process.argv.slice(2)
let manifest = readManifest()
for (const sample of samples) {
  const document = sample.build()
  if (!forced.includes(document.id) && (await isFresh(document, manifest[document.id]))) continue
  const started = performance.now()
  const rendered = await renderSample(sample, document)
  manifest = { ...manifest, [document.id]: rendered }
  writeManifest(manifest)
  const { poster, preview } = rendered
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(
    `${document.id}: poster ${Math.round(poster.sizeBytes / 1000)} kB, preview ${preview.width}x${preview.height} ${Math.round(preview.sizeBytes / 1000)} kB, ${seconds} s\n`,
  )
}
const ids = new Set(samples.map(({ build }) => build().id))
manifest = Object.fromEntries(Object.entries(manifest).filter(([id]) => ids.has(id)))
writeManifest(manifest)
sweep(manifest)
const total = Object.values(manifest).reduce(
  (sum, { poster, preview }) => sum + poster.sizeBytes + preview.sizeBytes,
  0,
)
process.stdout.write(`${ids.size} templates, ${(total / 1e6).toFixed(2)} MB of posters and previews\n`)
