// Posters: a finished picture, or a frame of a finished video, as a small image.
import { writeFile } from 'node:fs/promises'
import { type Canvas, createCanvas, type Image } from '@napi-rs/canvas'
import { VideoFile } from './video-file.ts'

/** Longer edge in pixels: enough for a card or a player on a high-density screen. */
const LARGEST_POSTER_EDGE = 1280
const POSTER_QUALITY = 82

/** Writes a picture as a WebP picture to `outPath`, reduced if it is large. */
export async function writePoster(picture: Canvas | Image, outPath: string): Promise<void> {
  const scale = Math.min(1, LARGEST_POSTER_EDGE / Math.max(picture.width, picture.height))
  const canvas = createCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
  const ctx = canvas.getContext('2d')
  ctx.imageSmoothingQuality = 'high'
  ctx.drawImage(picture, 0, 0, canvas.width, canvas.height)
  await writeFile(outPath, await canvas.encode('webp', POSTER_QUALITY))
}

/** Writes the poster of the frame that the video shows at `seconds`. */
export async function writeVideoPoster(videoPath: string, seconds: number, outPath: string): Promise<void> {
  const video = VideoFile.open(videoPath)
  try {
    await writePoster(video.canvasAt(seconds), outPath)
  } finally {
    video.close()
  }
}
