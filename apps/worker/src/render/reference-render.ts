// Reference renders: a template rendered with its default values, whose unaffected frames customers' videos reuse. Decides when
// one is worthwhile, finds it for a render, and enqueues it; the operation renders one in the background.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Db, transaction } from '@vitrine/database/connection'
import type { TemplateDocument } from '@vitrine/document/document'
import type { FieldValues } from '@vitrine/document/field'
import type { Difference } from '@vitrine/project/difference'
import { renderKey } from '@vitrine/project/render-key'
import { listNeededAssets, resolveDocument } from '@vitrine/project/resolve'
import { layoutVersion } from '@vitrine/project/variant'
import { FileMissing } from '@vitrine/providers/storage'
import {
  deleteReferenceRender,
  findReferenceRender,
  getReferenceRenderWork,
  REFERENCE_RENDER_TASK,
  type ReferenceRenderRequest,
  recordReferenceRender,
  referenceRenderRequest,
  requestReferenceRender,
} from '@vitrine/store/renders/reference-render'
import { type AttemptContext, defineOperation, listAssetKeys } from '../operation/operation.ts'
import { findUntouchedGroups } from './frame-reuse.ts'
import { RENDER_LIMITS, VIDEO_PROGRAM } from './render-program.ts'
import { toFraction } from './video-writer.ts'

/** Increment when the worker encodes or composes frames differently. */
const PIPELINE_VERSION = 4
/** With a smaller share of reused frames, a reference render costs more than it saves. */
const MIN_REUSED_SHARE = 0.25

/** A customer's video that may reuse frames of a reference render. */
export interface PersonalisedVideo {
  readonly document: TemplateDocument
  readonly versionId: string
  readonly values: FieldValues
  readonly difference: Difference
  readonly width: number
  readonly height: number
  readonly crf: number
  readonly variant?: string
  /** The text of the mark over a preview. */
  readonly watermark?: string
}

/** The reference render for a customer's video, or undefined when too few frames could be reused. */
export async function planReferenceRender(video: PersonalisedVideo): Promise<ReferenceRenderRequest | undefined> {
  const { document, versionId, width, height, crf, variant, watermark } = video
  const groups = findUntouchedGroups(video, { frameRate: toFraction(document.canvas.fps) })
  const untouched = groups.reduce((sum, { start, end }) => sum + end - start, 0)
  if (untouched < document.canvas.duration * MIN_REUSED_SHARE) return undefined
  const layout = layoutVersion(document, variant)
  const output = { width, height, crf, variant, layout, watermark, base: PIPELINE_VERSION }
  const key = await renderKey(document, {}, {}, output)
  return {
    ...{ key, versionId, width, height, crf },
    ...(variant !== undefined && { variant }),
    ...(watermark !== undefined && { watermark }),
  }
}

/** The local file of a planned reference render, valid until the attempt ends; undefined when there is none yet. */
export async function fetchReferenceRender(
  { db, fetchFile }: Pick<AttemptContext, 'db' | 'fetchFile'>,
  { key }: ReferenceRenderRequest,
): Promise<string | undefined> {
  const storageKey = await findReferenceRender(db, key)
  if (storageKey === undefined) return undefined
  try {
    return await fetchFile(storageKey)
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
    await deleteReferenceRender(db, key)
    return undefined
  }
}

/** Enqueues the reference render for the next customer. `unfit` discards an existing one that could not be used. */
export async function enqueueReferenceRender(
  db: Db,
  request: ReferenceRenderRequest,
  { unfit }: { unfit: boolean },
): Promise<void> {
  if (unfit) await deleteReferenceRender(db, request.key)
  await transaction(db, (tx) => requestReferenceRender(tx, request))
}

/** The job `reference-render`. Skips reference renders that exist; renders work without one, so a failure has no further consequence. */
export const referenceRenderOperation = defineOperation({
  kind: REFERENCE_RENDER_TASK,
  input: referenceRenderRequest,
  limits: RENDER_LIMITS,
  async load({ db }, request) {
    if (await findReferenceRender(db, request.key)) return undefined
    return { operation: undefined, request, ...(await getReferenceRenderWork(db, request)) }
  },
  files: ({ request, document, assets }) =>
    listAssetKeys(listNeededAssets(resolveDocument(document, {}, {}, request.variant)), assets),
  async run({ files, folder, encoderThreads, runChild }, { request, document }) {
    const { width, height, crf, variant, watermark } = request
    const video = {
      document,
      ...(variant !== undefined && { variant }),
      values: {},
      difference: {},
      assetFiles: files,
      // Its sound is never used: each video mixes its own.
      output: {
        ...({ width, height, crf, threads: encoderThreads, keyFrames: 'even', audio: false } as const),
        ...(watermark !== undefined && { watermark }),
      },
      outPath: join(folder, 'base.mp4'),
    }
    const { sizeBytes } = await runChild(VIDEO_PROGRAM, { video })
    return { path: video.outPath, sizeBytes }
  },
  async publish({ keepFiles }, { request }, { path, sizeBytes }) {
    const storageKey = `private/bases/${request.key.slice(0, 16)}-${randomUUID().slice(0, 8)}.mp4`
    await keepFiles(
      (put) => put(storageKey, { file: path }, { contentType: 'video/mp4' }),
      (tx) => recordReferenceRender(tx, request, { storageKey, sizeBytes }),
    )
  },
  gaveUp: { code: 'gave-up', message: 'The reference render could not be made.' },
})
