// Prepared renders: full videos that an idle worker makes while the customer still looks at the price, so that an order finds its
// video made or half made. At most one per customer, never charged, the first work to be dropped. Nothing reads its files: only
// an order turns it into a render.

import { type Db, type Tx, transaction } from '@vitrine/database/connection'
import { isJobWaiting } from '@vitrine/database/jobs'
import { durationSeconds } from '@vitrine/document/document'
import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { templates } from '../catalogue/tables.ts'
import { eraseFiles } from '../media/erase-file.ts'
import { createOperation, enqueueOperation, lockOperation } from '../operations/operations.ts'
import { operations } from '../operations/tables.ts'
import type { ProjectRecord } from '../projects/record.ts'
import { type FinishedRender, jobKey, RENDER_TASK } from './state.ts'
import { preparedRenders } from './tables.ts'

/** After all other work of a worker, reference renders included. */
const AFTER_ALL_OTHERS = 60
/** How long other work must have waited before a prepared render is dropped: a free worker takes it sooner. */
const OTHERS_WAIT_MS = 300
const LONGEST_SECONDS = 60
/** A customer who has not ordered by then has left. */
const KEPT_MINUTES = 60

const USABLE = ['queued', 'running', 'succeeded'] as const

/** A video that is worth making before it is ordered: all that it needs is there, and it takes seconds rather than minutes. */
export function isWorthPreparing({ row, version, assets }: ProjectRecord): boolean {
  const isShort = durationSeconds(version.document.canvas) <= LONGEST_SECONDS
  const areFilesReady = [...assets.values()].every(({ status, deletedAt }) => status === 'ready' && deletedAt === null)
  return version.kind === 'video' && row.timeline === null && isShort && areFilesReady
}

/** Begins a prepared render in the place of the customer's former one, unless that one is the same. */
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

/** What an order takes over. */
export interface ClaimedRender {
  readonly id: string
  /** No worker has begun it. */
  readonly isWaiting: boolean
  /** Undefined while it is being made. */
  readonly finished: FinishedRender | undefined
}

/**
 * Takes the customer's prepared render with this key for an order, whose render then has its id and its operation. Undefined when
 * there is none.
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
  const [made] = await tx.delete(preparedRenders).where(eq(preparedRenders.id, id)).returning(RESULT)
  const { fileKey, width, height, sizeBytes, ...rest } = made ?? {}
  const finished =
    fileKey && width && height && sizeBytes
      ? { posterKey: null, durationMs: null, ...rest, fileKey, width, height, sizeBytes }
      : undefined
  return { id, isWaiting: claimed.status === 'queued', finished }
}

const { fileKey, posterKey, width, height, durationMs, sizeBytes } = preparedRenders
const RESULT = { fileKey, posterKey, width, height, durationMs, sizeBytes }

/** What a worker makes it from; undefined when it was dropped or ordered. */
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

/** Drops a prepared render that runs while other jobs wait for a worker; returns whether it did. An ordered one is no such render. */
export async function dropWhereOthersWait(db: Db, id: string): Promise<boolean> {
  if (!(await isJobWaiting(db, { priorityBelow: AFTER_ALL_OTHERS, sinceMs: OTHERS_WAIT_MS }))) return false
  return (await transaction(db, (tx) => dropPreparedRenders(tx, eq(preparedRenders.id, id)))) > 0
}

/** Drops the prepared renders that nobody has ordered for an hour. */
export async function dropOldPreparedRenders(db: Db): Promise<void> {
  const isOld = lt(preparedRenders.createdAt, sql`now() - make_interval(mins => ${KEPT_MINUTES})`)
  await transaction(db, (tx) => dropPreparedRenders(tx, isOld))
}

/** Drops the prepared renders of a customer who leaves, or of a template that is deleted. */
export async function erasePreparedRenders(tx: Tx, of: { userId: string } | { templateId: string }): Promise<void> {
  const isIts = 'userId' in of ? eq(preparedRenders.userId, of.userId) : eq(preparedRenders.templateId, of.templateId)
  await dropPreparedRenders(tx, isIts)
}

/** Removes prepared renders with their operations and files. A worker that runs one learns of it from its next progress. */
async function dropPreparedRenders(tx: Tx, condition: SQL): Promise<number> {
  const toDelete = await tx.select({ id: preparedRenders.id }).from(preparedRenders).where(condition)
  if (toDelete.length === 0) return 0
  const ids = toDelete.map(({ id }) => id)
  const isPrepared = and(inArray(operations.id, ids), eq(operations.kind, 'prepared-render'))
  // The rows are read only once their operations are held: one may be finished, or ordered, at this moment.
  const held = await tx.select({ id: operations.id }).from(operations).where(isPrepared).for('update')
  const gone = held.map(({ id }) => id)
  if (gone.length === 0) return 0
  const rows = await tx.delete(preparedRenders).where(inArray(preparedRenders.id, gone)).returning(RESULT)
  await tx.delete(operations).where(inArray(operations.id, gone))
  await eraseFiles(
    tx,
    rows.flatMap((row) => [row.fileKey, row.posterKey]).filter((key) => key !== null),
  )
  return gone.length
}
