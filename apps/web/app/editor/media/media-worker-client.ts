// The page's side of the media worker: thumbnails, waveforms and proxies. Each request can be cancelled and reports its
// progress.

interface RequestOptions {
  signal?: AbortSignal | undefined
  onPercent?: (percent: number) => void
  /** Receives each piece of the result. */
  onPiece?: (piece: WorkerResult) => void
}

interface Waiting extends RequestOptions {
  resolve: (result: WorkerResult | undefined) => void
  reject: (error: unknown) => void
}

let worker: Worker | undefined
let lastId = 0
const waiting = new Map<number, Waiting>()

/**
 * Sends a request to the worker. Resolves with the last piece of the result. @throws the signal's reason when it is
 * aborted, or an Error when the file cannot be read
 */
export function askMediaWorker(
  request: WorkerRequest,
  options: RequestOptions = {},
): Promise<WorkerResult | undefined> {
  const { signal } = options
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
      ...options,
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
    const pending = waiting.get(data.id)
    if (data.kind === 'piece' && !pending) closePiece(data.result)
    if (!pending) return
    if (data.kind === 'percent') pending.onPercent?.(data.percent)
    else if (data.kind === 'piece') pending.onPiece?.(data.result)
    else {
      waiting.delete(data.id)
      if (data.kind === 'done') pending.resolve(data.result)
      else pending.reject(new Error(data.message))
    }
  }
  started.onerror = (event) => {
    // A worker that cannot start will not respond later either.
    for (const pending of waiting.values()) pending.reject(new Error(event.message || 'The worker stopped'))
    waiting.clear()
    worker = undefined
  }
  return started
}

/** Closes a thumbnail that arrived after its request was cancelled. */
function closePiece(piece: WorkerResult): void {
  if (piece.task === 'thumbnails') piece.picture.close()
}

// Messages between the page and the media worker.

export type WorkerRequest =
  | { task: 'thumbnails'; origin: Blob | string; times: readonly number[]; height: number }
  | { task: 'waveform'; origin: Blob | string; samplesPerSecond: number }
  | { task: 'copy'; origin: Blob | string; target: FileSystemFileHandle }

export type WorkerResult =
  | { task: 'thumbnails'; seconds: number; picture: ImageBitmap; file: Blob }
  /** The peaks from interval `first` on. */
  | { task: 'waveform'; first: number; peaks: Float32Array<ArrayBuffer> }

export type WorkerMessage = { id: number; kind: 'ask'; request: WorkerRequest } | { id: number; kind: 'cancel' }

export type WorkerAnswer =
  | { id: number; kind: 'percent'; percent: number }
  | { id: number; kind: 'piece'; result: WorkerResult }
  | { id: number; kind: 'done'; result?: WorkerResult }
  | { id: number; kind: 'failed'; message: string }
