// The open sources of a project: each file is opened once for all readers. A file that this browser cannot decode is
// read from the server's copy once there is one, and a heavy video from its proxy.

import { createNotifier } from '../../../../api/observable.ts'
import type { MediaSourceCache } from '../../../media/media-contract.ts'
import { askMediaWorker } from '../../../media/media-worker-client.ts'
import { type OpenSource, openSource } from '../../../media/source.ts'
import type { AssetLibrary } from '../../../project/asset-library.ts'

export interface OpenMediaSourceCache extends MediaSourceCache {
  find(assetId: string): OpenSource | undefined
  findLight(assetId: string): OpenSource | undefined
  open(assetId: string): Promise<OpenSource>
  openLight(assetId: string): Promise<OpenSource>
  /** Reports that playback cannot keep up, which creates an editing copy. */
  noteSlow(assetId: string): void
}

interface MediaSourceCacheSettings {
  library: AssetLibrary
  copies?: EditingCopies
}

type Entry = { opening: Promise<OpenSource>; source: OpenSource | undefined; hasFailed: boolean }

export function createMediaSourceCache({ library, copies }: MediaSourceCacheSettings): OpenMediaSourceCache {
  const entries = new Map<string, Entry>()
  const light = new Map<string, OpenSource>()
  const copying = new Map<string, number>()
  const stop = new AbortController()
  const { notify, subscribe } = createNotifier()

  const load = async (assetId: string): Promise<OpenSource> => {
    const asset = library.find(assetId)
    const kind = asset?.kind === 'font' ? undefined : asset?.kind
    const own = asset?.file && (await openSource(asset.file, kind))
    if (own?.canDecode) return own
    own?.close()
    // Read again, because the server's copy may have arrived while the file was opened.
    const url = library.find(assetId)?.url
    if (url === undefined) throw new Error(own ? 'This browser does not read the file' : 'The file is not there')
    const serverCopy = await openSource(url, kind)
    if (serverCopy.canDecode) return serverCopy
    serverCopy.close()
    throw new Error('The server’s copy cannot be read')
  }
  const learn = (assetId: string, source: OpenSource) => {
    const asset = library.find(assetId)
    if (!asset?.file || asset.width !== undefined || source.kind === 'audio') return
    const { width, height, seconds } = source
    library.put({ ...asset, width, height, ...(source.kind === 'video' && { durationSeconds: seconds }) })
  }
  const enter = (assetId: string): Entry => {
    const known = entries.get(assetId)
    if (known) return known
    const entry: Entry = { opening: load(assetId), source: undefined, hasFailed: false }
    entries.set(assetId, entry)
    entry.opening
      .then((source) => {
        if (stop.signal.aborted || entries.get(assetId) !== entry) return source.close()
        entry.source = source
        learn(assetId, source)
        if (isHeavy(source)) copy(assetId, source)
      })
      .catch(() => {
        entry.hasFailed = true
      })
      .finally(notify)
    return entry
  }
  const copy = (assetId: string, source: OpenSource) => {
    if (!copies || copying.has(assetId) || light.has(assetId) || source.kind !== 'video') return
    copying.set(assetId, 0)
    const onPercent = (percent: number) => {
      copying.set(assetId, percent)
      notify()
    }
    copies
      .make(source, { signal: stop.signal, onPercent })
      .then(async (file) => {
        const small = file && (await openSource(file, 'video'))
        if (small?.canDecode && entries.get(assetId)?.source === source) light.set(assetId, small)
        else small?.close()
      })
      // Without a copy the original is played as well as possible.
      .catch(() => undefined)
      .finally(() => {
        copying.delete(assetId)
        notify()
      })
  }
  return {
    find: (assetId) => enter(assetId).source,
    findLight: (assetId) => light.get(assetId) ?? enter(assetId).source,
    open: (assetId) => enter(assetId).opening,
    openLight: async (assetId) => light.get(assetId) ?? enter(assetId).opening,
    noteSlow(assetId) {
      const source = entries.get(assetId)?.source
      if (source) copy(assetId, source)
    },
    rename(from, to) {
      const entry = entries.get(from)
      // A file that could not be read here is retried from the server's copy.
      if (entry && !entry.hasFailed) entries.set(to, entry)
      const small = light.get(from)
      if (small) light.set(to, small)
    },
    retry(assetId) {
      if (entries.get(assetId)?.hasFailed) entries.delete(assetId)
      notify()
    },
    listFailed: () => [...entries].flatMap(([assetId, { hasFailed }]) => (hasFailed ? [assetId] : [])),
    listCopies: () => copying,
    subscribe,
    stop() {
      stop.abort()
      for (const source of new Set([...entries.values()].map((entry) => entry.source))) source?.close()
      for (const source of new Set(light.values())) source.close()
    },
  }
}

/**
 * Small proxies of heavy videos for editing: created in the background, stored in this site's private storage, and
 * found by the video's key. Exports always read the original.
 */
interface EditingCopies {
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
function isHeavy({ kind, width, height, frameRate = 30 }: OpenSource): boolean {
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
