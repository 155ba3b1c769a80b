// The poster of a finished video: one of its frames as an image.
import { writeFile } from 'node:fs/promises'
import { createCanvas } from '@napi-rs/canvas'
import { VideoFile } from './video-file.ts'

/** Longer edge in pixels: enough for a card or a player on a high-density screen. */
const LARGEST_POSTER_EDGE = 1280
const POSTER_QUALITY = 82

/** Writes the frame that the video shows at `seconds` as a WebP picture to `outPath`. */
export async function writePoster(videoPath: string, seconds: number, outPath: string): Promise<void> {
  const video = VideoFile.open(videoPath)
  try {
    const scale = Math.min(1, LARGEST_POSTER_EDGE / Math.max(video.width, video.height))
    const canvas = createCanvas(Math.round(video.width * scale), Math.round(video.height * scale))
    const ctx = canvas.getContext('2d')
    ctx.imageSmoothingQuality = 'high'
    ctx.drawImage(video.canvasAt(seconds), 0, 0, canvas.width, canvas.height)
    await writeFile(outPath, await canvas.encode('webp', POSTER_QUALITY))
  } finally {
    video.close()
  }
}
