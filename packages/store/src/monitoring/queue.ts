// Figures of the job queue: how many jobs wait, for how long, and which are stuck.
import type { Db } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'

export interface QueueFigures {
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

export interface StuckJob {
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
