// Ranges of a long video that idle workers draw beside the one that makes it. The worker that has the render takes ranges from the
// front, the others from the back, until they meet. Nothing depends on the others: what they do not bring is drawn by the first.
import { type Db, type Tx, transaction } from '@vitrine/database/connection'
import { enqueue, isJobRunning, isPlaceWanted, releaseJobKey, removeJob } from '@vitrine/database/jobs'
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { PREVIEW_TASK } from '../catalogue/preview.ts'
import { TEMPLATE_VIDEO_TASK } from '../catalogue/template-video.ts'
import { eraseFiles } from '../media/erase-file.ts'
import { isOperationRunning, lockOperation } from '../operations/operations.ts'
import { operations } from '../operations/tables.ts'
import type { Reader } from '../prepared.ts'
import { REFERENCE_RENDER_TASK } from './reference-render.ts'
import { RENDER_TASK } from './state.ts'
import { renderRanges } from './tables.ts'

/** The job of a worker that helps with a video; its payload is a `RangeRequest`. */
export const RANGE_TASK = 'render-ranges'

/** The video to help with. */
export const rangeRequest = z.object({
  renderId: z.uuid(),
  /** Of the render, which is over when another one begins. */
  attempt: z.int().positive(),
  /** Of the program that shares it; another one may draw or encode differently. */
  pipeline: z.string(),
  /** Of the encoder, on whose number the encoded bytes depend. */
  threads: z.int().positive(),
  keyFrames: z.enum(['fitting', 'even']),
  /** The text of the mark, which follows the name of the shop, as it was when the attempt began. */
  watermark: z.string().optional(),
})
export type RangeRequest = z.infer<typeof rangeRequest>

type SharedAttempt = Pick<RangeRequest, 'renderId' | 'attempt'>

/** Frames of a video. */
export interface FrameRange {
  readonly from: number
  /** The frame after the last. */
  readonly to: number
}

/** Prepared renders included, which nobody has ordered: they are dropped sooner than a helper is missed. */
const AFTER_ALL_OTHERS = 70
/** How long another job must have waited before a helper hands its worker over: a free worker takes it sooner. */
const OTHERS_WAIT_MS = 300
/** What runs in the places of workers that helpers take. */
const TASKS_OF_SAME_PLACES = [RENDER_TASK, REFERENCE_RENDER_TASK, PREVIEW_TASK, TEMPLATE_VIDEO_TASK]
/** Deaths of workers; a helper that fails is not missed. */
const ATTEMPTS = 3

/**
 * Offers the ranges of a video to idle workers, in the place of all that were offered for it before. Does nothing when the attempt does
 * not run any more.
 */
export async function shareRanges(tx: Tx, request: RangeRequest, ranges: readonly FrameRange[]): Promise<void> {
  const { renderId, attempt } = request
  await lockOperation(tx, renderId)
  if (!(await isRunning(tx, request))) return
  await removeRanges(tx, eq(renderRanges.renderId, renderId))
  const rows = ranges.map(({ from, to }) => ({ renderId, attempt, startFrame: from, endFrame: to }))
  await tx.insert(renderRanges).values(rows)
  await enqueueHelper(tx, request)
}

/** One job waits at a time: whoever takes it enqueues the next one, so that there are as many helpers as idle workers. */
async function enqueueHelper(tx: Tx, request: RangeRequest): Promise<void> {
  const options = { jobKey: helperKey(request), priority: AFTER_ALL_OTHERS, maxAttempts: ATTEMPTS }
  await enqueue(tx, RANGE_TASK, request, options)
}

function helperKey({ renderId, attempt }: SharedAttempt): string {
  return `${RANGE_TASK}:${renderId}:${attempt}`
}

/** Whose a range is: the caller's from now on, another worker's that draws it now, or drawn. */
export type TakenRange = 'ours' | 'theirs' | { readonly storageKey: string }

/**
 * Takes a range for the worker that has the render. With `isLate` it is taken also from whoever draws it, whose result is then
 * not wanted any more.
 */
export async function takeRange(
  tx: Tx,
  { renderId, attempt }: SharedAttempt,
  from: number,
  { isLate }: { isLate: boolean },
): Promise<TakenRange> {
  const isIt = and(isOf({ renderId, attempt }), eq(renderRanges.startFrame, from))
  const [range] = await tx
    .select({ storageKey: renderRanges.storageKey, isDrawn: sql<boolean>`${isBeingDrawn}` })
    .from(renderRanges)
    .where(isIt)
    .for('update')
  if (range?.storageKey) return { storageKey: range.storageKey }
  if (range?.isDrawn && !isLate) return 'theirs'
  await tx.delete(renderRanges).where(isIt)
  return 'ours'
}

/**
 * Begins a helper's job: gives it a range, and lets the next helper wait while there are more. Undefined when nothing is left to do.
 * What the same job had claimed in a worker that died is free again.
 */
export async function beginHelping(tx: Tx, request: RangeRequest, jobId: string): Promise<FrameRange | undefined> {
  await releaseJobKey(tx, jobId)
  await tx.update(renderRanges).set({ jobId: null }).where(isDrawnBy(request, jobId))
  const range = await claimRange(tx, request, jobId)
  if (range && (await tx.$count(renderRanges, isFree(request))) > 0) await enqueueHelper(tx, request)
  return range
}

/** The last range that nobody has, for a helper; undefined when there is none. */
export async function claimRange(tx: Tx, request: SharedAttempt, jobId: string): Promise<FrameRange | undefined> {
  if (!(await isRunning(tx, request))) return undefined
  const [free] = await tx
    .select({ from: renderRanges.startFrame, to: renderRanges.endFrame })
    .from(renderRanges)
    .where(isFree(request))
    .orderBy(sql`${renderRanges.startFrame} desc`)
    .limit(1)
    .for('update', { skipLocked: true })
  if (!free) return undefined
  await tx
    .update(renderRanges)
    .set({ jobId: Number(jobId) })
    .where(and(isOf(request), eq(renderRanges.startFrame, free.from)))
  return free
}

/** Records a range that a helper has drawn. Returns false when it is not wanted any more: the caller then removes the file. */
export async function recordRange(
  tx: Tx,
  request: SharedAttempt,
  { jobId, from, storageKey }: { readonly jobId: string; readonly from: number; readonly storageKey: string },
): Promise<boolean> {
  const isIt = and(isDrawnBy(request, jobId), eq(renderRanges.startFrame, from))
  const { rowCount } = await tx.update(renderRanges).set({ storageKey }).where(isIt)
  return rowCount === 1
}

/** Lets others draw a range that a helper could not. */
export async function releaseRange(tx: Tx, request: SharedAttempt, jobId: string, from: number): Promise<void> {
  const isIt = and(isDrawnBy(request, jobId), eq(renderRanges.startFrame, from))
  await tx.update(renderRanges).set({ jobId: null }).where(isIt)
}

/** The ranges that helpers have drawn. */
export async function listDrawnRanges(db: Db, request: SharedAttempt): Promise<FrameRange[]> {
  return db
    .select({ from: renderRanges.startFrame, to: renderRanges.endFrame })
    .from(renderRanges)
    .where(and(isOf(request), isNotNull(renderRanges.storageKey)))
}

/** Whether a helper should go on: the attempt runs, and no other job waits for its place. */
export async function isHelpWanted(db: Db, request: SharedAttempt, jobId: string): Promise<boolean> {
  if (!(await isRunning(db, request))) return false
  return !(await isPlaceWanted(db, jobId, { tasks: TASKS_OF_SAME_PLACES, sinceMs: OTHERS_WAIT_MS }))
}

/** Lets no further helper begin. */
export async function stopHelping(tx: Tx, request: SharedAttempt): Promise<void> {
  await removeJob(tx, helperKey(request))
}

/** Ends the sharing of an attempt that has ended, and removes what was drawn for it. */
export async function endSharing(tx: Tx, request: SharedAttempt): Promise<void> {
  await stopHelping(tx, request)
  await removeRanges(tx, isOf(request))
}

/** Removes ranges whose attempt ended with its worker, and was the last. */
export async function removeLostRanges(db: Db): Promise<void> {
  const isLost = sql`not exists (select from ${operations} where ${operations.id} = ${renderRanges.renderId}
    and ${operations.status} = 'running' and ${operations.attempt} = ${renderRanges.attempt})`
  await transaction(db, (tx) => removeRanges(tx, isLost))
}

async function removeRanges(tx: Tx, condition: SQL | undefined): Promise<void> {
  const rows = await tx.delete(renderRanges).where(condition).returning({ key: renderRanges.storageKey })
  await eraseFiles(
    tx,
    rows.map(({ key }) => key).filter((key) => key !== null),
  )
}

function isRunning(db: Reader, { renderId, attempt }: SharedAttempt): Promise<boolean> {
  return isOperationRunning(db, { operationId: renderId, attempt })
}

const isBeingDrawn = sql`(${renderRanges.jobId} is not null and ${isJobRunning(renderRanges.jobId)})`

function isOf({ renderId, attempt }: SharedAttempt): SQL | undefined {
  return and(eq(renderRanges.renderId, renderId), eq(renderRanges.attempt, attempt))
}

function isFree(request: SharedAttempt): SQL | undefined {
  return and(isOf(request), isNull(renderRanges.storageKey), sql`not ${isBeingDrawn}`)
}

function isDrawnBy(request: SharedAttempt, jobId: string): SQL | undefined {
  return and(isOf(request), isNull(renderRanges.storageKey), eq(renderRanges.jobId, Number(jobId)))
}
