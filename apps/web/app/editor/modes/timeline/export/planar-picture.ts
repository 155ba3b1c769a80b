// Decoded pictures in the form in which they come from decoders and go to encoders: YUV 4:2:0, BT.709, limited range.
import type { VideoSample } from 'mediabunny'
import type { Upright } from '../media/draw-planes.ts'
import { isUpright } from '../media/upright.ts'

/** Of everything that is made here, and what most phones record. */
export const videoColors: VideoColorSpaceInit = {
  primaries: 'bt709',
  transfer: 'bt709',
  matrix: 'bt709',
  fullRange: false,
}

/** Parts of a pixel that nobody sees. */
const hair = 1e-3

/** Whether a picture's planes are those of a video: then no colour needs converting. */
export function isPlanar(sample: VideoSample): boolean {
  const { format, colorSpace, codedWidth: width, codedHeight: height } = sample
  return (
    (format === 'I420' || format === 'NV12') &&
    isUpright(sample) &&
    colorSpace.matrix === 'bt709' &&
    colorSpace.fullRange === false &&
    (colorSpace.transfer ?? 'bt709') === 'bt709' &&
    width % 2 === 0 &&
    height % 2 === 0 &&
    // Pixels that are not square are drawn.
    width === sample.displayWidth &&
    height === sample.displayHeight
  )
}

/** Whether a planar picture stands pixel by pixel on a video of a size, and fills it. */
export function isWhole(
  sample: Pick<VideoSample, 'codedWidth' | 'codedHeight'>,
  { scaleX, scaleY, x, y }: Upright,
  { width, height }: { width: number; height: number },
): boolean {
  return (
    sample.codedWidth === width &&
    sample.codedHeight === height &&
    Math.abs(scaleX - 1) * width < hair &&
    Math.abs(scaleY - 1) * height < hair &&
    Math.abs(x) < hair &&
    Math.abs(y) < hair
  )
}
