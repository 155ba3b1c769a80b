// Imports a package up to, but not including, storing it: inspects the files, pre-renders alpha videos, and has the pure
// importer make the document, which names its files by content.
import type { AssetId } from '@vitrine/composition/field'
import { type ImportResult, importDocument } from '@vitrine/composition/import'
import { type FileFacts, listEmbeddedFiles } from '@vitrine/composition/import-files'
import { glyphFontName } from '@vitrine/composition/import-glyphs'
import { findScreenVideo } from '@vitrine/composition/import-record'
import type { BundledFont } from '@vitrine/samples/bundled-font'
import { toSlug } from '@vitrine/shop/catalogue/slug'
import { type AlphaVideo, makeAlphaVideo } from './alpha-video.ts'
import { assetIdOf, findFacts } from './facts.ts'
import { makeGlyphFonts } from './glyph-font.ts'
import { findBodymovinReport, type ImportPackage, ImportRejected } from './import-package.ts'
import { readyMadeDocument } from './ready-made.ts'
import type { Settings } from './settings.ts'

/** A file that a document names: its bytes, or where it lies. */
export type Content = { readonly bytes: Uint8Array } | { readonly path: string }

export interface ImportedTemplate {
  readonly result: ImportResult
  /** What the document's assets and fonts are, and their contents. */
  readonly contents: ReadonlyMap<AssetId, { facts: FileFacts; content: Content }>
}

export interface ImportTools {
  readonly bundled: readonly BundledFont[]
  /** Takes pre-rendered alpha videos and must outlive the result. */
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
      { ...about, id: assetIdOf(bytes), family: `${family} (outlines)`.slice(0, 100), license },
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
  const bakery = createBakery(importPackage, settings, folder, onProgress)
  const plates = await preRenderNamedLayers(importPackage, settings, bakery, contents)
  await preRenderRecordVideo(importPackage, bakery, add)
  const result = importDocument(readyMadeDocument(importPackage, files) ?? importPackage.json, files, {
    id: settings.id ?? toSlug(importPackage.name),
    name: settings.name ?? importPackage.name,
    bundledFonts: bundled.map(({ face }) => face),
    autoFields: settings.autoFields,
    layerNames: settings.layerNames,
    plates,
    accept: settings.accept,
    bodymovinReport: findBodymovinReport(importPackage),
    ...(settings.background ? { background: settings.background } : {}),
  })
  return { result, contents }
}

type Bake = (source: Uint8Array, key: string | undefined) => Promise<AlphaVideo>

/** Pre-renders alpha videos one by one and reports their overall progress. */
function createBakery(
  { json, files }: ImportPackage,
  { plates }: Settings,
  folder: string,
  onProgress: (share: number) => void,
): Bake {
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

/** The alpha videos that replace layers by the settings. */
async function preRenderNamedLayers(importPackage: ImportPackage, settings: Settings, bake: Bake, contents: Contents) {
  const plates = new Map<string, FileFacts & { kind: 'plate' }>()
  for (const [layer, plate] of Object.entries(settings.plates)) {
    const { file, key } = typeof plate === 'string' ? { file: plate, key: undefined } : plate
    const bytes = importPackage.files.get(file)
    if (!bytes) throw new ImportRejected('file-missing', 'The alpha video "{file}" is not there', { file })
    const baked = await bake(bytes, key)
    plates.set(layer, baked.facts)
    contents.set(baked.facts.id, { facts: baked.facts, content: { path: baked.path } })
  }
  return plates
}

/** The video of an older record, when it shows a green screen. */
async function preRenderRecordVideo(
  { json, files }: ImportPackage,
  bake: Bake,
  add: (name: string, facts: FileFacts, content: Content) => void,
): Promise<void> {
  const name = findScreenVideo(json)
  const bytes = name === undefined ? undefined : files.get(name)
  if (name === undefined || !bytes) return
  const { facts, path } = await bake(bytes, undefined)
  add(name, facts, { path })
}
