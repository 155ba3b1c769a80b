import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { createNodeHost } from '../../node-host.ts'
import type { Picture } from './host.ts'
import { shrunk } from './shrink.ts'

const host = createNodeHost()

/** A picture whose pixels are given one by one, as `[red, green, blue, alpha]`. */
function pictureOf(width: number, height: number, pixel: (x: number, y: number) => readonly number[]): Picture {
  const canvas = createCanvas(width, height)
  const ctx = canvas.getContext('2d')
  const image = ctx.createImageData(width, height)
  for (let n = 0; n < width * height; n++) image.data.set(pixel(n % width, Math.floor(n / width)), n * 4)
  ctx.putImageData(image, 0, 0)
  return { source: canvas, width, height }
}

/** Stripes whose light swings once in `period` pixels. */
function stripes(period: number): Picture {
  return pictureOf(400, 300, (x) => {
    const light = 127.5 + 127.5 * Math.cos((2 * Math.PI * x) / period)
    return [light, light, light, 255]
  })
}

/** The light along the middle row of what a canvas shows of a picture drawn at a scale. */
function drawnRow(picture: Picture, scale: number): number[] {
  const used = shrunk(host, picture, scale)
  const canvas = createCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
  const ctx = canvas.getContext('2d')
  ctx.imageSmoothingQuality = 'low'
  ctx.drawImage(used.source as never, 0, 0, picture.width * scale, picture.height * scale)
  const { data } = ctx.getImageData(0, Math.floor(canvas.height / 2), canvas.width, 1)
  // Pictures end at their edges, stripes do not.
  return Array.from({ length: canvas.width - 20 }, (_, x) => data[(x + 10) * 4] as number)
}

const swing = (row: readonly number[]) => Math.max(...row) - Math.min(...row)

describe('a picture drawn smaller', () => {
  test.each([0.65, 0.55, 0.5, 0.42, 0.3, 0.2, 0.12])('at %f has no waves where its pattern is too fine', (scale) => {
    // A period of 1.3 pixels of the result: a canvas alone makes waves of more than half the light of it.
    expect(swing(drawnRow(stripes(1.3 / scale), scale))).toBeLessThan(50)
  })

  test.each([0.65, 0.5, 0.3, 0.2, 0.12])('at %f keeps a pattern that it can show', (scale) => {
    expect(swing(drawnRow(stripes(5 / scale), scale))).toBeGreaterThan(150)
  })

  test('keeps even colours to the step, up to its edges', () => {
    const { source, width, height } = shrunk(
      host,
      pictureOf(301, 203, () => [200, 100, 50, 255]),
      0.5,
    )
    const { data } = (source as ReturnType<typeof createCanvas>).getContext('2d').getImageData(0, 0, width, height)
    for (let n = 0; n < data.length; n += 4) expect([...data.slice(n, n + 4)]).toEqual([200, 100, 50, 255])
  })

  test('lets no colour out of what is clear', () => {
    const picture = pictureOf(200, 200, (x) => (x < 97 ? [255, 0, 0, 255] : [0, 255, 0, 0]))
    const { source, width, height } = shrunk(host, picture, 0.4)
    const { data } = (source as ReturnType<typeof createCanvas>).getContext('2d').getImageData(0, 0, width, height)
    for (let n = 0; n < data.length; n += 4) if ((data[n + 3] as number) > 8) expect(data[n + 1]).toBe(0)
  })
})

test('a copy is made once, and none of what is hardly smaller', () => {
  const picture = stripes(10)
  expect(shrunk(host, picture, 0.72)).toBe(picture)
  expect(shrunk(host, picture, 1.5)).toBe(picture)
  const copy = shrunk(host, picture, 0.6)
  expect(copy).toMatchObject({ width: 283, height: 212 })
  expect(shrunk(host, picture, 0.55)).toBe(copy)
  expect(shrunk(host, picture, 0.4)).toMatchObject({ width: 200, height: 150 })
})
