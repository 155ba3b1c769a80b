// Operations: slow work with progress, attempts and a result. A kind of operation defines how to load, run and publish; this
// runner does the rest: claiming, the scratch folder, fetching files, the child process and its limits, progress, canceling,
// retries and giving up, recorded in the operation's row.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '@vitrine/contract/api-error'
import { type Db, type Tx, transaction } from '@vitrine/database/connection'
import type { JobContext, Task } from '@vitrine/database/jobs'
import type { WorkLimits } from '@vitrine/process/bounded-child'
import { processLog } from '@vitrine/providers/log'
import { FileMissing, type Storage } from '@vitrine/providers/storage'
import type { AssetRecord } from '@vitrine/store/media'
import { keepFiles } from '@vitrine/store/media/stored-file'
import {
  failOperation,
  type OperationAttempt,
  type OperationProgress,
  recordOperationProgress,
  requeueOperation,
} from '@vitrine/store/operations'
import type { z } from 'zod'
import { type ChildProgram, type RunProgramOptions, runProgram } from './child-program.ts'

/** Services shared by all operations of a worker. */
export interface OperationServices {
  readonly db: Db
  readonly storage: Storage
  /** Contains one folder per attempt. */
  readonly scratchFolder: string
  /** Encoder threads of each child process; 0 lets the encoder choose. */
  readonly encoderThreads: number
  /** Drawing threads of each child process; 1 by default. */
  readonly drawThreads?: number
  /** Overrides limits of the kind. */
  readonly limits?: Partial<WorkLimits>
  /** Called with the id of each child process; tests use it to kill the process. */
  onProcess?(pid: number): void
}

/** Why an operation failed permanently, shown to the one who waits for it. */
export interface FailureReason {
  readonly code: string
  readonly message: string
}

/** The result is no longer needed: canceled, deleted, discarded, or replaced by a later request. */
export class OperationCanceled extends Error {
  constructor(options?: ErrorOptions) {
    super('the operation was canceled', options)
    this.name = 'OperationCanceled'
  }
}

/** The context of one attempt, passed to `run` and `publish`. */
export interface AttemptContext {
  readonly db: Db
  readonly storage: Storage
  readonly encoderThreads: number
  readonly drawThreads: number
  /** Exists until the attempt ends. */
  readonly folder: string
  /** Local paths of the files that the kind requested, by the kind's own names. */
  readonly files: Readonly<Record<string, string>>
  readonly limits: WorkLimits
  /** Fetches another stored file; the path is valid until the attempt ends. Throws `FileMissing`. */
  fetchFile(storageKey: string): Promise<string>
  /** Records progress, at most a few times a second. */
  reportProgress(progress: OperationProgress): void
  /** Runs a child process that ends when the operation is canceled or the worker stops. */
  readonly runChild: RunChild
  /** Stores files together with the row that names them; see `keepFiles` of the store. */
  keepFiles<Stored, Recorded>(
    store: (put: Storage['put']) => Promise<Stored>,
    record: Parameters<typeof keepFiles<Stored, Recorded>>[2],
  ): Promise<Recorded>
}

export type RunChild = <Request extends object, ChildProgress, Result>(
  program: ChildProgram<Request, ChildProgress, Result>,
  request: Request,
  options?: Pick<RunProgramOptions<ChildProgress>, 'onProgress'> & { readonly limits?: WorkLimits },
) => Promise<Result>

/** The job run that corresponds to an attempt. */
type AttemptJob = Pick<JobContext, 'signal' | 'isLastAttempt'>

/** The loaded input of an attempt. */
export interface OperationWork {
  /** Undefined for kinds without a row. */
  readonly operation: OperationAttempt | undefined
}

export interface OperationDefinition<Input, Work extends OperationWork, Output, Reason extends FailureReason> {
  /** The name of the job that runs it. */
  readonly kind: string
  /** The job's payload. */
  readonly input: z.ZodType<Input>
  /** Limits of each child process. */
  readonly limits: WorkLimits
  /** The id of its row. Absent for kinds without a row, which nobody waits for; only the queue counts their attempts. */
  operationId?(input: Input): string
  /** Begins an attempt and loads its input; undefined when there is nothing left to do. */
  load(services: OperationServices, input: Input): Promise<Work | undefined>
  /** Storage keys of the files that `run` needs, by the kind's own names. */
  files?(work: Work): Readonly<Record<string, string>>
  /** Checked a few times a second while a kind with a row is running: false ends the attempt like a cancellation. */
  isStillRequested?(db: Db, work: Work): Promise<boolean>
  /** Creates the result in the attempt's folder. */
  run(attempt: AttemptContext, work: Work): Promise<Output>
  /**
   * Stores and records the result. Must change nothing when another attempt has superseded this one, and must be safe to repeat
   * when the response to its COMMIT was lost.
   */
  publish(attempt: AttemptContext, work: Work, result: Output): Promise<void>
  /**
   * The reason why a retry cannot succeed; `canceled` when the error means that the result is no longer needed; undefined to
   * retry.
   */
  explain?(error: unknown, work: Work): Reason | 'canceled' | undefined
  /** Recorded after the last attempt. */
  readonly gaveUp: Reason
  /** Records further changes for a failure in the same transaction; may return storage keys of files that are no longer needed. */
  onFail?(tx: Tx, input: Input, reason: Reason): Promise<readonly string[] | undefined>
}

/** A kind of operation that a worker runs. */
export interface DefinedOperation {
  /** The name of the job that runs it. */
  readonly kind: string
  /**
   * Runs one attempt. Returns when nothing is left to do: the result is published, the operation failed permanently, or the
   * result is no longer needed. Throws when another attempt should follow.
   */
  run(services: OperationServices, payload: unknown, context: AttemptJob): Promise<void>
  /** Fails an operation whose worker died during its last attempt. */
  abandon(services: OperationServices, payload: unknown): Promise<void>
}

/** Creates a kind of operation from its definition. */
export function defineOperation<
  Input,
  Work extends OperationWork,
  Output,
  Reason extends FailureReason = FailureReason,
>(definition: OperationDefinition<Input, Work, Output, Reason>): DefinedOperation {
  return {
    kind: definition.kind,
    async run(services, payload, context) {
      const input = definition.input.parse(payload)
      let work: Work | undefined
      try {
        work = await definition.load(services, input)
        if (work !== undefined) await carryOut(definition, services, { input, work, stopping: context.signal })
      } catch (error) {
        await settle(definition, services, { input, work, error, context })
      }
    },
    async abandon(services, payload) {
      // Only the queue counts deaths of workers, hence the separate code.
      const reason = { ...definition.gaveUp, code: 'gave-up' }
      await fail(definition, services, { input: definition.input.parse(payload), work: undefined }, reason)
    },
  }
}

/** The jobs that run these kinds of operations, by name. */
export function createTasks({
  operations,
  services,
}: {
  readonly operations: readonly DefinedOperation[]
  readonly services: OperationServices
}): Record<string, Task> {
  return Object.fromEntries(
    operations.map((operation) => [operation.kind, (payload, context) => operation.run(services, payload, context)]),
  )
}

interface FailedAttempt<Input, Work> {
  readonly input: Input
  /** Undefined when `load` failed. */
  readonly work: Work | undefined
  readonly error: unknown
  readonly context: AttemptJob
}

/** Decides what follows a failed attempt, records it, and throws the error when another attempt should follow. */
async function settle<Input, Work extends OperationWork, Output, Reason extends FailureReason>(
  definition: OperationDefinition<Input, Work, Output, Reason>,
  services: OperationServices,
  attempt: FailedAttempt<Input, Work>,
): Promise<void> {
  const { work, error, context } = attempt
  if (error instanceof OperationCanceled) return
  if (context.signal.aborted) {
    await requeue(services, work, { hasFailed: false })
    throw error
  }
  const reason = work === undefined ? undefined : definition.explain?.(error, work)
  if (reason === 'canceled') return
  if (reason) {
    await fail(definition, services, attempt, reason)
    return
  }
  const isLast = context.isLastAttempt || work?.operation?.isLast || isFinal(error)
  if (isLast) await fail(definition, services, attempt, definition.gaveUp)
  else await requeue(services, work, { hasFailed: true })
  throw error
}

async function requeue(
  { db }: OperationServices,
  work: OperationWork | undefined,
  counted: { readonly hasFailed: boolean },
): Promise<void> {
  const operation = work?.operation
  if (operation) await transaction(db, (tx) => requeueOperation(tx, operation, counted))
}

/** Fails an operation unless it has ended or its attempt, if known, was superseded. */
async function fail<Input, Work extends OperationWork, Output, Reason extends FailureReason>(
  definition: OperationDefinition<Input, Work, Output, Reason>,
  { db, storage }: OperationServices,
  { input, work }: Pick<FailedAttempt<Input, Work>, 'input' | 'work'>,
  reason: Reason,
): Promise<void> {
  const operationId = definition.operationId?.(input)
  const unneeded = await transaction(db, async (tx) => {
    const attempt = work?.operation?.attempt
    if (operationId !== undefined && !(await failOperation(tx, { operationId, attempt }, reason))) return []
    return definition.onFail?.(tx, input, reason)
  })
  for (const storageKey of unneeded ?? []) await storage.delete(storageKey)
}

/** An API error ends the job at once; see `isFinal` of the job runner. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError
}

async function carryOut<Input, Work extends OperationWork, Output, Reason extends FailureReason>(
  definition: OperationDefinition<Input, Work, Output, Reason>,
  services: OperationServices,
  { input, work, stopping }: { input: Input; work: Work; stopping: AbortSignal },
): Promise<void> {
  const { db, storage, scratchFolder, encoderThreads, drawThreads = 1, onProcess } = services
  await using cleanUp = new AsyncDisposableStack()
  const folder = await mkdtemp(join(scratchFolder, `${definition.kind}-`))
  cleanUp.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const fetchFile = async (storageKey: string) => {
    const file = await storage.localFile(storageKey)
    cleanUp.defer(() => file.release())
    return file.path
  }
  const files: Record<string, string> = {}
  const canceled = new AbortController()
  const about = { operation: definition.kind, input }
  const isStillRequested = () => definition.isStillRequested?.(db, work) ?? true
  const reporter = work.operation && startReporter(db, work.operation, { about, canceled, isStillRequested })
  const limits = { ...definition.limits, ...services.limits }
  const signal = AbortSignal.any([stopping, canceled.signal])
  const attempt: AttemptContext = {
    db,
    storage,
    encoderThreads,
    drawThreads,
    folder,
    files,
    limits,
    fetchFile,
    reportProgress: (progress) => reporter?.update(progress),
    runChild: (program, request, options) =>
      runProgram(program, request, { limits, ...options, signal, onStart: onProcess }),
    keepFiles: (store, record) => keepFiles({ db, storage }, store, record),
  }
  let result: Output
  try {
    for (const [name, key] of Object.entries(definition.files?.(work) ?? {})) {
      // Fetching large files takes long; stop early when the attempt was canceled.
      signal.throwIfAborted()
      files[name] = await fetchFile(key)
    }
    result = await definition.run(attempt, work)
  } finally {
    await reporter?.end()
  }
  await definition.publish(attempt, work, result)
}

interface ReporterOptions {
  readonly about: Readonly<Record<string, unknown>>
  readonly canceled: AbortController
  isStillRequested(): boolean | Promise<boolean>
}

const REPORT_EVERY_MS = 250

/**
 * Records progress a few times a second until stopped, even when nothing has changed: the response tells the worker whether the
 * operation was canceled. A failed update is logged and never fails the work.
 */
function startReporter(db: Db, operation: OperationAttempt, { about, canceled, isStillRequested }: ReporterOptions) {
  let latest: OperationProgress = { percent: 0 }
  let isOver = false
  let wake = () => {}
  const mayGoOn = async () => {
    try {
      return (await recordOperationProgress(db, operation, latest)) === 'go-on' && (await isStillRequested())
    } catch (error) {
      processLog().warn({ err: error, ...about }, 'progress was not recorded')
      return true
    }
  }
  const reporting = (async () => {
    while (!isOver) {
      if (!(await mayGoOn())) return canceled.abort(new OperationCanceled())
      if (isOver) return
      await new Promise<void>((resume) => {
        wake = resume
        setTimeout(resume, REPORT_EVERY_MS)
      })
    }
  })()
  return {
    update(progress: OperationProgress) {
      latest = progress
    },
    async end() {
      isOver = true
      wake()
      await reporting
    },
  }
}

type Assets = ReadonlyMap<string, AssetRecord>

/** The customer deleted a file while the operation was waiting or running. */
class AssetDeleted extends Error {}

/** Storage keys of these assets by id. Throws `AssetDeleted`. */
export function listAssetKeys(ids: readonly string[], assets: Assets): Record<string, string> {
  return Object.fromEntries(
    ids.map((id) => {
      const asset = assets.get(id)
      if (asset?.deletedAt || (!asset && id.startsWith('u_'))) throw new AssetDeleted(id)
      if (!asset?.storageKey) throw new Error(`asset ${id} has no stored file`)
      return [id, asset.storageKey]
    }),
  )
}

/** Whether an error means that a customer has deleted one of these assets. */
export function isAssetDeleted(error: unknown, assets: Assets): boolean {
  if (error instanceof AssetDeleted) return true
  if (!(error instanceof FileMissing)) return false
  return [...assets.values()].some(({ storageKey, ownerUserId }) => storageKey === error.key && ownerUserId !== null)
}
