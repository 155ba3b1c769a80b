// Decoded pictures in the common format of decoders and encoders: YUV 4:2:0, BT.709, limited range.
import type { VideoSample } from 'mediabunny'
import type { Upright } from '../media/draw-planes.ts'
import { isUpright } from '../media/upright.ts'

/** The colour space of all exports, and of what most phones record. */
export const videoColors: VideoColorSpaceInit = {
  primaries: 'bt709',
  transfer: 'bt709',
  matrix: 'bt709',
  fullRange: false,
}

/** An invisible fraction of a pixel. */
const hair = 1e-3

/** Whether a picture is already in this format, so that no colour needs conversion. */
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
    // Pictures with non-square pixels are drawn.
    width === sample.displayWidth &&
    height === sample.displayHeight
  )
}

/** Whether a planar picture fills a video of a size, pixel by pixel. */
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
