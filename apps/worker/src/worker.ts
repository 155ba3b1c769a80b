// The worker process: reads settings, opens services, runs the job queue. It shuts down gracefully: running renders are
// canceled and released, and other workers (or the next start) run them again.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { availableParallelism, hostname } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ApiError } from '@vitrine/contract/api-error'
import { fillSentence } from '@vitrine/contract/sentence'
import { connect, type Db, disconnect, transaction, watchQueries } from '@vitrine/database/connection'
import {
  type AbandonedJob,
  enqueue,
  type JobRunner,
  PERIODIC_MAX_ATTEMPTS,
  startJobRunner,
} from '@vitrine/database/jobs'
import { MigrationRefused, requireMigrated } from '@vitrine/database/migrate'
import { closeOnShutdown, untilPrepared } from '@vitrine/process/graceful-shutdown'
import { ConfigurationError } from '@vitrine/providers/configuration'
import { createLog, useLog } from '@vitrine/providers/log'
import { createMetrics, createQueryObserver, openMetricsPort } from '@vitrine/providers/metrics'
import { createOutbox } from '@vitrine/providers/outbox'
import { SecretUnreadable } from '@vitrine/providers/secret'
import { StorageUnavailable } from '@vitrine/providers/storage'
import { openStorage } from '@vitrine/providers/storage/settings'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { startTracing } from '@vitrine/providers/tracing'
import { INSTALL_SAMPLES_TASK } from '@vitrine/store/admin/setup'
import { computeMissingShapes } from '@vitrine/store/catalogue/shape'
import { enqueueTemplateVideos } from '@vitrine/store/catalogue/template-video'
import { checkMoney } from '@vitrine/store/invariants/ledger-check'
import { processName } from '@vitrine/store/monitoring/figures'
import { describeLedgerCheck, recordMaintenance } from '@vitrine/store/monitoring/maintenance'
import { fixSettings } from '@vitrine/store/settings'
import manifest from '../../../package.json' with { type: 'json' }
import { CLEAN_UP_TASK, runCleanUp, scheduleCleanUp } from './clean-up.ts'
import { readSettings, type WorkerSettings } from './env.ts'
import { importOperation } from './import/import-operation.ts'
import { normaliseOperation } from './normalise/normalise-operation.ts'
import { createTasks, type DefinedOperation, type OperationServices } from './operation/operation.ts'
import { openScratch, sweepScratch } from './operation/scratch.ts'
import { editingCopyOperation } from './preview/editing-copy-operation.ts'
import { previewOperation } from './preview/preview-operation.ts'
import { referenceRenderOperation } from './render/reference-render.ts'
import { renderOperation } from './render/render-operation.ts'
import {
  DISPUTES_TASK,
  emailTasks,
  openWorkerProviders,
  RECONCILE_TASK,
  runDisputes,
  runReconciliation,
  runSettlements,
  SETTLEMENTS_TASK,
  scheduleDisputeCheck,
  scheduleReconciliation,
  scheduleSettlementCheck,
} from './service-jobs.ts'
import { watchJobs } from './watch-job.ts'

/** More urgent work runs first after a start. */
const FIRST_LEDGER_CHECK_MS = 5 * 60 * 1000

/** Errors that `watchJobs` already logs. */
const IS_OF_JOB = /^Failed task /

/** The queue appends an error's message to its own; later lines contain the values of a failed statement. */
function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? ''
}

async function start(settings: WorkerSettings): Promise<void> {
  fixSettings(settings.fixed)
  const services = await openServices(settings)
  const { db, metrics, scratchFolder } = services
  const runners = await startRunners(settings, services)
  // Converts videos of templates that were imported before originals became private.
  await transaction(db, (tx) => enqueueTemplateVideos(tx))
  await planShapes(db)
  await scheduleCleanUp(db, new Date())
  await scheduleReconciliation(db, new Date())
  await scheduleDisputeCheck(db, new Date())
  await scheduleSettlementCheck(db, new Date())
  await scheduleLedgerCheck(db, new Date(Date.now() + FIRST_LEDGER_CHECK_MS))
  const { metricsPort: port, metricsHost: host } = settings
  const metricsPort = port === undefined ? undefined : await openMetricsPort(metrics, { host, port })
  if (process.send) process.send('ready')
  else console.log('The Vitrine worker takes jobs')

  closeOnShutdown(async () => {
    services.isStopping = true
    await Promise.all(runners.map((runner) => runner.stop()))
    await Promise.all([services.providers.close(), disconnect(db), metricsPort?.close()])
    await services.tracing.close()
    await rm(scratchFolder, { recursive: true, force: true })
  })
}

type Services = Awaited<ReturnType<typeof openServices>>

/** The services that all jobs use. */
async function openServices(settings: WorkerSettings) {
  const log = createLog({ level: settings.logLevel, format: settings.logFormat, name: 'worker' })
  useLog(log)
  const { version } = manifest
  const tracing = await startTracing(settings.tracing && { ...settings.tracing, service: 'vitrine-worker', version })
  const metrics = createMetrics('worker')
  await requireMigrated(settings.databaseUrl, { folder: settings.migrationsFolder })
  const scratchRoot = join(settings.dataFolder, 'tmp', 'renders')
  const scratchFolder = await openScratch(scratchRoot)
  await sweepScratch(scratchRoot)
  const name = processName('worker', version, hostname())
  const db = connect(settings.databaseUrl, {
    applicationName: name,
    max: settings.renders + settings.normalisations + 5,
  })
  watchQueries(db, createQueryObserver({ metrics, log }))
  const links = createSignedLinks(settings.secrets)
  const storage = await openStorage(settings.storage, { dataFolder: settings.dataFolder, links })
  // Reports an unreachable bucket now, by name, instead of as a failed render.
  await storage.check()
  const providers = openWorkerProviders({
    db,
    environment: settings.providers,
    secrets: settings.secrets,
    outbox: createOutbox(join(settings.dataFolder, 'outbox')),
  })
  return { name, log, metrics, tracing, db, storage, providers, scratchRoot, scratchFolder, isStopping: false }
}

/** Operations that share limits and threads. */
interface Group {
  readonly operations: readonly DefinedOperation[]
  readonly services: OperationServices
}

function startRunners(settings: WorkerSettings, services: Services): Promise<JobRunner[]> {
  const { log, metrics, db, storage, providers, scratchRoot, scratchFolder } = services
  const uploadFolder = join(settings.dataFolder, 'tmp', 'uploads')
  // Drawing uses a core more fully than encoding.
  const drawThreads = Math.max(1, Math.floor(availableParallelism() / settings.renders))
  const shared = { db, storage, scratchFolder, drawThreads }
  // A single render may use every core; several share them.
  const renderThreads = settings.renders === 1 ? 0 : Math.max(2, Math.ceil(availableParallelism() / settings.renders))
  const rendering: Group = {
    operations: [renderOperation, referenceRenderOperation, previewOperation],
    services: { ...shared, encoderThreads: renderThreads, limits: { memoryBytes: settings.renderMemoryBytes } },
  }
  const copying: Group = {
    operations: [editingCopyOperation],
    services: { ...shared, encoderThreads: renderThreads },
  }
  const preparing: Group = {
    operations: [normaliseOperation, importOperation],
    services: { ...shared, encoderThreads: Math.max(2, Math.ceil(availableParallelism() / settings.normalisations)) },
  }
  const warn = (message: string) => log.warn(message)
  const options = {
    // The only session that stays open; those of the pool close when idle.
    sessionName: services.name,
    isFinal: (error: unknown) => error instanceof ApiError,
    around: watchJobs({ log, metrics }),
    onError(message: string, error: unknown) {
      // Renders canceled by a shutdown end with an error by design; they run again.
      if (!services.isStopping && !IS_OF_JOB.test(message)) log.error({ err: error }, firstLine(message))
    },
    onAbandoned: async ({ task, payload }: AbandonedJob) => {
      for (const { operations, services } of [rendering, copying, preparing])
        await operations.find(({ kind }) => kind === task)?.abandon(services, payload)
    },
  }
  return Promise.all([
    startJobRunner(
      settings.databaseUrl,
      {
        ...createTasks(rendering),
        ...createTasks(copying),
        [CLEAN_UP_TASK]: () => runCleanUp({ db, storage, uploadFolder, scratchRoot }),
      },
      { ...options, concurrency: settings.renders },
    ),
    startJobRunner(
      settings.databaseUrl,
      // Separate from renders: a customer who uploads is watching a progress bar.
      createTasks(preparing),
      { ...options, concurrency: settings.normalisations },
    ),
    startJobRunner(
      settings.databaseUrl,
      {
        ...emailTasks({ db, storage, providers, publicUrl: settings.publicUrl, warn }),
        // In the runner of the emails, because payments must not wait for a render either.
        [RECONCILE_TASK]: () => runReconciliation({ db, providers, warn }),
        [DISPUTES_TASK]: () => runDisputes({ db, providers, warn }),
        [SETTLEMENTS_TASK]: () => runSettlements({ db, providers, warn, note: (message) => log.info(message) }),
        [COMPUTE_SHAPES_TASK]: async () => {
          await computeMissingShapes(db)
        },
        [INSTALL_SAMPLES_TASK]: (_payload, { signal }) => runInstallSamples(settings.databaseUrl, signal),
        [CHECK_LEDGER_TASK]: () => runLedgerCheck({ db, warn: (message) => log.error(message) }),
      },
      { ...options, concurrency: 3 },
    ),
  ])
}

/** An error whose message says what to do; its stack would add nothing. */
function isForOwner(error: unknown): error is Error {
  return [ConfigurationError, SecretUnreadable, StorageUnavailable, MigrationRefused].some(
    (kind) => error instanceof kind,
  )
}

const CHECK_LEDGER_TASK = 'check-books'

const LEDGER_CHECK_EVERY_MS = 24 * 60 * 60 * 1000

/** Schedules the next check. The job key prevents duplicates when several workers schedule it. */
async function scheduleLedgerCheck(db: Db, runAt: Date): Promise<void> {
  const options = { jobKey: CHECK_LEDGER_TASK, runAt, priority: 100, maxAttempts: PERIODIC_MAX_ATTEMPTS }
  await transaction(db, (tx) => enqueue(tx, CHECK_LEDGER_TASK, {}, options))
}

/** Runs the job `check-books` and schedules the next one. */
async function runLedgerCheck({ db, warn }: { db: Db; warn: (message: string) => void }): Promise<void> {
  const startedAt = new Date()
  try {
    const { transfers, entries, faults } = await checkMoney(db)
    // A fault may name the customers it concerns, so only the number of faults is recorded.
    const summary = describeLedgerCheck(transfers, entries, faults.length)
    await recordMaintenance(db, { kind: 'ledger-check', startedAt, isGood: faults.length === 0, summary })
    if (faults.length > 0) warn(`the ledger does not add up: ${fillSentence(summary)}`)
  } finally {
    await scheduleLedgerCheck(db, new Date(Date.now() + LEDGER_CHECK_EVERY_MS))
  }
}

const COMPUTE_SHAPES_TASK = 'compute-shapes'

/** Schedules computed shapes for templates that have none, or those of an earlier layout version. The job key prevents duplicates. */
async function planShapes(db: Db): Promise<void> {
  const task = COMPUTE_SHAPES_TASK
  await transaction(db, (tx) => enqueue(tx, task, {}, { jobKey: task, priority: 100 }))
}

// In a bundle the program is a file in the same folder.
const SAMPLES_PROGRAM = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../../template/src/samples-process.ts' : './samples-process.js',
    import.meta.url,
  ),
)

/** Runs the program to its end, in the environment of this process. Rejects when it fails, so that the queue runs it again. */
async function runInstallSamples(databaseUrl: string, signal: AbortSignal): Promise<void> {
  const child = fork(SAMPLES_PROGRAM, [], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    signal,
  })
  const [code, by] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  if (code !== 0) throw new Error(`installing the samples ended with ${code ?? by}`)
}

try {
  await untilPrepared()
  await start(readSettings())
} catch (error) {
  console.error(isForOwner(error) ? error.message : error)
  process.exit(1)
}
