// Owns the poster of a finished film: one of its own frames as a picture.
import { writeFile } from 'node:fs/promises'
import { createCanvas } from '@napi-rs/canvas'
import { VideoFile } from './video-file.ts'

/** Longer edge in pixels: enough for a card or a player on a dense screen. */
const LARGEST_POSTER_EDGE = 1280
const POSTER_QUALITY = 82

/** Writes the frame that the film shows at `seconds` as a WebP picture to `outPath`. */
export async function writePoster(filmPath: string, seconds: number, outPath: string): Promise<void> {
  const film = VideoFile.open(filmPath)
  try {
    const scale = Math.min(1, LARGEST_POSTER_EDGE / Math.max(film.width, film.height))
    const canvas = createCanvas(Math.round(film.width * scale), Math.round(film.height * scale))
    const ctx = canvas.getContext('2d')
    ctx.imageSmoothingQuality = 'high'
    ctx.drawImage(film.canvasAt(seconds), 0, 0, canvas.width, canvas.height)
    await writeFile(outPath, await canvas.encode('webp', POSTER_QUALITY))
  } finally {
    film.close()
  }
}
