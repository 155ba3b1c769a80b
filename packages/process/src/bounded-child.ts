// Runs one piece of native work in a child process with limits: a deadline, resident memory, heap and, where the system
// offers it, no network. `child-request.ts` is the side of the child.
import { type ChildProcess, execFile, fork } from 'node:child_process'
import os from 'node:os'
import { inSpan } from '@vitrine/providers/tracing'
import type { WorkMessage } from './child-request.ts'

export interface WorkLimits {
  /** The longest the work may take. */
  readonly durationMs: number
  /** The longest between two signs of life. */
  readonly silenceMs: number
  /** Resident memory of the process. Half of it is what JavaScript objects may take. */
  readonly memoryBytes: number
}

/** The process failed, crashed, or was ended. `cause` holds what it said last. */
export class WorkFailed extends Error {
  /** The work's own code for a failure that another attempt cannot mend. */
  readonly code: string | undefined
  constructor(message: string, { code, ...options }: ErrorOptions & { code?: string | undefined } = {}) {
    super(message, options)
    this.name = 'WorkFailed'
    this.code = code
  }
}

/** Whether the order itself, and not a full disk or the want of processes, is why the work failed. */
export function isFaultOfRequest({ code, cause }: WorkFailed): boolean {
  // Codes of the system are in capitals; what keeps a process from starting comes as an error.
  return !/^[A-Z]/.test(code ?? '') && !(cause instanceof Error)
}

const STDERR_TAIL_CHARS = 4000

export interface BoundedChildOptions<Progress> {
  /** The module that the process runs. */
  readonly path: string
  /** What is done, for messages: `render`. */
  readonly name: string
  readonly limits: WorkLimits
  onProgress?: ((progress: Progress) => void) | undefined
  /** Ends the process at once; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Called with the process id once the process runs. */
  onStart?: ((pid: number) => void) | undefined
}

/**
 * Has an order carried out by a process of its own. When it resolves, the work is done; when it throws (`WorkFailed`, or
 * the signal's reason) the process has ended, and the caller removes what it wrote.
 */
export async function runBoundedChild<Request extends object, Progress, Result>(
  request: Request,
  options: BoundedChildOptions<Progress>,
): Promise<Result> {
  return await inSpan(options.name, {}, () => carryOut<Request, Progress, Result>(request, options))
}

async function carryOut<Request extends object, Progress, Result>(
  request: Request,
  options: BoundedChildOptions<Progress>,
): Promise<Result> {
  const { limits, signal, name } = options
  signal?.throwIfAborted()
  const child = await start(options.path, limits)
  let lastWords = ''
  let isReady = false
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-STDERR_TAIL_CHARS)
  })

  const verdict = Promise.withResolvers<Result>()
  const giveUp = (reason: unknown) => {
    verdict.reject(reason)
    child.kill('SIGKILL')
  }
  const onAbort = () => giveUp(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  // While the process was started nobody listened.
  if (signal?.aborted) onAbort()
  const tooLong = setTimeout(
    () => giveUp(new WorkFailed(`the ${name} took longer than ${limits.durationMs / 60_000} minutes`)),
    limits.durationMs,
  )
  const tooSilent = setTimeout(
    () => giveUp(new WorkFailed(`the ${name} gave no sign of life for ${limits.silenceMs / 1000} seconds`)),
    limits.silenceMs,
  )

  child.on('message', (message: WorkMessage<Progress, Result>) => {
    tooSilent.refresh()
    if (message.kind === 'ready') isReady = true
    else if (message.kind === 'progress') options.onProgress?.(message.progress)
    else if (message.kind === 'done') verdict.resolve(message.result)
    else verdict.reject(new WorkFailed(message.message, { cause: message.stack, code: message.code }))
  })
  child.once('error', (error) => giveUp(new WorkFailed(`the ${name} process cannot be reached`, { cause: error })))
  const ended = new Promise<void>((done) => {
    child.once('close', (code, by) => {
      const said = lastWords.trim()
      // Before it was ready it has seen nothing of the order: its program is missing, for a moment during an update perhaps.
      const cause = isReady ? said : new Error(said)
      verdict.reject(new WorkFailed(`the ${name} process ended early (${by ?? code})`, { cause }))
      done()
    })
  })
  if (child.pid !== undefined) options.onStart?.(child.pid)
  child.send(request, (error) => {
    // It is ending already, or nobody can talk to it: either way how it ended says more than this error.
    if (error) child.kill('SIGKILL')
  })

  try {
    return await verdict.promise
  } finally {
    clearTimeout(tooLong)
    clearTimeout(tooSilent)
    signal?.removeEventListener('abort', onAbort)
    // Nobody may touch the files before the process that writes them is gone.
    if (child.pid !== undefined) await ended
  }
}

async function start(path: string, limits: WorkLimits): Promise<ChildProcess> {
  const command = await commandWithLimits(limits)
  const child = fork(path, [String(limits.memoryBytes)], {
    // No secrets, no debugger port, no test runner's loader.
    env: {
      PATH: process.env.PATH,
      TMPDIR: os.tmpdir(),
      // Where tests keep what Node has compiled; a process that starts from its sources takes half the time with it.
      ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
      ...REUSE_MEMORY,
    },
    ...command,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  try {
    // Pages are answered first; this work takes what is left.
    if (child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or this system has no priorities.
  }
  return child
}

/** How `fork` starts Node: a command and what stands between it and the module. */
interface Command {
  readonly execPath: string
  readonly execArgv: string[]
}

/**
 * Writable memory that Node with its native libraries reserves and mostly never touches, measured: 2.8 GB. The kernel's
 * limit counts it, so it cannot be the exact one: it stops what asks for far too much at once, before the watching thread
 * sees the resident memory.
 */
const RESERVED_BYTES = 4 * 2 ** 30

const LIMIT_SCRIPT = 'ulimit -c 0; ulimit -d "$1"; shift; exec "$@"'

/** The command that starts Node within these limits. JavaScript objects get half of the memory. */
async function commandWithLimits({ memoryBytes }: { readonly memoryBytes: number }): Promise<Command> {
  const heapMegabytes = Math.max(64, Math.floor(memoryBytes / 2 / 2 ** 20))
  const node = [`--max-old-space-size=${heapMegabytes}`]
  if (process.platform !== 'linux') return { execPath: process.execPath, execArgv: node }
  const dataKilobytes = Math.ceil((memoryBytes + RESERVED_BYTES) / 1024)
  const command = [...(await findIsolation()), process.execPath, ...node]
  return { execPath: '/bin/sh', execArgv: ['-c', LIMIT_SCRIPT, 'sh', String(dataKilobytes), ...command] }
}

/** Commands that take the network away from what they start: with a user namespace, or as root without one. */
const ISOLATIONS = [
  ['unshare', '--user', '--map-current-user', '--net'],
  ['unshare', '--net'],
]

let isolation: Promise<readonly string[]> | undefined

/** The first of them that works here; empty where none does, as in containers that forbid namespaces. */
export function findIsolation(): Promise<readonly string[]> {
  isolation ??= (async () => {
    for (const command of ISOLATIONS) if (await works(command)) return command
    return []
  })()
  return isolation
}

function works([file = '', ...args]: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(file, [...args, 'true'], { timeout: 5000 }, (error) => resolve(error === null))
  })
}

/**
 * Environment variables for glibc. Each frame takes and gives back pictures of megabytes; glibc would fetch them from the
 * system every time, zeroed page by page, which can cost more than drawing them. Elsewhere these mean nothing.
 */
export const REUSE_MEMORY = {
  MALLOC_MMAP_THRESHOLD_: String(2 ** 30),
  MALLOC_TRIM_THRESHOLD_: String(2 ** 32),
  MALLOC_TOP_PAD_: String(2 ** 26),
}
