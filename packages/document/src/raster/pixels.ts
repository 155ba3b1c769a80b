// Pixel operations that canvases lack. Every host computes the same integers.
import type { Sheet } from './host.ts'
import type { Region } from './stage.ts'

/** Red, green, blue and alpha from 0 to 255, four numbers per pixel, not premultiplied. */
export type PixelData = { [index: number]: number; readonly length: number }

/** Changes the pixels of a region of a sheet in place. */
export function changePixels({ ctx }: Sheet, [x, y, width, height]: Region, change: (data: PixelData) => void): void {
  const pixels = ctx.getImageData(x, y, width, height)
  change(pixels.data)
  ctx.putImageData(pixels, x, y)
}

/** The Rec. 709 luminance of a colour with channels from 0 to 255. */
export function computeLuma(red: number, green: number, blue: number): number {
  return red * 0.2126 + green * 0.7152 + blue * 0.0722
}

/** Converts luminance to opacity: light parts become opaque, dark ones transparent; transparent pixels stay transparent. */
export function lumaToAlpha(data: PixelData): void {
  for (let n = 0; n < data.length; n += 4) {
    const alpha = data[n + 3] as number
    if (alpha === 0) continue
    const luma = computeLuma(data[n] as number, data[n + 1] as number, data[n + 2] as number)
    data[n + 3] = Math.round((luma * alpha) / 255)
  }
}

/**
 * Adds a picture of a part of an area to the area's sums of premultiplied pixels. Canvases would round at each step.
 * @param width of the area; the part begins at (x, y) in it
 */
export function addPixels(sums: Float32Array, width: number, data: PixelData, [x, y, columns, rows]: Region): void {
  let from = 0
  for (let row = 0; row < rows; row++) {
    let to = ((y + row) * width + x) * 4
    for (let column = 0; column < columns; column++, from += 4, to += 4) {
      const alpha = data[from + 3] as number
      if (alpha === 0) continue
      sums[to] = (sums[to] as number) + (data[from] as number) * alpha
      sums[to + 1] = (sums[to + 1] as number) + (data[from + 1] as number) * alpha
      sums[to + 2] = (sums[to + 2] as number) + (data[from + 2] as number) * alpha
      sums[to + 3] = (sums[to + 3] as number) + alpha
    }
  }
}

/** Writes the mean of `count` pictures into a region of a sheet. */
export function writeMean({ ctx }: Sheet, sums: Float32Array, count: number, [x, y, width, height]: Region): void {
  const pixels = ctx.createImageData(width, height)
  const { data } = pixels
  for (let n = 0; n < sums.length; n += 4) {
    const alpha = sums[n + 3] as number
    if (alpha <= 0) continue
    data[n] = Math.round((sums[n] as number) / alpha)
    data[n + 1] = Math.round((sums[n + 1] as number) / alpha)
    data[n + 2] = Math.round((sums[n + 2] as number) / alpha)
    data[n + 3] = Math.round(alpha / count)
  }
  ctx.putImageData(pixels, x, y)
}
