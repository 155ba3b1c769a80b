// The operation that renders a customer's video or image: a child process renders and checks it, then it is stored and
// recorded. At any moment the result is either absent or complete.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { PictureOutput } from '@vitrine/contract/renders'
import { transaction } from '@vitrine/database/connection'
import { framesPerSecond } from '@vitrine/document/document'
import { neededAssets } from '@vitrine/project/resolve'
import { beginRender, completeRender, DELETED_PHOTO, GAVE_UP } from '@vitrine/store/renders/attempt'
import { dropPreparedRenderIfOthersWait } from '@vitrine/store/renders/prepared-render'
import type { ReferenceRenderRequest } from '@vitrine/store/renders/reference-render'
import { type FinishedRender, RENDER_TASK } from '@vitrine/store/renders/state'
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
import { chooseCrf, limitsFor, RenderPlan } from './render-plan.ts'
import {
  PICTURE_PROGRAM,
  type PictureRenderRequest,
  RENDER_LIMITS,
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
  files: ({ work, resolved }) => listAssetKeys(neededAssets(resolved), work.assets),
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
