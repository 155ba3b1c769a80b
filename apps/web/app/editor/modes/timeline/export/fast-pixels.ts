// Fast paths between decoded frames, canvases and memory. Drawing a decoded frame converts its colours pixel by pixel,
// and reading a canvas allocates each time; the browser's own conversion is several times faster with equal values.
// Browsers without it use the slow paths.

import type { VideoSample } from 'mediabunny'
import { convertFrame, isUpright } from '../media/decoded-picture.ts'
import type { PlaneMemory, Planes, Upright } from '../media/plane-memory.ts'

/** Opaque 8-bit formats, for which the conversion and a canvas give the same values. */
const plainFormats = new Set(['I420', 'NV12', 'I422', 'I444'])

/** A canvas with the current frame of one video. */
export interface FrameSheet {
  /** Shows a picture. If that fails, the sheet is empty and the picture itself has to be drawn. */
  show(sample: VideoSample): Promise<void>
  /** The canvas, if it shows this picture. */
  find(sample: VideoSample): OffscreenCanvas | undefined
}

export function createFrameSheet(): FrameSheet {
  let shown: VideoSample | undefined
  let context: OffscreenCanvasRenderingContext2D | null = null
  let pixels = new ImageData(1, 1)
  return {
    async show(sample) {
      if (shown === sample) return
      shown = undefined
      if (!isUpright(sample)) return
      const frame = sample.toVideoFrame()
      try {
        const { width, height } = frame.visibleRect ?? { width: 0, height: 0 }
        if (!plainFormats.has(frame.format ?? '') || width === 0) return
        if (!context || pixels.width !== width || pixels.height !== height) {
          pixels = new ImageData(width, height)
          context = new OffscreenCanvas(width, height).getContext('2d', { alpha: false, willReadFrequently: true })
        }
        if (!context || !(await convertFrame(frame, pixels.data))) return
        context.putImageData(pixels, 0, 0)
        shown = sample
      } finally {
        frame.close()
      }
    },
    find: (sample) => (shown === sample ? context?.canvas : undefined),
  }
}

/** Reads the pixels of an opaque canvas into memory. */
export async function readCanvas(
  context: OffscreenCanvasRenderingContext2D,
  into: Uint8ClampedArray<ArrayBuffer>,
): Promise<void> {
  const { canvas } = context
  const frame = new VideoFrame(canvas, { timestamp: 0 })
  const isRead = await convertFrame(frame, into)
  frame.close()
  if (!isRead) into.set(context.getImageData(0, 0, canvas.width, canvas.height).data)
}

/** Converts an opaque canvas to the planes of a picture of its size. */
export async function writeCanvas(
  memory: PlaneMemory,
  context: OffscreenCanvasRenderingContext2D,
  { width, height, luma, blue, red, stride }: Planes,
): Promise<void> {
  const bytes = width * height * 4
  const pixels = memory.reserve('pixels', bytes)
  const scratch = memory.reserve('scratch', 2 * stride)
  await readCanvas(context, memory.view(pixels, bytes))
  const columns = Math.ceil(width / 16) * 16
  memory.kernel.toYuv(pixels, width * 4, luma, blue, red, stride, columns, height, scratch)
}

/** The colour space of all exports, and of what most phones record. */
export const videoColors: VideoColorSpaceInit = {
  primaries: 'bt709',
  transfer: 'bt709',
  matrix: 'bt709',
  fullRange: false,
}

/** An invisible fraction of a pixel. */
const hair = 1e-3

/**
 * Whether a picture is already in the common format of decoders and encoders, YUV 4:2:0, BT.709, limited range, so that
 * no colour needs conversion.
 */
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
