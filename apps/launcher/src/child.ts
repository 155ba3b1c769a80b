// Child processes of the launcher: run one to its end, or keep one running until the launcher stops.
import { type ChildProcess, type ForkOptions, fork, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { backoffMs } from '@vitrine/contract/backoff'
import { LaunchError } from './settings.ts'

interface ChildSpec {
  /** Name for messages, such as "the server". */
  name: string
  file: string
  env: Record<string, string>
  execArgv?: string[]
}

const GRACE_MS = 10_000

/**
 * A child that ends this soon after its start has failed. A child that has never worked is given up after several failures in a
 * row.
 */
export const HEALTHY_AFTER_MS = 30_000
export const MAX_FAILURES = 6

/** A child that has worked before is always restarted: causes such as a full disk or a lost database connection can pass. */
export const isGivenUp = (failures: number, hasWorked: boolean) => !hasWorked && failures >= MAX_FAILURES

/** Delay before the next restart, by the number of consecutive failures. */
export function restartDelayMs(failures: number): number {
  return backoffMs(failures, { firstMs: 200, maxMs: 60_000 })
}

function start({ file, env, execArgv = [] }: ChildSpec): ChildProcess {
  const options: ForkOptions = {
    env: { ...process.env, ...env },
    execArgv,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // A separate process group: Ctrl-C reaches the launcher alone, which stops everything in order, and processes that
    // a killed child leaves behind can be ended with its group.
    detached: true,
  }
  const child = fork(file, [], options)
  if (child.pid !== undefined) guard(child, child.pid)
  return child
}

/**
 * Ends the child's whole group if this process is killed: a shell waits on a pipe that closes however this process ends. The
 * delay lets the child exit by itself when its channel closes, unless native code blocks it.
 */
function guard(child: ChildProcess, pid: number): void {
  const script = 'read -r _; sleep 2; kill -s KILL -- "-$1"'
  const guardian = spawn('/bin/sh', ['-c', script, 'sh', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guardian.unref()
  child.once('exit', () => guardian.kill('SIGKILL'))
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null
}

/** Ends what is still running in the group of a dead child: a killed worker cannot end its own helpers. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group no longer exists.
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return killGroup(child)
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  const isInTime = await Promise.race([ended.then(() => true), sleep(GRACE_MS, false, { ref: false })])
  killGroup(child)
  if (!isInTime) await ended
}

/**
 * Runs a child to its end. Throws `LaunchError` unless it exits with 0. `signal` ends it early; `onMessage` receives its
 * messages.
 */
export async function runToEnd(
  spec: ChildSpec,
  signal: AbortSignal,
  onMessage?: (message: unknown) => void,
): Promise<void> {
  signal.throwIfAborted()
  const child = start(spec)
  if (onMessage) child.on('message', onMessage)
  const abort = () => void end(child)
  signal.addEventListener('abort', abort, { once: true })
  const outcome = await new Promise<number | string>((done, fail) => {
    child.once('error', fail)
    child.once('exit', (code, by) => done(code ?? by ?? 'unknown'))
  })
  signal.removeEventListener('abort', abort)
  signal.throwIfAborted()
  if (outcome !== 0) throw new LaunchError(`${spec.name} failed (${outcome}).`)
}

export interface SupervisedChild {
  /** Resolves when the child has said `ready` for the first time. */
  readonly ready: Promise<void>
  restart(): void
  stop(): Promise<void>
}

interface Circumstances {
  /** Resolves when the child may begin its work. It loads in the meantime and receives a message (`untilPrepared`). */
  readonly mayWork: Promise<void>
  /** Resolves when the database is running again; undefined while it is running. */
  whenBack(): Promise<void> | undefined
}

/**
 * Keeps a child running: when it ends it is restarted, with a delay that grows with each failure. `onGivenUp` is called once
 * when it fails too often in a row without ever having worked. An exit during a database outage is not counted; the child
 * restarts when the database is back.
 */
export function supervise(
  spec: ChildSpec,
  onGivenUp: (reason: string) => void,
  { mayWork, whenBack }: Circumstances,
): SupervisedChild {
  const ready = Promise.withResolvers<void>()
  const stopping = new AbortController()
  let failures = 0
  let hasWorked = false
  let child: ChildProcess
  let isRestarting = false

  const begin = () => {
    const startedAt = Date.now()
    const current = start({ ...spec, env: { ...spec.env, VITRINE_AWAITS_PREPARATION: '1' } })
    child = current
    // The launcher itself reports a failed preparation and an ended child.
    mayWork.then(
      () => current.send('prepared', () => {}),
      () => {},
    )
    current.on('message', (message) => {
      if (message !== 'ready') return
      hasWorked = true
      ready.resolve()
    })
    current.on('error', (error) => console.error(`${spec.name} cannot be reached: ${error.message}`))
    current.once('exit', (code, signal) => {
      killGroup(current)
      if (stopping.signal.aborted) return
      if (isRestarting) {
        isRestarting = false
        failures = 0
        return begin()
      }
      const back = whenBack()
      if (back) {
        failures = 0
        console.error(`${spec.name} ended (${code ?? signal}) and restarts with the database.`)
        void back.then(() => stopping.signal.aborted || begin())
        return
      }
      failures = Date.now() - startedAt > HEALTHY_AFTER_MS ? 1 : failures + 1
      if (isGivenUp(failures, hasWorked))
        return onGivenUp(`${spec.name} ended ${failures} times in a row (${code ?? signal}).`)
      console.error(`${spec.name} ended (${code ?? signal}) and is restarted.`)
      sleep(restartDelayMs(failures), undefined, { signal: stopping.signal }).then(begin, () => {})
    })
  }
  begin()
  return {
    ready: ready.promise,
    restart() {
      if (!isRunning(child) || isRestarting) return
      isRestarting = true
      void end(child)
    },
    async stop() {
      stopping.abort()
      await end(child)
    },
  }
}
