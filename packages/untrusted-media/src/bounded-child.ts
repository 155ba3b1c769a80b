// Runs one piece of native work in a child process with limits: a deadline, resident memory, heap and, where the system
// offers it, no network. `child-request.ts` is the side of the child.
import { type ChildProcess, fork } from 'node:child_process'
import os from 'node:os'
import { inSpan } from '@vitrine/providers/tracing'
import type { WorkMessage } from './child-request.ts'
import { commandWithLimits } from './process-limit.ts'
import { REUSE_MEMORY } from './reuse-memory.ts'

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
