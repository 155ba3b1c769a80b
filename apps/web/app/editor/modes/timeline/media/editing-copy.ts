// Small proxies of heavy videos for editing: created in the background, stored in this site's private storage, and
// found by the video's key. Exports always read the original.
import { askMediaWorker } from '../../../media/media-worker-client.ts'
import type { OpenSource } from '../../../media/source.ts'

export interface EditingCopies {
  /** The copy of a video, created unless it already exists; undefined when this browser cannot create one. */
  make(
    source: OpenSource,
    options: { signal: AbortSignal; onPercent: (percent: number) => void },
  ): Promise<File | undefined>
}

/** Few machines decode more pixels per second than this in time: 1080p at 60 frames a second. */
const heavyPixelsPerSecond = 1920 * 1088 * 60
const folderName = 'editing-copies'
/** The share of the site's remaining quota that copies may take. */
const quotaShare = 0.25
/** A generous estimate of a copy's bits per second. */
const copyBitrate = 4_000_000

/** Whether playing the original is likely to stutter. */
export function isHeavy({ kind, width, height, frameRate = 30 }: OpenSource): boolean {
  return kind === 'video' && width * height * frameRate > heavyPixelsPerSecond
}

export function createEditingCopies(): EditingCopies {
  /** One copy at a time, because the preview has priority. */
  let queue: Promise<unknown> = Promise.resolve()
  return {
    make(source, { signal, onPercent }) {
      const making = queue.then(async () => {
        signal.throwIfAborted()
        const folder = await openFolder()
        if (!folder) return undefined
        const name = `${await computeFileName(source.key)}.mp4`
        const known = await findFile(folder, name)
        if (known) return known
        if (!(await hasRoom(source.seconds))) return undefined
        const unfinished = `${name}.part`
        const target = await folder.getFileHandle(unfinished, { create: true })
        try {
          await askMediaWorker({ task: 'copy', origin: source.origin, target }, { signal, onPercent })
          // An interrupted copy has another name and is never mistaken for a complete one.
          await (target as FileSystemFileHandle & { move(name: string): Promise<void> }).move(name)
          return await findFile(folder, name)
        } catch (error) {
          await folder.removeEntry(unfinished).catch(() => undefined)
          throw error
        }
      })
      queue = making.catch(() => undefined)
      return making
    },
  }
}

async function openFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    const root = await navigator.storage.getDirectory()
    return await root.getDirectoryHandle(folderName, { create: true })
  } catch {
    return undefined
  }
}

async function findFile(folder: FileSystemDirectoryHandle, name: string): Promise<File | undefined> {
  try {
    return await (await folder.getFileHandle(name)).getFile()
  } catch {
    return undefined
  }
}

async function hasRoom(seconds: number): Promise<boolean> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate()
  return (seconds * copyBitrate) / 8 < (quota - usage) * quotaShare
}

/** A file name that does not reveal the customer's. */
async function computeFileName(key: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))
  return [...new Uint8Array(digest).subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
