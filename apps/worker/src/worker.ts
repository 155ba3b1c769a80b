// The process that takes jobs: settings, then what jobs stand on, then the queue. Ends gracefully when told to: running
// films are called off and given back, and other workers (or the next start) make them again.
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '@vitrine/contract/refusal'
import { connect, disconnect, transaction } from '@vitrine/database/connection'
import { type AbandonedJob, startJobRunner } from '@vitrine/database/jobs'
import { createPaymentGateway } from '@vitrine/providers/payment/settings'
import { closeWhenTold } from '@vitrine/providers/process'
import { createLocalDiskStorage } from '@vitrine/providers/storage/local-disk'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { IMPORT_TASK, PREVIEW_TASK } from '@vitrine/shop/catalogue'
import { NORMALISE_TASK } from '@vitrine/shop/media'
import { BASE_FILM_TASK, failRender, GAVE_UP, RENDER_TASK } from '@vitrine/shop/renders'
import { runBaseFilm } from './base-job.ts'
import { CLEAN_UP_TASK, planCleanUp, runCleanUp } from './clean-up.ts'
import { readSettings, SettingsError, type WorkerSettings } from './env.ts'
import { DEFAULT_LIMITS } from './film-maker.ts'
import { abandonImport, DEFAULT_IMPORT_LIMITS, runImport } from './intake/import-job.ts'
import { abandonNormalise, DEFAULT_NORMALISE_LIMITS, runNormalise } from './normalise/normalise-job.ts'
import { createMailer, noticeTasks } from './notice.ts'
import { abandonPreview, runPreview } from './preview/preview-job.ts'
import { planReconciliation, RECONCILE_TASK, runReconciliation } from './reconcile.ts'
import { runRender } from './render.ts'
import { openScratch, sweepScratch } from './scratch.ts'

async function start(settings: WorkerSettings): Promise<void> {
  const filesFolder = join(settings.dataFolder, 'files')
  const uploadFolder = join(settings.dataFolder, 'uploads')
  const scratchRoot = join(settings.dataFolder, 'tmp', 'renders')
  for (const folder of [filesFolder, uploadFolder]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const scratchFolder = await openScratch(scratchRoot)
  await sweepScratch(scratchRoot)

  const db = connect(settings.databaseUrl, {
    applicationName: 'vitrine-worker',
    max: settings.renders + settings.normalisings + 5,
  })
  const storage = createLocalDiskStorage({ directory: filesFolder, links: createSignedLinks(settings.secret) })
  const mailer = createMailer(settings)
  const gateway = createPaymentGateway(settings.payment, settings.secret)
  const renderDeps = {
    db,
    storage,
    scratchFolder,
    limits: { ...DEFAULT_LIMITS, memoryBytes: settings.renderMemoryBytes },
    // Alone, a film may use every core. Several share them.
    encoderThreads: settings.renders === 1 ? 0 : Math.max(2, Math.ceil(availableParallelism() / settings.renders)),
  }
  const normaliseDeps = {
    db,
    storage,
    scratchFolder,
    limits: DEFAULT_NORMALISE_LIMITS,
    encoderThreads: Math.max(2, Math.ceil(availableParallelism() / settings.normalisings)),
  }
  let isStopping = false
  const options = {
    isFinal: (error: unknown) => error instanceof Refusal,
    onError(message: string, error: unknown) {
      // Films that are called off by a stop end with an error by design; they are made again.
      if (!isStopping) console.error(message, error ?? '')
    },
    onAbandoned: async ({ task, payload }: AbandonedJob) => {
      if (task === NORMALISE_TASK) return abandonNormalise(normaliseDeps, payload)
      if (task === PREVIEW_TASK) return abandonPreview(renderDeps, payload)
      if (task === IMPORT_TASK) return abandonImport(renderDeps, payload)
      if (task !== RENDER_TASK) return
      const { renderId } = payload as { renderId: string }
      await transaction(db, (tx) => failRender(tx, { renderId }, 'gave-up', GAVE_UP))
    },
  }
  const runners = await Promise.all([
    startJobRunner(
      settings.databaseUrl,
      {
        [RENDER_TASK]: (payload, context) => runRender(renderDeps, payload, context),
        [BASE_FILM_TASK]: (payload, context) => runBaseFilm(renderDeps, payload, context),
        [PREVIEW_TASK]: (payload, context) => runPreview(renderDeps, payload, context),
        [CLEAN_UP_TASK]: () => runCleanUp({ db, storage, filesFolder, uploadFolder, scratchRoot }),
      },
      { ...options, concurrency: settings.renders },
    ),
    startJobRunner(
      settings.databaseUrl,
      // Beside the films: whoever uploads is waiting in front of a progress bar.
      {
        [NORMALISE_TASK]: (payload, context) => runNormalise(normaliseDeps, payload, context),
        [IMPORT_TASK]: (payload, context) =>
          runImport({ ...normaliseDeps, limits: DEFAULT_IMPORT_LIMITS }, payload, context),
      },
      { ...options, concurrency: settings.normalisings },
    ),
    startJobRunner(
      settings.databaseUrl,
      {
        ...noticeTasks({ db, storage, mailer, publicUrl: settings.publicUrl }),
        // Beside the mails, because money must not wait for a film either.
        [RECONCILE_TASK]: () => runReconciliation({ db, gateway, warn: (message) => console.warn(message) }),
      },
      { ...options, concurrency: 3 },
    ),
  ])
  await planCleanUp(db, new Date())
  await planReconciliation(db, new Date())
  if (process.send) process.send('ready')
  else console.log('The Vitrine worker takes jobs')

  closeWhenTold(async () => {
    isStopping = true
    await Promise.all(runners.map((runner) => runner.stop()))
    await Promise.all([mailer.close(), disconnect(db)])
    await rm(scratchFolder, { recursive: true, force: true })
  })
}

try {
  await start(readSettings())
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error)
  process.exit(1)
}
