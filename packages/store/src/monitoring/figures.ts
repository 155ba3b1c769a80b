// Figures of the status page: PostgreSQL, the processes connected to it, recent renders, the job queue.
import type { Db } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import { operations } from '../operations/tables.ts'
import { renders } from '../renders/tables.ts'

interface DatabaseFigures {
  readonly version: string
  readonly sizeBytes: number
  readonly connections: number
  readonly maxConnections: number
  /** How many migrations have been applied, and when the newest was written. */
  readonly migration: string
}

export async function readDatabase(db: Db): Promise<DatabaseFigures> {
  const { rows } = await db.execute<{
    version: string
    size: string
    used: string
    most: string
    migration: string
  }>(sql`
    select current_setting('server_version') as version,
           pg_database_size(current_database()) as size,
           (select count(*) from pg_stat_activity where datname = current_database()) as used,
           current_setting('max_connections') as most,
           (select count(*) - 1 || ' of ' || to_char(to_timestamp(max(created_at) / 1000), 'YYYY-MM-DD')
              from drizzle.__drizzle_migrations) as migration`)
  const [row] = rows
  return {
    version: row?.version ?? '',
    sizeBytes: Number(row?.size ?? 0),
    connections: Number(row?.used ?? 0),
    maxConnections: Number(row?.most ?? 0),
    migration: row?.migration ?? '',
  }
}

interface RunningProcess {
  readonly name: string
  readonly version: string
  readonly host: string
  readonly count: number
}

/** The PostgreSQL application name of a process, by which `listProcesses` recognizes it. */
export function processName(name: 'server' | 'worker', version: string, host: string): string {
  // PostgreSQL truncates names to 63 bytes, and replaces non-ASCII characters with question marks.
  return `vitrine-${name} ${version} ${host.replace(/[^\w.-]/g, '-')}`.slice(0, 63)
}

/** The connected servers and workers, by version and machine. `count` is the number of their connections. */
export async function listProcesses(db: Db): Promise<RunningProcess[]> {
  const { rows } = await db.execute<{ name: string; count: string }>(sql`
    select application_name as name, count(*) as count
      from pg_stat_activity
     where datname = current_database() and application_name ~ '^vitrine-(server|worker) '
     group by application_name
     order by application_name`)
  return rows.map(({ name, count }) => {
    const [process = '', version = '', host = ''] = name.split(' ')
    return { name: process.replace('vitrine-', ''), version, host, count: Number(count) }
  })
}

interface SlowQuery {
  readonly statement: string
  readonly calls: number
  readonly meanMs: number
  readonly longestMs: number
}

/** The statements that took longest on average, by pg_stat_statements; undefined where it is unavailable. */
export async function findSlowQueries(db: Db, limit: number): Promise<SlowQuery[] | undefined> {
  try {
    const { rows } = await db.execute<Record<keyof SlowQuery, string>>(sql`
      select left(regexp_replace(query, '\s+', ' ', 'g'), 500) as statement, calls,
             mean_exec_time as "meanMs", max_exec_time as "longestMs"
        from pg_stat_statements
       where dbid = (select oid from pg_database where datname = current_database())
         and userid = (select usesysid from pg_user where usename = current_user)
         and query !~* '^(copy|listen|vacuum|create|alter)' and mean_exec_time > 20
       order by mean_exec_time desc
       limit ${limit}`)
    return rows.map(({ statement, calls, meanMs, longestMs }) => ({
      statement,
      calls: Number(calls),
      meanMs: Number(meanMs),
      longestMs: Number(longestMs),
    }))
  } catch {
    // The extension is not installed, not loaded, or not readable.
    return undefined
  }
}

/** Renders of the last 24 hours. */
interface RenderFigures {
  readonly completed: number
  readonly failed: number
  /** The most frequent first. */
  readonly reasons: readonly { readonly code: string; readonly templateId: string; readonly count: number }[]
}

const LATELY = sql`${operations.kind} = 'render' and ${operations.createdAt} > now() - interval '24 hours'`

/** Figures of the renders requested within the last 24 hours. */
export async function readRenderFigures(db: Db): Promise<RenderFigures> {
  const { rows: totals } = await db.execute<{ status: string; count: string }>(
    sql`select status, count(*) as count from ${operations} where ${LATELY} group by status`,
  )
  const { rows: reasons } = await db.execute<{ code: string; templateId: string; count: string }>(sql`
    select ${operations.errorCode} as code, ${renders.templateId} as "templateId", count(*) as count
      from ${operations} join ${renders} on ${renders.id} = ${operations.id}
     where ${LATELY} and ${operations.status} = 'failed'
     group by ${operations.errorCode}, ${renders.templateId}
     order by count(*) desc
     limit 10`)
  const total = (status: string) => Number(totals.find((row) => row.status === status)?.count ?? 0)
  return {
    completed: total('succeeded'),
    failed: total('failed'),
    reasons: reasons.map((reason) => ({ ...reason, count: Number(reason.count) })),
  }
}

/** Jobs of one kind. */
interface QueueFigures {
  readonly task: string
  readonly waiting: number
  readonly running: number
  readonly planned: number
  readonly givenUp: number
  readonly oldestSeconds: number
}

/** One row for each kind of job in the queue. */
export async function readQueue(db: Db): Promise<QueueFigures[]> {
  const { rows } = await db.execute<{ [key in keyof QueueFigures]: string }>(sql`
    select tasks.identifier as task,
           count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now()) as waiting,
           count(*) filter (where locked_at is not null) as running,
           count(*) filter (where locked_at is null and attempts < max_attempts and run_at > now()) as planned,
           count(*) filter (where locked_at is null and attempts >= max_attempts) as "givenUp",
           coalesce(extract(epoch from now() - min(run_at)
             filter (where locked_at is null and attempts < max_attempts and run_at <= now())), 0) as "oldestSeconds"
      from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
     group by tasks.identifier
     order by tasks.identifier`)
  return rows.map(({ task, waiting, running, planned, givenUp, oldestSeconds }) => ({
    task,
    waiting: Number(waiting),
    running: Number(running),
    planned: Number(planned),
    givenUp: Number(givenUp),
    oldestSeconds: Math.max(0, Number(oldestSeconds)),
  }))
}

interface StuckJob {
  readonly jobId: string
  readonly task: string
  readonly attempts: number
  readonly maxAttempts: number
  readonly since: Date
  readonly reason: 'running-long' | 'not-taken' | 'given-up'
  /** The first line of the last error; later lines contain the values of statements. */
  readonly error: string
}

/** No render takes this long; jobs of a dead worker are released within seconds. */
const LONG_RUN = '2 hours'
const LONG_WAIT = '10 minutes'

/** The jobs that need attention, longest wait first; at most `limit`. */
export async function listStuckJobs(db: Db, limit: number): Promise<StuckJob[]> {
  const { rows } = await db.execute<Record<keyof StuckJob, string>>(sql`
    select * from (
      select jobs.id as "jobId", tasks.identifier as task, attempts, max_attempts as "maxAttempts",
             to_json(coalesce(locked_at, run_at)) #>> '{}' as since,
             case when locked_at < now() - ${LONG_RUN}::interval then 'running-long'
                  when locked_at is null and attempts >= max_attempts then 'given-up'
                  when locked_at is null and run_at < now() - ${LONG_WAIT}::interval then 'not-taken' end as reason,
             left(split_part(coalesce(last_error, ''), E'\n', 1), 300) as error
        from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    ) as judged
     where reason is not null
     order by since
     limit ${limit}`)
  return rows.map(({ jobId, task, attempts, maxAttempts, since, reason, error }) => ({
    jobId,
    task,
    attempts: Number(attempts),
    maxAttempts: Number(maxAttempts),
    since: new Date(since),
    reason: reason as StuckJob['reason'],
    error,
  }))
}
