// The operation that renders a customer's video or image: a child process renders and checks it, then it is stored and
// recorded. At any moment the result is either absent or complete.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { PictureOutput, RenderStage } from '@vitrine/contract/renders'
import { transaction } from '@vitrine/database/connection'
import type { Timeline } from '@vitrine/document/clip'
import { type Canvas, durationSeconds, framesPerSecond } from '@vitrine/document/document'
import type { FieldValues } from '@vitrine/document/field'
import type { WorkLimits } from '@vitrine/process/bounded-child'
import type { Difference } from '@vitrine/project/difference'
import { listNeededAssets, resolveDocument } from '@vitrine/project/resolve'
import { beginRender, completeRender, DELETED_PHOTO, GAVE_UP, type RenderWork } from '@vitrine/store/renders/attempt'
import { dropPreparedRenderIfOthersWait } from '@vitrine/store/renders/prepared-render'
import type { ReferenceRenderRequest } from '@vitrine/store/renders/reference-render'
import { type FinishedRender, RENDER_TASK } from '@vitrine/store/renders/state'
import { z } from 'zod'
import { type AttemptContext, defineOperation, isAssetDeleted, listAssetKeys } from '../operation/operation.ts'
import {
  enqueueReferenceRender,
  fetchReferenceRender,
  type PersonalisedVideo,
  planReferenceRender,
} from './reference-render.ts'
import {
  FULL_CRF,
  PICTURE_PROGRAM,
  type PictureRenderRequest,
  RENDER_LIMITS,
  type RenderProgress,
  VIDEO_PROGRAM,
  type VideoRenderRequest,
} from './render-program.ts'

/** A video without a chosen poster frame is shown by a frame near its middle, when all layers have appeared. */
const POSTER_SHARE = 0.4

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
  isStillRequested: async (db, { work }) =>
    !work.isPrepared || !(await dropPreparedRenderIfOthersWait(db, work.renderId)),
  files: ({ work, resolved }) => listAssetKeys(listNeededAssets(resolved), work.assets),
  async run(attempt, plan) {
    const { work, own } = plan
    // Timelines get no reference render, because they share little with the template.
    const isWorthReference = work.output === null && !own.timeline
    const referenceRequest = isWorthReference ? await planReferenceRender(toPersonalisedVideo(plan)) : undefined
    const reference = referenceRequest && (await fetchReferenceRender(attempt, referenceRequest))
    const rendered = work.output
      ? await makePicture(attempt, plan, work.output)
      : await makeVideo(attempt, plan, reference)
    return { ...rendered, referenceRequest, hadReference: reference !== undefined }
  },
  publish,
  explain: (error, { work }) =>
    isAssetDeleted(error, work.assets) ? { code: 'asset-deleted', message: DELETED_PHOTO } : undefined,
  gaveUp: { code: 'render-failed', message: GAVE_UP },
})

/** Complete files on disk, and the facts to record. */
interface RenderResult {
  readonly path: string
  /** The file extension without the dot. */
  readonly ending: string
  readonly mime: string
  readonly posterPath: string
  readonly facts: Pick<FinishedRender, 'width' | 'height' | 'durationMs' | 'sizeBytes'>
  readonly reusedFrameCount: number
}

async function makeVideo(
  attempt: AttemptContext,
  plan: RenderPlan,
  reference: string | undefined,
): Promise<RenderResult> {
  const request = createVideoRequest(attempt, plan, reference)
  const estimate = new ProgressEstimate()
  const rendered = await attempt.runChild(VIDEO_PROGRAM, request, {
    limits: limitsFor(attempt.limits, plan.resolved.canvas),
    onProgress: (progress) => attempt.reportProgress(estimate.update(progress, performance.now())),
  })
  const { width, height, durationSeconds: seconds, sizeBytes, reusedFrameCount } = rendered
  const facts = { width, height, sizeBytes, durationMs: Math.round(seconds * 1000) }
  const { outPath: path } = request.video
  return { path, ending: 'mp4', mime: 'video/mp4', posterPath: request.poster.path, facts, reusedFrameCount }
}

const ENDINGS: Record<PictureOutput['format'], string> = { png: 'png', jpeg: 'jpg', webp: 'webp' }

async function makePicture(attempt: AttemptContext, plan: RenderPlan, output: PictureOutput): Promise<RenderResult> {
  const request = createPictureRequest(attempt, plan, output)
  const estimate = new ProgressEstimate()
  const { width, height, sizeBytes } = await attempt.runChild(PICTURE_PROGRAM, request, {
    onProgress: (progress) => attempt.reportProgress(estimate.update(progress, performance.now())),
  })
  const facts = { width, height, sizeBytes, durationMs: null }
  const { outPath: path, posterPath } = request.picture
  const { format } = output
  return { path, ending: ENDINGS[format], mime: `image/${format}`, posterPath, facts, reusedFrameCount: 0 }
}

function createPictureRequest(
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

function toPersonalisedVideo({ work, own }: RenderPlan): PersonalisedVideo {
  const { document, versionId, width, height } = work
  return {
    document,
    versionId,
    width,
    height,
    ...own,
    crf: chooseCrf(work),
    ...(work.watermark !== undefined && { watermark: work.watermark }),
  }
}

function createVideoRequest(
  { folder, files, encoderThreads: threads, drawThreads }: AttemptContext,
  plan: RenderPlan,
  reference: string | undefined,
) {
  const { work, own, resolved } = plan
  const { document, width, height, watermark } = work
  // The resolved document: a timeline changes the length.
  const { duration, fps } = resolved.canvas
  // The template's poster frame shows its own clips instead of the customer's.
  const designedFrame = work.timeline ? undefined : document.output?.poster?.frame
  const posterFrame = Math.min(duration - 1, designedFrame ?? Math.floor(duration * POSTER_SHARE))
  const output = {
    width,
    height,
    crf: chooseCrf(work),
    threads,
    drawThreads,
    ...(watermark !== undefined && { watermark }),
  }
  return {
    video: {
      document,
      ...own,
      assetFiles: files,
      output,
      outPath: join(folder, 'video.mp4'),
      ...(reference !== undefined && { reference }),
    },
    poster: { path: join(folder, 'poster.webp'), atSeconds: posterFrame / framesPerSecond(fps) },
  } satisfies VideoRenderRequest
}

interface MadeRender extends RenderResult {
  readonly referenceRequest: ReferenceRenderRequest | undefined
  readonly hadReference: boolean
}

/** Stores the result and its poster, and completes the render. Files of a canceled render are removed. */
async function publish({ db, keepFiles }: AttemptContext, { work }: RenderPlan, rendered: MadeRender): Promise<void> {
  const name = `private/videos/${work.renderId}-${randomUUID().slice(0, 8)}`
  const keys = { fileKey: `${name}.${rendered.ending}`, posterKey: `${name}-poster.webp` }
  await keepFiles(
    async (put) => {
      await put(keys.posterKey, { file: rendered.posterPath }, { contentType: 'image/webp' })
      await put(keys.fileKey, { file: rendered.path }, { contentType: rendered.mime })
    },
    (tx) => completeRender(tx, work, { ...keys, ...rendered.facts }),
  )
  if (rendered.referenceRequest && rendered.reusedFrameCount === 0)
    await enqueueReferenceRender(db, rendered.referenceRequest, { unfit: rendered.hadReference })
}

/** Constant rate factor of unpaid previews. */
const PREVIEW_CRF = 23
/** Maximum render time per second of video. */
const MAX_MS_PER_SECOND = 10_000
/** Maximum time to finalise a video, per second of video. */
const SILENT_MS_PER_SECOND = 60

/** A render with the customer's input and its resolved document. */
class RenderPlan {
  readonly work: RenderWork
  #resolved: ReturnType<typeof resolveDocument> | undefined

  constructor(work: RenderWork) {
    this.work = work
  }

  get operation() {
    return this.work.operation
  }

  /** The customer's input: values, edits, aspect and timeline. */
  get own(): { values: FieldValues; difference: Difference; variant?: string; timeline?: Timeline } {
    const { values, difference, aspect, timeline } = this.work
    return {
      values: values as FieldValues,
      difference,
      ...(aspect !== null && { variant: aspect }),
      // The timeline was validated before it was stored.
      ...(timeline && { timeline: timeline as unknown as Timeline }),
    }
  }

  /** Throws for a document that cannot be drawn, so it is not part of loading. */
  get resolved() {
    const { values, difference, variant, timeline } = this.own
    this.#resolved ??= resolveDocument(this.work.document, values, difference, variant, timeline)
    return this.#resolved
  }
}

/** Constant rate factor of a render. */
function chooseCrf({ kind, document }: RenderWork): number {
  return kind === 'preview' ? PREVIEW_CRF : (document.output?.video?.crf ?? FULL_CRF)
}

/**
 * A video of half an hour may take longer than any template, and reports nothing for longer while its index is moved to the
 * front.
 */
function limitsFor(limits: WorkLimits, canvas: Canvas): WorkLimits {
  const seconds = durationSeconds(canvas)
  return {
    ...limits,
    durationMs: Math.max(limits.durationMs, seconds * MAX_MS_PER_SECOND),
    silenceMs: limits.silenceMs + seconds * SILENT_MS_PER_SECOND,
  }
}

interface ReportedProgress {
  readonly percent: number
  readonly stage: RenderStage
  /** Undefined until there is enough data. */
  readonly secondsLeft: number | undefined
}

const DRAWING_FROM_PERCENT = 3
const DRAWING_TO_PERCENT = 95
/** Finishing, checking and storing take about this long. */
const SECONDS_AFTER_DRAWING = 1.5
/** Speed is measured over about the last five seconds; the first second is ignored, because caches are cold. */
const MEMORY_MS = 5000
const JUDGED_AFTER_MS = 1000

/** Converts progress messages of a render to the progress for the customer. `now` is in milliseconds of a monotonic clock. */
export class ProgressEstimate {
  #drawingSince: number | undefined
  #lastAt = 0
  #lastFrames = 0
  #msPerFrame: number | undefined
  #percent = 0

  update({ stage, framesDone, frameCount }: RenderProgress, now: number): ReportedProgress {
    if (stage === 'drawing') this.#measure(framesDone, now)
    const share = frameCount > 0 ? framesDone / frameCount : 0
    // A second attempt starts again, but within one attempt the number never decreases.
    this.#percent = Math.max(this.#percent, Math.floor(toPercent(stage, share)))
    return { percent: this.#percent, stage, secondsLeft: this.#secondsLeft(stage, frameCount - framesDone, now) }
  }

  #measure(framesDone: number, now: number): void {
    if (this.#drawingSince === undefined) this.#drawingSince = now
    else if (framesDone > this.#lastFrames) {
      const elapsedMs = now - this.#lastAt
      const msPerFrame = elapsedMs / (framesDone - this.#lastFrames)
      // At first this is the mean since drawing began; later, older frames lose weight.
      const weight = Math.max(1 - Math.exp(-elapsedMs / MEMORY_MS), elapsedMs / (now - this.#drawingSince))
      this.#msPerFrame = (this.#msPerFrame ?? 0) * (1 - weight) + msPerFrame * weight
    }
    this.#lastAt = now
    this.#lastFrames = framesDone
  }

  #secondsLeft(stage: RenderProgress['stage'], framesLeft: number, now: number): number | undefined {
    if (stage === 'finishing' || stage === 'checking') return 1
    if (this.#msPerFrame === undefined || this.#drawingSince === undefined) return undefined
    if (now - this.#drawingSince < JUDGED_AFTER_MS) return undefined
    return Math.max(1, Math.round((framesLeft * this.#msPerFrame) / 1000 + SECONDS_AFTER_DRAWING))
  }
}

function toPercent(stage: RenderProgress['stage'], share: number): number {
  switch (stage) {
    case 'preparing':
      return 1
    case 'drawing':
      return DRAWING_FROM_PERCENT + share * (DRAWING_TO_PERCENT - DRAWING_FROM_PERCENT)
    case 'finishing':
      return DRAWING_TO_PERCENT + 1
    case 'checking':
      return DRAWING_TO_PERCENT + 3
  }
}
