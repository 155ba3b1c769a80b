// Renders a picture to a file, verifies it by reading it back, and writes its poster.
import assert from 'node:assert/strict'
import { stat, writeFile } from 'node:fs/promises'
import { loadImage } from '@napi-rs/canvas'
import { openScene, type SceneSize, type SceneSpec } from '../compose/scene.ts'
import { writePoster } from '../media/poster.ts'

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
  await writePoster(picture, spec.posterPath)
  const { size: sizeBytes } = await stat(spec.outPath)
  return { width, height, sizeBytes }
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
