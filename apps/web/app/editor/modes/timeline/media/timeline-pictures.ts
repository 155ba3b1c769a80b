// The images of a timeline's preview: a decoder for each place where a video shows now or soon, photos within a memory
// limit, and for every time an approximate image at once and the exact one as soon as it is decoded.

import type { Picture } from '@vitrine/document/host'
import type { VideoFrameRequest } from '@vitrine/painter/content'
import type { TimelinePictures } from '../../../media/media-contract.ts'
import { decodePhoto } from '../../../media/source.ts'
import type { OpenMediaSourceCache } from './media-source-cache.ts'
import { findThumbnail } from './thumbnails.ts'
import { VideoPlayback } from './video-playback.ts'

interface TimelinePicturesSettings {
  sourceCache: OpenMediaSourceCache
  /** The placeholder of a video or photo whose file is missing. */
  findPlaceholder?: (assetId: string) => Picture | undefined
  /** A photo has loaded, or a video has reached the requested time: a repaint may look different. */
  onArrived: (kind: 'picture' | 'moment') => void
  onFailed: (assetId: string) => void
}

/** How many decoders are open, unless a single frame shows more videos. */
const maxViews = 6
/** Longest edge of a decoded photo. The preview is at most 1280 px; the rest is for zooming in. */
const photoEdge = 2048
const photoBytes = 192 * 1024 * 1024
const aheadSeconds = { playing: 1.5, placement: 0.5 }
/** The step of the prefetch through the coming frames. */
const stepSeconds = 0.2
/** A thumbnail this near is used until the frame is decoded. */
const standInSeconds = 4

interface Photo {
  bitmap: ImageBitmap | undefined
  lastUse: number
}

export function createTimelinePictures(settings: TimelinePicturesSettings): TimelinePictures {
  const { sourceCache, onArrived, onFailed } = settings
  const views = new Map<string, { view: VideoPlayback; lastUse: number }>()
  const photos = new Map<string, Photo>()
  const failed = new Set<string>()
  const waitingForExact = new Set<() => void>()
  /** The requested time by view, in the current or the last painting. */
  const drawn = new Map<string, number>()
  /** The painting that filled `drawn` has ended. */
  let isPainted = false
  const blank = document.createElement('canvas')
  blank.width = 2
  blank.height = 2
  let videosAt: (frame: number) => readonly VideoFrameRequest[] = () => []
  let timing = { framesPerSecond: 30, frames: 1 }
  let isPlaying = false
  let isStopped = false
  /** Counts prefetches: a decoder that stays unused for some is closed. */
  let prefetches = 0
  let lookedAt = Number.NaN

  const arrive = (kind: 'picture' | 'moment') => {
    if (isStopped) return
    onArrived(kind)
    emitExact()
  }
  const isExact = () => {
    const videos = [...drawn].every(([key, seconds]) => views.get(key)?.view.isExactAt(seconds) ?? true)
    return videos && [...photos.values()].every(({ bitmap, lastUse }) => bitmap !== undefined || lastUse < prefetches)
  }
  const emitExact = () => {
    if (waitingForExact.size === 0 || !isExact()) return
    for (const resolve of waitingForExact) resolve()
    waitingForExact.clear()
  }
  const fail = (assetId: string) => {
    if (failed.has(assetId)) return
    failed.add(assetId)
    onFailed(assetId)
    emitExact()
  }
  const findView = (assetId: string, layerId: string): VideoPlayback | undefined => {
    const key = `${assetId} ${layerId}`
    const source = sourceCache.findLight(assetId)
    const known = views.get(key)
    if (known && known.view.source === source) {
      known.lastUse = prefetches
      return known.view
    }
    if (source?.kind !== 'video' || failed.has(assetId)) return known?.view
    known?.view.close()
    const view = new VideoPlayback(source, {
      onArrived: () => arrive('moment'),
      onFailed: () => fail(assetId),
      onLate: () => sourceCache.noteSlow(assetId),
    })
    views.set(key, { view, lastUse: prefetches })
    return view
  }
  const loadPhoto = (assetId: string) => {
    const source = sourceCache.find(assetId)
    if (source?.kind !== 'image' || photos.has(assetId) || failed.has(assetId)) return
    const photo: Photo = { bitmap: undefined, lastUse: prefetches }
    photos.set(assetId, photo)
    decodePhoto(source.origin, photoEdge).then(
      (bitmap) => {
        photo.bitmap = bitmap
        if (isStopped || photos.get(assetId) !== photo) return bitmap.close()
        arrive('picture')
      },
      () => fail(assetId),
    )
  }
  const tidy = () => {
    const idle = [...views]
      .filter(([, { lastUse }]) => lastUse < prefetches)
      .sort(([, a], [, b]) => a.lastUse - b.lastUse)
    for (const [key, { view, lastUse }] of idle) {
      // The user may step back to a clip that has just ended.
      if (views.size <= maxViews && prefetches - lastUse < 30) break
      view.close()
      views.delete(key)
    }
    const countBytes = ({ bitmap }: Photo) => (bitmap ? bitmap.width * bitmap.height * 4 : 0)
    let bytes = [...photos.values()].reduce((sum, photo) => sum + countBytes(photo), 0)
    for (const [assetId, photo] of [...photos].sort(([, a], [, b]) => a.lastUse - b.lastUse)) {
      if (bytes <= photoBytes) break
      if (photo.lastUse >= prefetches || !photo.bitmap) continue
      bytes -= countBytes(photo)
      photo.bitmap.close()
      photos.delete(assetId)
    }
  }
  const prepare = ({ assetId, seconds, layerId }: VideoFrameRequest) => {
    const key = `${assetId} ${layerId}`
    loadPhoto(assetId)
    const photo = photos.get(assetId)
    if (photo) photo.lastUse = prefetches
    const isNew = !views.has(key)
    if (isNew && views.size >= maxViews) return
    // Drawing advances its view already.
    if (!drawn.has(key)) findView(assetId, layerId)?.want(seconds, isPlaying)
  }
  const endWatch = sourceCache.subscribe(() => {
    for (const assetId of sourceCache.listFailed()) fail(assetId)
    arrive('picture')
  })
  const findPhoto = (assetId: string) => {
    const photo = photos.get(assetId)
    if (!photo) loadPhoto(assetId)
    else photo.lastUse = prefetches
    return photo?.bitmap ? toPicture(photo.bitmap) : settings.findPlaceholder?.(assetId)
  }
  return {
    image: findPhoto,
    findPhoto,
    isArriving: () => [...photos].some(([assetId, { bitmap }]) => !bitmap && !failed.has(assetId)),
    expect(assetIds) {
      for (const assetId of assetIds) loadPhoto(assetId)
    },
    // `lookAhead` prefetches, and there are no smaller copies.
    prepare: () => undefined,
    loadWhole: async () => undefined,
    video(assetId, seconds, layerId) {
      const source = sourceCache.findLight(assetId)
      if (source?.kind !== 'video') return undefined
      const key = `${assetId} ${layerId}`
      const sampled = (scale: number) => {
        const view = findView(assetId, layerId)
        if (isPainted) drawn.clear()
        isPainted = false
        drawn.set(key, seconds)
        const standIn = () => ({ source: findThumbnail(source, seconds, standInSeconds) ?? blank, scale: 1 })
        return view?.drawAt(seconds, isPlaying, scale) ?? standIn()
      }
      return {
        // The painter also requests pictures only for their size or to compare frames; only drawn frames are decoded.
        get source() {
          return sampled(1).source
        },
        sampled,
        width: source.width,
        height: source.height,
        stamp: views.get(key)?.view.stampAt(seconds) ?? -1,
      }
    },
    videoSeconds(assetId) {
      const source = sourceCache.find(assetId)
      return source?.kind === 'video' ? source.seconds : undefined
    },
    findVideo(assetId) {
      const [key, seconds] = [...drawn].find(([name]) => name.startsWith(`${assetId} `)) ?? []
      const view = key === undefined ? undefined : views.get(key)?.view
      const shown = view && seconds !== undefined ? view.drawAt(seconds, isPlaying) : undefined
      return view && shown ? { source: shown.source, width: view.source.width, height: view.source.height } : undefined
    },
    setPlaying(next) {
      isPlaying = next
    },
    setVideos(next, nextVideo) {
      videosAt = next
      timing = nextVideo
      lookedAt = Number.NaN
    },
    lookAhead(frame, playing) {
      isPainted = true
      const step = Math.max(1, Math.round(timing.framesPerSecond * stepSeconds))
      // While paused, or shortly after the last prefetch, it is still valid.
      if (playing && Math.abs(frame - lookedAt) < step) return
      lookedAt = frame
      prefetches += 1
      const reach = Math.round(timing.framesPerSecond * (playing ? aheadSeconds.playing : aheadSeconds.placement))
      const soon = new Set<string>()
      for (const request of videosAt(frame)) touch(request)
      for (let ahead = step; ahead <= reach; ahead += step) {
        // After the last frame comes the first again.
        for (const request of videosAt((frame + ahead) % Math.max(1, timing.frames))) {
          // The start of the clip has to be ready.
          const key = `${request.assetId} ${request.layerId}`
          if (!soon.has(key)) prepare(request)
          soon.add(key)
        }
      }
      tidy()
    },
    async whenExact() {
      if (!isExact()) await new Promise<void>((resolve) => waitingForExact.add(resolve))
    },
    getHeld() {
      const all = [...views.values()].map(({ view }) => view.getHeld())
      const decoded = [...photos.values()].flatMap(({ bitmap }) => (bitmap ? [bitmap.width * bitmap.height * 4] : []))
      return {
        pictures: all.reduce((sum, { pictures }) => sum + pictures, decoded.length),
        bytes: all.reduce((sum, { bytes }) => sum + bytes, 0) + decoded.reduce((sum, bytes) => sum + bytes, 0),
      }
    },
    rename(from, to) {
      sourceCache.rename(from, to)
      const photo = photos.get(from)
      if (photo) photos.set(to, photo)
      for (const [key, known] of [...views]) {
        if (!key.startsWith(`${from} `)) continue
        views.delete(key)
        views.set(key.replace(from, to), known)
      }
    },
    listFailed: () => [...failed],
    findFault: (assetId) => (failed.has(assetId) ? 'not-shown-here' : undefined),
    retry(assetId) {
      failed.delete(assetId)
      photos.delete(assetId)
      sourceCache.retry(assetId)
      arrive('picture')
    },
    stop() {
      isStopped = true
      endWatch()
      for (const { view } of views.values()) view.close()
      for (const { bitmap } of photos.values()) bitmap?.close()
      for (const resolve of waitingForExact) resolve()
    },
  }

  function touch({ assetId, layerId }: VideoFrameRequest): void {
    const known = views.get(`${assetId} ${layerId}`)
    if (known) known.lastUse = prefetches
    const photo = photos.get(assetId)
    if (photo) photo.lastUse = prefetches
  }
}

function toPicture(bitmap: ImageBitmap): Picture {
  return { source: bitmap, width: bitmap.width, height: bitmap.height }
}
