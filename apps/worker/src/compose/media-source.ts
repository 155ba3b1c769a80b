// Supplies pictures to the painter: photos are decoded once, videos when the painter requests a picture.
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Picture, PictureSource } from '@vitrine/document/host'
import { findMediaType } from '@vitrine/media/file-type'
import { VideoFile } from '../media/video-file.ts'

/** Photos with a longer edge above this are reduced once: no video shows more pixels, and every frame would pay for them. */
const LARGEST_PHOTO_EDGE = 4096

/** A decoder that is unused for this many frames is closed, because a video of many clips would otherwise hold one for each clip. */
export const IDLE_FRAMES = 60

/** Pictures of the files of one video. */
export interface MediaSource extends PictureSource {
  video(assetId: string, seconds: number, layerId: string): Picture | undefined
  /** The video file that a layer shows; undefined for other media. */
  videoFile(assetId: string, layerId: string): VideoFile | undefined
  videoSeconds(assetId: string): number | undefined
  isVideo(assetId: string): boolean
  /** Call after each frame. Videos unused for a long time are closed and reopened on demand. */
  tick(): void
  close(): void
}

/**
 * Opens the pictures and videos among `files` (path by asset id); other kinds of files are ignored. Throws when a file cannot
 * be decoded as the picture that it claims to be.
 */
export async function openMediaSource(files: Readonly<Record<string, string>>): Promise<MediaSource> {
  const images = new Map<string, Picture>()
  const videoPaths = new Map<string, string>()
  for (const [assetId, path] of Object.entries(files)) {
    const type = await findMediaType(path)
    if (type?.startsWith('image/')) images.set(assetId, await loadPicture(path))
    else if (type?.startsWith('video/')) videoPaths.set(assetId, path)
  }

  // Two layers that show one video at different times would make a shared decoder seek back and forth.
  const videos = new Map<string, { readonly file: VideoFile; usedAt: number }>()
  let frames = 0
  const lengths = new Map<string, number>()
  const openVideo = (assetId: string, layerId: string): VideoFile | undefined => {
    const path = videoPaths.get(assetId)
    if (path === undefined) return undefined
    const key = `${assetId} ${layerId}`
    const video = videos.get(key) ?? { file: VideoFile.open(path), usedAt: frames }
    video.usedAt = frames
    videos.set(key, video)
    return video.file
  }

  return {
    image: (assetId) => images.get(assetId),
    video(assetId, seconds, layerId) {
      const video = openVideo(assetId, layerId)
      if (!video) return undefined
      // The painter also calls this only for the size or to compare frames, so decoding waits until it draws.
      return {
        get source() {
          return video.canvasAt(seconds)
        },
        width: video.width,
        height: video.height,
      }
    },
    videoFile: openVideo,
    videoSeconds(assetId) {
      const path = videoPaths.get(assetId)
      if (path === undefined) return undefined
      const known = lengths.get(assetId)
      if (known !== undefined) return known
      const file = VideoFile.open(path)
      lengths.set(assetId, file.seconds)
      file.close()
      return file.seconds
    },
    isVideo: (assetId) => videoPaths.has(assetId),
    tick() {
      frames++
      for (const [key, { file, usedAt }] of videos) {
        if (frames - usedAt <= IDLE_FRAMES) continue
        file.close()
        videos.delete(key)
      }
    },
    close() {
      for (const { file } of videos.values()) file.close()
      videos.clear()
    },
  }
}

/** Whether one of the files is a video. */
export async function hasVideo(paths: readonly string[]): Promise<boolean> {
  const types = await Promise.all(paths.map(findMediaType))
  return types.some((type) => type?.startsWith('video/'))
}

async function loadPicture(path: string): Promise<Picture> {
  const image = await loadImage(path)
  const scale = LARGEST_PHOTO_EDGE / Math.max(image.width, image.height)
  if (scale >= 1) return { source: image, width: image.width, height: image.height }
  const canvas = createCanvas(Math.round(image.width * scale), Math.round(image.height * scale))
  const ctx = canvas.getContext('2d')
  ctx.imageSmoothingQuality = 'high'
  ctx.drawImage(image, 0, 0, canvas.width, canvas.height)
  return { source: canvas, width: canvas.width, height: canvas.height }
}
