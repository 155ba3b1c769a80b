// Renders single frames: posters, thumbnails, image templates. It uses the same painter as videos.
import { openScene, type SceneSize, type SceneSpec } from '../compose/scene.ts'

export type StillFormat = { readonly format: 'png' } | { readonly format: 'webp' | 'jpeg'; readonly quality?: number }

export interface StillSpec extends SceneSpec {
  readonly output: SceneSize
}

/** Draws one frame and encodes it. `quality` is 0 to 100, 82 unless given. */
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
