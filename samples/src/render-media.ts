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
import { renderFilm } from '@vitrine/worker/film'
import { renderStill } from '@vitrine/worker/still'
import sharp from 'sharp'
import { mediaFolder } from './build/folder.ts'
import { fontFaces, getIngredient } from './build/ingredient.ts'
import { type Sample, samples } from './catalogue.ts'
import {
  type MediaManifest,
  type RenderedFile,
  type RenderedSample,
  readManifest,
  writeManifest,
} from './media-manifest.ts'

const mostPosterBytes = 80_000
const mostPreviewBytes = 350_000
/** The longest a preview's shorter edge may be, in pixels. */
const previewEdge = 540

/** Tried in turn until the preview is small enough: the shorter edge (at most 540) and x264's constant rate factor. */
const previewTries = [
  { edge: 540, crf: 28 },
  { edge: 540, crf: 31 },
  { edge: 540, crf: 34 },
  { edge: 432, crf: 33 },
  { edge: 432, crf: 36 },
  { edge: 360, crf: 35 },
  { edge: 360, crf: 38 },
]

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
    if (webp.length > mostPosterBytes && quality > 40) continue
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

/**
 * The document with the shop's name in a row along its foot and once in a corner, where no template has its words. Calmer
 * than the mark all over customers' previews: these films are the shop window, and show nothing but our own default words.
 */
function withMark(document: TemplateDocument, ink = '#ffffff66', edge = '#00000040'): TemplateDocument {
  const { width, height, duration } = document.canvas
  const [face] = fontFaces(['fraunces'])
  if (!face) throw new Error('the mark has no font')
  const mark = (id: string, text: string, size: number, box: readonly [number, number, number, number]) =>
    ({
      id,
      type: 'text',
      in: 0,
      out: duration,
      text,
      box,
      font: face.family,
      weight: face.weight ?? 400,
      size,
      tracking: 40,
      wrap: 'none',
      align: 'center',
      valign: 'middle',
      fill: ink,
      stroke: { color: edge, width: Math.max(1, size * 0.04) },
    }) as const
  const shorter = Math.min(width, height)
  const [small, large] = [Math.round(shorter * 0.036), Math.round(shorter * 0.06)]
  const row = Array.from({ length: Math.ceil(width / (small * 6)) }, () => 'Vitrine').join('      ')
  const marks = [
    mark('shop-mark-row', row, small, [0, height - small * 2, width, small * 2]),
    mark('shop-mark-corner', 'Vitrine', large, [large * 0.5, large * 0.4, large * 4, large * 1.4]),
  ]
  const others = document.fonts.filter(({ src }) => src !== face.src)
  return { ...document, fonts: [...others, face], layers: [...marks, ...document.layers] }
}

async function renderPreviewPicture(document: TemplateDocument): Promise<RenderedFile> {
  const output = sizeFor(document, previewEdge)
  const png = await renderStill({ ...openPicture(withMark(document, '#ffffff99', '#00000066')), output }, 0)
  const path = `previews/${document.id}.webp`
  await writePicture(png, path)
  return describe(path, output)
}

async function renderPreviewFilm(document: TemplateDocument): Promise<RenderedFile> {
  const picture = openPicture(withMark(document))
  const path = `previews/${document.id}.mp4`
  const outPath = join(mediaFolder, `${path}.part.mp4`)
  let hopeless = 0
  for (const { edge, crf } of previewTries) {
    if (edge === hopeless) continue
    const size = sizeFor(document, edge)
    const output = { ...size, crf, preset: 'medium', audio: false, threads: 1 } as const
    const film = await renderFilm({ ...picture, output, outPath })
    if (film.sizeBytes > mostPreviewBytes) {
      // Three steps of quality save about a third each; what is far too large needs a smaller frame.
      if (film.sizeBytes > mostPreviewBytes * 2) hopeless = edge
      continue
    }
    renameSync(outPath, join(mediaFolder, path))
    return describe(path, size, Math.round(film.durationSeconds * 1000))
  }
  throw new Error(`${document.id}: no preview of at most ${mostPreviewBytes} bytes`)
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
  const preview = await (kind === 'image' ? renderPreviewPicture(document) : renderPreviewFilm(document))
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
