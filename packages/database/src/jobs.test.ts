import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/database.ts'
import { transaction } from './connection.ts'
import { type AbandonedJob, enqueue, type JobRunner, removeJob, startJobRunner, type Task } from './jobs.ts'

const database = useDatabase()
const fixture = resolve(import.meta.dirname, '../testing/run-jobs.ts')

const runners: JobRunner[] = []
const processes: ChildProcess[] = []

afterEach(async () => {
  for (const child of processes.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  for (const runner of runners.splice(0)) await runner.stop()
  await database.db.execute(sql`truncate graphile_worker._private_jobs, graphile_worker._private_job_queues`)
})

async function startRunner(
  tasks: Record<string, Task>,
  options?: Parameters<typeof startJobRunner>[2],
): Promise<JobRunner> {
  const runner = await startJobRunner(database.url, tasks, { onError: () => {}, sweepMs: 100, ...options })
  runners.push(runner)
  return runner
}

async function startWorkerProcess(): Promise<ChildProcess> {
  const child = fork(fixture, [database.url], { execArgv: [] })
  processes.push(child)
  await once(child, 'message')
  return child
}

const add = (...args: [task: string, payload: unknown, options?: Parameters<typeof enqueue>[3]]) =>
  transaction(database.db, (tx) => enqueue(tx, ...args))

async function jobsLeft(): Promise<{ attempts: number; max_attempts: number; last_error: string | null }[]> {
  const { rows } = await database.db.execute<{ attempts: number; max_attempts: number; last_error: string | null }>(
    sql`select attempts, max_attempts, last_error from graphile_worker._private_jobs order by id`,
  )
  return rows
}

async function sessionsOfRunners(): Promise<unknown[]> {
  const { rows } = await database.db.execute(
    sql`select application_name from pg_stat_activity
         where datname = current_database() and application_name in ('vitrine-jobs', 'vitrine-liveness')`,
  )
  return rows
}

/** A task that reports each of its runs. */
function recorder() {
  const seen: unknown[] = []
  const waiting: (() => void)[] = []
  return {
    seen,
    async saw(count: number) {
      while (seen.length < count) await new Promise<void>((done) => waiting.push(done))
    },
    note(value: unknown) {
      seen.push(value)
      for (const wake of waiting.splice(0)) wake()
    },
  }
}

describe('enqueue', () => {
  test('adds a job that runs with its payload, and leaves nothing behind', async () => {
    const runs = recorder()
    const id = await add('greet', { name: 'Priya', emoji: '🎉' })
    const runner = await startRunner({
      greet: async (payload, { jobId, attempt, isLastAttempt }) =>
        runs.note({ payload, jobId, attempt, isLastAttempt }),
    })
    await runs.saw(1)
    await runner.stop()
    expect(runs.seen).toEqual([
      { payload: { name: 'Priya', emoji: '🎉' }, jobId: id, attempt: 1, isLastAttempt: false },
    ])
    expect(await jobsLeft()).toEqual([])
  })

  test('rolls back with its transaction', async () => {
    const attempt = transaction(database.db, async (tx) => {
      await enqueue(tx, 'greet', {})
      throw new Error('changed my mind')
    })
    await expect(attempt).rejects.toThrow('changed my mind')
    expect(await jobsLeft()).toEqual([])
  })

  test('replaces a waiting job of the same key', async () => {
    await add('greet', { version: 1 }, { jobKey: 'one' })
    await add('greet', { version: 2 }, { jobKey: 'one' })
    const runs = recorder()
    await startRunner({ greet: async (payload) => runs.note(payload) })
    await runs.saw(1)
    expect(runs.seen).toEqual([{ version: 2 }])
  })

  test('runs urgent jobs first and the jobs of one queue one after another', async () => {
    await add('greet', 'later', { priority: 5 })
    await add('greet', 'first', { priority: -5 })
    const runs = recorder()
    await startRunner({ greet: async (payload) => runs.note(payload) })
    await runs.saw(2)
    expect(runs.seen).toEqual(['first', 'later'])

    let open = 0
    let maxOpen = 0
    const queued = recorder()
    await startRunner(
      {
        serial: async () => {
          maxOpen = Math.max(maxOpen, ++open)
          await new Promise((done) => setImmediate(done))
          open--
          queued.note(null)
        },
      },
      { concurrency: 4 },
    )
    for (let i = 0; i < 6; i++) await add('serial', i, { queueName: 'one-by-one' })
    await queued.saw(6)
    expect(maxOpen).toBe(1)
  })

  test('does not run a job before its time, and removeJob takes it out', async () => {
    await add('greet', {}, { jobKey: 'tomorrow', runAt: new Date(Date.now() + 86_400_000) })
    const runs = recorder()
    await startRunner({ greet: async (payload) => runs.note(payload) })
    await add('greet', 'now')
    await runs.saw(1)
    expect(runs.seen).toEqual(['now'])
    await transaction(database.db, (tx) => removeJob(tx, 'tomorrow'))
    expect((await jobsLeft()).length).toBeLessThanOrEqual(1)
    const { rows } = await database.db.execute(sql`select 1 from graphile_worker._private_jobs where key = 'tomorrow'`)
    expect(rows).toEqual([])
  })
})

describe('a failing task', () => {
  test('is retried, and ends at once for a permanent error', async () => {
    const failures = recorder()
    await add('fail', 'passing', { maxAttempts: 3 })
    await add('fail', 'final', { maxAttempts: 3 })
    const runner = await startRunner(
      {
        fail: async (payload) => {
          throw new Error(String(payload))
        },
      },
      {
        isFinal: (error) => error instanceof Error && error.message === 'final',
        onError: (_message, error) => failures.note((error as Error).message),
      },
    )
    await failures.saw(2)
    await runner.stop()
    const [passing, final] = await jobsLeft()
    // On a machine that takes seconds between two lines it has already been retried.
    expect(passing).toMatchObject({ max_attempts: 3, last_error: 'passing' })
    expect(passing?.attempts).toBeGreaterThanOrEqual(1)
    expect(final).toEqual({ attempts: 1, max_attempts: 1, last_error: 'final' })
  })

  test('keeps the cause of an error before what was tried', async () => {
    const failures = recorder()
    await add('fail', null, { maxAttempts: 3 })
    const runner = await startRunner(
      { fail: async () => void (await database.db.execute(sql`select now() at time zone ${'Asia/Nowhere'}`)) },
      { onError: (_message, error) => failures.note(error) },
    )
    await failures.saw(1)
    await runner.stop()
    const [job] = await jobsLeft()
    expect(job?.last_error).toMatch(/^time zone "Asia\/Nowhere" not recognized: Failed query: select now\(\)/)
    expect(job?.last_error).not.toContain('params')
  })

  test('knows which attempt is the last', async () => {
    const runs = recorder()
    await add('fail', null, { maxAttempts: 1 })
    await startRunner({
      fail: async (_payload, { attempt, isLastAttempt }) => runs.note({ attempt, isLastAttempt }),
    })
    await runs.saw(1)
    expect(runs.seen).toEqual([{ attempt: 1, isLastAttempt: true }])
  })
})

describe('stop', () => {
  test('aborts the running job and returns it to the queue for the next runner', async () => {
    const started = recorder()
    await add('long', 'video', { maxAttempts: 2 })
    const runner = await startRunner({
      long: (_payload, { signal }) =>
        new Promise((_done, fail) => {
          started.note(null)
          signal.addEventListener('abort', () => fail(signal.reason))
        }),
    })
    await started.saw(1)
    await runner.stop()
    expect(await jobsLeft()).toEqual([{ attempts: 0, max_attempts: 2, last_error: null }])

    const runs = recorder()
    await startRunner({ long: async (payload, { attempt }) => runs.note({ payload, attempt }) })
    await runs.saw(1)
    expect(runs.seen).toEqual([{ payload: 'video', attempt: 1 }])
  })

  test('may be called twice and leaves no session behind', async () => {
    const runner = await startRunner({})
    await Promise.all([runner.stop(), runner.stop()])
    // PostgreSQL ends a session slightly after its connection was closed.
    await expect.poll(sessionsOfRunners).toEqual([])
  })
})

describe('kill -9 of a worker', () => {
  test('its job runs again in another worker, while the jobs of living workers are left alone', {
    tags: ['full'],
  }, async () => {
    const dying = await startWorkerProcess()
    const taken = once(dying, 'message')
    await add('hold', 'video')
    await taken
    const living = await startWorkerProcess()
    const livingRuns: unknown[] = []
    living.on('message', (message) => livingRuns.push(message))
    const heldByLiving = once(living, 'message')
    await add('hold', 'other video')
    await heldByLiving

    const runs = recorder()
    await startRunner({ hold: async (payload, { attempt }) => runs.note({ payload, attempt }) }, { concurrency: 2 })
    dying.kill('SIGKILL')
    await runs.saw(1)
    expect(runs.seen).toEqual([{ payload: 'video', attempt: 2 }])
    expect(livingRuns).toEqual([{ payload: 'other video', attempt: 1 }])
  })

  test('a job that dies with its worker on its last attempt is reported, until the report is taken', {
    tags: ['full'],
  }, async () => {
    const dying = await startWorkerProcess()
    const taken = once(dying, 'message')
    await add('hold', { video: 7 }, { maxAttempts: 1 })
    await taken
    dying.kill('SIGKILL')
    const reports = recorder()
    await startRunner(
      {},
      {
        onAbandoned: async (job: AbandonedJob) => {
          reports.note(job)
          if (reports.seen.length === 1) throw new Error('the report could not be written')
        },
      },
    )
    await reports.saw(2)
    expect(reports.seen[1]).toMatchObject({ task: 'hold', payload: { video: 7 } })
  })
})
