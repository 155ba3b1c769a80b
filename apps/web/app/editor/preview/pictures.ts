// The images for the painter: photos decoded upright and no larger than a preview needs, and videos that follow the
// preview's time. A file that this browser cannot read is shown from the server's copy as soon as there is one.

import type { Picture, PictureSource } from '@vitrine/document/host'
import type { AssetLibrary, KnownAsset } from '../project/asset-library.ts'
import { decodePhoto, type PhotoSize } from './photo-file.ts'
import { isShownByBrowsers, isStillThere } from './read-file.ts'
import { smallPhotoAddress } from './template-file.ts'

export interface Pictures extends PictureSource {
  /** A photo that is drawn on the stage. */
  image(assetId: string): Picture | undefined
  /** A photo that is shown outside the stage; the call starts loading it. */
  findPhoto(assetId: string): Picture | undefined
  video(assetId: string, seconds: number, layerId: string): Picture | undefined
  /** The current frame of a video, without seeking; undefined until the painter has requested it. */
  findVideo(assetId: string): Picture | undefined
  /** Whether a photo of the stage is still loading. */
  isArriving(): boolean
  /** Loads photos that the stage is about to draw; they count for `isArriving`. */
  expect(assetIds: readonly string[]): void
  /** Loads photos that will be drawn soon. */
  prepare(assetIds: readonly string[]): void
  /** Replaces a smaller copy by the whole file. Never rejects; if the file cannot be loaded, the copy stays. */
  loadWhole(assetId: string): Promise<void>
  /** Whether videos play or show the requested frame. */
  setPlaying(isPlaying: boolean): void
  /** Changes the id of a file. Nothing is decoded again, so nothing flickers. */
  rename(from: string, to: string): void
  /** Assets that could not be loaded or decoded. */
  listFailed(): readonly string[]
  /** Why an asset cannot be shown; undefined for others. */
  findFault(assetId: string): PictureFault | undefined
  /** Loads a file again, for example when the server's copy is ready. */
  retry(assetId: string): void
  stop(): void
}

/**
 * `lost`: the file is no longer on this device. `damaged`: the file cannot be read anywhere. `not-shown-here`: the
 * server may be able to read it. `not-loaded`: the server's copy could not be loaded.
 */
export type PictureFault = 'lost' | 'damaged' | 'not-shown-here' | 'not-loaded'

interface PicturesSettings {
  library: AssetLibrary
  /** A picture has loaded, or a video has reached the requested time: a repaint may look different. */
  onArrived: (kind: 'picture' | 'moment') => void
  onFailed: (assetId: string) => void
  /** Whether a smaller copy of a template's photo is enough until `loadWhole`; never by default. */
  mayBeSmall?: (assetId: string) => boolean
}

/** Longest edge of a decoded photo. The preview is at most 1280 px; the rest is for zooming in. */
const longestEdge = 2048
type Entry =
  | { status: 'loading'; loaded: Promise<void> }
  | { status: 'ready'; picture: Picture; isSmall: boolean }
  | { status: 'failed'; fault: PictureFault }

export function createPictures({ library, onArrived, onFailed, mayBeSmall }: PicturesSettings): Pictures {
  const entries = new Map<string, Entry>()
  /** Photos that the painter requested. */
  const drawn = new Set<string>()
  const videos = new Map<string, VideoSource>()
  const addresses = new Map<string, string>()
  const failedVideos = new Map<string, PictureFault>()
  const unreadable = new WeakSet<File>()
  let isPlaying = false
  let isStopped = false

  const readableFile = ({ file }: KnownAsset) => (file && !unreadable.has(file) ? file : undefined)
  const smallAddress = ({ assetId, url, width }: KnownAsset) =>
    url && mayBeSmall?.(assetId) ? smallPhotoAddress(url, width) : undefined
  const load = async (asset: KnownAsset, small: string | undefined): Promise<void> => {
    const file = readableFile(asset)
    try {
      const picture = await decode(file ?? (await fetchBlob(small ?? asset.url)))
      if (isStopped) return picture.source.close()
      entries.set(asset.assetId, { status: 'ready', picture, isSmall: small !== undefined })
      if (asset.width === undefined && asset.file) library.put({ ...asset, ...picture.full })
      onArrived('picture')
    } catch {
      if (file) unreadable.add(file)
      const known = library.find(asset.assetId)
      if ((file || small) && known?.url) return load(known, undefined)
      entries.set(asset.assetId, { status: 'failed', fault: await findPictureFault(asset) })
      onFailed(asset.assetId)
    }
  }
  const findPhoto = (assetId: string): Picture | undefined => {
    const entry = entries.get(assetId)
    if (entry) return entry.status === 'ready' ? entry.picture : undefined
    const asset = library.find(assetId)
    if (asset?.kind === 'image')
      entries.set(assetId, {
        status: 'loading',
        loaded: load(asset, readableFile(asset) ? undefined : smallAddress(asset)),
      })
    return undefined
  }
  const findAddress = (asset: KnownAsset) => {
    const file = readableFile(asset)
    if (!file) return asset.url
    const address = addresses.get(asset.assetId) ?? URL.createObjectURL(file)
    addresses.set(asset.assetId, address)
    return address
  }
  const open = (asset: KnownAsset, address: string, key: string): VideoSource => {
    const video = openVideo(address, {
      onReady({ width, height, durationSeconds }) {
        if (asset.width === undefined && asset.file) library.put({ ...asset, width, height, durationSeconds })
        onArrived('picture')
      },
      onArrived: () => onArrived('moment'),
      onFailed: () => giveUp(asset, key),
    })
    videos.set(key, video)
    return video
  }
  /** Only the server can read the chosen file; its copy may already exist. */
  const giveUp = (asset: KnownAsset, key: string) => {
    const hadFile = readableFile(asset)
    if (hadFile) unreadable.add(hadFile)
    videos.get(key)?.stop()
    videos.delete(key)
    if (hadFile && library.find(asset.assetId)?.url) return onArrived('picture')
    void findPictureFault(asset).then((fault) => {
      if (isStopped) return
      failedVideos.set(asset.assetId, fault)
      onFailed(asset.assetId)
    })
  }

  return {
    image(assetId) {
      drawn.add(assetId)
      return findPhoto(assetId)
    },
    findPhoto,
    isArriving: () => [...drawn].some((assetId) => entries.get(assetId)?.status === 'loading'),
    expect(assetIds) {
      for (const assetId of assetIds) {
        drawn.add(assetId)
        findPhoto(assetId)
      }
    },
    prepare(assetIds) {
      for (const assetId of assetIds) findPhoto(assetId)
    },
    async loadWhole(assetId) {
      const asset = library.find(assetId)
      if (asset?.kind !== 'image' || isStopped) return
      if (!entries.has(assetId)) entries.set(assetId, { status: 'loading', loaded: load(asset, undefined) })
      const entry = entries.get(assetId)
      if (entry?.status === 'loading') await entry.loaded
      const known = entries.get(assetId)
      if (known?.status !== 'ready' || !known.isSmall) return
      const whole = await fetchBlob(asset.url)
        .then(decode)
        .catch(() => undefined)
      if (!whole) return
      // A newer file has replaced this one.
      if (isStopped || entries.get(assetId) !== known) return whole.source.close()
      entries.set(assetId, { status: 'ready', picture: whole, isSmall: false })
      onArrived('picture')
    },
    video(assetId, seconds, layerId) {
      const asset = library.find(assetId)
      if (asset?.kind !== 'video') return undefined
      const key = `${assetId} ${layerId}`
      const address = videos.has(key) || failedVideos.has(assetId) ? undefined : findAddress(asset)
      const video = videos.get(key) ?? (address ? open(asset, address, key) : undefined)
      return video?.isReady() ? video.pictureAt(seconds, isPlaying) : undefined
    },
    videoSeconds(assetId) {
      const asset = library.find(assetId)
      return asset?.kind === 'video' ? asset.durationSeconds : undefined
    },
    findVideo(assetId) {
      const video = [...videos].find(([key]) => key.startsWith(`${assetId} `))?.[1]
      return video?.isReady() ? video.still() : undefined
    },
    setPlaying(next) {
      isPlaying = next
      if (!isPlaying) for (const video of videos.values()) video.pause()
    },
    rename(from, to) {
      const entry = entries.get(from)
      // A file that could not be read here is retried from the server's copy.
      if (entry && entry.status !== 'failed') entries.set(to, entry)
      if (entry?.status === 'loading')
        void entry.loaded.then(() => {
          const read = entries.get(from)
          if (read?.status === 'ready') entries.set(to, read)
          else entries.delete(to)
          onArrived('picture')
        })
      if (drawn.has(from)) drawn.add(to)
      const address = addresses.get(from)
      if (address) addresses.set(to, address)
      for (const [key, video] of [...videos]) {
        if (!key.startsWith(`${from} `)) continue
        videos.delete(key)
        videos.set(key.replace(from, to), video)
      }
    },
    listFailed: () => [
      ...failedVideos.keys(),
      ...[...entries].filter(([, entry]) => entry.status === 'failed').map(([assetId]) => assetId),
    ],
    findFault(assetId) {
      const entry = entries.get(assetId)
      return failedVideos.get(assetId) ?? (entry?.status === 'failed' ? entry.fault : undefined)
    },
    retry(assetId) {
      failedVideos.delete(assetId)
      if (entries.get(assetId)?.status === 'failed') entries.delete(assetId)
      onArrived('picture')
    },
    stop() {
      isStopped = true
      for (const video of videos.values()) video.stop()
      for (const address of new Set(addresses.values())) URL.revokeObjectURL(address)
      for (const entry of entries.values()) {
        if (entry.status === 'ready' && entry.picture.source instanceof ImageBitmap) entry.picture.source.close()
      }
    },
  }
}

async function findPictureFault({ file, url, kind }: KnownAsset): Promise<PictureFault> {
  if (!file) return url ? 'not-loaded' : 'lost'
  if (!(await isStillThere(file))) return 'lost'
  return kind === 'image' && isShownByBrowsers(file) ? 'damaged' : 'not-shown-here'
}

type Decoded = Picture & { source: ImageBitmap; full: PhotoSize }

async function decode(file: Blob): Promise<Decoded> {
  const { bitmap, full } = await decodePhoto(file, longestEdge)
  return { source: bitmap, width: bitmap.width, height: bitmap.height, full }
}

async function fetchBlob(url: string | undefined): Promise<Blob> {
  if (!url) throw new Error('This file has no address')
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The file could not be loaded: ${response.status}`)
  return response.blob()
}

// One video of the preview: a <video> element that shows an exact frame while paused, and runs in sync with the preview
// while playing.

/** A video that is further off seeks; smaller differences are corrected by the playback rate. */
const jumpSeconds = 0.25
/** A smaller difference counts as in sync: half a frame at 50 frames a second. */
const inStepSeconds = 0.01
/** The share of the difference that is corrected per second, and the limits of the playback rate. */
const eagerness = 6
const slowest = 0.25
const fastest = 2
/** A time on the edge of two frames belongs to the later one; rounding must not return the earlier one. */
const edgeSeconds = 0.001

interface VideoSource {
  /** Whether the first frame has been decoded. */
  isReady(): boolean
  /**
   * The picture at a time in seconds: exact while the preview is paused (`onArrived` reports when it is reached), in
   * sync while it runs. Until then it returns the last picture, because a late frame is better than a grey one.
   */
  pictureAt(seconds: number, isRunning: boolean): Picture
  /** The last picture, without seeking. */
  still(): Picture
  pause(): void
  stop(): void
}

interface VideoEvents {
  onReady: (facts: { width: number; height: number; durationSeconds: number }) => void
  /** The requested time is shown. */
  onArrived: () => void
  onFailed: () => void
}

/** The playback rate that brings a video back in sync; `lateSeconds` is negative when it is ahead. */
export function catchUpRate(lateSeconds: number): number {
  if (Math.abs(lateSeconds) < inStepSeconds) return 1
  return Math.min(fastest, Math.max(slowest, 1 + lateSeconds * eagerness))
}

function openVideo(url: string, events: VideoEvents): VideoSource {
  const video = document.createElement('video')
  const still = document.createElement('canvas')
  still.width = 0
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  let requested = Number.NaN

  const keepStill = () => {
    if (!hasPicture(video)) return
    if (still.width !== video.videoWidth || still.height !== video.videoHeight) {
      still.width = video.videoWidth
      still.height = video.videoHeight
    }
    still.getContext('2d')?.drawImage(video, 0, 0)
  }
  const jump = (seconds: number) => {
    requested = seconds
    keepStill()
    video.currentTime = seconds
  }
  const stand = (seconds: number) => {
    if (!video.paused) video.pause()
    // Compares requested times, not the video's current time: a browser may round that.
    if (!video.seeking && requested !== seconds) jump(seconds)
  }
  const run = (seconds: number) => {
    requested = Number.NaN
    if (video.seeking) return
    const late = seconds - video.currentTime
    if (Math.abs(late) > jumpSeconds) return jump(seconds)
    if (video.paused) void video.play().catch(() => undefined)
    const rate = catchUpRate(late)
    if (Math.abs(video.playbackRate - rate) > 0.01) video.playbackRate = rate
  }
  video.addEventListener('loadeddata', () => {
    keepStill()
    events.onReady({ width: video.videoWidth, height: video.videoHeight, durationSeconds: video.duration })
  })
  video.addEventListener('seeked', () => {
    keepStill()
    events.onArrived()
  })
  video.addEventListener('error', events.onFailed)
  video.src = url

  const size = () => ({ width: video.videoWidth, height: video.videoHeight })
  return {
    isReady: () => still.width > 0 && !Number.isNaN(video.duration),
    pictureAt(seconds, isRunning) {
      const last = Math.max(0, video.duration - 0.01)
      const moment = Math.min(seconds + edgeSeconds, last)
      if (isRunning && moment < last) run(moment)
      else stand(moment)
      return { source: hasPicture(video) ? video : still, ...size() }
    },
    still: () => ({ source: still, ...size() }),
    pause: () => video.pause(),
    stop() {
      video.pause()
      video.removeAttribute('src')
      video.load()
    },
  }
}

function hasPicture(video: HTMLVideoElement): boolean {
  return video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !video.seeking
}
