// Owns having a film made by a process of its own: starts it, hears its progress, and ends it when it is called off, takes
// too long, or hangs.
import { type ChildProcess, fork } from 'node:child_process'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import type { RenderedFilm, RenderMessage, RenderOrder, RenderProgress } from './render-message.ts'
import { REUSE_MEMORY } from './reuse-memory.ts'

export interface RenderLimits {
  /** The longest a film may take. */
  readonly durationMs: number
  /** The longest between two signs of life. */
  readonly silenceMs: number
  /** Resident memory of the process. */
  readonly memoryBytes: number
}

export const DEFAULT_LIMITS: RenderLimits = {
  durationMs: 60 * 60_000,
  // Decoding a large photo on a busy machine, before the first frame, is the longest silence there should be.
  silenceMs: 90_000,
  memoryBytes: 3 * 2 ** 30,
}

/** The process that made a film failed, crashed, or was ended. `cause` holds what it said last. */
export class RenderFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RenderFailed'
  }
}

const CHILD = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './render-process.ts' : './render-process.js', import.meta.url),
)

const LAST_WORDS_CHARS = 4000

export interface MakeFilmOptions {
  readonly limits?: RenderLimits
  onProgress?(progress: RenderProgress): void
  /** Ends the process at once; `makeFilm` then throws the signal's reason. */
  readonly signal?: AbortSignal
  /** Told the id of the process when it runs. */
  onStart?(pid: number): void
}

/**
 * Makes a film in a process of its own. When it resolves, the film and its poster are whole and checked; when it throws
 * (`RenderFailed`, or the signal's reason) the process is gone, and what it wrote is for the caller to remove.
 */
export async function makeFilm(order: RenderOrder, options: MakeFilmOptions = {}): Promise<RenderedFilm> {
  const { limits = DEFAULT_LIMITS, signal } = options
  signal?.throwIfAborted()
  const child = start(limits)
  if (child.pid !== undefined) options.onStart?.(child.pid)
  let lastWords = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-LAST_WORDS_CHARS)
  })

  const verdict = Promise.withResolvers<RenderedFilm>()
  const giveUp = (reason: unknown) => {
    verdict.reject(reason)
    child.kill('SIGKILL')
  }
  const onAbort = () => giveUp(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  const tooLong = setTimeout(
    () => giveUp(new RenderFailed(`the render took longer than ${limits.durationMs / 60_000} minutes`)),
    limits.durationMs,
  )
  const tooSilent = setTimeout(
    () => giveUp(new RenderFailed(`the render gave no sign of life for ${limits.silenceMs / 1000} seconds`)),
    limits.silenceMs,
  )

  child.on('message', (message: RenderMessage) => {
    tooSilent.refresh()
    if (message.kind === 'progress') options.onProgress?.(message.progress)
    else if (message.kind === 'done') verdict.resolve(message.film)
    else verdict.reject(new RenderFailed(message.message, { cause: message.stack }))
  })
  child.once('error', (error) => giveUp(new RenderFailed('the render process cannot be reached', { cause: error })))
  const ended = new Promise<void>((done) => {
    child.once('close', (code, by) => {
      verdict.reject(new RenderFailed(`the render process ended early (${by ?? code})`, { cause: lastWords.trim() }))
      done()
    })
  })
  child.send(order, (error) => {
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

function start(limits: RenderLimits): ChildProcess {
  const child = fork(CHILD, [String(limits.memoryBytes)], {
    // No secrets, no debugger port, no test runner's loader.
    env: { PATH: process.env.PATH, TMPDIR: os.tmpdir(), ...REUSE_MEMORY },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  try {
    // Pages are answered first; films take what is left.
    if (child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or this system has no priorities.
  }
  return child
}
