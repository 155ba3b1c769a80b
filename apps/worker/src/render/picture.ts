// Renders a picture to a file, verifies it by reading it back, and writes its poster.
import assert from 'node:assert/strict'
import { stat, writeFile } from 'node:fs/promises'
import { createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import { openScene, type SceneSize, type SceneSpec } from '../compose/scene.ts'

/** Longer edge in pixels: enough for a card on a high-density screen. */
const LARGEST_POSTER_EDGE = 1280
const POSTER_QUALITY = 82

export interface PictureSpec extends StillSpec {
  readonly format: StillFormat
  /** 0 by default: a picture template has one frame. */
  readonly frame?: number
  /** An existing file is replaced. */
  readonly outPath: string
  readonly posterPath: string
}

export interface PictureInfo {
  readonly width: number
  readonly height: number
  readonly sizeBytes: number
}

/** Renders the picture and its poster. When it resolves, both are complete on disk and the picture has been verified. */
export async function writePicture(spec: PictureSpec): Promise<PictureInfo> {
  await writeFile(spec.outPath, await renderStill(spec, spec.frame ?? 0, spec.format))
  const picture = await loadImage(spec.outPath)
  const { width, height } = picture
  const isRight = width === spec.output.width && height === spec.output.height
  assert(isRight, `the picture became ${width}x${height} instead of ${spec.output.width}x${spec.output.height}`)
  await writeFile(spec.posterPath, await encodePoster(picture))
  const { size: sizeBytes } = await stat(spec.outPath)
  return { width, height, sizeBytes }
}

async function encodePoster(picture: Image): Promise<Buffer> {
  const scale = Math.min(1, LARGEST_POSTER_EDGE / Math.max(picture.width, picture.height))
  const canvas = createCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
  const ctx = canvas.getContext('2d')
  ctx.imageSmoothingQuality = 'high'
  ctx.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.encode('webp', POSTER_QUALITY)
}

type StillFormat = { readonly format: 'png' } | { readonly format: 'webp' | 'jpeg'; readonly quality?: number }

interface StillSpec extends SceneSpec {
  readonly output: SceneSize
}

/** Draws one frame and encodes it. `quality` is 0 to 100, 82 by default. */
export async function renderStill(
  spec: StillSpec,
  frame: number,
  format: StillFormat = { format: 'png' },
): Promise<Buffer> {
  const scene = await openScene(spec, spec.output)
  try {
    scene.draw(frame)
    if (format.format === 'png') return await scene.canvas.encode('png')
    return await scene.canvas.encode(format.format, format.quality ?? 82)
  } finally {
    scene.close()
  }
}
