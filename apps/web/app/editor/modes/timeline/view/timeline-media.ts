// Thumbnails and waveforms of the timeline. A lookup requests them, and they are drawn once loaded. Only recent lookups
// are fetched, so that scrolling does not wait for what is out of view again.

import { t } from '@lingui/core/macro'
import { createNotifier } from '../../../../api/observable.ts'
import type { OpenSource } from '../../../media/source.ts'
import { peaksPerSecond, waveform } from '../../../media/waveform.ts'
import { decodeInTurn } from '../../../preview/photo-file.ts'
import { type AssetLibrary, isAbsent } from '../../../project/asset-library.ts'
import { decodeSmallPicture } from '../../../project/unsent-file.ts'
import type { TimelineMedia } from '../drawing/draw-timeline.ts'
import type { OpenMediaSourceCache } from '../media/media-source-cache.ts'
import { absenceText } from '../media/placeholder.ts'
import { findThumbnail, thumbnails } from '../media/thumbnails.ts'

interface FollowedMedia extends TimelineMedia {
  subscribe(listener: () => void): () => void
  stop(): void
}

/** Height of the strips in pixels; sharp on high-density screens. */
const stripHeight = 120
/** Thumbnails are fetched on this grid, so that zooming and trimming reuse them. */
const gridSeconds = 0.5
/** Until a thumbnail is loaded, one this near is shown. */
const nearSeconds = 60
const gatherMs = 60
const forgottenAfterMs = 1500

export function createTimelineMedia(sourceCache: OpenMediaSourceCache, library: AssetLibrary): FollowedMedia {
  const { notify, subscribe } = createNotifier()
  const stop = new AbortController()
  const photos = new Map<string, ImageBitmap | 'loading' | 'failed'>()
  /** Missing files whose thumbnails in `photos` come from the project. */
  const absent = new Set<string>()
  const waves = new Map<string, { samplesPerSecond: number; peaks: Float32Array } | 'loading' | 'failed'>()
  /** When each thumbnail was last looked up, by asset and time. */
  const lookups = new Map<string, Map<number, number>>()
  const busy = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const fetchRequested = () => {
    timer = undefined
    for (const [assetId, times] of lookups) {
      const source = sourceCache.findLight(assetId)
      if (!source || busy.has(assetId)) continue
      const since = performance.now() - forgottenAfterMs
      const recent = [...times].filter(([, at]) => at >= since).map(([seconds]) => seconds)
      lookups.delete(assetId)
      if (recent.length > 0) void fetchStrip(assetId, source, recent)
    }
  }
  const fetchStrip = async (assetId: string, source: OpenSource, times: readonly number[]) => {
    busy.add(assetId)
    try {
      for await (const _ of thumbnails(source, times, stripHeight, stop.signal)) notify()
    } catch {
      // A video without thumbnails is a bar with a name.
    } finally {
      busy.delete(assetId)
    }
    if (lookups.has(assetId) && !stop.signal.aborted) schedule()
  }
  const schedule = () => {
    timer ??= setTimeout(fetchRequested, gatherMs)
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
      // A photo that cannot be decoded here is shown by name; the preview explains why.
      photos.set(assetId, 'failed')
    }
  }
  /** Loads a missing file's thumbnail from the project. */
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
  /** Facts about files have changed: a missing one may be back. */
  const lookAgain = () => {
    for (const cached of [photos, waves]) for (const [id, found] of cached) if (found === 'failed') cached.delete(id)
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
        const times = lookups.get(assetId) ?? new Map<number, number>()
        lookups.set(assetId, times.set(grid, performance.now()))
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
