// Prepares decoded pictures for drawing. Without a graphics card, each drawing converts the whole picture to RGB, and
// scaling down draws it several times: so pictures in main memory are scaled and converted once.

import { VideoSample } from 'mediabunny'
import {
  computePlaneLayout,
  copyPlanes,
  drawPlanes,
  openPlaneMemory,
  type PlaneMemory,
  planesBytes,
  reservePlanes,
} from './plane-memory.ts'

export interface DecodedPicture {
  /** The sample itself, if it cannot be prepared. */
  readonly source: VideoSample | OffscreenCanvas
  /** Pixels of the source per pixel of the video. */
  readonly scale: number
  /** Seconds of the file. */
  readonly timestamp: number
  readonly duration: number
}

/** From this scale on, scaling down is not worth the cost. */
const largestScale = 0.8
/** Pixels. */
const smallestEdge = 16

let opening: Promise<PlaneMemory> | undefined
/** The shared memory holds one picture at a time. */
let queue: Promise<unknown> = Promise.resolve()

/** Prepares a picture for drawing at a scale and takes ownership of the sample. */
export function readyPicture(sample: VideoSample, scale: number): Promise<DecodedPicture> {
  const { timestamp, duration, codedWidth, codedHeight, format } = sample
  const plain = { source: sample, scale: 1, timestamp, duration }
  const isEven = codedWidth % 2 === 0 && codedHeight % 2 === 0
  // Other formats come from graphics cards, which scale by themselves.
  if (format !== 'I420' || !isEven || !isUpright(sample)) return Promise.resolve(plain)
  const isShrunk = scale < largestScale && Math.min(codedWidth, codedHeight) * scale >= smallestEdge
  const ready = queue
    .then(async () => {
      const frame = isShrunk ? await shrink(sample, scale) : sample.toVideoFrame()
      const canvas = await paint(frame).finally(() => frame.close())
      if (!canvas) return plain
      sample.close()
      return { source: canvas, scale: isShrunk ? scale : 1, timestamp, duration }
    })
    .catch(() => plain)
  queue = ready
  return ready
}

export function closePicture({ source }: DecodedPicture): void {
  if (source instanceof VideoSample) source.close()
  // Frees its memory now instead of at the next garbage collection.
  else source.width = 0
}

async function shrink(sample: VideoSample, scale: number): Promise<VideoFrame> {
  opening ??= openPlaneMemory()
  const memory = await opening
  const { codedWidth, codedHeight } = sample
  const even = (edge: number) => 2 * Math.round((edge * scale) / 2)
  const picture = reservePlanes(memory, 'picture', codedWidth, codedHeight)
  const small = reservePlanes(memory, 'small', even(codedWidth), even(codedHeight))
  const frame = sample.toVideoFrame()
  const colorSpace = frame.colorSpace.toJSON()
  await copyPlanes(memory, frame, picture).finally(() => frame.close())
  const at = { scaleX: small.width / codedWidth, scaleY: small.height / codedHeight, x: 0, y: 0 }
  drawPlanes(memory, picture, at, small)
  return new VideoFrame(memory.view(small.luma, planesBytes(small)), {
    format: 'I420',
    codedWidth: small.width,
    codedHeight: small.height,
    layout: computePlaneLayout(small),
    colorSpace,
    timestamp: 0,
  })
}

/** A canvas with a frame; undefined if the browser cannot convert frames. */
async function paint(frame: VideoFrame): Promise<OffscreenCanvas | undefined> {
  const { width, height } = frame.visibleRect ?? { width: 0, height: 0 }
  const pixels = new ImageData(width, height)
  if (!(await convertFrame(frame, pixels.data))) return undefined
  const context = new OffscreenCanvas(width, height).getContext('2d', { alpha: false, willReadFrequently: true })
  context?.putImageData(pixels, 0, 0)
  return context?.canvas
}

/**
 * The upright source of a picture for drawing, mirrored if required: phones store portrait videos on their side with a
 * rotation, and browsers return the frames as stored. Valid only until the next call.
 */
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

/** The DOM types lack this option. */
interface ConvertingFrame {
  copyTo(into: Uint8ClampedArray, options: { format: 'RGBA' }): Promise<unknown>
}

/** False after the browser has rejected it once. */
let canConvert = true

/**
 * Fills memory with the RGBA of a frame by the browser's own conversion, several times faster than drawing it and with
 * equal values; false when this browser has none.
 */
export async function convertFrame(frame: VideoFrame, into: Uint8ClampedArray): Promise<boolean> {
  if (!canConvert) return false
  try {
    await (frame as unknown as ConvertingFrame).copyTo(into, { format: 'RGBA' })
    return true
  } catch {
    canConvert = false
    return false
  }
}
