// A store, server and worker in one process, whose connection to PostgreSQL goes through the proxy that loses the response of one
// commit. Assertions bypass the proxy.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Db, disconnect } from '@vitrine/database/connection'
import type { Task } from '@vitrine/database/jobs'
import { checkMoney } from '@vitrine/store/invariants/ledger-check'
import { sql } from 'drizzle-orm'
import { buildApp } from '../../apps/server/src/app.ts'
import type { AppDeps } from '../../apps/server/src/deps/deps.ts'
import { openDepsForTest } from '../../apps/server/testing/deps.ts'
import { importOperation } from '../../apps/worker/src/import/import-operation.ts'
import { normaliseOperation } from '../../apps/worker/src/normalise/normalise-operation.ts'
import { createTasks } from '../../apps/worker/src/operation/operation.ts'
import { editingCopyOperation } from '../../apps/worker/src/preview/editing-copy-operation.ts'
import { previewOperation } from '../../apps/worker/src/preview/preview-operation.ts'
import { referenceRenderOperation } from '../../apps/worker/src/render/reference-render.ts'
import { renderOperation } from '../../apps/worker/src/render/render-operation.ts'
import { emailTasks } from '../../apps/worker/src/service-jobs.ts'
import { StoreClient } from '../client/store-client.ts'
import { startTestGateway, type TestGateway } from '../payment-gateway.ts'
import { startPostgresProxy } from './postgres-proxy.ts'

export interface LossyStore {
  /** Past the proxy: nothing is lost here. */
  readonly db: Db
  /** What the server and the jobs have. */
  readonly lossyDb: Db
  readonly deps: AppDeps
  readonly gateway: TestGateway
  readonly baseUrl: string
  /** A customer of their own, from an address of their own. */
  newClient(headers?: Readonly<Record<string, string>>): StoreClient
  /** Loses the response of this commit (from 1) of whatever `underLoss` does next; of none without it. */
  plan(lose?: number): void
  /** Does the work whose commits count. */
  underLoss<T>(work: () => Promise<T>): Promise<T>
  /** The commits of the last `underLoss`, and whether the planned response was lost. */
  readonly seen: { readonly commits: readonly string[]; readonly hasLost: boolean }
  /** Runs every job that waits, each until it succeeds and then once more, as if its end had not been recorded. */
  runJobs(): Promise<void>
  /** Violations as sentences: of the ledger, and rows whose files are missing. */
  findFaults(): Promise<string[]>
  close(): Promise<void>
}

const ATTEMPTS = 3

export async function openLossyStore(databaseUrl: string): Promise<LossyStore> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-lossy-'))
  const scratchFolder = join(folder, 'scratch')
  await mkdir(scratchFolder)
  const proxy = startPostgresProxy(databaseUrl)
  const db = connect(databaseUrl)
  const lossyDb = connect(proxy.url)
  let baseUrl = ''
  const gateway = await startTestGateway({
    db,
    async post(body, headers, signal) {
      const answer = await fetch(`${baseUrl}/api/webhooks/razorpay`, { method: 'POST', body, headers, signal })
      return { status: answer.status, text: await answer.text() }
    },
  })
  const deps = {
    ...(await openDepsForTest({ db: lossyDb, databaseUrl, folder, gateway })),
    trustedProxies: ['127.0.0.1'],
  }
  const app = await buildApp({ ...deps, logger: { level: 'fatal' } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

  let planned: number | undefined
  let seen: LossyStore['seen'] = { commits: [], hasLost: false }
  const tasks = listTasks(deps, scratchFolder)
  return {
    db,
    lossyDb,
    deps,
    gateway,
    baseUrl,
    newClient(headers) {
      const part = () => 1 + Math.floor(Math.random() * 254)
      return new StoreClient({
        baseUrl,
        headers: { 'x-forwarded-for': `8.${part()}.${part()}.${part()}`, ...headers },
      })
    },
    plan(lose) {
      planned = lose
    },
    async underLoss(work) {
      proxy.watch(planned)
      try {
        return await work()
      } finally {
        seen = { commits: [...proxy.commits], hasLost: proxy.hasLost }
        proxy.watch()
      }
    },
    get seen() {
      return seen
    },
    runJobs: () => runJobs(db, tasks),
    async findFaults() {
      const { faults } = await checkMoney(db)
      return [...faults, ...(await findMissingFiles(db, deps.storage))]
    },
    async close() {
      await gateway.close()
      await app.close()
      await deps.operationFeed.close()
      await Promise.all([disconnect(db), disconnect(lossyDb)])
      await proxy.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

const OPERATIONS = [
  renderOperation,
  referenceRenderOperation,
  previewOperation,
  editingCopyOperation,
  normaliseOperation,
  importOperation,
]

function listTasks({ db, storage, providers }: AppDeps, scratchFolder: string): Record<string, Task> {
  const mail = { readMailer: async () => providers.get().mailer }
  return {
    ...createTasks({ operations: OPERATIONS, services: { db, storage, scratchFolder, encoderThreads: 2 } }),
    ...emailTasks({ db, storage, providers: mail, publicUrl: 'http://localhost', warn: assert.fail }),
  }
}

async function runJobs(db: Db, tasks: Readonly<Record<string, Task>>): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ id: string; task: string; payload: unknown }>(sql`
      update graphile_worker._private_jobs as jobs set locked_at = now(), locked_by = 'lossy store'
        from graphile_worker._private_tasks as tasks
       where tasks.id = jobs.task_id
         and jobs.id = (select id from graphile_worker._private_jobs where locked_at is null order by priority, id limit 1)
      returning jobs.id, tasks.identifier as task, jobs.payload`)
    const [job] = rows
    if (!job) return
    const run = tasks[job.task]
    assert(run, `no task ${job.task}`)
    const context = { jobId: job.id, attempt: 1, isLastAttempt: false, signal: new AbortController().signal }
    // Once more than it takes, as if its end had not been recorded.
    for (let successes = 0, failures = 0; successes < 2; ) {
      try {
        await run(job.payload, context)
        successes++
      } catch (error) {
        if (++failures === ATTEMPTS) throw error
      }
    }
    await db.execute(sql`delete from graphile_worker._private_jobs where id = ${job.id}`)
  }
}

/** Every column that names a stored file. */
async function findMissingFiles(db: Db, storage: AppDeps['storage']): Promise<string[]> {
  const { rows } = await db.execute<{ key: string; source: string }>(sql`
    select file_key as key, 'a render' as source from renders where file_key is not null
    union select poster_key, 'the poster of a render' from renders where poster_key is not null
    union select storage_key, 'a reference render' from reference_renders
    union select storage_key, 'an asset' from assets where deleted_at is null and storage_key is not null
    union select proxy_key, 'the copy of an asset' from assets where deleted_at is null and proxy_key is not null
    union select poster_key, 'the poster of an asset' from assets where deleted_at is null and poster_key is not null
    union select original_key, 'an upload' from assets where deleted_at is null and original_key is not null
    union select storage_key, 'a part of an upload' from upload_parts
    union select profile_picture_key, 'a profile picture' from users where profile_picture_key is not null
    union select file ->> 'storageKey', 'an import' from template_imports, jsonb_array_elements(files) file`)
  const isThere = await Promise.all(rows.map(({ key }) => storage.exists(key)))
  return rows.filter((_, index) => !isThere[index]).map(({ key, source }) => `${source} names ${key}, which is gone`)
}
