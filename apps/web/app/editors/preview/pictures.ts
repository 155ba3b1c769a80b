// Owns the pictures that the painter asks for: photos decoded upright and no larger than a preview needs, films as
// <video> elements that follow the preview's time.
import type { Picture, PictureSource } from '@vitrine/composition/painter'
import type { AssetLibrary, KnownAsset } from '../asset-library.ts'

export interface Pictures extends PictureSource {
  image(assetId: string): Picture | undefined
  video(assetId: string, seconds: number, layerId: string): Picture | undefined
  /** A film as it stands now, without moving it; undefined until the painter has asked for it. */
  findFilm(assetId: string): Picture | undefined
  /** Whether films run by themselves (playing) or stand still at the frame asked for. */
  setPlaying(isPlaying: boolean): void
  /** The file of one id is now known under another one: nothing is decoded again, nothing flickers. */
  rename(from: string, to: string): void
  /** Assets that could not be loaded or decoded. */
  listFailed(): readonly string[]
  retryFailed(): void
  stop(): void
}

export interface PicturesSettings {
  library: AssetLibrary
  /** A picture has arrived or a film has reached the moment asked for: what was drawn may look different now. */
  onArrived: (kind: 'picture' | 'moment') => void
  onFailed: (assetId: string) => void
}

/** Longest edge of a decoded photo. The preview is at most 1280 px; the rest is for zooming in. */
const longestEdge = 2048
/** A film that has drifted further than this from the preview's time is set right. */
const greatestDriftSeconds = 0.15

/** A film, and its last frame: a <video> that is seeking has none, and a grey flash would be worse than a late frame. */
interface Film {
  video: HTMLVideoElement
  still: HTMLCanvasElement
}

type Entry = { status: 'loading' } | { status: 'ready'; picture: Picture } | { status: 'failed' }

export function createPictures({ library, onArrived, onFailed }: PicturesSettings): Pictures {
  const entries = new Map<string, Entry>()
  const films = new Map<string, Film>()
  const addresses = new Map<string, string>()
  let isPlaying = false
  let isStopped = false

  const load = async (asset: KnownAsset) => {
    entries.set(asset.assetId, { status: 'loading' })
    try {
      const picture = await decode(asset)
      if (isStopped) return picture.source.close()
      entries.set(asset.assetId, { status: 'ready', picture })
      if (asset.width === undefined && asset.file)
        library.put({ ...asset, width: picture.fullWidth, height: picture.fullHeight })
      onArrived('picture')
    } catch {
      entries.set(asset.assetId, { status: 'failed' })
      onFailed(asset.assetId)
    }
  }
  const openFilm = (asset: KnownAsset, key: string): Film => {
    const video = document.createElement('video')
    const film = { video, still: emptyCanvas() }
    video.muted = true
    video.playsInline = true
    video.preload = 'auto'
    video.src = asset.file ? localAddress(asset.assetId, asset.file) : (asset.url ?? '')
    video.addEventListener('loadeddata', () => {
      keepStill(film)
      if (asset.width === undefined && asset.file) {
        const size = { width: video.videoWidth, height: video.videoHeight }
        library.put({ ...asset, ...size, durationSeconds: video.duration })
      }
      onArrived('picture')
    })
    video.addEventListener('seeked', () => {
      keepStill(film)
      onArrived('moment')
    })
    video.addEventListener('error', () => onFailed(asset.assetId))
    films.set(key, film)
    return film
  }
  const localAddress = (assetId: string, file: File) => {
    const address = addresses.get(assetId) ?? URL.createObjectURL(file)
    addresses.set(assetId, address)
    return address
  }
  const follow = (film: Film, seconds: number) => {
    const { video } = film
    const last = Math.max(0, video.duration - 0.05)
    const wanted = Math.min(seconds, last)
    const isRunning = isPlaying && seconds < last
    const drift = Math.abs(video.currentTime - wanted)
    if (isRunning && video.paused) void video.play().catch(() => undefined)
    if (!isRunning && !video.paused) video.pause()
    if (video.seeking || drift <= (isRunning ? greatestDriftSeconds : 0.01)) return
    keepStill(film)
    video.currentTime = wanted
  }

  return {
    image(assetId) {
      const entry = entries.get(assetId)
      if (entry) return entry.status === 'ready' ? entry.picture : undefined
      const asset = library.find(assetId)
      if (asset?.kind === 'image') void load(asset)
      return undefined
    },
    video(assetId, seconds, layerId) {
      const asset = library.find(assetId)
      if (asset?.kind !== 'video') return undefined
      const key = `${assetId} ${layerId}`
      const film = films.get(key) ?? openFilm(asset, key)
      if (film.still.width === 0 || Number.isNaN(film.video.duration)) return undefined
      follow(film, seconds)
      const { videoWidth: width, videoHeight: height } = film.video
      return { source: hasFrame(film.video) ? film.video : film.still, width, height }
    },
    findFilm(assetId) {
      const film = [...films].find(([key]) => key.startsWith(`${assetId} `))?.[1]
      if (!film || film.still.width === 0) return undefined
      return { source: film.still, width: film.still.width, height: film.still.height }
    },
    setPlaying(next) {
      isPlaying = next
      if (!isPlaying) for (const { video } of films.values()) video.pause()
    },
    rename(from, to) {
      const entry = entries.get(from)
      if (entry) entries.set(to, entry)
      const address = addresses.get(from)
      if (address) addresses.set(to, address)
      for (const [key, film] of films) {
        if (key.startsWith(`${from} `)) films.set(key.replace(from, to), film)
      }
    },
    listFailed: () => [...entries].filter(([, entry]) => entry.status === 'failed').map(([assetId]) => assetId),
    retryFailed() {
      for (const [assetId, entry] of entries) {
        const asset = library.find(assetId)
        if (entry.status === 'failed' && asset) void load(asset)
      }
    },
    stop() {
      isStopped = true
      for (const { video } of films.values()) {
        video.pause()
        video.removeAttribute('src')
        video.load()
      }
      for (const address of new Set(addresses.values())) URL.revokeObjectURL(address)
      for (const entry of entries.values()) {
        if (entry.status === 'ready' && entry.picture.source instanceof ImageBitmap) entry.picture.source.close()
      }
    },
  }
}

/** Zero wide until there is a frame to keep. */
function emptyCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = 0
  return canvas
}

function hasFrame(video: HTMLVideoElement): boolean {
  return video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !video.seeking
}

function keepStill({ video, still }: Film): void {
  if (!hasFrame(video)) return
  if (still.width !== video.videoWidth) {
    still.width = video.videoWidth
    still.height = video.videoHeight
  }
  still.getContext('2d')?.drawImage(video, 0, 0)
}

type Decoded = Picture & { source: ImageBitmap; fullWidth: number; fullHeight: number }

/** Decodes a photo upright. Its own full size is reported beside the size it was decoded to. */
async function decode(asset: KnownAsset): Promise<Decoded> {
  const blob = asset.file ?? (await fetchBlob(asset.url))
  const whole = await createImageBitmap(blob, { imageOrientation: 'from-image' })
  const full = { fullWidth: whole.width, fullHeight: whole.height }
  const scale = longestEdge / Math.max(whole.width, whole.height)
  if (scale >= 1) return { source: whole, width: whole.width, height: whole.height, ...full }
  const size = { resizeWidth: Math.round(whole.width * scale), resizeHeight: Math.round(whole.height * scale) }
  const small = await createImageBitmap(whole, { ...size, resizeQuality: 'high' })
  whole.close()
  return { source: small, width: small.width, height: small.height, ...full }
}

async function fetchBlob(url: string | undefined): Promise<Blob> {
  if (!url) throw new Error('This file has no address')
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The file could not be loaded: ${response.status}`)
  return response.blob()
}
