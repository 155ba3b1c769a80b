// The page's side of the media worker: thumbnails, waveforms and proxies. Each request can be cancelled, and reports its
// progress.
import type { WorkerAnswer, WorkerRequest, WorkerResult } from './media-worker-message.ts'

interface Asked {
  signal?: AbortSignal | undefined
  onPercent?: (percent: number) => void
  /** Each piece of the result as it comes. */
  onPiece?: (piece: WorkerResult) => void
}

interface Waiting extends Asked {
  resolve: (result: WorkerResult | undefined) => void
  reject: (error: unknown) => void
}

let worker: Worker | undefined
let lastId = 0
const waiting = new Map<number, Waiting>()

/**
 * Has the worker do something. Resolves with the last piece of the result.
 * @throws the signal's reason when it is aborted, or an Error when the file cannot be read
 */
export function askMediaWorker(request: WorkerRequest, asked: Asked = {}): Promise<WorkerResult | undefined> {
  const { signal } = asked
  if (signal?.aborted) return Promise.reject(signal.reason)
  worker ??= startWorker()
  lastId += 1
  const id = lastId
  const target = worker
  return new Promise((resolve, reject) => {
    const stop = () => {
      waiting.delete(id)
      target.postMessage({ id, kind: 'cancel' })
      reject(signal?.reason)
    }
    const finish = (settle: () => void) => {
      signal?.removeEventListener('abort', stop)
      settle()
    }
    waiting.set(id, {
      ...asked,
      resolve: (result) => finish(() => resolve(result)),
      reject: (error) => finish(() => reject(error)),
    })
    signal?.addEventListener('abort', stop, { once: true })
    const origin = typeof request.origin === 'string' ? new URL(request.origin, location.href).href : request.origin
    target.postMessage({ id, kind: 'ask', request: { ...request, origin } })
  })
}

function startWorker(): Worker {
  const started = new Worker(new URL('./media-worker.ts', import.meta.url), { type: 'module' })
  started.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
    const asked = waiting.get(data.id)
    if (data.kind === 'piece' && !asked) closePiece(data.result)
    if (!asked) return
    if (data.kind === 'percent') asked.onPercent?.(data.percent)
    else if (data.kind === 'piece') asked.onPiece?.(data.result)
    else {
      waiting.delete(data.id)
      if (data.kind === 'done') asked.resolve(data.result)
      else asked.reject(new Error(data.message))
    }
  }
  started.onerror = (event) => {
    // A worker that cannot even start has nothing to say later, either.
    for (const asked of waiting.values()) asked.reject(new Error(event.message || 'The worker stopped'))
    waiting.clear()
    worker = undefined
  }
  return started
}

/** A picture that came after it was given up. */
function closePiece(piece: WorkerResult): void {
  if (piece.task === 'thumbnails') piece.picture.close()
}
