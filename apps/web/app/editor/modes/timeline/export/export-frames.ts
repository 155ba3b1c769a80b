// The images of a video being exported: each clip is decoded to the exact time of a frame before it is painted. Few
// decoders are open at a time and photos share a fixed amount of memory, so memory does not grow with the length of the
// video.

import type { PictureSource } from '@vitrine/document/host'
import type { VideoFrameRequest } from '@vitrine/painter/content'
import type { VideoSample } from 'mediabunny'
import { decodePhoto, largestPhotoEdge, type OpenSource, openSource } from '../../../media/source.ts'
import { createUpright } from '../media/decoded-picture.ts'
import { isAt, openVideoReader, type VideoReader } from '../media/video-reader.ts'
import { createFrameSheet, type FrameSheet, isPlanar } from './fast-pixels.ts'

export interface ExportFrames extends PictureSource {
  /**
   * Prepares everything that a frame shows. Rejects when a file cannot be read. @param cover the request that fills the
   * frame: its planes are used if possible, without preparing it for canvases
   */
  prepare(requests: readonly VideoFrameRequest[], cover?: VideoFrameRequest): Promise<void>
  /** The decoded picture of a request that was prepared as a cover, if it is planar. */
  findPlanar(request: VideoFrameRequest): VideoSample | undefined
  /** Requests since the last call that were not available. Prepare them and paint again. */
  takeMissed(): VideoFrameRequest[]
  /** The source of an asset, also for its sound. */
  open(assetId: string): Promise<OpenSource>
  close(): void
}

/** Bytes of decoded photos beyond those of the current frame. */
const photoBytes = 256 * 1024 * 1024
/**
 * How many preparations, two per frame, an unused video stays open for, so that one that reappears soon needs no seek.
 */
const idleTurns = 120
/** The layer id for requests of a file rather than a frame of it. */
const noLayer = ''

interface Photo {
  bitmap: ImageBitmap
  lastUse: number
}

interface OpenVideo {
  reader: VideoReader
  sheet: FrameSheet
  upright: (sample: VideoSample) => CanvasImageSource
  lastUse: number
}

const toVideoKey = (assetId: string, layerId: string) => `${assetId} ${layerId}`

export function createExportFrames(files: Readonly<Record<string, Blob | string>>): ExportFrames {
  const sources = new Map<string, Promise<OpenSource>>()
  const opened = new Map<string, OpenSource>()
  const videos = new Map<string, OpenVideo>()
  const photos = new Map<string, Photo>()
  const missed = new Map<string, VideoFrameRequest>()
  const blank = new OffscreenCanvas(2, 2)
  let preparation = 0

  const open = (assetId: string) => {
    const origin = files[assetId]
    if (origin === undefined) return Promise.reject(new Error(`There is no file for ${assetId}`))
    const known =
      sources.get(assetId) ??
      openSource(origin).then((source) => {
        opened.set(assetId, source)
        return source
      })
    sources.set(assetId, known)
    return known
  }
  const stand = async ({ assetId, seconds, layerId }: VideoFrameRequest, isCover: boolean) => {
    const origin = files[assetId]
    if (origin === undefined) return
    const source = await open(assetId)
    if (source.kind === 'image') {
      const bitmap = photos.get(assetId)?.bitmap ?? (await decodePhoto(origin, largestPhotoEdge))
      photos.set(assetId, { bitmap, lastUse: preparation })
    } else if (source.kind === 'video' && layerId !== noLayer) {
      const key = toVideoKey(assetId, layerId)
      const video = videos.get(key) ?? {
        reader: openVideoReader(source),
        sheet: createFrameSheet(),
        upright: createUpright(),
        lastUse: preparation,
      }
      videos.set(key, video)
      video.lastUse = preparation
      const sample = await video.reader.readAt(seconds)
      if (sample && !(isCover && isPlanar(sample))) await video.sheet.show(sample)
    }
  }
  const tidy = () => {
    for (const [key, { reader, lastUse }] of videos) {
      if (preparation - lastUse <= idleTurns) continue
      reader.close()
      videos.delete(key)
    }
    const idle = [...photos]
      .filter(([, photo]) => photo.lastUse < preparation - 1)
      .sort(([, a], [, b]) => b.lastUse - a.lastUse)
    let bytes = 0
    for (const [assetId, { bitmap }] of idle) {
      bytes += bitmap.width * bitmap.height * 4
      if (bytes <= photoBytes) continue
      bitmap.close()
      photos.delete(assetId)
    }
  }
  const findPresentSample = ({ assetId, seconds, layerId }: VideoFrameRequest) => {
    const place = videos.get(toVideoKey(assetId, layerId))?.reader.getPlace()
    return place && isAt(place, seconds) ? place.sample : undefined
  }
  return {
    async prepare(requests, cover) {
      preparation += 1
      await Promise.all(requests.map((request) => stand(request, request === cover)))
      tidy()
    },
    findPlanar(request) {
      const sample = findPresentSample(request)
      return sample && isPlanar(sample) ? sample : undefined
    },
    takeMissed() {
      const list = [...missed.values()]
      missed.clear()
      return list
    },
    open,
    image(assetId) {
      const photo = photos.get(assetId)
      if (photo) {
        photo.lastUse = preparation
        return { source: photo.bitmap, width: photo.bitmap.width, height: photo.bitmap.height }
      }
      const source = opened.get(assetId)
      const isAwaited = files[assetId] !== undefined && (source === undefined || source.kind === 'image')
      if (isAwaited) missed.set(assetId, { assetId, seconds: 0, layerId: noLayer })
      return undefined
    },
    video(assetId, seconds, layerId) {
      const source = opened.get(assetId)
      if (source?.kind !== 'video') return undefined
      const key = toVideoKey(assetId, layerId)
      const video = videos.get(key)
      const present = findPresentSample({ assetId, seconds, layerId })
      return {
        // The painter also requests pictures only for their size or to compare frames; only drawn frames must be
        // available.
        get source() {
          if (present) return video?.sheet.find(present) ?? video?.upright(present) ?? blank
          missed.set(key, { assetId, seconds, layerId })
          return blank
        },
        width: source.width,
        height: source.height,
        stamp: present ? 1 : 0,
      }
    },
    videoSeconds(assetId) {
      const source = opened.get(assetId)
      return source?.kind === 'video' ? source.seconds : undefined
    },
    close() {
      for (const { reader } of videos.values()) reader.close()
      for (const source of opened.values()) source.close()
      for (const { bitmap } of photos.values()) bitmap.close()
    },
  }
}
