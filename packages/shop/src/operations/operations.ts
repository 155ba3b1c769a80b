// The states of an operation and the only ways to change them. Each change names the states that it starts from and, where a
// worker makes it, the attempt: a worker that was taken for dead cannot disturb its successor.
import assert from 'node:assert/strict'
import type { Db, Tx } from '@vitrine/database/connection'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { operations } from './tables.ts'

export type OperationRow = typeof operations.$inferSelect
export type OperationKind = OperationRow['kind']

/** The attempt that a worker acts for. */
export interface OperationAttempt {
  readonly operationId: string
  readonly attempt: number
}

export interface OperationProgress {
  /** 0 to 100; it never goes back within an attempt. */
  readonly percent: number
  readonly stage?: string | undefined
}

/** The states of an unfinished operation. */
const UNFINISHED = ['queued', 'running'] as const

/** Inserts an operation that waits. Its job is enqueued in the same transaction, by the area that needs it. */
export async function createOperation(
  tx: Tx,
  { kind, ownerUserId }: { readonly kind: OperationKind; readonly ownerUserId: string | null },
): Promise<string> {
  const [created] = await tx.insert(operations).values({ kind, ownerUserId }).returning({ id: operations.id })
  assert(created, 'an insert returns its row')
  return created.id
}

/**
 * Begins the next attempt; undefined when the operation has ended or does not exist. One that is already running was left by a
 * worker that died.
 */
export async function beginOperation(tx: Tx, operationId: string): Promise<OperationAttempt | undefined> {
  const [begun] = await tx
    .update(operations)
    .set({
      status: 'running',
      percent: 0,
      stage: null,
      attempt: sql`${operations.attempt} + 1`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(operations.id, operationId), inArray(operations.status, [...UNFINISHED])))
    .returning({ attempt: operations.attempt })
  return begun && { operationId, attempt: begun.attempt }
}

/** Records progress. Returns `gone` when the operation was canceled or another attempt runs it: the worker then stops. */
export async function recordOperationProgress(
  db: Db,
  attempt: OperationAttempt,
  { percent, stage }: OperationProgress,
): Promise<'go-on' | 'gone'> {
  const { rowCount } = await db
    .update(operations)
    .set({
      percent: sql`greatest(${operations.percent}, ${Math.max(0, Math.min(99, Math.floor(percent)))}::int)`,
      ...(stage !== undefined && { stage }),
    })
    .where(isRunning(attempt))
  return rowCount === 1 ? 'go-on' : 'gone'
}

/**
 * Completes an operation in the transaction that records its result. Returns false when it was canceled or superseded: the
 * caller then rolls back, and removes the files that it stored.
 */
export async function succeedOperation(tx: Tx, attempt: OperationAttempt): Promise<boolean> {
  const ended = { status: 'succeeded', percent: 100, stage: null, updatedAt: sql`now()` } as const
  const { rowCount } = await tx.update(operations).set(ended).where(isRunning(attempt))
  return rowCount === 1
}

/**
 * Fails an operation with a message for whoever waits for it. Returns false when it had already ended or, for a given attempt,
 * was superseded.
 */
export async function failOperation(
  tx: Tx,
  { operationId, attempt }: { readonly operationId: string; readonly attempt?: number | undefined },
  { code, message }: { readonly code: string; readonly message: string },
): Promise<boolean> {
  return move(tx, operationId, [...UNFINISHED], {
    attempt,
    change: { status: 'failed', errorCode: code, errorMessage: message },
  })
}

/**
 * Puts an operation back into the queue whose attempt ended without a result, while its job waits for the next one. Returns
 * false when it was canceled or superseded.
 */
export async function requeueOperation(tx: Tx, { operationId, attempt }: OperationAttempt): Promise<boolean> {
  return move(tx, operationId, ['running'], { attempt, change: { status: 'queued', percent: 0, stage: null } })
}

/** Puts an operation that has failed back into the queue. Returns false for one in any other state. */
export async function retryOperation(tx: Tx, operationId: string): Promise<boolean> {
  return move(tx, operationId, ['failed'], {
    change: { status: 'queued', percent: 0, stage: null, errorCode: null, errorMessage: null },
  })
}

/** Removes an operation that nothing has come of. What it works on is removed before it. */
export async function removeOperation(tx: Tx, operationId: string): Promise<void> {
  await tx.delete(operations).where(eq(operations.id, operationId))
}

type Change = {
  readonly [Column in keyof typeof operations.$inferInsert]?: (typeof operations.$inferInsert)[Column] | SQL
}

async function move(
  tx: Tx,
  operationId: string,
  from: OperationRow['status'][],
  { attempt, change }: { readonly attempt?: number | undefined; readonly change: Change },
): Promise<boolean> {
  const isMine = attempt === undefined ? undefined : eq(operations.attempt, attempt)
  const { rowCount } = await tx
    .update(operations)
    .set({ ...change, updatedAt: sql`now()` })
    .where(and(eq(operations.id, operationId), inArray(operations.status, from), isMine))
  return rowCount === 1
}

function isRunning({ operationId, attempt }: OperationAttempt) {
  return and(eq(operations.id, operationId), eq(operations.status, 'running'), eq(operations.attempt, attempt))
}
