// The worker that reads files in the background for thumbnails, waveforms and editing copies.
import { makeEditingCopy } from './make-editing-copy.ts'
import type { WorkerAnswer, WorkerMessage, WorkerRequest, WorkerResult } from './media-worker-message.ts'
import { scanThumbnails, scanWaveform } from './scan.ts'
import { openSource } from './source.ts'

const running = new Map<number, AbortController>()
const answer = (message: WorkerAnswer, transfer: Transferable[] = []) => self.postMessage(message, { transfer })

self.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
  if (data.kind === 'cancel') running.get(data.id)?.abort()
  else void work(data.id, data.request)
})

async function work(id: number, request: WorkerRequest): Promise<void> {
  const stop = new AbortController()
  running.set(id, stop)
  try {
    await carryOut(id, request, stop.signal)
    answer({ id, kind: 'done' })
  } catch (error) {
    answer({ id, kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  } finally {
    running.delete(id)
  }
}

async function carryOut(id: number, request: WorkerRequest, signal: AbortSignal): Promise<void> {
  const source = await openSource(request.origin)
  try {
    signal.throwIfAborted()
    const give = (result: WorkerResult, transfer: Transferable[]) => answer({ id, kind: 'piece', result }, transfer)
    if (request.task === 'thumbnails') {
      for await (const small of scanThumbnails(source, request, signal)) {
        give({ task: 'thumbnails', ...small }, [small.picture])
      }
    } else if (request.task === 'waveform') {
      for await (const { first, peaks } of scanWaveform(source, request.samplesPerSecond, signal)) {
        give({ task: 'waveform', first, peaks }, [peaks.buffer])
      }
    } else {
      const onPercent = (percent: number) => answer({ id, kind: 'percent', percent })
      await makeEditingCopy(source, request.target, { signal, onPercent })
    }
  } finally {
    source.close()
  }
}
