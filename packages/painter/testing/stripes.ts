// Test data only: pictures defined pixel by pixel, stripe patterns, and the contrast of a row.
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Picture } from '@vitrine/document/host'

/** A picture whose pixels are given one by one, as `[red, green, blue, alpha]`. */
export function createPicture(
  width: number,
  height: number,
  pixel: (x: number, y: number) => readonly number[],
): Picture {
  const canvas = createCanvas(width, height)
  const ctx = canvas.getContext('2d')
  const image = ctx.createImageData(width, height)
  for (let n = 0; n < width * height; n++) image.data.set(pixel(n % width, Math.floor(n / width)), n * 4)
  ctx.putImageData(image, 0, 0)
  return { source: canvas, width, height }
}

/** Stripes whose brightness has a period of `period` pixels. */
export function stripes(period: number): Picture {
  return createPicture(400, 300, (x) => {
    const light = 127.5 + 127.5 * Math.cos((2 * Math.PI * x) / period)
    return [light, light, light, 255]
  })
}

/** The brightness along the middle row of a canvas, without its ends, because pictures end there and stripes do not. */
export function middleRow(canvas: Canvas): number[] {
  const { data } = canvas.getContext('2d').getImageData(0, Math.floor(canvas.height / 2), canvas.width, 1)
  return Array.from({ length: canvas.width - 20 }, (_, x) => data[(x + 10) * 4] as number)
}

/** The difference between the brightest and the darkest position of a row. */
export const swing = (row: readonly number[]) => Math.max(...row) - Math.min(...row)
