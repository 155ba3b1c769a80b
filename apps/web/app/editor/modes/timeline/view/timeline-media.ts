// Thumbnails and waveforms of the timeline, requested by being looked up and drawn once they are loaded. Only recent
// lookups are fetched, so that scrolling does not wait for what has been scrolled past.

import { t } from '@lingui/core/macro'
import { createNotifier } from '../../../../api/observable.ts'
import type { OpenSource } from '../../../media/source.ts'
import { peaksPerSecond, waveform } from '../../../media/waveform.ts'
import { decodeInTurn } from '../../../preview/decode-photo.ts'
import { type AssetLibrary, isAbsent } from '../../../project/asset-library.ts'
import { decodeSmallPicture } from '../../../project/unsent-file.ts'
import type { TimelineMedia } from '../drawing/draw-timeline.ts'
import { absenceText } from '../media/absence-text.ts'
import type { OpenMediaSourceCache } from '../media/media-source-cache.ts'
import { findThumbnail, thumbnails } from '../media/thumbnails.ts'

export interface FollowedMedia extends TimelineMedia {
  subscribe(listener: () => void): () => void
  stop(): void
}

/** Pixels of the strips' height; sharp on dense screens at the timeline's size. */
const stripHeight = 120
/** Pictures are fetched on such a grid, so that zooming and trimming find them again. */
const gridSeconds = 0.5
/** A picture of about then is better than none. */
const nearSeconds = 60
const gatherMs = 60
const forgottenAfterMs = 1500

export function createTimelineMedia(sourceCache: OpenMediaSourceCache, library: AssetLibrary): FollowedMedia {
  const { notify, subscribe } = createNotifier()
  const stop = new AbortController()
  const photos = new Map<string, ImageBitmap | 'loading' | 'failed'>()
  /** Files of which `photos` has what the project shows of them. */
  const absent = new Set<string>()
  const waves = new Map<string, { samplesPerSecond: number; peaks: Float32Array } | 'loading' | 'failed'>()
  /** When each picture was last looked up, by asset and time. */
  const wanted = new Map<string, Map<number, number>>()
  const busy = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const fetchWanted = () => {
    timer = undefined
    for (const [assetId, times] of wanted) {
      const source = sourceCache.findLight(assetId)
      if (!source || busy.has(assetId)) continue
      const since = performance.now() - forgottenAfterMs
      const recent = [...times].filter(([, at]) => at >= since).map(([seconds]) => seconds)
      wanted.delete(assetId)
      if (recent.length > 0) void fetchStrip(assetId, source, recent)
    }
  }
  const fetchStrip = async (assetId: string, source: OpenSource, times: readonly number[]) => {
    busy.add(assetId)
    try {
      for await (const _ of thumbnails(source, times, stripHeight, stop.signal)) notify()
    } catch {
      // A video that gives no thumbnails is a bar with a name.
    } finally {
      busy.delete(assetId)
    }
    if (wanted.has(assetId) && !stop.signal.aborted) schedule()
  }
  const schedule = () => {
    timer ??= setTimeout(fetchWanted, gatherMs)
  }
  const fetchPhoto = async (assetId: string) => {
    photos.set(assetId, 'loading')
    const asset = library.find(assetId)
    try {
      const file =
        asset?.file ?? (asset?.url ? await (await fetch(asset.url, { signal: stop.signal })).blob() : undefined)
      if (!file) return void (await fetchUnsentPicture(assetId, asset?.picture))
      const picture = await decodeInTurn(file, () =>
        createImageBitmap(file, { resizeHeight: stripHeight, resizeQuality: 'medium' }),
      )
      photos.set(assetId, picture)
      notify()
    } catch {
      // A photo that cannot be decoded here is shown by name; the preview says more.
      photos.set(assetId, 'failed')
    }
  }
  /** Of a missing file: its thumbnail in the project. */
  const fetchUnsentPicture = async (assetId: string, address: string | undefined) => {
    const picture = address === undefined ? undefined : await decodeSmallPicture(address)
    photos.set(assetId, picture ?? 'failed')
    if (picture) absent.add(assetId)
    notify()
  }
  const fetchWave = async (assetId: string) => {
    waves.set(assetId, 'loading')
    try {
      const source = await sourceCache.open(assetId)
      const show = (found: { samplesPerSecond: number; peaks: Float32Array }) => {
        waves.set(assetId, found)
        notify()
      }
      show(await waveform(source, peaksPerSecond, stop.signal, show))
    } catch {
      // Silence is drawn as nothing.
      waves.set(assetId, 'failed')
    }
  }
  const isAtHand = (assetId: string) => {
    const asset = library.find(assetId)
    return asset !== undefined && !isAbsent(asset)
  }
  /** What is known of files has changed: one that was missing may have come back. */
  const lookAgain = () => {
    for (const kept of [photos, waves]) for (const [id, found] of kept) if (found === 'failed') kept.delete(id)
    for (const id of absent) {
      if (!isAtHand(id)) continue
      absent.delete(id)
      const picture = photos.get(id)
      if (typeof picture === 'object') picture.close()
      photos.delete(id)
    }
    notify()
  }
  const endings = [sourceCache.subscribe(notify), library.subscribe(lookAgain)]
  return {
    findThumbnail(assetId, seconds) {
      if (library.find(assetId)?.kind === 'image' || !isAtHand(assetId)) {
        const photo = photos.get(assetId)
        if (!photo) void fetchPhoto(assetId)
        return typeof photo === 'object' ? shown(photo) : undefined
      }
      const source = sourceCache.findLight(assetId)
      if (!source) return undefined
      const last = Math.max(0, source.seconds - 0.1)
      const grid = Math.min(last, Math.round(seconds / gridSeconds) * gridSeconds)
      const exact = findThumbnail(source, grid, 0.02)
      if (!exact) {
        const times = wanted.get(assetId) ?? new Map<number, number>()
        wanted.set(assetId, times.set(grid, performance.now()))
        schedule()
      }
      const found = exact ?? findThumbnail(source, grid, nearSeconds)
      return found && shown(found)
    },
    findWaveform(assetId) {
      const wave = waves.get(assetId)
      if (!wave) void fetchWave(assetId)
      return typeof wave === 'object' ? wave : undefined
    },
    findNote(assetId) {
      const asset = library.find(assetId)
      const absence = asset && absenceText(asset)
      if (absence !== undefined) return absence
      if (sourceCache.listFailed().includes(assetId)) return t`cannot be previewed`
      const copied = sourceCache.listCopies().get(assetId)
      if (copied === undefined) return undefined
      const percent = Math.round(copied)
      return t`preparing ${percent}%`
    },
    subscribe,
    stop() {
      stop.abort()
      clearTimeout(timer)
      for (const end of endings) end()
      for (const photo of photos.values()) if (typeof photo === 'object') photo.close()
    },
  }
}

function shown(picture: ImageBitmap) {
  return { picture, width: picture.width, height: picture.height }
}
