// Reference renders: a template rendered with its default values, whose frames customers' videos reuse where nothing was
// changed. Decides when one is worth having, finds it for a render, and makes it in the background.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FieldValues, TemplateDocument } from '@vitrine/composition/document'
import type { Operation } from '@vitrine/composition/operation'
import { renderKey } from '@vitrine/composition/render-key'
import { neededAssets, resolveDocument } from '@vitrine/composition/resolve'
import { type Db, transaction } from '@vitrine/database/connection'
import type { JobContext } from '@vitrine/database/jobs'
import { FileMissing, type Storage } from '@vitrine/providers/storage'
import { keepFiles } from '@vitrine/shop/media/keep-file'
import {
  findReferenceRender,
  forgetReferenceRender,
  getReferenceRenderWork,
  type ReferenceRenderRequest,
  recordReferenceRender,
  referenceRenderRequest,
  requestReferenceRender,
} from '@vitrine/shop/renders/reference-render'
import { gatherAssetFiles } from '../operation/asset-file.ts'
import { findUntouchedGroups } from './frame-reuse.ts'
import { type RenderLimits, renderVideoInChild } from './render-child.ts'
import { toFraction } from './render-video.ts'

/** Incremented when the worker encodes or composes frames differently than before. */
const PIPELINE_VERSION = 2
/** Below this share a reference render costs more than it saves. */
const MIN_REUSED_SHARE = 0.25

export interface ReferenceRenderDeps {
  readonly db: Db
  readonly storage: Storage
  readonly scratchFolder: string
  readonly limits: RenderLimits
  readonly encoderThreads: number
}

/** A customer's video that may reuse frames of a reference render. */
export interface PersonalisedVideo {
  readonly document: TemplateDocument
  readonly versionId: string
  readonly values: FieldValues
  readonly ops: readonly Operation[]
  readonly width: number
  readonly height: number
  readonly crf: number
  readonly variant?: string
}

/** The reference render for a customer's video, or undefined when too few frames could be reused. */
export async function planReferenceRender(video: PersonalisedVideo): Promise<ReferenceRenderRequest | undefined> {
  const { document, versionId, width, height, crf, variant } = video
  const groups = findUntouchedGroups(video, { frameRate: toFraction(document.canvas.fps) })
  const untouched = groups.reduce((sum, { start, end }) => sum + end - start, 0)
  if (untouched < document.canvas.duration * MIN_REUSED_SHARE) return undefined
  const key = await renderKey(document, {}, [], { width, height, crf, variant, base: PIPELINE_VERSION })
  return { key, versionId, width, height, crf, ...(variant !== undefined && { variant }) }
}

/** The file of a planned reference render, until `cleanUp` is disposed of; undefined when there is none yet. */
export async function fetchReferenceRender(
  { db, storage }: Pick<ReferenceRenderDeps, 'db' | 'storage'>,
  { key }: ReferenceRenderRequest,
  cleanUp: AsyncDisposableStack,
): Promise<string | undefined> {
  const storageKey = await findReferenceRender(db, key)
  if (storageKey === undefined) return undefined
  try {
    const file = await storage.localFile(storageKey)
    cleanUp.defer(() => file.release())
    return file.path
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
    await forgetReferenceRender(db, key)
    return undefined
  }
}

/** Enqueues the reference render for the next customer. `unfit` discards an existing one that could not be used. */
export async function enqueueReferenceRender(
  db: Db,
  request: ReferenceRenderRequest,
  { unfit }: { unfit: boolean },
): Promise<void> {
  if (unfit) await forgetReferenceRender(db, request.key)
  await transaction(db, (tx) => requestReferenceRender(tx, request))
}

/** Runs the job `base-film`. A reference render that exists is not made again. */
export async function runReferenceRender(
  deps: ReferenceRenderDeps,
  payload: unknown,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const { db, storage } = deps
  const request = referenceRenderRequest.parse(payload)
  if (await findReferenceRender(db, request.key)) return
  const { document, assets } = await getReferenceRenderWork(db, request)
  await using cleanUp = new AsyncDisposableStack()
  const folder = await mkdtemp(join(deps.scratchFolder, 'base-'))
  cleanUp.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const { width, height, crf, variant } = request
  const ids = neededAssets(resolveDocument(document, {}, [], variant))
  const video = {
    document,
    ...(variant !== undefined && { variant }),
    values: {},
    ops: [],
    assetFiles: await gatherAssetFiles(storage, ids, assets, cleanUp),
    // Its sound is never used: each video mixes its own.
    output: { width, height, crf, threads: deps.encoderThreads, keyFrames: 'even', audio: false } as const,
    outPath: join(folder, 'base.mp4'),
  }
  const { sizeBytes } = await renderVideoInChild({ video }, { limits: deps.limits, signal })
  const storageKey = `private/bases/${request.key.slice(0, 16)}-${randomUUID().slice(0, 8)}.mp4`
  await keepFiles(
    deps,
    (put) => put(storageKey, { file: video.outPath }, { contentType: 'video/mp4' }),
    (tx) => recordReferenceRender(tx, request, { storageKey, sizeBytes }),
  )
}
