// The operation that makes a customer's video or image: a child process renders and checks it, then it is stored and recorded.
// At every moment the result is either absent or whole.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Timeline } from '@vitrine/composition/clip'
import type { Difference } from '@vitrine/composition/difference'
import { type Canvas, durationSeconds, framesPerSecond } from '@vitrine/composition/document'
import type { FieldValues } from '@vitrine/composition/field'
import { neededAssets, resolveDocument } from '@vitrine/composition/resolve'
import type { PictureOutput } from '@vitrine/contract/renders'
import { transaction } from '@vitrine/database/connection'
import {
  beginRender,
  completeRender,
  DELETED_PHOTO,
  type FinishedRender,
  GAVE_UP,
  type RenderWork,
} from '@vitrine/shop/renders/attempt'
import { dropWhereOthersWait } from '@vitrine/shop/renders/prepared-render'
import type { ReferenceRenderRequest } from '@vitrine/shop/renders/reference-render'
import { RENDER_TASK } from '@vitrine/shop/renders/state'
import type { WorkLimits } from '@vitrine/untrusted-media/bounded-child'
import { z } from 'zod'
import { isAssetDeleted, listAssetKeys } from '../operation/asset-key.ts'
import { type AttemptContext, defineOperation } from '../operation/operation.ts'
import { ProgressEstimate } from './progress-estimate.ts'
import {
  enqueueReferenceRender,
  fetchReferenceRender,
  type PersonalisedVideo,
  planReferenceRender,
} from './reference-plan.ts'
import {
  PICTURE_PROGRAM,
  type PictureRenderRequest,
  RENDER_LIMITS,
  type RenderProgress,
  VIDEO_PROGRAM,
  type VideoRenderRequest,
} from './render-program.ts'

/** Of videos that were paid for. */
export const FULL_CRF = 20
const PREVIEW_CRF = 23
/** Without a poster frame of its own a video is shown by a frame in its middle, when all layers have appeared. */
const POSTER_SHARE = 0.4
/** The slowest a video may be made, per second of it. */
const MAX_MS_PER_SECOND = 10_000
/** How long a finished video may take to be put in order, per second of it. */
const SILENT_MS_PER_SECOND = 60

/** The job `render` with payload `{ renderId }`. */
export const renderOperation = defineOperation({
  kind: RENDER_TASK,
  input: z.object({ renderId: z.uuid() }),
  limits: RENDER_LIMITS,
  operationId: ({ renderId }) => renderId,
  async load({ db }, { renderId }) {
    const work = await transaction(db, (tx) => beginRender(tx, renderId))
    return work && new RenderPlan(work)
  },
  isWanted: async (db, { work }) => !work.isPrepared || !(await dropWhereOthersWait(db, work.renderId)),
  files: ({ work, resolved }) => listAssetKeys(neededAssets(resolved), work.assets),
  async run(attempt, plan) {
    const { work, own } = plan
    // No reference render for timelines, which share little with the template.
    const isWorthReference = work.output === null && !own.timeline
    const wantedReference = isWorthReference ? await planReferenceRender(personalisedVideoOf(plan)) : undefined
    const reference = wantedReference && (await fetchReferenceRender(attempt, wantedReference))
    const made = work.output ? await makePicture(attempt, plan, work.output) : await makeVideo(attempt, plan, reference)
    return { ...made, wantedReference, hadReference: reference !== undefined }
  },
  publish,
  explain: (error, { work }) =>
    isAssetDeleted(error, work.assets) ? { code: 'asset-deleted', message: DELETED_PHOTO } : undefined,
  gaveUp: { code: 'render-failed', message: GAVE_UP },
})

/** A render with the customer's part of it and its resolved document. */
class RenderPlan {
  readonly work: RenderWork
  #resolved: ReturnType<typeof resolveDocument> | undefined

  constructor(work: RenderWork) {
    this.work = work
  }

  get operation() {
    return this.work.operation
  }

  /** The customer's part: values, operations, aspect and timeline. */
  get own(): { values: FieldValues; difference: Difference; variant?: string; timeline?: Timeline } {
    const { values, difference, aspect, timeline } = this.work
    return {
      values: values as FieldValues,
      difference,
      ...(aspect !== null && { variant: aspect }),
      // It was checked before it was stored.
      ...(timeline && { timeline: timeline as unknown as Timeline }),
    }
  }

  /** Throws for a document that cannot be drawn, hence not part of loading. */
  get resolved() {
    const { values, difference, variant, timeline } = this.own
    this.#resolved ??= resolveDocument(this.work.document, values, difference, variant, timeline)
    return this.#resolved
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
  readonly reusedFrameCount: number
}

/**
 * A video of half an hour may take longer than any template, and is silent for longer while its index is moved to the front.
 */
function limitsFor(limits: WorkLimits, canvas: Canvas): WorkLimits {
  const seconds = durationSeconds(canvas)
  return {
    ...limits,
    durationMs: Math.max(limits.durationMs, seconds * MAX_MS_PER_SECOND),
    silenceMs: limits.silenceMs + seconds * SILENT_MS_PER_SECOND,
  }
}

function childOptions({ limits, reportProgress }: AttemptContext, { canvas }: { readonly canvas: Canvas }) {
  const estimate = new ProgressEstimate()
  return {
    limits: limitsFor(limits, canvas),
    onProgress: (progress: RenderProgress) => reportProgress(estimate.update(progress, performance.now())),
  }
}

async function makeVideo(
  attempt: AttemptContext,
  plan: RenderPlan,
  reference: string | undefined,
): Promise<RenderResult> {
  const request = videoRequestOf(attempt, plan, reference)
  const {
    width,
    height,
    durationSeconds: seconds,
    sizeBytes,
    reusedFrameCount,
  } = await attempt.runChild(VIDEO_PROGRAM, request, childOptions(attempt, plan.resolved))
  const facts = { width, height, sizeBytes, durationMs: Math.round(seconds * 1000) }
  const { outPath: path } = request.video
  return { path, ending: 'mp4', mime: 'video/mp4', posterPath: request.poster.path, facts, reusedFrameCount }
}

const ENDINGS: Record<PictureOutput['format'], string> = { png: 'png', jpeg: 'jpg', webp: 'webp' }

async function makePicture(attempt: AttemptContext, plan: RenderPlan, output: PictureOutput): Promise<RenderResult> {
  const request = pictureRequestOf(attempt, plan, output)
  const { width, height, sizeBytes } = await attempt.runChild(
    PICTURE_PROGRAM,
    request,
    childOptions(attempt, plan.resolved),
  )
  const facts = { width, height, sizeBytes, durationMs: null }
  const { outPath: path, posterPath } = request.picture
  const { format } = output
  return { path, ending: ENDINGS[format], mime: `image/${format}`, posterPath, facts, reusedFrameCount: 0 }
}

function pictureRequestOf(
  { folder, files }: AttemptContext,
  { work, own }: RenderPlan,
  { format, quality }: PictureOutput,
): PictureRenderRequest {
  const { document, width, height } = work
  return {
    picture: {
      document,
      ...own,
      assetFiles: files,
      output: { width, height, ...(work.watermark !== undefined && { watermark: work.watermark }) },
      format: format === 'png' ? { format } : { format, quality },
      outPath: join(folder, 'picture'),
      posterPath: join(folder, 'poster.webp'),
    },
  }
}

function personalisedVideoOf({ work, own }: RenderPlan): PersonalisedVideo {
  const { document, versionId, width, height } = work
  return {
    document,
    versionId,
    width,
    height,
    ...own,
    crf: crfOf(work),
    ...(work.watermark !== undefined && { watermark: work.watermark }),
  }
}

function crfOf({ kind, document }: RenderWork): number {
  return kind === 'preview' ? PREVIEW_CRF : (document.output?.video?.crf ?? FULL_CRF)
}

function videoRequestOf(
  { folder, files, encoderThreads, drawThreads }: AttemptContext,
  { work, own, resolved }: RenderPlan,
  reference: string | undefined,
): VideoRenderRequest & Required<Pick<VideoRenderRequest, 'poster'>> {
  const { document, width, height } = work
  // Of the video, whose length differs from the template's when there is a timeline.
  const { duration, fps } = resolved.canvas
  // The template's own poster shows its clips, not the customer's.
  const ownFrame = work.timeline ? undefined : document.output?.poster?.frame
  const posterFrame = Math.min(duration - 1, ownFrame ?? Math.floor(duration * POSTER_SHARE))
  return {
    video: {
      document,
      ...own,
      assetFiles: files,
      output: {
        ...{ width, height, crf: crfOf(work), threads: encoderThreads, drawThreads },
        ...(work.watermark !== undefined && { watermark: work.watermark }),
      },
      outPath: join(folder, 'video.mp4'),
      ...(reference !== undefined && { reference }),
    },
    poster: { path: join(folder, 'poster.webp'), atSeconds: posterFrame / framesPerSecond(fps) },
  }
}

interface MadeRender extends RenderResult {
  readonly wantedReference: ReferenceRenderRequest | undefined
  readonly hadReference: boolean
}

/** Stores the result and its poster, and completes the render. The files of a canceled render are removed. */
async function publish({ db, keepFiles }: AttemptContext, { work }: RenderPlan, made: MadeRender): Promise<void> {
  const name = `private/films/${work.renderId}-${randomUUID().slice(0, 8)}`
  const keys = { fileKey: `${name}.${made.ending}`, posterKey: `${name}-poster.webp` }
  await keepFiles(
    async (put) => {
      await put(keys.posterKey, { file: made.posterPath }, { contentType: 'image/webp' })
      await put(keys.fileKey, { file: made.path }, { contentType: made.mime })
    },
    (tx) => completeRender(tx, work, { ...keys, ...made.facts }),
  )
  if (made.wantedReference && made.reusedFrameCount === 0)
    await enqueueReferenceRender(db, made.wantedReference, { unfit: made.hadReference })
}
