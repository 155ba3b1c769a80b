// Fast paths between decoded frames, canvases and memory. Drawing a decoded frame converts its colours pixel by pixel, and
// reading a canvas allocates each time; the browser's own conversion does the same several times faster with equal values.
// Where it is not available, the slow paths remain.
import type { VideoSample } from 'mediabunny'
import { isUpright } from '../media/upright.ts'

/** Pictures without transparency, in eight bits: what the conversion and a plain canvas hold alike. */
const plainFormats = new Set(['I420', 'NV12', 'I422', 'I444'])

/** Not every browser knows it, and the types do not yet. */
interface ConvertingFrame {
  copyTo(into: Uint8ClampedArray, options: { format: 'RGBA' }): Promise<unknown>
}

/** False for good once the browser has refused it. */
let canConvert = true

/** Fills memory with the RGBA of a frame; false when this browser does not do that. */
async function convert(frame: VideoFrame, into: Uint8ClampedArray): Promise<boolean> {
  if (!canConvert) return false
  try {
    await (frame as unknown as ConvertingFrame).copyTo(into, { format: 'RGBA' })
    return true
  } catch {
    canConvert = false
    return false
  }
}

/** A canvas with the current frame of one video. */
export interface FrameSheet {
  /** Shows a picture; when it cannot, the sheet shows none and the picture itself has to be drawn. */
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
        if (!context || !(await convert(frame, pixels.data))) return
        context.putImageData(pixels, 0, 0)
        shown = sample
      } finally {
        frame.close()
      }
    },
    find: (sample) => (shown === sample ? context?.canvas : undefined),
  }
}

/** Reads an opaque canvas again and again into the same memory. What it gives is good until it reads again. */
export function createCanvasReader(context: OffscreenCanvasRenderingContext2D): () => Promise<Uint8ClampedArray> {
  const { canvas } = context
  const pixels = new Uint8ClampedArray(canvas.width * canvas.height * 4)
  return async () => {
    const frame = new VideoFrame(canvas, { timestamp: 0 })
    const isRead = await convert(frame, pixels)
    frame.close()
    return isRead ? pixels : context.getImageData(0, 0, canvas.width, canvas.height).data
  }
}
