// The child's side of a bounded child process: receives one request over IPC, reports progress, responds, and exits. A watcher
// thread ends the process when its parent has ended or it uses too much memory.
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** The settings of the thread that watches such a process. */
export interface WatchSettings {
  readonly parentPid: number
  readonly memoryLimitBytes: number
}

/** Messages from the child to its parent. Everything is plain JSON. */
export type WorkMessage<Progress, Result> =
  /** The program is running and has not read the request yet. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly message: string; readonly stack: string; readonly code?: string }

const REPORT_EVERY_MS = 200

// In a bundle the thread is a file in the same folder; in the source tree Node strips the types itself.
const WATCH = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './watch-thread.ts' : './watch-thread.js', import.meta.url),
)

/**
 * Receives and runs one request. The `code` of an error that `carryOut` throws is passed on: it means that the request itself
 * is at fault.
 */
export function serveRequest<Request, Progress extends { readonly stage: string }, Result>(
  carryOut: (request: Request, report: (progress: Progress) => void) => Promise<Result>,
): void {
  const [, , memoryLimitBytes = 'Infinity'] = process.argv
  const watch: WatchSettings = { parentPid: process.ppid, memoryLimitBytes: Number(memoryLimitBytes) }
  const watcher = new Worker(WATCH, { workerData: watch })
  watcher.unref()
  const watching = once(watcher, 'message')
  // Exiting before the message is written would lose it. Native threads may still be running, so do not wait for them.
  const end = (message: WorkMessage<Progress, Result>) => process.send?.(message, () => process.exit(0))
  const report = reportTo((progress: Progress) => process.send?.({ kind: 'progress', progress }))

  process.send?.({ kind: 'ready' })
  process.on('disconnect', () => process.exit(1))
  process.once('message', (request) => {
    // Wait for the watcher's first check; short work would otherwise end unwatched.
    watching
      .then(() => carryOut(request as Request, report))
      .then(
        (result) => end({ kind: 'done', result }),
        (error: unknown) => {
          const { message, stack = message } = error instanceof Error ? error : new Error(String(error))
          const { code } = error as { code?: unknown }
          end({ kind: 'failed', message, stack, ...(typeof code === 'string' && { code }) })
        },
      )
  })
}

/** Reports every change of stage immediately, and other progress at intervals. */
function reportTo<Progress extends { readonly stage: string }>(
  send: (progress: Progress) => void,
): (progress: Progress) => void {
  let lastStage: string | undefined
  let lastAt = 0
  return (progress) => {
    const now = performance.now()
    if (progress.stage === lastStage && now - lastAt < REPORT_EVERY_MS) return
    lastStage = progress.stage
    lastAt = now
    send(progress)
  }
}
