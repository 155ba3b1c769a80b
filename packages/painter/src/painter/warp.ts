// Draws an image in perspective, pixel by pixel, because canvases support only affine maps. Integer arithmetic makes every host
// compute the same pixels.

import type { Sheet } from '@vitrine/document/host'
import { type PixelData, writeMean } from '@vitrine/document/pixels'
import type { Region } from '@vitrine/document/stage'
import type { Projection } from './space.ts'
import { invertProjection, NEAR, projectBounds } from './view.ts'

/** Source and target of a perspective drawing. */
export interface Warp {
  /** The flat image, in the upper left corner of its sheet. */
  readonly from: Sheet
  readonly size: readonly [number, number]
  /** Maps from its pixels to the target's pixels; the results of several maps are averaged. */
  readonly maps: readonly Projection[]
  readonly region: Region
}

/** Rows summed at a time. */
const BAND = 256

/** Draws the flat image onto a cleared region of a sheet. */
export function drawWarped(to: Sheet, { from, size: [width, height], maps, region }: Warp): void {
  const source = premultiplied(from.ctx.getImageData(0, 0, width, height).data, width, height)
  // Works in bands, so that the sums of a large image need not fit in memory at once.
  const [x, y, columns, rows] = region
  for (let from = 0; from < rows; from += BAND) {
    const band: Region = [x, y + from, columns, Math.min(BAND, rows - from)]
    const sums = new Float32Array(columns * band[3] * 4)
    for (const map of maps) addView(sums, source, width, height, map, band)
    writeMean(to, sums, maps.length, band)
  }
}

/** Premultiplied colours with a transparent border of one pixel, so that sampling needs no bounds checks. */
function premultiplied(data: PixelData, width: number, height: number): Uint16Array {
  const wide = width + 2
  const source = new Uint16Array(wide * (height + 2) * 4)
  for (let row = 0; row < height; row++) {
    let to = ((row + 1) * wide + 1) * 4
    for (let from = row * width * 4; from < (row + 1) * width * 4; from += 4, to += 4) {
      const alpha = data[from + 3] as number
      if (alpha === 0) continue
      source[to] = (data[from] as number) * alpha
      source[to + 1] = (data[from + 1] as number) * alpha
      source[to + 2] = (data[from + 2] as number) * alpha
      source[to + 3] = alpha
    }
  }
  return source
}

/** Samples per pixel and axis where the image is reduced. */
const MAX_SAMPLES = 4

/** Adds one view. Runs for every pixel, so it allocates nothing. */
function addView(
  sums: Float32Array,
  source: Uint16Array,
  width: number,
  height: number,
  map: Projection,
  [x, y, columns, rows]: Region,
): void {
  const back = invertProjection(map)
  if (!back) return
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = back
  const cover = projectBounds(map, [-1, -1, width + 1, height + 1])
  const [left, top, right, bottom] = cover ?? [x, y, x + columns, y + rows]
  const lastRow = Math.min(rows, Math.ceil(bottom - y))
  const lastColumn = Math.min(columns, Math.ceil(right - x))
  const firstColumn = Math.max(0, Math.floor(left - x))
  for (let row = Math.max(0, Math.floor(top - y)); row < lastRow; row++) {
    const py = y + row + 0.5
    const count = Math.max(
      samplesAt(back, x + firstColumn, py),
      samplesAt(back, x + (firstColumn + lastColumn) / 2, py),
      samplesAt(back, x + lastColumn, py),
    )
    const share = 1 / (count * count)
    for (let column = firstColumn; column < lastColumn; column++) {
      const at = (row * columns + column) * 4
      for (let n = 0; n < count * count; n++) {
        const px = x + column + ((n % count) + 0.5) / count
        const ty = y + row + (Math.floor(n / count) + 0.5) / count
        const q = g * px + h * ty + i
        // 1 / q is the distance from the eye.
        if (q <= 0 || q * NEAR > 1) continue
        const w = 1 / q
        addSample(sums, at, source, width, height, (a * px + b * ty + c) * w, (d * px + e * ty + f) * w, share)
      }
    }
  }
}

/** Source samples per pixel and axis: more where neighbouring target pixels are further than one source pixel apart. */
function samplesAt(back: Projection, x: number, y: number): number {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = back
  const q = g * x + h * y + i
  if (q <= 0) return 1
  const [sx, sy] = [(a * x + b * y + c) / q, (d * x + e * y + f) / q]
  const along = Math.max(Math.abs(a - sx * g), Math.abs(d - sy * g)) / q
  const across = Math.max(Math.abs(b - sx * h), Math.abs(e - sy * h)) / q
  const step = Math.max(along, across)
  return step < 1.5 ? 1 : Math.min(MAX_SAMPLES, Math.round(step))
}

/** Adds the bilinear sample at a position. */
function addSample(
  sums: Float32Array,
  at: number,
  source: Uint16Array,
  width: number,
  height: number,
  x: number,
  y: number,
  share: number,
): void {
  // One pixel for the transparent border, minus half a pixel to the pixel centres.
  const px = x + 0.5
  const py = y + 0.5
  if (px < 0 || py < 0 || px >= width + 1 || py >= height + 1) return
  const left = Math.floor(px)
  const top = Math.floor(py)
  const fx = px - left
  const fy = py - top
  const one = (top * (width + 2) + left) * 4
  const other = one + (width + 2) * 4
  const leftTop = (1 - fx) * (1 - fy) * share
  const rightTop = fx * (1 - fy) * share
  const leftLow = (1 - fx) * fy * share
  const rightLow = fx * fy * share
  for (let k = 0; k < 4; k++) {
    const top = (source[one + k] as number) * leftTop + (source[one + 4 + k] as number) * rightTop
    const low = (source[other + k] as number) * leftLow + (source[other + 4 + k] as number) * rightLow
    sums[at + k] = (sums[at + k] as number) + top + low
  }
}
