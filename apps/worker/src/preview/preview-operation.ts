// The operation that renders, stores and publishes the poster and the watermarked preview of a template version. Child processes
// render them, as customers' videos, so that a template that crashes a codec affects nothing else.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { TemplateKind } from '@vitrine/contract/catalogue'
import { type Db, transaction } from '@vitrine/database/connection'
import { durationSeconds, renderSize, type TemplateDocument } from '@vitrine/document/document'
import type { AssetId, Field, FieldValue, FieldValues } from '@vitrine/document/field'
import { WorkFailed } from '@vitrine/process/bounded-child'
import { listNeededAssets, resolveDocument } from '@vitrine/project/resolve'
import { publicKey, type Storage } from '@vitrine/providers/storage'
import { beginPreview, completePreview, PREVIEW_TASK } from '@vitrine/store/catalogue/preview'
import type { CatalogueAsset } from '@vitrine/store/media'
import { z } from 'zod'
import { runProgram } from '../operation/child-program.ts'
import { defineOperation, listAssetKeys, type RunChild } from '../operation/operation.ts'
import { enqueueReferenceRender, planReferenceRender } from '../render/reference-render.ts'
import {
  FULL_CRF,
  PICTURE_PROGRAM,
  RENDER_LIMITS,
  type RenderProgress,
  VIDEO_PROGRAM,
  VIDEO_TOO_LARGE,
} from '../render/render-program.ts'

const GAVE_UP = 'The preview could not be made after several attempts.'

/** The job `template-preview` with payload `{ versionId }`. A later request for the version cancels it. */
export const previewOperation = defineOperation({
  kind: PREVIEW_TASK,
  input: z.object({ versionId: z.uuid() }),
  limits: RENDER_LIMITS,
  operationId: ({ versionId }) => versionId,
  load: ({ db }, { versionId }) => transaction(db, (tx) => beginPreview(tx, versionId)),
  files: ({ document, assets }) => listAssetKeys(listNeededAssets(resolveDocument(document, {})), assets),
  async run({ files, folder, encoderThreads, runChild, reportProgress }, work) {
    const spec = { ...work, assetFiles: files, folder, encoderThreads }
    return makePreview(spec, { runChild, onProgress: (percent) => reportProgress({ percent }) })
  },
  async publish({ db, storage }, work, { poster, preview, dominantColor }) {
    await storeFiles(storage, { poster, preview })
    const result = { poster: poster.asset, dominantColor, preview: preview?.asset }
    const isShown = await transaction(db, (tx) => completePreview(tx, work, result))
    if (isShown && preview) await enqueueTemplateReference(db, work)
  },
  gaveUp: { code: 'gave-up', message: GAVE_UP },
})

/** Any customer file: the frames that a value touches do not depend on which file it is. */
const SOME_FILE = 'u_00000000-0000-7000-8000-000000000000'

/** Enqueues the reference render, unless a customer who fills in every field could reuse too few of its frames. */
async function enqueueTemplateReference(
  db: Db,
  { document, versionId }: { document: TemplateDocument; versionId: string },
): Promise<void> {
  if (document.canvas.duration === 1 || document.fields.length === 0) return
  const crf = document.output?.video?.crf ?? FULL_CRF
  const video = { document, versionId, values: fillIn(document), difference: {}, ...renderSize(document), crf }
  const reference = await planReferenceRender(video)
  if (reference) await enqueueReferenceRender(db, reference, { unfit: false })
}

/** A value for every field that differs from its default. */
function fillIn({ fields }: Pick<TemplateDocument, 'fields'>): FieldValues {
  return Object.fromEntries(fields.map((field) => [field.id, otherValue(field)]))
}

function otherValue(field: Field): FieldValue {
  switch (field.type) {
    case 'text':
      return field.default === 'A' ? 'B' : 'A'
    case 'color':
      return field.default.toLowerCase() === '#000000' ? '#ffffff' : '#000000'
    case 'toggle':
      return !field.default
    case 'choice':
      return field.options.find(({ value }) => value !== field.default)?.value ?? field.default
    case 'slider':
      return field.default === field.rules.max ? field.rules.min : field.rules.max
    case 'point':
      return [field.default[0] + 1, field.default[1] + 1]
    case 'media':
    case 'audio':
      return { asset: SOME_FILE }
  }
}

interface PreviewSpec {
  readonly document: TemplateDocument
  readonly kind: TemplateKind
  /** A local file for each asset of the document. */
  readonly assetFiles: Readonly<Record<string, string>>
  /** Null uses the document's poster frame. */
  readonly posterFrame: number | null
  readonly isPosterOnly: boolean
  /** The output folder. */
  readonly folder: string
  readonly encoderThreads: number
}

interface PreviewOptions {
  /** Runs the child processes; by default within the usual limits and without cancellation. */
  readonly runChild?: RunChild
  onProgress?(percent: number): void
}

/** A file on disk and its catalogue record. */
interface PreviewFile {
  readonly path: string
  readonly asset: CatalogueAsset
}

interface PreviewFiles {
  readonly poster: PreviewFile
  /** `#rrggbb` */
  readonly dominantColor: string
  /** Undefined when only the poster was requested. */
  readonly preview: PreviewFile | undefined
}

/** Runs a child process within the usual limits until it ends. */
const runUntilEnd: RunChild = (program, request, options) =>
  runProgram(program, request, { limits: RENDER_LIMITS, ...options })

/** Not the store's name: stores change their names but keep their previews, and samples come with theirs. */
const MARK = 'PREVIEW'
const POSTER_EDGE = 1280
const PREVIEW_EDGE = 540
const POSTER_QUALITY = 84
/** The poster's share of the progress. */
const POSTER_PERCENT = 10
/** Previews must look good, but lists show many at once: a preview that exceeds this size is rendered again, smaller. */
const MAX_BYTES = 600_000
const BYTES_PER_SECOND = 30_000
const TRIES = [
  { edge: PREVIEW_EDGE, crf: 24 },
  { edge: PREVIEW_EDGE, crf: 29 },
  { edge: 432, crf: 32 },
  { edge: 360, crf: 32 },
]

/** Renders the files. Throws `WorkFailed`, or the signal's reason; the caller then removes the files written. */
export async function makePreview(spec: PreviewSpec, options: PreviewOptions = {}): Promise<PreviewFiles> {
  const { document, posterFrame, folder, isPosterOnly } = spec
  const isPicture = document.canvas.duration === 1
  const frame = Math.min(document.canvas.duration - 1, posterFrame ?? choosePosterFrame(document))
  // A picture template sells its only frame: the poster shows it at the size of a preview, with a watermark.
  const size = isPicture ? sizeFor(document, PREVIEW_EDGE, 'short') : sizeFor(document, POSTER_EDGE, 'long')
  const path = join(folder, 'poster.webp')
  await drawPicture(spec, { frame, path, size, isMarked: isPicture && spec.kind === 'direct-sell' }, options)
  // Loaded on demand, so that workers start sooner.
  const { findDominantColor } = await import('@vitrine/media/own-picture')
  const dominantColor = await findDominantColor(path)
  const poster = await describe(path, { kind: 'image', mime: 'image/webp', ...size })
  options.onProgress?.(isPosterOnly ? 100 : POSTER_PERCENT)
  const preview = isPosterOnly
    ? undefined
    : await (isPicture ? markedPicture(spec, options) : watermarkedVideo(spec, options))
  return { poster, dominantColor, preview }
}

function choosePosterFrame({ canvas, output }: TemplateDocument): number {
  return output?.poster?.frame ?? Math.floor(canvas.duration / 2)
}

type Size = { readonly width: number; readonly height: number }

/** An even size with the same aspect ratio, at most as large as the canvas. */
function sizeFor({ canvas: { width, height } }: TemplateDocument, edge: number, which: 'short' | 'long'): Size {
  const scale = Math.min(1, edge / (which === 'short' ? Math.min(width, height) : Math.max(width, height)))
  const even = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}

function drawPicture(
  { document, assetFiles, folder }: PreviewSpec,
  { frame, path, size, isMarked }: { frame: number; path: string; size: Size; isMarked: boolean },
  { runChild = runUntilEnd }: PreviewOptions,
) {
  const picture = {
    document,
    values: {},
    difference: {},
    assetFiles,
    output: { ...size, ...(isMarked && { watermark: MARK }) },
    format: { format: 'webp', quality: POSTER_QUALITY } as const,
    frame,
    outPath: path,
    posterPath: join(folder, 'small.webp'),
  }
  return runChild(PICTURE_PROGRAM, { picture })
}

async function markedPicture(spec: PreviewSpec, options: PreviewOptions): Promise<PreviewFile> {
  const path = join(spec.folder, 'preview.webp')
  const size = sizeFor(spec.document, PREVIEW_EDGE, 'short')
  await drawPicture(spec, { frame: 0, path, size, isMarked: true }, options)
  return describe(path, { kind: 'image', mime: 'image/webp', ...size })
}

async function watermarkedVideo(
  spec: PreviewSpec,
  { runChild = runUntilEnd, onProgress }: PreviewOptions,
): Promise<PreviewFile> {
  const { document, assetFiles, folder, encoderThreads } = spec
  const seconds = durationSeconds(document.canvas)
  const maxBytes = Math.max(MAX_BYTES, BYTES_PER_SECOND * seconds)
  const path = join(folder, 'preview.mp4')
  for (const [index, { edge, crf }] of TRIES.entries()) {
    const size = sizeFor(document, edge, 'short')
    const look = { ...size, crf, preset: 'medium', audio: false, watermark: MARK, threads: encoderThreads } as const
    const output = { ...look, ...(index < TRIES.length - 1 && { maxBytes }) }
    const video = { document, values: {}, difference: {}, assetFiles, output, outPath: path }
    try {
      await runChild(VIDEO_PROGRAM, { video }, { onProgress: createShareReporter(index, onProgress) })
    } catch (error) {
      if (error instanceof WorkFailed && error.code === VIDEO_TOO_LARGE) continue
      throw error
    }
    const durationMs = Math.round(seconds * 1000)
    return describe(path, { kind: 'video', mime: 'video/mp4', ...size, durationMs })
  }
  throw new Error('the last try is taken whatever its size')
}

/** Maps the progress of each attempt to part of the remaining percentage, so that progress never decreases. */
function createShareReporter(index: number, onProgress: PreviewOptions['onProgress']) {
  const done = 100 - (100 - POSTER_PERCENT) / 2 ** index
  return ({ framesDone, frameCount }: RenderProgress) => {
    if (frameCount > 1) onProgress?.(done + ((100 - done) / 2) * (framesDone / frameCount))
  }
}

async function describe(
  path: string,
  facts: Pick<CatalogueAsset, 'kind' | 'mime' | 'width' | 'height' | 'durationMs'>,
): Promise<PreviewFile> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const hex = hash.digest('hex')
  const id: AssetId = `sha256:${hex}`
  const { size: sizeBytes } = await stat(path)
  return { path, asset: { id, ...facts, sizeBytes, storageKey: publicKey(hex, facts.mime) } }
}

/** Stores the files under public keys. */
export async function storeFiles(
  storage: Storage,
  { poster, preview }: Pick<PreviewFiles, 'poster' | 'preview'>,
): Promise<void> {
  for (const file of [poster, preview]) {
    if (!file) continue
    const { storageKey, mime } = file.asset
    if (!(await storage.exists(storageKey))) await storage.put(storageKey, { file: file.path }, { contentType: mime })
  }
}
