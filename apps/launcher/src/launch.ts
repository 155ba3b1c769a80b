// Starts everything: takes the lock and the port, builds while the database starts, and loads server and worker while
// migrations and the seed run. Stops in reverse order. Whichever process is killed, none stays behind and no committed data is
// lost.
import { statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@vitrine/database/embedded'
import { takeInstanceLock } from '@vitrine/database/instance-lock'
import { HEALTHY_AFTER_MS, MAX_FAILURES, restartDelayMs, runToEnd, type SupervisedChild, supervise } from './child.ts'
import { LaunchError, type LauncherSettings, type Prepared, readLauncherSettings, root } from './settings.ts'

interface LaunchPlan {
  /** Builds what is out of date, and reports when `prepare` can run; the signal cancels it. */
  build(signal: AbortSignal, onPrepareBuilt: () => void): Promise<void>
  /** Migrates and seeds the database. The other programs load in the meantime and wait for it (`untilPrepared`). */
  prepare: Program
  server: Program
  worker: Program
  /** Added to the environment of every program. */
  env: Record<string, string>
  /** Called when everything is running, to restart programs on changes. Returns a function that stops this. */
  onStarted?(children: { server: SupervisedChild; worker: SupervisedChild }): () => void
}

interface Program {
  file: string
  execArgv?: string[]
}

type Closer = () => Promise<void> | void

/**
 * Starts Vitrine and resolves when it is running or has failed to start. It runs until a signal arrives or the parent process
 * ends; then everything is stopped and the process exits.
 */
export async function launch(settings: LauncherSettings, plan: LaunchPlan): Promise<void> {
  const stopping = new AbortController()
  const closers: Closer[] = []
  let stopped: Promise<void> | undefined
  const stop = (exitCode: number) => {
    stopped ??= (async () => {
      stopping.abort()
      // A program that is still starting is not in `closers` yet.
      await begun
      for (const close of closers.reverse()) await close()
    })().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  const fail = (reason: unknown) => {
    if (stopped) return
    console.error(reason instanceof LaunchError ? reason.message : reason)
    stop(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0))
  // The process between npm and this one (on an older Node) was killed.
  process.on('disconnect', () => stop(0))

  const begun = begin(settings, plan, { signal: stopping.signal, closers, fail }).catch(fail)
  await begun
}

interface LaunchContext {
  signal: AbortSignal
  closers: Closer[]
  fail(reason: unknown): void
}

async function begin(settings: LauncherSettings, plan: LaunchPlan, context: LaunchContext) {
  const { signal, closers, fail } = context
  closers.push(await takeDataFolder(settings, fail))
  await requireFreePort(settings)

  const prepareBuilt = Promise.withResolvers<void>()
  const building = plan.build(signal, prepareBuilt.resolve)
  building.then(prepareBuilt.resolve, prepareBuilt.reject)
  const [database] = await together([startDatabase(settings, context), prepareBuilt.promise], fail)
  const env = { ...plan.env, ...createEnvironment(settings, database?.url) }

  let prepared: Prepared = { isDemo: settings.isSandbox }
  const preparing = runToEnd({ name: 'Preparing the database', env, ...plan.prepare }, signal, (message) => {
    prepared = message as Prepared
  })
  const watch = (name: string, program: Program, mayWork: Promise<void>) => {
    const whenBack = () => database?.whenBack()
    const child = supervise({ name, env, ...program }, fail, { mayWork, whenBack })
    closers.push(child.stop)
    return child
  }
  const starting = building.then(() => {
    signal.throwIfAborted()
    const server = watch('The server', plan.server, preparing)
    // The worker contacts the payment sandbox at its start, and the server runs the sandbox.
    return { server, worker: watch('The worker', plan.worker, server.ready) }
  })
  const [{ server, worker }] = await together([starting, preparing], fail)
  await Promise.race([Promise.all([server.ready, worker.ready]), untilAborted(signal)])
  if (signal.aborted) return
  if (plan.onStarted) closers.push(plan.onStarted({ server, worker }))
  announce(settings, prepared)
}

/** Waits for all of them, even when one fails: `fail` then ends the others early. Throws the first failure. */
async function together<T extends readonly Promise<unknown>[]>(
  work: readonly [...T],
  fail: LaunchContext['fail'],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  for (const one of work) one.catch(fail)
  await Promise.allSettled(work)
  return (await Promise.all(work)) as { -readonly [K in keyof T]: Awaited<T[K]> }
}

/** Takes the data folder and returns a function that releases it. */
async function takeDataFolder({ dataFolder, address }: LauncherSettings, fail: LaunchContext['fail']): Promise<Closer> {
  const lock = await takeInstanceLock(dataFolder, { pid: process.pid, address }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new LaunchError(
        `The data folder ${dataFolder} cannot be used (${error.code ?? error.message}).\n` +
          'VITRINE_DATA chooses another one; it must be a writable folder with free disk space.',
      )
    },
  )
  if (lock.isTaken) {
    const isInPlace = watchPlace(dataFolder, fail)
    // Releasing the lock deletes the socket at this path, which after a move may belong to another store.
    return async () => {
      if (isInPlace()) await lock.release()
    }
  }
  throw new LaunchError(
    `Vitrine is already running with this data folder, at ${lock.running.address} (process ${lock.running.pid}).\n` +
      'Open it there, or set VITRINE_DATA and PORT to start a second copy.',
  )
}

const PLACE_CHECK_MS = 1000

/**
 * Fails when the data folder is moved or deleted: the programs keep using its path, so a second store in a new folder of that
 * name would be mixed with this one. Returns whether the folder is still in place.
 */
function watchPlace(dataFolder: string, fail: LaunchContext['fail']): () => boolean {
  const read = () => {
    const found = statSync(dataFolder, { throwIfNoEntry: false })
    return found && `${found.dev} ${found.ino}`
  }
  const place = read()
  const isInPlace = () => read() === place
  const timer = setInterval(() => {
    if (isInPlace()) return
    clearInterval(timer)
    fail(
      new LaunchError(
        `The data folder ${dataFolder} was moved or deleted while the store ran, so everything stops. Start it again where the folder is.`,
      ),
    )
  }, PLACE_CHECK_MS)
  timer.unref()
  return isInPlace
}

/** What all programs are told. */
function createEnvironment(
  { host, port, dataFolder, isSandbox, wantsSetup, ...otherSettings }: LauncherSettings,
  builtInUrl?: string,
) {
  return {
    DATABASE_URL: builtInUrl ?? otherSettings.databaseUrl ?? '',
    HOST: host,
    PORT: String(port),
    VITRINE_DATA: dataFolder,
    VITRINE_ROOT: root,
    VITRINE_DEMO: isSandbox ? '1' : '0',
    VITRINE_SETUP: wantsSetup ? '1' : '0',
    // In production an unconfigured service is off, so that no store accepts orders whose emails are never delivered, and only
    // the owner sees the sandbox pages. Otherwise `npm start` without a real provider is a trial: a sandbox replaces the
    // provider, and its pages are public until a service goes live in the admin area.
    VITRINE_OPEN_SANDBOX: isSandbox ? '1' : '0',
    ...(isSandbox ? { VITRINE_ALLOW_SANDBOX: process.env.VITRINE_ALLOW_SANDBOX || '1' } : {}),
  }
}

/** The embedded database; undefined when the settings name another one. */
async function startDatabase(
  { dataFolder, databaseUrl }: LauncherSettings,
  { signal, closers, fail }: LaunchContext,
): Promise<SupervisedDatabase | undefined> {
  signal.throwIfAborted()
  if (databaseUrl !== undefined) return undefined
  const database = await superviseDatabase(join(dataFolder, 'db'), fail)
  closers.push(database.stop)
  signal.throwIfAborted()
  return database
}

async function requireFreePort({ host, port }: LauncherSettings): Promise<void> {
  const probe = createServer()
  try {
    await new Promise<void>((done, fail) => {
      probe.once('error', fail)
      probe.listen({ host, port }, () => probe.close(() => done()))
    })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new LaunchError(
        `Port ${port} is used by another program. Choose another one, such as PORT=${port + 1} npm start`,
      )
    }
    if (code === 'EACCES')
      throw new LaunchError(`This user is not allowed to listen on port ${port}. Choose one above 1023 with PORT.`)
    throw new LaunchError(`Vitrine cannot listen on ${host}, port ${port} (${code}). HOST and PORT choose others.`)
  }
}

function announce({ address, isSandbox }: LauncherSettings, { isDemo, setupKey }: Prepared): void {
  console.log(`Vitrine is at ${address}`)
  if (setupKey !== undefined) {
    const store = process.env.VITRINE_PUBLIC_URL || address
    console.log(`Set up your store: ${new URL(`/setup?key=${setupKey}`, store)}`)
    console.log('Whoever has this address can do it, so keep it to yourself. The next start prints another one.')
  }
  if (isDemo) {
    console.log('Demo buyer: demo@vitrine.test / demo-vitrine (500 credits)')
    console.log('Store owner: owner@vitrine.test / owner-vitrine')
    console.log(`Admin: ${address}/internal-dashboard-admin, password owner-vitrine-admin`)
  }
  if (isSandbox) {
    console.log(`Emails and text messages arrive at ${address}/sandbox${isDemo ? '' : ', for the owner'}`)
    console.log(`Payments move no money; act as the bank at ${address}/sandbox/payment`)
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done()
    else signal.addEventListener('abort', () => done(), { once: true })
  })
}

// The plan that runs the bundles as in production.

const program = (name: string) => ({ file: join(root, 'build/node', `${name}.js`), execArgv: ['--enable-source-maps'] })

export const builtPrograms: Omit<LaunchPlan, 'build'> = {
  prepare: program('prepare'),
  server: program('server'),
  worker: program('worker'),
  env: { NODE_ENV: 'production' },
}

export function readSettingsOrExit(): LauncherSettings {
  try {
    return readLauncherSettings(process.env, process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

// Keeps the embedded PostgreSQL running: when it ends (the kernel may kill it when memory is low), it is restarted and recovers
// all committed data.

interface SupervisedDatabase {
  /** The same after every restart. */
  readonly url: string
  /** Resolves when the database is running again; undefined while it is running. */
  whenBack(): Promise<void> | undefined
  stop(): Promise<void>
}

/**
 * Starts the cluster in `folder` and keeps it running. `onGivenUp` is called once when too many restarts in a row fail. Throws
 * `LaunchError` when the first start fails.
 */
async function superviseDatabase(folder: string, onGivenUp: (reason: string) => void): Promise<SupervisedDatabase> {
  const stopping = new AbortController()
  let postgres = await start(folder)
  let restarting: Promise<void> | undefined
  let failures = 0

  const watch = (watched: EmbeddedPostgres) => {
    const startedAt = Date.now()
    void watched.ended.then(({ isExpected, lastOutput }) => {
      if (isExpected || stopping.signal.aborted) return
      failures = Date.now() - startedAt > HEALTHY_AFTER_MS ? 1 : failures + 1
      restarting = startAgain(lastOutput).finally(() => {
        restarting = undefined
      })
    })
  }
  const startAgain = async (lastOutput: string) => {
    for (let reason = lastOutput; ; failures++) {
      if (failures >= MAX_FAILURES) return onGivenUp(`PostgreSQL ended unexpectedly: ${reason.trim()}`)
      console.error('PostgreSQL ended unexpectedly and is restarted.')
      await sleep(restartDelayMs(failures), undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      try {
        postgres = await start(folder)
        break
      } catch (error) {
        reason = (error as Error).message
      }
    }
    if (stopping.signal.aborted) await postgres.stop()
    else watch(postgres)
  }

  watch(postgres)
  await postgres.createDatabase('vitrine')
  return {
    url: postgres.url('vitrine'),
    whenBack: () => restarting,
    async stop() {
      stopping.abort()
      await restarting
      await postgres.stop()
    },
  }
}

async function start(folder: string): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ folder })
  } catch (error) {
    const { message } = error as Error
    const isFull = message.includes('No space left on device')
    throw new LaunchError(
      `The database in ${folder} could not be started. ${message}` +
        (isFull ? '\nThe disk is full. Please make room, or choose another place with VITRINE_DATA.' : ''),
    )
  }
}
