// The operation of a helper: an idle worker draws ranges of a long video that another one makes, until there are none left or another
// job wants its place. Nobody misses a helper that fails.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { neededAssets } from '@vitrine/composition/resolve'
import { transaction } from '@vitrine/database/connection'
import { processLog } from '@vitrine/providers/log'
import { findRunningRender } from '@vitrine/shop/renders/attempt'
import {
  beginHelping,
  claimRange,
  type FrameRange,
  isHelpWanted,
  RANGE_TASK,
  type RangeRequest,
  rangeRequest,
  recordRange,
  releaseRange,
  stopHelping,
} from '@vitrine/shop/renders/render-range'
import { listAssetKeys } from '../operation/asset-key.ts'
import { type AttemptContext, defineOperation } from '../operation/operation.ts'
import { PIPELINE } from './range-sharing.ts'
import { limitsFor, RenderPlan, videoSpecOf } from './render-plan.ts'
import { RANGES_PROGRAM, type RangesAnswer, type RangesQuestion, RENDER_LIMITS } from './render-program.ts'
import type { MadeRange } from './render-ranges.ts'

interface Help {
  /** It has no state of its own. */
  readonly operation: undefined
  readonly request: RangeRequest
  readonly jobId: string
  readonly plan: RenderPlan
  readonly first: FrameRange
}

/** The job `render-ranges`. */
export const rangeOperation = defineOperation({
  kind: RANGE_TASK,
  input: rangeRequest,
  limits: RENDER_LIMITS,
  async load({ db }, request, { jobId = '0' }): Promise<Help | undefined> {
    if (request.pipeline !== PIPELINE) return undefined
    return transaction(db, async (tx) => {
      const first = await beginHelping(tx, request, jobId)
      const work = first && (await findRunningRender(tx, request))
      const plan = work && new RenderPlan({ ...work, watermark: request.watermark })
      return plan && { operation: undefined, request, jobId, plan, first }
    })
  },
  isWanted: (db, { request, jobId }) => isHelpWanted(db, request, jobId),
  files: ({ plan: { resolved, work } }) => listAssetKeys(neededAssets(resolved), work.assets),
  async run(attempt, help) {
    const { request, plan, first, jobId } = help
    const { files, folder, drawThreads, limits, db } = attempt
    const { output, ...spec } = videoSpecOf(plan, files, { threads: request.threads, drawThreads })
    const ranges = { ...spec, output: { ...output, keyFrames: request.keyFrames }, folder, first }
    const kept: Promise<void>[] = []
    let isStored = true
    const onQuestion = async (question: RangesQuestion): Promise<RangesAnswer> => {
      if (question.kind === 'next')
        return isStored ? ((await transaction(db, (tx) => claimRange(tx, request, jobId))) ?? null) : null
      // Stored while the next one is drawn. Where that fails it would fail again.
      const keeping = keepRange(attempt, help, question.made).then((isKept) => {
        isStored &&= isKept
      })
      kept.push(keeping)
      return null
    }
    try {
      await attempt.runChild(
        RANGES_PROGRAM,
        { ranges },
        { limits: limitsFor(limits, plan.resolved.canvas), onQuestion },
      )
    } finally {
      await Promise.all(kept)
    }
    if (!isStored) throw new Error('a range was not stored')
  },
  publish: async () => {},
  explain(error, { request: { renderId, attempt } }) {
    processLog().warn({ err: error, renderId, attempt }, 'a worker could not help with a video')
    return { code: 'not-helped', message: 'The video is made without this worker.' }
  },
  gaveUp: { code: 'gave-up', message: 'The video is made without this worker.' },
  // What failed here would fail again: those that help go on, but no further one begins.
  async onFail(tx, request) {
    await stopHelping(tx, request)
    return undefined
  },
})

/** Stores a range and records it. Returns false when that fails, and gives it back. */
async function keepRange(
  attempt: AttemptContext,
  { request, jobId }: Help,
  { from, path }: MadeRange,
): Promise<boolean> {
  const { db, keepFiles } = attempt
  const storageKey = `private/ranges/${request.renderId}-${from}-${randomUUID().slice(0, 8)}.mp4`
  try {
    await keepFiles(
      (put) => put(storageKey, { file: path }, { contentType: 'video/mp4' }),
      (tx) => recordRange(tx, request, { jobId, from, storageKey }),
    )
    return true
  } catch (error) {
    processLog().warn({ err: error, renderId: request.renderId, from }, 'a range of a video was not stored')
    await transaction(db, (tx) => releaseRange(tx, request, jobId, from)).catch(() => {})
    return false
  } finally {
    await rm(path, { force: true })
  }
}
