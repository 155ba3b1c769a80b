// Runs one piece of native work in a child process with limits: a deadline, resident memory, heap and, where the system
// supports it, no network. `child-request.ts` is the child's side.
import { type ChildProcess, execFile, fork } from 'node:child_process'
import os from 'node:os'
import { inSpan } from '@vitrine/providers/tracing'
import type { WorkMessage } from './child-request.ts'

export interface WorkLimits {
  /** Maximum duration of the work. */
  readonly durationMs: number
  /** Maximum time between two progress messages. */
  readonly silenceMs: number
  /** Resident memory of the process, half of which JavaScript objects may use. */
  readonly memoryBytes: number
}

/** The process failed, crashed, or was ended. `cause` holds its last output. */
export class WorkFailed extends Error {
  /** The work's own code for a failure that a retry cannot fix. */
  readonly code: string | undefined
  constructor(message: string, { code, ...options }: ErrorOptions & { code?: string | undefined } = {}) {
    super(message, options)
    this.name = 'WorkFailed'
    this.code = code
  }
}

/** Whether the request itself caused the failure, as opposed to a full disk or too many processes. */
export function isRequestFault({ code, cause }: WorkFailed): boolean {
  // System error codes are upper case; errors that prevent a process from starting are Error objects.
  return !/^[A-Z]/.test(code ?? '') && !(cause instanceof Error)
}

const STDERR_TAIL_CHARS = 4000

export interface BoundedChildOptions<Progress> {
  /** The module that the process runs. */
  readonly path: string
  /** Name of the work for messages, such as `render`. */
  readonly name: string
  readonly limits: WorkLimits
  onProgress?: ((progress: Progress) => void) | undefined
  /** Ends the process immediately; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Called with the process id once the process is running. */
  onStart?: ((pid: number) => void) | undefined
}

/**
 * Runs a request in a separate process. When it resolves, the work is done; when it throws (`WorkFailed`, or the signal's
 * reason), the process has ended, and the caller removes the files that it wrote.
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
  // The signal had no listener while the process was starting.
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
      // Before it is ready it has not read the request: its program is missing, perhaps during an update.
      const cause = isReady ? said : new Error(said)
      verdict.reject(new WorkFailed(`the ${name} process ended early (${by ?? code})`, { cause }))
      done()
    })
  })
  if (child.pid !== undefined) options.onStart?.(child.pid)
  child.send(request, (error) => {
    // The process is ending or unreachable: the way it ends explains more than this error.
    if (error) child.kill('SIGKILL')
  })

  try {
    return await verdict.promise
  } finally {
    clearTimeout(tooLong)
    clearTimeout(tooSilent)
    signal?.removeEventListener('abort', onAbort)
    // Files must not be touched before the process that writes them has ended.
    if (child.pid !== undefined) await ended
  }
}

async function start(path: string, limits: WorkLimits): Promise<ChildProcess> {
  const command = await commandWithLimits(limits)
  const child = fork(path, [String(limits.memoryBytes)], {
    // Excludes secrets, the debugger port and the test runner's loader.
    env: {
      PATH: process.env.PATH,
      TMPDIR: os.tmpdir(),
      // Node's compile cache of tests halves the start time of a process that runs from source.
      ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
      ...REUSE_MEMORY,
    },
    ...command,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  try {
    // Lower priority than the server, which must respond to pages first.
    if (child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has already ended, or this system has no priorities.
  }
  return child
}

/** How `fork` starts Node: a command and the arguments before the module. */
interface Command {
  readonly execPath: string
  readonly execArgv: string[]
}

/**
 * Virtual memory that Node with its native libraries reserves and mostly never uses, measured as 2.8 GB. The kernel's limit
 * includes it and therefore cannot be exact: it stops huge single allocations before the watching thread sees the resident
 * memory.
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

/** Commands that run a program without network access: with a user namespace, or as root without one. */
const ISOLATIONS = [
  ['unshare', '--user', '--map-current-user', '--net'],
  ['unshare', '--net'],
]

let isolation: Promise<readonly string[]> | undefined

/** The first of them that works here; empty if none does, as in containers that forbid namespaces. */
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
 * Environment variables for glibc. Each frame allocates and frees pictures of megabytes. By default glibc would request them
 * from the system every time, zeroed page by page, which can cost more than drawing them. Other C libraries ignore these
 * variables.
 */
export const REUSE_MEMORY = {
  MALLOC_MMAP_THRESHOLD_: String(2 ** 30),
  MALLOC_TRIM_THRESHOLD_: String(2 ** 32),
  MALLOC_TOP_PAD_: String(2 ** 26),
}
