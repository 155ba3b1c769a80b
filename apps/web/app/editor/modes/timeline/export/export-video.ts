// The page's side of an export: the check of the browser, the worker that renders, cancelling, and the finished file.
import { framesPerSecond } from '@vitrine/document/document'
import { listVoices } from '@vitrine/painter/voice'
import { createRandomId } from '../../../../api/random-id.ts'
import { openSource } from '../../../media/source.ts'
import { canEncodeSound, canExportVideo } from './encoder-choice.ts'
import { ExportError, type ExportedVideo, type ExportOrder, type ExportProblem } from './export-contract.ts'
import type { RenderMessage, RenderRequest } from './render-video.ts'

/** How long a worker may take to stop before it is terminated. */
const stopMs = 3000

/** Why this browser cannot render this video; undefined when it can. Otherwise the server renders it. */
export async function findExportProblem(
  order: Pick<ExportOrder, 'document' | 'files' | 'size'>,
): Promise<ExportProblem | undefined> {
  const isModern =
    typeof VideoEncoder === 'function' &&
    typeof VideoDecoder === 'function' &&
    typeof OffscreenCanvas === 'function' &&
    typeof navigator.storage?.getDirectory === 'function'
  if (!isModern) return 'browser-too-old'
  const fps = framesPerSecond(order.document.canvas.fps)
  if (!(await canExportVideo(order.size, fps))) return 'no-video-encoder'
  const voices = listVoices(order.document)
  if (voices.length > 0 && !(await canEncodeSound())) return 'no-audio-encoder'
  const heard = new Set(voices.map(({ assetId }) => assetId))
  for (const [assetId, origin] of Object.entries(order.files)) {
    if (!(await isReadable(origin, heard.has(assetId)))) return 'source-needs-server'
  }
  return undefined
}

async function isReadable(origin: Blob | string, isHeard: boolean): Promise<boolean> {
  const source = await openSource(origin)
  try {
    if (!source.canDecode) return false
    return !isHeard || !source.tracks?.audio || (await source.tracks.audio.canDecode())
  } finally {
    source.close()
  }
}

/**
 * Renders the video, also while the page is hidden. @throws ExportError @throws the signal's reason after it was
 * aborted and the file was deleted
 */
export async function exportVideo(order: ExportOrder): Promise<ExportedVideo> {
  order.signal?.throwIfAborted()
  order.onProgress?.({
    stage: 'preparing',
    framesDone: 0,
    frameCount: order.document.canvas.duration,
    percent: 0,
    secondsLeft: undefined,
  })
  const { handle, remove } = await createStoredVideo()
  const lock = await holdLock(lockName(handle))
  const startedMs = performance.now()
  try {
    // It may have been aborted before the listener was added.
    order.signal?.throwIfAborted()
    const rendered = await runWorker(order, handle)
    const file = await handle.getFile()
    return {
      file: new File([file], order.fileName, { type: 'video/mp4' }),
      ...order.size,
      ...rendered,
      tookSeconds: (performance.now() - startedMs) / 1000,
      async discard() {
        lock.release()
        await remove()
      },
    }
  } catch (error) {
    lock.release()
    await remove()
    throw error
  }
}

function runWorker(order: ExportOrder, target: FileSystemFileHandle): Promise<{ seconds: number; hasSound: boolean }> {
  const { signal, onProgress } = order
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<{ seconds: number; hasSound: boolean }>((resolve, reject) => {
    let ending: ReturnType<typeof setTimeout> | undefined
    const stop = () => {
      worker.postMessage('cancel')
      // A worker that is stuck in native code is terminated; the browser closes its files.
      ending = setTimeout(() => finish(() => reject(signal?.reason)), stopMs)
    }
    const finish = (settle: () => void) => {
      clearTimeout(ending)
      signal?.removeEventListener('abort', stop)
      worker.terminate()
      settle()
    }
    worker.onmessage = ({ data }: MessageEvent<RenderMessage>) => {
      if (data.kind === 'progress') onProgress?.(data.progress)
      else if (data.kind === 'done') finish(() => resolve({ seconds: data.seconds, hasSound: data.hasSound }))
      else finish(() => reject(signal?.aborted ? signal.reason : new ExportError(data.fault)))
    }
    worker.onerror = () => finish(() => reject(new ExportError('worker')))
    signal?.addEventListener('abort', stop, { once: true })
    worker.postMessage(createRenderRequest(order, target))
  })
}

function createRenderRequest(
  { document, fonts, files, size, watermark }: ExportOrder,
  target: FileSystemFileHandle,
): RenderRequest {
  // Relative addresses resolve differently in a worker.
  const absolute = Object.entries(files).map(([assetId, origin]) => [
    assetId,
    typeof origin === 'string' ? new URL(origin, window.location.href).href : origin,
  ])
  return { document, fonts, files: Object.fromEntries(absolute), size, watermark, target }
}

/** Browsers do not freeze a hidden page that holds a lock, and other tabs see that its video is in use. */
function holdLock(name: string): Promise<{ release(): void }> {
  return new Promise((resolve) => {
    void navigator.locks.request(name, () => {
      return new Promise<void>((release) => resolve({ release }))
    })
  })
}

const folderName = 'videos'

/** A file in this site's own storage for one video. */
interface StoredVideo {
  handle: FileSystemFileHandle
  remove(): Promise<void>
}

/** A new file in the site's storage. Deletes leftovers of earlier exports whose page was closed. */
async function createStoredVideo(): Promise<StoredVideo> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle(folderName, { create: true })
  await removeOldVideos(folder)
  const name = `${createRandomId()}.mp4`
  return {
    handle: await folder.getFileHandle(name, { create: true }),
    remove: () => removeEntry(folder, name),
  }
}

/** A running export or download holds a lock of this name: files without a lock are leftovers. */
function lockName(handle: FileSystemFileHandle): string {
  return `vitrine-video-${handle.name}`
}

async function removeOldVideos(folder: FileSystemDirectoryHandle): Promise<void> {
  const { held = [] } = await navigator.locks.query()
  const names = new Set(held.map(({ name }) => name))
  const { keys } = folder as FileSystemDirectoryHandle & { keys: () => AsyncIterable<string> }
  for await (const name of keys.call(folder)) {
    if (!names.has(`vitrine-video-${name}`)) await removeEntry(folder, name)
  }
}

/** A file that is still being closed cannot be deleted yet; a moment later it can. */
async function removeEntry(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      return await folder.removeEntry(name)
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotFoundError') return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
