// Draws frames for comparison with a browser's: with the painter on one canvas, as the golden tests do.
import { writeFile } from 'node:fs/promises'
import { createCanvas } from '@napi-rs/canvas'
import { contextOf, openRenderContext, type SceneSize, type SceneSpec } from '../compose/scene.ts'

export interface LosslessFramesSpec extends SceneSpec {
  readonly output: SceneSize
  readonly files: readonly { readonly frame: number; readonly path: string }[]
}

/** The canvas library encodes WebP of this quality without loss. */
const LOSSLESS = 100

/**
 * Writes each frame as a lossless WebP picture, and answers how many. Videos are not drawn, but what the painter puts in the place of a picture that
 * is not there: browsers have only small copies of them, decoded in their own way.
 */
export async function writeLosslessFrames({ output, files, ...scene }: LosslessFramesSpec): Promise<number> {
  const { createPainter, pictures, scale, close } = await openRenderContext(scene, output)
  try {
    const painter = createPainter({ pictures: { image: (assetId) => pictures.image(assetId) } })
    const canvas = createCanvas(output.width, output.height)
    for (const { frame, path } of files) {
      painter.drawFrame(contextOf(canvas), frame, { scale })
      await writeFile(path, await canvas.encode('webp', LOSSLESS))
    }
    return files.length
  } finally {
    close()
  }
}
