// The open sources of a project: each file is opened once for all readers. A file that this browser cannot decode is
// read from the server's copy once there is one, and a heavy video from its proxy.

import type { MediaSourceCache } from '../../../../../testing/media-contract.ts'
import { createNotifier } from '../../../../api/observable.ts'
import { type OpenSource, openSource } from '../../../media/source.ts'
import type { AssetLibrary } from '../../../project/asset-library.ts'
import { type EditingCopies, isHeavy } from './editing-copy.ts'

export interface OpenMediaSourceCache extends MediaSourceCache {
  find(assetId: string): OpenSource | undefined
  findLight(assetId: string): OpenSource | undefined
  open(assetId: string): Promise<OpenSource>
  openLight(assetId: string): Promise<OpenSource>
  /** Reports that playback cannot keep up, which creates an editing copy. */
  noteSlow(assetId: string): void
}

export interface MediaSourceCacheSettings {
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
