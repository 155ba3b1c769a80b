// Fast paths between decoded frames, canvases and memory. Drawing a decoded frame converts its colours pixel by pixel,
// and reading a canvas allocates each time; the browser's own conversion is several times faster with equal values.
// Browsers without it use the slow paths.
import type { VideoSample } from 'mediabunny'
import { convertFrame } from '../media/convert-frame.ts'
import type { PlaneMemory, Planes } from '../media/plane-memory.ts'
import { isUpright } from '../media/upright.ts'

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
