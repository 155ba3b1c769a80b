// The render job: claims the render, downloads its files, has a child process render and check the result, stores it, and
// completes the render. At every moment the result is either absent or whole.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Canvas, FieldValues } from '@vitrine/composition/document'
import { durationSeconds, framesPerSecond } from '@vitrine/composition/document'
import type { Operation } from '@vitrine/composition/operation'
import { neededAssets, resolveDocument } from '@vitrine/composition/resolve'
import type { Timeline } from '@vitrine/composition/timeline'
import type { PictureOutput } from '@vitrine/contract/renders'
import { watermark } from '@vitrine/contract/watermark'
import { type Db, transaction } from '@vitrine/database/connection'
import type { JobContext } from '@vitrine/database/jobs'
import type { Storage } from '@vitrine/providers/storage'
import { keepFiles } from '@vitrine/shop/media/keep-file'
import {
  beginRender,
  completeRender,
  DELETED_PHOTO,
  type FinishedRender,
  failRender,
  GAVE_UP,
  postponeRender,
  type RenderWork,
  recordProgress,
  releaseRender,
} from '@vitrine/shop/renders/attempt'
import { z } from 'zod'
import { gatherAssetFiles, PhotoDeleted } from '../operation/asset-file.ts'
import { startProgressReporter } from '../operation/progress-reporter.ts'
import { ProgressEstimate, type ReportedProgress } from './progress-estimate.ts'
import { enqueueReferenceRender, fetchReferenceRender, planReferenceRender } from './reference-render-job.ts'
import { type RenderChildOptions, type RenderLimits, renderPictureInChild, renderVideoInChild } from './render-child.ts'
import type { PictureRenderRequest, VideoRenderRequest } from './render-message.ts'

export interface RenderDeps {
  readonly db: Db
  readonly storage: Storage
  /** Where videos lie while they are made. Nothing else may be in it. */
  readonly scratchFolder: string
  readonly limits: RenderLimits
  /** Encoder threads of each video; 0 lets the encoder choose. */
  readonly encoderThreads: number
  /** Told the process that makes a video, for tests that kill it. */
  onProcess?(pid: number): void
}

const payloadOfRender = z.object({ renderId: z.uuid() })

/** Of videos that were paid for. */
export const FULL_CRF = 20
const PREVIEW_CRF = 23
/** Without a poster frame of its own a video is shown by a moment in its middle, when everything has come in. */
const POSTER_SHARE = 0.4
/** The slowest a video may be made, per second of it. */
const MAX_MS_PER_SECOND = 10_000
/** How long a finished video may take to be put in order, per second of it. */
const SILENT_MS_PER_SECOND = 60

/** The customer canceled the render. */
class RenderCanceled extends Error {}

/**
 * Runs the job `render` with payload `{ renderId }`. Returns when nothing is left to do, whether the video was completed,
 * cancelled or failed for good; throws when another attempt should follow.
 */
export async function runRender(
  deps: RenderDeps,
  payload: unknown,
  context: Pick<JobContext, 'signal' | 'isLastAttempt'>,
): Promise<void> {
  const { renderId } = payloadOfRender.parse(payload)
  const work = await transaction(deps.db, (tx) => beginRender(tx, renderId))
  if (!work) return
  try {
    await produce(deps, work, context.signal)
  } catch (error) {
    if (error instanceof RenderCanceled) return
    if (context.signal.aborted) {
      await transaction(deps.db, (tx) => releaseRender(tx, work))
      throw error
    }
    if (error instanceof PhotoDeleted) {
      await transaction(deps.db, (tx) => failRender(tx, work, 'asset-deleted', DELETED_PHOTO))
      return
    }
    const isOver = work.isLastAttempt || context.isLastAttempt
    await transaction(deps.db, (tx) =>
      isOver ? failRender(tx, work, 'render-failed', GAVE_UP) : postponeRender(tx, work),
    )
    throw error
  }
}

/** Complete files on disk, and the facts to record. */
interface RenderResult {
  readonly path: string
  /** The file extension, without the dot. */
  readonly ending: string
  readonly mime: string
  readonly posterPath: string
  readonly facts: Pick<FinishedRender, 'width' | 'height' | 'durationMs' | 'sizeBytes'>
}

async function produce(deps: RenderDeps, work: RenderWork, stopping: AbortSignal): Promise<void> {
  await using cleanUp = new AsyncDisposableStack()
  const folder = await mkdtemp(join(deps.scratchFolder, 'film-'))
  cleanUp.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const own = ownPart(work)
  const resolved = resolveDocument(work.document, own.values, own.ops, own.variant, own.timeline)
  const ids = neededAssets(resolved)
  const assetFiles = await gatherAssetFiles(deps.storage, ids, work.assets, cleanUp)
  // No reference render for previews, which are small and watermarked, or for timelines, which share little with the
  // template.
  const isWorthReference = work.kind === 'full' && work.output === null && !own.timeline
  const wantedReference = isWorthReference
    ? await planReferenceRender({ ...work, ...own, crf: crfOf(work) })
    : undefined
  const reference = wantedReference && (await fetchReferenceRender(deps, wantedReference, cleanUp))

  const cancelling = new AbortController()
  const reporter = reportProgress(deps.db, work, cancelling)
  const options: RenderChildOptions = {
    limits: limitsFor(deps.limits, resolved.canvas),
    signal: AbortSignal.any([stopping, cancelling.signal]),
    onProgress: reporter.update,
    ...(deps.onProcess && { onStart: deps.onProcess }),
  }
  const place = { folder, assetFiles, canvas: resolved.canvas }
  let made: RenderResult & { reusedFrameCount: number }
  try {
    made = work.output
      ? await producePicture(pictureRequestOf(work, work.output, place), work.output, options)
      : await produceVideo(videoRequestOf(work, { ...place, reference, encoderThreads: deps.encoderThreads }), options)
  } finally {
    await reporter.end()
  }
  await storeResult(deps, work, made)
  if (wantedReference && made.reusedFrameCount === 0) {
    await enqueueReferenceRender(deps.db, wantedReference, { unfit: reference !== undefined })
  }
}

/**
 * A video of half an hour may take longer than any template, and is silent for longer while its index is moved to the front.
 */
function limitsFor(limits: RenderLimits, canvas: Canvas): RenderLimits {
  const seconds = durationSeconds(canvas)
  return {
    ...limits,
    durationMs: Math.max(limits.durationMs, seconds * MAX_MS_PER_SECOND),
    silenceMs: limits.silenceMs + seconds * SILENT_MS_PER_SECOND,
  }
}

async function produceVideo(
  request: VideoRenderRequest & Required<Pick<VideoRenderRequest, 'poster'>>,
  options: RenderChildOptions,
) {
  const {
    width,
    height,
    durationSeconds: seconds,
    sizeBytes,
    reusedFrameCount,
  } = await renderVideoInChild(request, options)
  const facts = { width, height, sizeBytes, durationMs: Math.round(seconds * 1000) }
  const { outPath: path } = request.video
  return { path, ending: 'mp4', mime: 'video/mp4', posterPath: request.poster.path, facts, reusedFrameCount }
}

const ENDINGS: Record<PictureOutput['format'], string> = { png: 'png', jpeg: 'jpg', webp: 'webp' }

async function producePicture(request: PictureRenderRequest, { format }: PictureOutput, options: RenderChildOptions) {
  const { width, height, sizeBytes } = await renderPictureInChild(request, options)
  const { outPath: path, posterPath } = request.picture
  const facts = { width, height, sizeBytes, durationMs: null }
  return { path, ending: ENDINGS[format], mime: `image/${format}`, posterPath, facts, reusedFrameCount: 0 }
}

function pictureRequestOf(
  work: RenderWork,
  { format, quality }: PictureOutput,
  place: { folder: string; assetFiles: Record<string, string> },
): PictureRenderRequest {
  const { document, width, height } = work
  return {
    picture: {
      document,
      ...ownPart(work),
      assetFiles: place.assetFiles,
      output: { width, height, ...(work.watermark && { watermark }) },
      format: format === 'png' ? { format } : { format, quality },
      outPath: join(place.folder, 'picture'),
      posterPath: join(place.folder, 'poster.webp'),
    },
  }
}

/** The customer's part of a render: values, operations, aspect and timeline. */
function ownPart({ values, ops, aspect, timeline }: RenderWork): {
  values: FieldValues
  ops: readonly Operation[]
  variant?: string
  timeline?: Timeline
} {
  return {
    values: values as FieldValues,
    ops: ops as readonly Operation[],
    ...(aspect !== null && { variant: aspect }),
    // It was checked before it was stored.
    ...(timeline && { timeline: timeline as unknown as Timeline }),
  }
}

function crfOf({ kind, document }: RenderWork): number {
  return kind === 'preview' ? PREVIEW_CRF : (document.output?.video?.crf ?? FULL_CRF)
}

function videoRequestOf(
  work: RenderWork,
  place: {
    folder: string
    assetFiles: Record<string, string>
    reference: string | undefined
    encoderThreads: number
    /** Of the video, whose length differs from the template's when there is a timeline. */
    canvas: Canvas
  },
): VideoRenderRequest & Required<Pick<VideoRenderRequest, 'poster'>> {
  const { document, width, height } = work
  const { duration, fps } = place.canvas
  // The template's own poster shows its clips, not the customer's.
  const ownFrame = work.timeline ? undefined : document.output?.poster?.frame
  const posterFrame = Math.min(duration - 1, ownFrame ?? Math.floor(duration * POSTER_SHARE))
  return {
    video: {
      document,
      ...ownPart(work),
      assetFiles: place.assetFiles,
      output: {
        width,
        height,
        crf: crfOf(work),
        threads: place.encoderThreads,
        ...(work.watermark && { watermark }),
      },
      outPath: join(place.folder, 'film.mp4'),
      ...(place.reference !== undefined && { reference: place.reference }),
    },
    poster: { path: join(place.folder, 'poster.webp'), atSeconds: posterFrame / framesPerSecond(fps) },
  }
}

/**
 * Records the progress of a render four times a second, even when nothing changed: the response is also how a
 * worker learns that the customer canceled.
 */
function reportProgress(db: Db, work: RenderWork, cancelling: AbortController) {
  const estimate = new ProgressEstimate()
  const report = async (progress: ReportedProgress) => {
    const answer = await recordProgress(db, work, { ...progress, secondsLeft: progress.secondsLeft ?? null })
    if (answer !== 'cancelled') return 'go-on'
    cancelling.abort(new RenderCanceled(work.renderId))
    return 'stop'
  }
  const initial: ReportedProgress = { percent: 0, stage: 'preparing', secondsLeft: undefined }
  const reporter = startProgressReporter(report, { initial, about: { renderId: work.renderId } })
  return {
    update: (progress: Parameters<ProgressEstimate['update']>[0]) =>
      reporter.update(estimate.update(progress, performance.now())),
    end: reporter.end,
  }
}

/** Stores the result and its poster, and completes the render. The files of a canceled render are removed. */
async function storeResult(deps: RenderDeps, work: RenderWork, made: RenderResult): Promise<void> {
  const name = `private/films/${work.renderId}-${randomUUID().slice(0, 8)}`
  const keys = { fileKey: `${name}.${made.ending}`, posterKey: `${name}-poster.webp` }
  await keepFiles(
    deps,
    async (put) => {
      await put(keys.posterKey, { file: made.posterPath }, { contentType: 'image/webp' })
      await put(keys.fileKey, { file: made.path }, { contentType: made.mime })
    },
    (tx) => completeRender(tx, work, { ...keys, ...made.facts }),
  )
}
