// Imports a package without storing it: inspects the files, pre-renders alpha videos, and calls the pure importer, whose
// document names files by content.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileFacts, type ImportFiles, listEmbeddedFiles } from '@vitrine/after-effects/files'
import { glyphFontName } from '@vitrine/after-effects/glyph-face'
import { type ImportResult, importDocument } from '@vitrine/after-effects/import'
import { findScreenVideo } from '@vitrine/after-effects/record'
import type { AssetId } from '@vitrine/document/field'
import { countMissingBytes } from '@vitrine/media/container'
import { LibavError } from '@vitrine/media/libav-error'
import type { BundledFont } from '@vitrine/samples/bundled-font'
import { toSlug } from '@vitrine/store/catalogue/draft'
import { AlphaVideoRejected, preRenderAlphaVideo, type Transparency } from '../alpha-video/pre-render.ts'
import { findFacts, hashAsset } from './facts.ts'
import { makeGlyphFonts } from './glyph-font.ts'
import { findBodymovinReport, type ImportPackage, ImportRejected } from './import-package.ts'
import type { Settings } from './settings.ts'

/** A file that a document names: its bytes or its path. */
export type Content = { readonly bytes: Uint8Array } | { readonly path: string }

export interface ImportedTemplate {
  readonly result: ImportResult
  /** Facts and contents of the document's assets and fonts. */
  readonly contents: ReadonlyMap<AssetId, { facts: FileFacts; content: Content }>
}

interface ImportTools {
  readonly bundled: readonly BundledFont[]
  /** Receives pre-rendered alpha videos and must outlive the result. */
  readonly folder: string
  /** Called with the progress (0 to 1) of pre-rendering alpha videos, the only slow part. */
  readonly onProgress?: (share: number) => void
}

/** Imports a package. */
export async function importTemplate(
  importPackage: ImportPackage,
  settings: Settings,
  { bundled, folder, onProgress = () => {} }: ImportTools,
): Promise<ImportedTemplate> {
  const files = new Map<string, FileFacts>()
  const contents = new Map<AssetId, { facts: FileFacts; content: Content }>()
  const add = (name: string, facts: FileFacts, content: Content) => {
    files.set(name, facts)
    contents.set(facts.id, { facts, content })
  }
  for (const [name, bytes] of importPackage.files) {
    const facts = await findFacts(bytes, folder, settings.fontLicense)
    if (facts) add(name, facts, { bytes })
  }
  for (const { name, base64 } of listEmbeddedFiles(importPackage.json)) {
    const bytes = Buffer.from(base64, 'base64')
    const facts = await findFacts(bytes, folder)
    if (facts) add(name, facts, { bytes })
  }
  for (const { face, bytes } of makeGlyphFonts(importPackage.json)) {
    const about = { kind: 'font', mime: 'font/otf', weight: 400, style: 'normal', isPartial: true } as const
    const family = `${face.family} ${face.style}`.trim() || 'Outlines'
    const license = settings.fontLicense ?? 'outlines of the design'
    add(
      glyphFontName(face.family, face.style),
      { ...about, id: hashAsset(bytes), family: `${family} (outlines)`.slice(0, 100), license },
      { bytes },
    )
  }
  for (const { face, path } of bundled)
    contents.set(face.src, {
      facts: {
        id: face.src,
        kind: 'font',
        mime: 'font/ttf',
        family: face.family,
        weight: face.weight ?? 400,
        style: face.style ?? 'normal',
        license: face.license,
      },
      content: { path },
    })
  const preRender = createPreRenderer(importPackage, settings, folder, onProgress)
  const alphaVideos = await preRenderNamedLayers(importPackage, settings, preRender, contents)
  await preRenderRecordVideo(importPackage, preRender, add)
  const result = importDocument(readyMadeDocument(importPackage, files) ?? importPackage.json, files, {
    id: settings.id ?? toSlug(importPackage.name),
    name: settings.name ?? importPackage.name,
    bundledFonts: bundled.map(({ face }) => face),
    autoFields: settings.autoFields,
    layerNames: settings.layerNames,
    plates: alphaVideos,
    accept: settings.accept,
    bodymovinReport: findBodymovinReport(importPackage),
    ...(settings.background ? { background: settings.background } : {}),
  })
  return { result, contents }
}

type PreRender = (source: Uint8Array, key: string | undefined) => Promise<AlphaVideo>

/** Pre-renders alpha videos one by one and reports their overall progress. */
function createPreRenderer(
  { json, files }: ImportPackage,
  { plates }: Settings,
  folder: string,
  onProgress: (share: number) => void,
): PreRender {
  const record = findScreenVideo(json)
  const count = Object.keys(plates).length + (record !== undefined && files.has(record) ? 1 : 0)
  let done = 0
  return async (source, key) => {
    const plate = await makeAlphaVideo(source, key, {
      folder,
      onProgress: (share) => onProgress((done + share) / count),
    })
    onProgress(++done / count)
    return plate
  }
}

type Contents = Map<AssetId, { facts: FileFacts; content: Content }>

/** Pre-renders the alpha videos that replace layers according to the settings. */
async function preRenderNamedLayers(
  importPackage: ImportPackage,
  settings: Settings,
  preRender: PreRender,
  contents: Contents,
) {
  const alphaVideos = new Map<string, FileFacts & { kind: 'plate' }>()
  for (const [layer, plate] of Object.entries(settings.plates)) {
    const { file, key } = typeof plate === 'string' ? { file: plate, key: undefined } : plate
    const bytes = importPackage.files.get(file)
    if (!bytes) throw new ImportRejected('file-missing', 'The alpha video "{file}" is not there', { file })
    const alphaVideo = await preRender(bytes, key)
    alphaVideos.set(layer, alphaVideo.facts)
    contents.set(alphaVideo.facts.id, { facts: alphaVideo.facts, content: { path: alphaVideo.path } })
  }
  return alphaVideos
}

/** Pre-renders the video of an older record when it shows a green screen. */
async function preRenderRecordVideo(
  { json, files }: ImportPackage,
  preRender: PreRender,
  add: (name: string, facts: FileFacts, content: Content) => void,
): Promise<void> {
  const name = findScreenVideo(json)
  const bytes = name === undefined ? undefined : files.get(name)
  if (name === undefined || !bytes) return
  const { facts, path } = await preRender(bytes, undefined)
  add(name, facts, { path })
}

interface AlphaVideo {
  readonly facts: FileFacts & { kind: 'plate' }
  readonly path: string
}

/**
 * Pre-renders a video. `key` is `alpha` for videos with an alpha channel, a colour `#rrggbb`, or undefined to detect the
 * screen. `onProgress` receives the progress, 0 to 1.
 */
async function makeAlphaVideo(
  source: Uint8Array,
  key: string | undefined,
  { folder, onProgress }: { folder: string; onProgress: (share: number) => void },
): Promise<AlphaVideo> {
  const name = hashAsset(source).slice('sha256:'.length, 40)
  const [video, outPath] = [join(folder, `video-${name}`), join(folder, `plate-${name}.mp4`)]
  await writeFile(video, source)
  if (countMissingBytes(video) > 0)
    throw new ImportRejected('no-video', 'The source video of an alpha video is incomplete')
  const alphaVideo = await preRenderAlphaVideo(video, outPath, readTransparency(key), { onProgress }).catch(
    (error: unknown) => {
      if (error instanceof AlphaVideoRejected) throw new ImportRejected(error.code, [error.sentence])
      if (error instanceof LibavError) throw new ImportRejected('no-video', 'The file of an alpha video cannot be read')
      throw error
    },
  )
  const bytes = await readFile(outPath)
  const { width, height, frames, frameRate } = alphaVideo
  return {
    facts: { id: hashAsset(bytes), kind: 'plate', mime: 'video/mp4', width, height, frames, fps: simple(frameRate) },
    path: outPath,
  }
}

function readTransparency(key: string | undefined): Transparency {
  if (key === 'alpha') return { kind: 'alpha' }
  if (key === undefined) return { kind: 'screen' }
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(key.slice(at, at + 2), 16))
  return { kind: 'screen', color: [r, g, b] }
}

function simple([numerator, denominator]: readonly [number, number]): number | readonly [number, number] {
  return numerator % denominator === 0 ? numerator / denominator : [numerator, denominator]
}

const FPS = 30
const MAX_FRAMES = 36_000
const MAX_SIDE = 4096

/** The document of a ready-made video or picture when the settings name one. Throws `ImportRejected`. */
function readyMadeDocument({ name, settings }: ImportPackage, files: ImportFiles): Record<string, unknown> | undefined {
  const { readyMade } = settings
  if (typeof readyMade !== 'string') return undefined
  const facts = files.get(readyMade)
  if (!facts)
    throw new ImportRejected('file-missing', 'The file "{file}" is not there', { file: readyMade.slice(0, 120) })
  if (facts.kind !== 'video' && facts.kind !== 'image')
    throw new ImportRejected('file-kind', 'Only a video or a picture can be sold ready-made')
  const canvas = fitCanvas(facts)
  const duration = facts.kind === 'image' ? 1 : Math.min(MAX_FRAMES, Math.max(2, Math.floor(facts.seconds * FPS)))
  const shown = { id: 'video', in: 0, out: duration, box: [0, 0, canvas.width, canvas.height], locks: ['all'] }
  return {
    tdoc: 1,
    id: 'ready-made',
    name,
    canvas: { ...canvas, fps: FPS, duration, background: '#000000' },
    fields: [],
    fonts: [],
    assets: { [facts.id]: describeAsset(facts) },
    layers: [
      facts.kind === 'image'
        ? { ...shown, type: 'image', asset: facts.id, fit: 'fill' }
        : { ...shown, type: 'media', source: facts.id },
    ],
  }
}

type Picture = Extract<FileFacts, { kind: 'image' | 'video' }>

/** An even size, as videos require, within the limits of documents. */
function fitCanvas({ width, height }: Picture): { width: number; height: number } {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height))
  const side = (length: number) => Math.max(16, Math.floor((length * scale) / 2) * 2)
  return { width: side(width), height: side(height) }
}

function describeAsset(facts: Picture): Record<string, unknown> {
  const size = { w: facts.width, h: facts.height, mime: facts.mime }
  return facts.kind === 'image' ? { kind: 'image', ...size } : { kind: 'video', ...size, seconds: facts.seconds }
}
