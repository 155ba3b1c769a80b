// A process of its own for each film: whatever a native library does to it, the worker and the other films go on. It takes
// one order over IPC, reports progress, and ends.
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { checkFilm } from './check-film.ts'
import { renderFilm } from './film.ts'
import { writePoster } from './poster.ts'
import type { RenderedFilm, RenderMessage, RenderOrder, RenderProgress, WatchOrder } from './render-message.ts'

const REPORT_EVERY_MS = 200

// Bundled, the thread is a bundle beside this one; from source, Node strips the types itself.
const WATCH = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './watch-thread.ts' : './watch-thread.js', import.meta.url),
)

/** Makes the film and its poster and looks at the result as a player would. */
async function carryOut({ film, poster }: RenderOrder): Promise<RenderedFilm> {
  const report = reporter()
  const info = await renderFilm(film, { onProgress: report })
  report({ stage: 'checking', framesDone: info.frameCount, frameCount: info.frameCount })
  const facts = await checkFilm(film.outPath, info)
  if (poster) await writePoster(film.outPath, poster.atSeconds, poster.path)
  return { ...info, ...facts }
}

/** Reports every change of stage, and otherwise only now and then. */
function reporter(): (progress: RenderProgress) => void {
  let lastStage: RenderProgress['stage'] | undefined
  let lastAt = 0
  return (progress) => {
    const now = performance.now()
    if (progress.stage === lastStage && now - lastAt < REPORT_EVERY_MS) return
    lastStage = progress.stage
    lastAt = now
    process.send?.({ kind: 'progress', progress } satisfies RenderMessage)
  }
}

function end(message: RenderMessage): void {
  // An exit before the message is written would lose it. Native threads may still run, therefore no waiting for them.
  process.send?.(message, () => process.exit(0))
}

const [, , memoryLimitBytes = 'Infinity'] = process.argv
const watch: WatchOrder = { parentPid: process.ppid, memoryLimitBytes: Number(memoryLimitBytes) }
new Worker(WATCH, { workerData: watch }).unref()

process.on('disconnect', () => process.exit(1))
process.once('message', (order) => {
  carryOut(order as RenderOrder).then(
    (film) => end({ kind: 'done', film }),
    (error: unknown) => {
      const { message, stack = message } = error instanceof Error ? error : new Error(String(error))
      end({ kind: 'failed', message, stack })
    },
  )
})
