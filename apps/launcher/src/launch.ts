// Starts everything in order: lock, port, build, database, migrations and seed, then the server and the worker; stops in
// reverse order. Whatever is killed, no process stays behind and no committed data is lost.
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type ChildSpec, runToEnd, type SupervisedChild, supervise } from './child.ts'
import { type SupervisedDatabase, superviseDatabase } from './database.ts'
import { takeInstanceLock } from './instance-lock.ts'
import { LaunchError, type LauncherSettings, root } from './settings.ts'

export interface LaunchPlan {
  /** Builds the programs below; ends early with the signal. */
  build(signal: AbortSignal): Promise<void>
  /** Runs once before everything else: migrations and seed. */
  prepare: Program
  server: Program
  worker: Program
  /** Added to the environment of all of them. */
  env: Record<string, string>
  /** Called when everything runs, for what restarts programs on change. Returns what ends that. */
  onStarted?(children: { server: SupervisedChild; worker: SupervisedChild }): () => void
}

export interface Program {
  file: string
  execArgv?: string[]
}

type Closer = () => Promise<void> | void

/**
 * Starts Vitrine and resolves when it is running or has failed to start. It keeps running until a signal arrives or the
 * parent process is gone; then everything is stopped and the process ends.
 */
export async function launch(settings: LauncherSettings, plan: LaunchPlan): Promise<void> {
  const stopping = new AbortController()
  const closers: Closer[] = []
  let stopped: Promise<void> | undefined
  const stop = (exitCode: number) => {
    stopped ??= (async () => {
      stopping.abort()
      // A program that is just starting is not in `closers` yet.
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

async function begin(settings: LauncherSettings, plan: LaunchPlan, { signal, closers, fail }: LaunchContext) {
  const lock = await takeInstanceLock(settings.dataFolder, { pid: process.pid, address: settings.address }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new LaunchError(
        `The data folder ${settings.dataFolder} cannot be used (${error.code ?? error.message}).\n` +
          'VITRINE_DATA chooses another one; it must be a writable folder with free disk space.',
      )
    },
  )
  if (!lock.isTaken) {
    throw new LaunchError(
      `Vitrine is already running with this data folder, at ${lock.running.address} (process ${lock.running.pid}).\n` +
        'Open it there, or set VITRINE_DATA and PORT to start a second copy.',
    )
  }
  closers.push(lock.release)
  await requireFreePort(settings)
  await plan.build(signal)

  const database =
    settings.databaseUrl === undefined ? await startDatabase(settings, { signal, closers, fail }) : undefined
  const whenBack = () => database?.whenBack()
  const env = {
    ...plan.env,
    DATABASE_URL: database?.url ?? settings.databaseUrl ?? '',
    HOST: settings.host,
    PORT: String(settings.port),
    VITRINE_DATA: settings.dataFolder,
    VITRINE_ROOT: root,
    VITRINE_DEMO: settings.isSandbox ? '1' : '0',
    // The server refuses sandbox providers in production, so that no shop takes real orders whose mails reach nobody, and
    // shows what they keep to its owner alone. Someone who runs `npm start` without having configured any provider is trying
    // Vitrine out: there the sandbox is allowed, and open. As soon as one real provider is configured, the rules hold.
    VITRINE_OPEN_SANDBOX: settings.isSandbox ? '1' : '0',
    ...(settings.isSandbox ? { VITRINE_ALLOW_SANDBOX: process.env.VITRINE_ALLOW_SANDBOX || '1' } : {}),
  }
  const spec = (name: string, program: Program): ChildSpec => ({ name, env, ...program })

  await runToEnd(spec('Preparing the database', plan.prepare), signal)
  const server = supervise(spec('The server', plan.server), fail, whenBack)
  closers.push(server.stop)
  // The worker comes second, because at the very first start the server makes the secret that both need.
  await Promise.race([server.ready, untilAborted(signal)])
  if (signal.aborted) return
  const worker = supervise(spec('The worker', plan.worker), fail, whenBack)
  closers.push(worker.stop)
  await Promise.race([worker.ready, untilAborted(signal)])
  if (signal.aborted) return
  if (plan.onStarted) closers.push(plan.onStarted({ server, worker }))
  announce(settings)
}

async function startDatabase(
  settings: LauncherSettings,
  { signal, closers, fail }: LaunchContext,
): Promise<SupervisedDatabase> {
  signal.throwIfAborted()
  const database = await superviseDatabase(join(settings.dataFolder, 'db'), fail)
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

function announce({ address, isSandbox }: LauncherSettings): void {
  console.log(`Vitrine is at ${address}`)
  if (isSandbox) {
    console.log('Demo buyer: demo@vitrine.test / demo-vitrine (500 credits)')
    console.log('Store owner: owner@vitrine.test / owner-vitrine')
    console.log(`Admin: ${address}/internal-dashboard-admin, password owner-vitrine-admin`)
    console.log(`Emails and text messages arrive at ${address}/sandbox`)
    console.log(`Payments move no money; act as the bank at ${address}/sandbox/payment`)
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done()
    else signal.addEventListener('abort', () => done(), { once: true })
  })
}
