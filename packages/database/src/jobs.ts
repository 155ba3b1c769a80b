// Background jobs: graphile-worker in the application's database, with recovery within a second when a worker dies. Each runner
// holds a session-level advisory lock on its worker id while its process is alive. A process that dies loses its session and
// therefore the lock; the next sweep of any other runner releases its jobs. Without this, jobs of a killed worker wait four
// hours, because graphile-worker can only judge by the age of a job's lock.
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import { sql } from 'drizzle-orm'
import {
  type JobHelpers,
  Logger,
  makeWorkerUtils,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import pg from 'pg'
import { connect, type Db, disconnect, type Tx } from './connection.ts'

/** First half of every liveness lock's key; the second half is the hash of the runner's id. */
const LIVENESS_SPACE = 7_232_002

const DEFAULT_MAX_ATTEMPTS = 5

/**
 * For a job that schedules its own next run: once given up, it would not run until a worker starts. The pauses between attempts
 * grow to six hours, so this is four days.
 */
export const PERIODIC_MAX_ATTEMPTS = 25

export interface EnqueueOptions {
  /** While a job with this key waits, enqueueing again replaces it instead of adding another one. */
  jobKey?: string
  /** Jobs of one queue run one after another. */
  queueName?: string
  /** Smaller numbers run first; 0 by default. */
  priority?: number
  /** Maximum number of runs, including crashes; 5 by default. */
  maxAttempts?: number
  /** The job does not run before this time. */
  runAt?: Date
}

/** The context of a job run. */
export interface JobContext {
  jobId: string
  /** 1 for the first run. */
  attempt: number
  /** True when an error thrown now ends this job. */
  isLastAttempt: boolean
  /** Aborts when the runner stops. A task that throws because of it does not lose the attempt and is run again elsewhere. */
  signal: AbortSignal
}

/** A run of a job, for observers of the runner. */
export interface JobRun extends JobContext {
  task: string
  /** The origin of the job. */
  origin: Origin
  /** How long the job had been due when it began. */
  waitedMs: number
}

export type Task = (payload: unknown, context: JobContext) => Promise<void>

/** A job whose worker died during its last attempt, so that no task code could handle the failure. */
export interface AbandonedJob {
  jobId: string
  task: string
  payload: unknown
}

interface JobRunnerOptions {
  /** Application name of the session that proves that this process is alive; `vitrine-liveness` by default. */
  sessionName?: string
  /** Number of concurrent jobs in this process; 1 by default. */
  concurrency?: number
  /** Interval of the sweep for dead workers; 1000 ms by default. */
  sweepMs?: number
  /** Whether no retry can succeed after an error (an API error): the job ends immediately. */
  isFinal?: (error: unknown) => boolean
  /** Called for each job whose worker died during its last attempt, and repeated until it succeeds. */
  onAbandoned?: (job: AbandonedJob) => Promise<void>
  /** Wrapped around each run for logging and measuring; must run `work` once and rethrow its error. */
  around?: (run: JobRun, work: () => Promise<void>) => Promise<void>
  /** Called for each failed run and for errors of the queue itself; writes to the console by default. */
  onError?: (message: string, error: unknown) => void
}

export interface JobRunner {
  /** Takes no new jobs, aborts the signals of running ones, waits for them, and returns them to the queue. */
  stop(): Promise<void>
}

/** Adds a job in the caller's transaction: the job exists if, and only if, that commits. Returns the job's id. */
export async function enqueue(
  tx: Tx,
  task: string,
  payload: unknown,
  { jobKey, queueName, priority, maxAttempts = DEFAULT_MAX_ATTEMPTS, runAt }: EnqueueOptions = {},
): Promise<string> {
  const flags = toFlags(currentOrigin())
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from graphile_worker.add_job(
      ${task}::text,
      payload := ${JSON.stringify(payload)}::json,
      queue_name := ${queueName ?? null}::text,
      run_at := ${runAt?.toISOString() ?? null}::timestamptz,
      max_attempts := ${maxAttempts}::int,
      job_key := ${jobKey ?? null}::text,
      priority := ${priority ?? null}::int,
      flags := ${flags.length === 0 ? null : sql.param(flags)}::text[]
    )`)
  assert(rows[0], `no job was added for task ${task}`)
  return rows[0].id
}

/** Removes a waiting job by its key. A running job continues, but is not retried. */
export async function removeJob(tx: Tx, jobKey: string): Promise<void> {
  await tx.execute(sql`select graphile_worker.remove_job(${jobKey})`)
}

/** Whether a job with a priority before `priorityBelow` has been due for `sinceMs` and no worker has taken it. */
export async function isJobWaiting(
  db: Db,
  { priorityBelow, sinceMs }: { priorityBelow: number; sinceMs: number },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from graphile_worker.jobs
     where locked_at is null and attempts < max_attempts and priority < ${priorityBelow}::int
       and run_at < now() - make_interval(secs => ${sinceMs / 1000}::float8)
     limit 1`)
  return rows.length > 0
}

/** Migrates the queue's own tables. `migrate` calls this; tests may call it alone. */
export async function migrateJobs(url: string): Promise<void> {
  // Passes in a pool: one that graphile-worker creates itself is still closing when it returns, without an error listener, so a
  // database that stops at that time would end the process.
  const db = connect(url, { max: 1, applicationName: 'vitrine-migrate' })
  try {
    await runMigrations({ pgPool: db.$client, logger: loggerTo(reportToConsole) })
  } finally {
    await disconnect(db)
  }
}

/**
 * Starts taking jobs. `tasks` maps a task's name to its function; a thrown error is retried with growing backoff unless
 * `isFinal` returns true. If the session that proves this process alive is lost, the process ends with an uncaught error: other
 * runners already take its jobs, and continuing would run them twice.
 */
export async function startJobRunner(
  url: string,
  tasks: Record<string, Task>,
  options: JobRunnerOptions = {},
): Promise<JobRunner> {
  const concurrency = options.concurrency ?? 1
  const onError = options.onError ?? reportToConsole
  const logger = loggerTo(onError)
  const liveness = await openLiveness(url, options.sessionName ?? 'vitrine-liveness')
  const stopping = new AbortController()
  const returned = new Set<string>()

  const pool = new GatedPool({
    connectionString: url,
    max: concurrency + 4,
    application_name: 'vitrine-jobs',
  })
  // The pool replaces a connection that the server closed, and its query is repeated.
  const onLost = (error: Error) => onError('a database connection of the job runner was lost', error)
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  const events: WorkerEvents = new EventEmitter()
  // No job may be taken before the lock is held, or the sweep of another process could consider this one dead. Jobs are locked
  // with the id of graphile-worker's worker pool, not with that of a single worker.
  events.on('pool:create', ({ workerPool }) => {
    pool.gate = liveness.hold(workerPool.id)
  })

  const utils = await makeWorkerUtils({ pgPool: pool, logger })
  const sweep = async () => {
    try {
      const dead = await liveness.findDeadRunners()
      if (dead.length === 0) return
      for (const job of await liveness.findExhaustedJobs(dead)) await options.onAbandoned?.(job)
      await utils.forceUnlockWorkers(dead)
    } catch (error) {
      onError('giving back the jobs of dead workers failed', error)
    }
  }

  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown, helpers: JobHelpers) =>
        runTask(task, payload, helpers, {
          signal: stopping.signal,
          returned,
          isFinal: options.isFinal,
          around: options.around ?? ((_run, work) => work()),
        }),
    ]),
  )
  const runner = await run({
    pgPool: pool,
    taskList,
    events,
    logger,
    noHandleSignals: true,
    concurrency,
    pollInterval: 1000,
    // Only in batches (of the available jobs, hence 0 ms) does a stop wait until the outcome of every job is stored.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  await sweep()
  const timer = repeat(sweep, options.sweepMs ?? 1000)

  let stopped: Promise<void> | undefined
  return {
    stop() {
      stopped ??= (async () => {
        stopping.abort(new Error('the job runner is stopping'))
        await timer.stop()
        await runner.stop()
        await returnToQueue(pool, [...returned])
        await utils.release()
        await pool.end()
        await liveness.close()
      })()
      return stopped
    },
  }
}

interface RunTaskOptions {
  signal: AbortSignal
  returned: Set<string>
  isFinal: JobRunnerOptions['isFinal']
  around: NonNullable<JobRunnerOptions['around']>
}

async function runTask(task: Task, payload: unknown, helpers: JobHelpers, options: RunTaskOptions): Promise<void> {
  const { job } = helpers
  const isLastAttempt = job.attempts >= job.max_attempts
  try {
    const context = { jobId: job.id, attempt: job.attempts, isLastAttempt, signal: options.signal }
    const origin = fromFlags(Object.keys(job.flags ?? {}))
    const waitedMs = Math.max(0, Date.now() - new Date(job.run_at).getTime())
    const run = { ...context, task: job.task_identifier, origin, waitedMs }
    await runWithOrigin(origin, () => options.around(run, () => task(payload, context)))
  } catch (error) {
    if (options.signal.aborted) options.returned.add(job.id)
    else if (options.isFinal?.(error)) {
      await helpers.query(
        'update graphile_worker._private_jobs set max_attempts = greatest(attempts, 1) where id = $1',
        [job.id],
      )
    }
    throw withCauseFirst(error)
  }
}

/**
 * The queue stores only an error's message, and the status page shows its first line: the cause first, then the action. Further
 * lines contain the values of statements.
 */
function withCauseFirst(error: unknown): unknown {
  let root = error
  while (root instanceof Error && root.cause instanceof Error) root = root.cause
  if (root === error || !(root instanceof Error) || !(error instanceof Error)) return error
  return new Error(`${root.message}: ${error.message.split('\n', 1)[0]}`, { cause: error })
}

/** A stop that interrupts an attempt is not the job's failure: it waits again as if it had never begun. */
async function returnToQueue(pool: pg.Pool, jobIds: string[]): Promise<void> {
  if (jobIds.length === 0) return
  await pool.query(
    `update graphile_worker._private_jobs
        set attempts = greatest(attempts - 1, 0), run_at = now(), last_error = null, updated_at = now()
      where id = any($1::bigint[]) and locked_at is null`,
    [jobIds],
  )
  await pool.query(`select pg_notify('jobs:insert', '{"r":0,"count":1}')`)
}

interface Liveness {
  /** Resolves when the lock of this runner's id is held. */
  hold(runnerId: string): Promise<void>
  /** Ids that have locked a job or a queue, but whose process has ended. */
  findDeadRunners(): Promise<string[]>
  /** Jobs locked by these ids without remaining attempts. */
  findExhaustedJobs(runnerIds: string[]): Promise<AbandonedJob[]>
  close(): Promise<void>
}

async function openLiveness(url: string, sessionName: string): Promise<Liveness> {
  const session = new pg.Client({ connectionString: url, application_name: sessionName, keepAlive: true })
  await session.connect()
  const endProcess = (error: Error) => {
    queueMicrotask(() => {
      throw new Error('the session that proves this worker alive was lost', { cause: error })
    })
  }
  session.on('error', endProcess)

  return {
    async hold(runnerId) {
      await session.query('select pg_advisory_lock($1, hashtext($2))', [LIVENESS_SPACE, runnerId]).catch(endProcess)
    },
    async findDeadRunners() {
      const { rows } = await session.query<{ id: string }>(
        `select distinct locked_by as id
           from (select locked_by from graphile_worker._private_jobs
                 union all
                 select locked_by from graphile_worker._private_job_queues) as held
          where locked_by is not null
            and not exists (
              select from pg_locks
               where locktype = 'advisory' and classid = $1
                 and database = (select oid from pg_database where datname = current_database())
                 and objid::bigint = (hashtext(locked_by)::bigint & 4294967295))`,
        [LIVENESS_SPACE],
      )
      return rows.map((row) => row.id)
    },
    async findExhaustedJobs(runnerIds) {
      const { rows } = await session.query<AbandonedJob>(
        `select jobs.id as "jobId", tasks.identifier as task, jobs.payload
           from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
          where jobs.locked_by = any($1::text[]) and jobs.attempts >= jobs.max_attempts`,
        [runnerIds],
      )
      return rows
    },
    async close() {
      session.off('error', endProcess)
      await session.end()
    },
  }
}

/** A pool that provides no connection before its gate promise has resolved. */
class GatedPool extends pg.Pool {
  gate: Promise<void> = Promise.resolve()

  override connect(): Promise<pg.PoolClient>
  override connect(callback: PoolCallback): void
  override connect(callback?: PoolCallback): Promise<pg.PoolClient> | undefined {
    if (!callback) return this.gate.then(() => super.connect())
    void this.gate.then(() => super.connect(callback))
    return undefined
  }
}

type PoolCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** Repeats `work` with a pause in between, never twice at the same time. */
function repeat(work: () => Promise<void>, pauseMs: number): { stop(): Promise<void> } {
  let isStopped = false
  let current = Promise.resolve()
  let timer: NodeJS.Timeout
  const schedule = () => {
    timer = setTimeout(() => {
      current = work().then(() => {
        if (!isStopped) schedule()
      })
    }, pauseMs)
  }
  schedule()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await current
    },
  }
}

function loggerTo(onError: (message: string, error: unknown) => void): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') onError(message, meta?.error)
  })
}

function reportToConsole(message: string, error: unknown): void {
  // Most messages of the queue contain the error; logging a pg error as an object would print its whole client.
  const reason = error instanceof Error ? error.message : String(error ?? '')
  console.error(message.includes(reason) ? message : `${message}: ${reason}`)
}

// Tracks the request that caused a piece of work, including the jobs that the request enqueued.

interface Origin {
  /** The id that the caller received in `x-request-id`. */
  readonly requestId?: string
  /** The trace that it belongs to, as a W3C `traceparent`: `00-<trace>-<span>-01`. */
  readonly traceparent?: string
}

const origins = new AsyncLocalStorage<Origin>()

/** Runs `work`, and everything that it starts, with `origin`. */
export function runWithOrigin<T>(origin: Origin, work: () => T): T {
  return origins.run(origin, work)
}

/** The origin of the current work; empty for work without a request. */
function currentOrigin(): Origin {
  return origins.getStore() ?? {}
}

const NAMES = ['requestId', 'traceparent'] as const

/** Converts an origin to flags of a job, which do not affect the job's payload. */
function toFlags(origin: Origin): string[] {
  return NAMES.flatMap((name) => (origin[name] === undefined ? [] : [`${name}=${origin[name]}`]))
}

/** Restores an origin from a job's flags. */
function fromFlags(flags: readonly string[]): Origin {
  const found = NAMES.flatMap((name) => {
    const flag = flags.find((each) => each.startsWith(`${name}=`))
    return flag === undefined ? [] : [[name, flag.slice(name.length + 1)] as const]
  })
  return Object.fromEntries(found)
}
