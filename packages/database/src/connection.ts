// Connects to PostgreSQL: one pool per process with Drizzle, transactions that are retried after serialization failures, and an
// observer of statements.
import { setTimeout as sleep } from 'node:timers/promises'
import { backoffMs } from '@vitrine/contract/backoff'
import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

/** A pooled database handle for reads; writes take a `Tx`. */
export type Db = NodePgDatabase<Record<string, never>> & { $client: pg.Pool }

/** An open transaction. Only routes and jobs open one. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const TRANSACTION_ATTEMPTS = 4

/**
 * Opens a pool of at most `max` connections (default 10). Nothing connects before the first query. A query waits up to 10 s for
 * a free connection. The server ends a transaction that is idle for a minute, so that a forgotten one cannot hold its locks
 * forever.
 */
export function connect(url: string, options: { max?: number; applicationName?: string } = {}): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'vitrine',
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  // The pool replaces an idle connection that the server closes (restart, failover); without a listener it would end the
  // process as an uncaught 'error' event.
  pool.on('error', (error) => console.error(`lost an idle database connection: ${error.message}`))
  // The pool does not listen while a connection is in use. Losing one between two statements of a transaction would end the
  // process in the same way; the next statement fails anyway and reports the error to its caller.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = drizzle(pool)
  // Drizzle's own takes a connection and sends BEGIN before it makes sure that the connection goes back: one that is lost in between
  // would be missing from the pool for ever.
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    try {
      return await drizzle(client).transaction(work, config)
    } finally {
      client.release()
    }
  }
  return db
}

/** Closes the pool after running queries have ended. */
export async function disconnect(db: Db): Promise<void> {
  await db.$client.end()
}

/**
 * The connection was lost during COMMIT: the transaction may or may not have committed. The caller must not undo anything and
 * must query the database again. PostgreSQL calls this transaction_resolution_unknown.
 */
export class CommitOutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection was lost during COMMIT', { cause })
    this.name = 'CommitOutcomeUnknown'
  }
}

/**
 * Runs `work` in one transaction: committed when it returns, rolled back when it throws. Throws `CommitOutcomeUnknown` when the
 * response to COMMIT is lost; after every other error nothing was committed. After a deadlock or a serialization failure
 * everything is repeated (four attempts in all), so `work` must have no effect outside the database.
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let isCommitting = false
    try {
      return await db.transaction(async (tx) => {
        const result = await work(tx)
        isCommitting = true
        return result
      })
    } catch (error) {
      // An error that PostgreSQL itself reports during COMMIT, such as a deferred constraint, means that it rolled back.
      if (isCommitting && (findSqlState(error) === undefined || isDatabaseAway(error))) {
        throw new CommitOutcomeUnknown(error)
      }
      if (attempt === TRANSACTION_ATTEMPTS || !isLostRace(error)) throw error
      await sleep(backoffMs(attempt, { firstMs: 10, isSpread: true }))
    }
  }
}

/** The SQLSTATE of a database error, even if Drizzle has wrapped it; undefined for any other value. */
export function findSqlState(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof pg.DatabaseError) return current.code
  }
  return undefined
}

/**
 * Removes the parameter values from a failed query's error for logs, because they contain email addresses and password hashes.
 * The statement, the stack and the database's message are preserved.
 */
export function forgetValues(error: unknown): unknown {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof pg.DatabaseError) current.detail = ''
    if (!(current instanceof DrizzleQueryError)) continue
    const original = current.message
    current.params = []
    const message = `Failed query: ${current.query}`
    current.stack = (current.stack ?? '').replace(original, () => message)
    current.message = message
  }
  return error
}

/** Error codes of Node and the driver when a connection failed or was lost. */
const AWAY_ERRNO = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT']
const CONNECTION_LOST_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/
/** SQLSTATE of connection errors, shutdown or startup, too many connections, and a full disk. */
const AWAY_STATE = /^(08...|57P0[123]|53...)$/

/** Whether an error is unrelated to the query and only means that PostgreSQL is currently unavailable. */
export function isDatabaseAway(error: unknown): boolean {
  const state = findSqlState(error)
  if (state !== undefined) return AWAY_STATE.test(state)
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, syscall, message } = current as NodeJS.ErrnoException
    const isOfConnection = syscall === 'connect' || syscall === 'read' || syscall === 'write'
    if ((isOfConnection && AWAY_ERRNO.includes(code ?? '')) || CONNECTION_LOST_MESSAGE.test(message)) return true
  }
  return false
}

function isLostRace(error: unknown): boolean {
  const state = findSqlState(error)
  return state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED
}

/** Observes the statements of a pool. Parameter values are never passed on. */
interface QueryWatcher {
  /** Called when a statement is sent; returns a callback for its completion or its error. */
  begin(text: string): (error?: unknown) => void
}

/** Watches every statement on connections that the pool opens from now on. */
export function watchQueries(db: Db, watcher: QueryWatcher): void {
  db.$client.on('connect', (client) => watchClient(client, watcher))
}

type QueryFunction = (...args: unknown[]) => unknown

function watchClient(client: pg.PoolClient, watcher: QueryWatcher): void {
  const ask = client.query.bind(client) as QueryFunction
  const watched: QueryFunction = (...args) => {
    const text = findQueryText(args[0])
    // Streams of COPY do not report their end here.
    if (text === undefined) return ask(...args)
    const end = watcher.begin(text)
    const last = args.at(-1)
    if (typeof last === 'function') {
      return ask(...args.slice(0, -1), (error: unknown, result: unknown) => {
        end(error ?? undefined)
        last(error, result)
      })
    }
    const answer = ask(...args) as Promise<unknown>
    answer.then(
      () => end(),
      (error: unknown) => end(error),
    )
    return answer
  }
  client.query = watched as typeof client.query
}

function findQueryText(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  if (typeof query !== 'object' || query === null || 'submit' in query) return undefined
  return (query as { text?: string }).text
}
