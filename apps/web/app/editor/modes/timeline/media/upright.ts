// Rotates frames upright: phones store portrait videos on their side with a rotation, and browsers return the frames as
// stored.
import type { VideoSample } from 'mediabunny'

/** The upright source of a picture for drawing, mirrored if required. Valid only until the next call. */
export function createUpright(): (sample: VideoSample) => CanvasImageSource {
  let turned: VideoSample | undefined
  let context: OffscreenCanvasRenderingContext2D | null = null
  return (sample) => {
    if (isUpright(sample)) return sample.toCanvasImageSource()
    const { displayWidth: width, displayHeight: height } = sample
    if (context?.canvas.width !== width || context.canvas.height !== height)
      context = new OffscreenCanvas(width, height).getContext('2d')
    if (!context) return sample.toCanvasImageSource()
    if (turned !== sample) {
      context.clearRect(0, 0, width, height)
      sample.draw(context, 0, 0, width, height)
    }
    turned = sample
    return context.canvas
  }
}

export function isUpright({ rotation, flip }: VideoSample): boolean {
  return rotation === 0 && !flip
}
