// The mask of a photo without its background: the brush that edits it, and its file.
import type { Mask } from './find-people.ts'

interface Point {
  x: number
  y: number
}

interface Stroke {
  /** Ends of a line, in pixels of the mask. */
  from: Point
  to: Point
  /** Half the width of the brush, in pixels of the mask. */
  radius: number
  /** The brush restores the photo, or removes it. */
  shows: boolean
}

/** The outer share of the brush that fades. */
const SOFT_SHARE = 0.3

/** Paints a line of a soft brush into a mask. */
export function paintStroke({ width, height, data }: Mask, { from, to, radius, shows }: Stroke): void {
  const [left, right] = [Math.min(from.x, to.x) - radius, Math.max(from.x, to.x) + radius]
  const [top, bottom] = [Math.min(from.y, to.y) - radius, Math.max(from.y, to.y) + radius]
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, Math.ceil(bottom)); y++) {
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, Math.ceil(right)); x++) {
      const away = distanceToLine({ x: x + 0.5, y: y + 0.5 }, from, to) / radius
      if (away >= 1) continue
      const strength = Math.min(1, (1 - away) / SOFT_SHARE)
      const before = data[y * width + x] as number
      const painted = shows ? 255 * strength : 255 * (1 - strength)
      // A soft edge must not weaken an earlier stroke.
      data[y * width + x] = shows ? Math.max(before, painted) : Math.min(before, painted)
    }
  }
}

function distanceToLine(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(point.x - from.x - share * dx, point.y - from.y - share * dy)
}

export function copyMask({ width, height, data }: Mask): Mask {
  return { width, height, data: data.slice() }
}

/** Encodes the mask as a grey picture for the upload. */
export async function writeMask({ width, height, data }: Mask, name: string): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas')
  const pixels = new ImageData(width, height)
  for (let n = 0; n < data.length; n++) pixels.data.set([data[n] ?? 0, data[n] ?? 0, data[n] ?? 0, 255], n * 4)
  context.putImageData(pixels, 0, 0)
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  return new File([blob], name, { type: 'image/png' })
}

/** Decodes a mask from its picture. */
export function readMask(picture: ImageBitmap): Mask {
  const { width, height } = picture
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser has no canvas')
  context.drawImage(picture, 0, 0)
  const pixels = context.getImageData(0, 0, width, height).data
  return { width, height, data: Uint8ClampedArray.from({ length: width * height }, (_, n) => pixels[n * 4 + 1] ?? 0) }
}

/** A mask that shows everything, for a photo without people. */
export function wholeMask({ width, height }: { width: number; height: number }): Mask {
  const scale = Math.min(1, 640 / Math.max(width, height))
  const [wide, high] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
  return { width: wide, height: high, data: new Uint8ClampedArray(wide * high).fill(255) }
}
