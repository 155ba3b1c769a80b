// The worker that exports one video: receives the request, reports progress, and stops on request.

import { openOutputFile } from '../../../media/output-file.ts'
import { ExportError } from './export-contract.ts'
import { type RenderMessage, type RenderRequest, renderVideo } from './render-video.ts'

const stop = new AbortController()
const answer = (message: RenderMessage) => self.postMessage(message)

self.addEventListener('message', ({ data }: MessageEvent<RenderRequest | 'cancel'>) => {
  if (data === 'cancel') stop.abort(new DOMException('The export was cancelled', 'AbortError'))
  else void make(data)
})

async function make(order: RenderRequest): Promise<void> {
  try {
    const { writable } = await openOutputFile(order.target)
    const rendered = await renderVideo({
      order,
      writable,
      signal: stop.signal,
      onProgress: (progress) => answer({ kind: 'progress', progress }),
    })
    answer({ kind: 'done', ...rendered })
  } catch (error) {
    // The page shows a message; the cause is logged for developers.
    if (!stop.signal.aborted) console.warn(error instanceof Error ? (error.cause ?? error) : error)
    answer({ kind: 'failed', fault: error instanceof ExportError ? error.fault : 'storage' })
  }
}
