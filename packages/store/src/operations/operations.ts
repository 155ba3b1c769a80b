// The states of an operation and the only ways to change them. Each change names its start states and, when a worker makes it,
// the attempt: so a worker that was presumed dead cannot disturb its successor. A trigger announces each change.
import assert from 'node:assert/strict'
import type { Operation } from '@vitrine/contract/operations'
import type { Db, Tx } from '@vitrine/database/connection'
import { type EnqueueOptions, enqueue } from '@vitrine/database/jobs'
import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { operations } from './tables.ts'

/** The channel that announces every change of an operation, with its id, its owner if any, and its kind. */
export const OPERATION_CHANNEL = 'operation'

export type OperationRow = typeof operations.$inferSelect
type OperationKind = OperationRow['kind']

/** The attempt of a worker. */
export interface OperationAttempt {
  readonly operationId: string
  readonly attempt: number
  /** Whether a failure of this attempt fails the operation. */
  readonly isLast: boolean
}

/** Failed attempts that end an operation. An attempt whose worker died or was stopped does not count. */
const MAX_FAILURES = 3
/** A worker can die for unrelated reasons, such as a restart of the machine; after this many deaths the operation is to blame. */
const WORKER_DEATHS = 10

export interface OperationProgress {
  /** 0 to 100; never decreases within an attempt. */
  readonly percent: number
  readonly stage?: string | undefined
  readonly secondsLeft?: number | undefined
}

/** The states of an unfinished operation. */
export const UNFINISHED = ['queued', 'running'] as const

const NOW = sql`now()`
const NO_PROGRESS = { percent: 0, stage: null, secondsLeft: null } as const
const WAITING = { ...NO_PROGRESS, status: 'queued' } as const
const ENDED = { secondsLeft: null, endedAt: NOW }
const SUCCEEDED = { ...ENDED, status: 'succeeded', percent: 100, stage: null } as const
/** Resets the columns of an operation that starts again. */
const NEW = { startedAt: null, endedAt: null, errorCode: null, errorMessage: null, failures: 0 } as const

interface NewOperation {
  readonly kind: OperationKind
  readonly ownerUserId: string | null
  /** Its owner may have one unfinished operation per subject. */
  readonly subject?: string
}

/**
 * Inserts a queued operation and returns its id, or a succeeded one when the result already exists. The calling area enqueues its
 * job in the same transaction.
 */
export async function createOperation(
  tx: Tx,
  operation: NewOperation & { readonly id?: string },
  status: 'queued' | 'succeeded' = 'queued',
): Promise<string> {
  const state = status === 'succeeded' ? { ...SUCCEEDED, startedAt: NOW } : {}
  const [created] = await tx
    .insert(operations)
    .values({ ...operation, ...state })
    .returning({ id: operations.id })
  assert(created, 'an insert returns its row')
  return created.id
}

/**
 * Replaces an operation in any state with a queued one, or with a succeeded one when the result came from elsewhere. A running
 * attempt is superseded.
 */
export async function replaceOperation(
  tx: Tx,
  { id, kind, ownerUserId }: NewOperation & { readonly id: string },
  status: 'queued' | 'succeeded' = 'queued',
): Promise<void> {
  const state = { ...NEW, ...(status === 'queued' ? WAITING : SUCCEEDED) }
  await tx
    .insert(operations)
    .values({ id, kind, ownerUserId, ...state })
    .onConflictDoUpdate({
      target: operations.id,
      set: { ...state, attempt: sql`${operations.attempt} + 1`, updatedAt: NOW },
    })
}

/** Locks the state of an operation until the transaction ends; does nothing for an unknown one. */
export async function lockOperation(tx: Tx, operationId: string): Promise<void> {
  await tx.select({ id: operations.id }).from(operations).where(eq(operations.id, operationId)).for('no key update')
}

/** Enqueues the job of an operation. Replaces a waiting job with the same key. */
export async function enqueueOperation(
  tx: Tx,
  task: string,
  payload: object,
  options: Omit<EnqueueOptions, 'maxAttempts'> & { readonly jobKey: string },
): Promise<void> {
  await enqueue(tx, task, payload, { ...options, maxAttempts: MAX_FAILURES + WORKER_DEATHS })
}

/**
 * Begins the next attempt; undefined when the operation has ended or does not exist. If it is already running, its worker died.
 */
export async function beginOperation(
  tx: Tx,
  operationId: string,
  stage: string | null = null,
): Promise<OperationAttempt | undefined> {
  const [begun] = await tx
    .update(operations)
    .set({
      ...NO_PROGRESS,
      status: 'running',
      stage,
      attempt: sql`${operations.attempt} + 1`,
      startedAt: sql`coalesce(${operations.startedAt}, now())`,
      updatedAt: NOW,
    })
    .where(and(eq(operations.id, operationId), inArray(operations.status, [...UNFINISHED])))
    .returning({ attempt: operations.attempt, failures: operations.failures })
  return begun && { operationId, attempt: begun.attempt, isLast: begun.failures + 1 >= MAX_FAILURES }
}

/** The queued and running operations, of a customer or of some kinds, oldest first. */
export async function listUnfinishedOperations(
  db: Db,
  of: { readonly userId: string } | { readonly kinds: readonly OperationKind[] },
): Promise<Operation[]> {
  const { id: operationId, kind, stage, percent, secondsLeft } = operations
  const status = sql<'queued' | 'running'>`${operations.status}`
  const isOne =
    'userId' in of
      ? // Prepared renders have no waiting customer.
        and(eq(operations.ownerUserId, of.userId), ne(operations.kind, 'prepared-render'))
      : inArray(operations.kind, [...of.kinds])
  return db
    .select({ operationId, kind: sql<Operation['kind']>`${kind}`, status, stage, percent, secondsLeft })
    .from(operations)
    .where(and(isOne, inArray(operations.status, [...UNFINISHED])))
    .orderBy(operations.id)
}

/** Records progress. Returns `gone` when the operation was canceled or another attempt runs it: the worker then stops. */
export async function recordOperationProgress(
  db: Db,
  attempt: OperationAttempt,
  { percent, stage, secondsLeft }: OperationProgress,
): Promise<'go-on' | 'gone'> {
  const { rowCount } = await db
    .update(operations)
    .set({
      percent: sql`greatest(${operations.percent}, ${Math.max(0, Math.min(99, Math.floor(percent)))}::int)`,
      ...(stage !== undefined && { stage }),
      secondsLeft: secondsLeft === undefined ? null : Math.max(0, Math.round(secondsLeft)),
    })
    .where(isRunning(attempt))
  return rowCount === 1 ? 'go-on' : 'gone'
}

/**
 * Completes an operation in the transaction that records its result. Returns false when it was canceled or superseded: the caller
 * then rolls back, and removes the files that it stored.
 */
export async function succeedOperation(tx: Tx, attempt: OperationAttempt): Promise<boolean> {
  const { rowCount } = await tx
    .update(operations)
    .set({ ...SUCCEEDED, updatedAt: NOW })
    .where(isRunning(attempt))
  return rowCount === 1
}

/**
 * Fails an operation with a message for its owner. Returns false when it had already ended or another attempt superseded this
 * one.
 */
export async function failOperation(
  tx: Tx,
  { operationId, attempt }: { readonly operationId: string; readonly attempt?: number | undefined },
  { code, message }: { readonly code: string; readonly message: string },
): Promise<boolean> {
  return move(tx, operationId, [...UNFINISHED], {
    attempt,
    change: { ...ENDED, status: 'failed', errorCode: code, errorMessage: message },
  })
}

/**
 * Requeues an operation whose attempt ended without a result. Only a failed attempt counts. Returns false when it was canceled or
 * superseded.
 */
export async function requeueOperation(
  tx: Tx,
  { operationId, attempt }: OperationAttempt,
  { hasFailed }: { readonly hasFailed: boolean },
): Promise<boolean> {
  const failures = sql`${operations.failures} + ${hasFailed ? 1 : 0}`
  return move(tx, operationId, ['running'], { attempt, change: { ...WAITING, failures } })
}

/** Cancels an operation. Returns false when it has ended. */
export async function cancelOperation(tx: Tx, operationId: string): Promise<boolean> {
  return move(tx, operationId, [...UNFINISHED], { change: { ...ENDED, status: 'canceled' } })
}

/** Requeues a failed or canceled operation. Returns false in any other state. */
export async function retryOperation(tx: Tx, operationId: string): Promise<boolean> {
  return move(tx, operationId, ['failed', 'canceled'], { change: { ...NEW, ...WAITING } })
}

/** Removes an operation without a result. The caller removes its row in the area's table first. */
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
    .set({ ...change, updatedAt: NOW })
    .where(and(eq(operations.id, operationId), inArray(operations.status, from), isMine))
  return rowCount === 1
}

function isRunning({ operationId, attempt }: Pick<OperationAttempt, 'operationId' | 'attempt'>) {
  return and(eq(operations.id, operationId), eq(operations.status, 'running'), eq(operations.attempt, attempt))
}
