// Prepared renders: full videos that an idle worker renders while the customer still looks at the price, so that an order finds
// its video finished or in progress. At most one per customer, never charged, and the first work to be dropped. Its files stay
// unused until an order turns it into a render.

import { type Db, type Tx, transaction } from '@vitrine/database/connection'
import { isJobWaiting } from '@vitrine/database/jobs'
import { durationSeconds } from '@vitrine/document/document'
import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { templates } from '../catalogue/tables.ts'
import { eraseFiles } from '../media/stored-file.ts'
import { createOperation, enqueueOperation, lockOperation } from '../operations/operations.ts'
import { operations } from '../operations/tables.ts'
import type { ProjectRecord } from '../projects/record.ts'
import { type FinishedRender, jobKey, RENDER_TASK } from './state.ts'
import { preparedRenders } from './tables.ts'

/** Runs after all other work, reference renders included. */
const AFTER_ALL_OTHERS = 60
/** How long other work must wait before a prepared render is dropped: a free worker takes it sooner. */
const OTHERS_WAIT_MS = 300
const MAX_SECONDS = 60
/** A customer who has not ordered by then has left. */
const KEPT_MINUTES = 60

const USABLE = ['queued', 'running', 'succeeded'] as const

/** Whether to render a video before it is ordered: all its files are ready, and it takes seconds rather than minutes. */
export function isWorthPreparing({ row, version, assets }: ProjectRecord): boolean {
  const isShort = durationSeconds(version.document.canvas) <= MAX_SECONDS
  const areFilesReady = [...assets.values()].every(({ status, deletedAt }) => status === 'ready' && deletedAt === null)
  return version.kind === 'video' && row.timeline === null && isShort && areFilesReady
}

/** Begins a prepared render, replacing the customer's previous one unless it is equal. */
export async function insertPreparedRender(tx: Tx, { row }: ProjectRecord, renderKey: string): Promise<void> {
  const { userId, templateId, versionId, values, difference, aspect } = row
  const isSame = and(eq(preparedRenders.renderKey, renderKey), inArray(operations.status, [...USABLE]))
  const [same] = await tx
    .select({ id: preparedRenders.id })
    .from(preparedRenders)
    .innerJoin(operations, eq(operations.id, preparedRenders.id))
    .where(and(eq(preparedRenders.userId, userId), isSame))
  if (same) return
  await dropPreparedRenders(tx, eq(preparedRenders.userId, userId))
  const id = await createOperation(tx, { kind: 'prepared-render', ownerUserId: userId, subject: renderKey })
  await tx.insert(preparedRenders).values({ id, userId, templateId, versionId, values, difference, aspect, renderKey })
  await enqueueOperation(tx, RENDER_TASK, { renderId: id }, { jobKey: jobKey(id), priority: AFTER_ALL_OTHERS })
}

/** The part of a prepared render that an order takes over. */
interface ClaimedRender {
  readonly id: string
  /** Whether no worker has begun it. */
  readonly isWaiting: boolean
  /** Undefined until it is finished. */
  readonly finished: FinishedRender | undefined
}

/**
 * Turns the customer's prepared render with this key into an ordered one, with the same id and operation. Undefined when there is
 * none.
 */
export async function claimPreparedRender(
  tx: Tx,
  userId: string,
  renderKey: string,
): Promise<ClaimedRender | undefined> {
  const isIt = and(eq(preparedRenders.userId, userId), eq(preparedRenders.renderKey, renderKey))
  const [found] = await tx.select({ id: preparedRenders.id }).from(preparedRenders).where(isIt)
  if (!found) return undefined
  const { id } = found
  // A worker that finishes it now locks the operation first, too.
  await lockOperation(tx, id)
  const [claimed] = await tx
    .update(operations)
    .set({ kind: 'render' })
    .where(and(eq(operations.id, id), inArray(operations.status, [...USABLE])))
    .returning({ status: operations.status })
  if (!claimed) return undefined
  const [removed] = await tx.delete(preparedRenders).where(eq(preparedRenders.id, id)).returning(RESULT)
  const { fileKey, width, height, sizeBytes, ...rest } = removed ?? {}
  const finished =
    fileKey && width && height && sizeBytes
      ? { posterKey: null, durationMs: null, ...rest, fileKey, width, height, sizeBytes }
      : undefined
  return { id, isWaiting: claimed.status === 'queued', finished }
}

const { fileKey, posterKey, width, height, durationMs, sizeBytes } = preparedRenders
const RESULT = { fileKey, posterKey, width, height, durationMs, sizeBytes }

/** The inputs for the worker; undefined when it was dropped or ordered. */
export async function findPreparedRender(tx: Tx, id: string) {
  const { versionId, values, difference, aspect } = preparedRenders
  const [found] = await tx
    .select({ id: preparedRenders.id, versionId, values, difference, aspect, templateName: templates.name })
    .from(preparedRenders)
    .innerJoin(templates, eq(templates.id, preparedRenders.templateId))
    .where(eq(preparedRenders.id, id))
  return found && { ...found, kind: 'full' as const, timeline: null, output: null }
}

/** Records the files of a prepared render, in the transaction that completes its operation. */
export async function recordPreparedRender(tx: Tx, id: string, finished: FinishedRender): Promise<void> {
  await tx.update(preparedRenders).set(finished).where(eq(preparedRenders.id, id))
}

/**
 * Drops a prepared render that runs while other jobs wait for a worker; returns whether it did. Ordered ones are not affected.
 */
export async function dropPreparedRenderIfOthersWait(db: Db, id: string): Promise<boolean> {
  if (!(await isJobWaiting(db, { priorityBelow: AFTER_ALL_OTHERS, sinceMs: OTHERS_WAIT_MS }))) return false
  return (await transaction(db, (tx) => dropPreparedRenders(tx, eq(preparedRenders.id, id)))) > 0
}

/** Drops the prepared renders that were not ordered within an hour. */
export async function dropOldPreparedRenders(db: Db): Promise<void> {
  const isOld = lt(preparedRenders.createdAt, sql`now() - make_interval(mins => ${KEPT_MINUTES})`)
  await transaction(db, (tx) => dropPreparedRenders(tx, isOld))
}

/** Drops the prepared renders of a deleted customer or template. */
export async function erasePreparedRenders(tx: Tx, of: { userId: string } | { templateId: string }): Promise<void> {
  const isIts = 'userId' in of ? eq(preparedRenders.userId, of.userId) : eq(preparedRenders.templateId, of.templateId)
  await dropPreparedRenders(tx, isIts)
}

/** Removes prepared renders with their operations and files. A worker that runs one notices at its next progress report. */
async function dropPreparedRenders(tx: Tx, condition: SQL): Promise<number> {
  const toDelete = await tx.select({ id: preparedRenders.id }).from(preparedRenders).where(condition)
  if (toDelete.length === 0) return 0
  const ids = toDelete.map(({ id }) => id)
  const isPrepared = and(inArray(operations.id, ids), eq(operations.kind, 'prepared-render'))
  // Rows are read only after locking their operations, because one may be finished or ordered at this moment.
  const held = await tx.select({ id: operations.id }).from(operations).where(isPrepared).for('update')
  const removedIds = held.map(({ id }) => id)
  if (removedIds.length === 0) return 0
  const rows = await tx.delete(preparedRenders).where(inArray(preparedRenders.id, removedIds)).returning(RESULT)
  await tx.delete(operations).where(inArray(operations.id, removedIds))
  await eraseFiles(
    tx,
    rows.flatMap((row) => [row.fileKey, row.posterKey]).filter((key) => key !== null),
  )
  return removedIds.length
}
