import { createCanvas } from '@napi-rs/canvas'
import type { Picture } from '@vitrine/document/host'
import { describe, expect, test } from 'vitest'
import { createNodeHost } from '../../node-host.ts'
import { createPicture, middleRow, stripes, swing } from '../../testing/stripes.ts'
import { findReducedCopy } from './shrink.ts'

const host = createNodeHost()

/** The brightness along the middle row of a canvas with a picture drawn at a scale. */
function drawnRow(picture: Picture, scale: number): number[] {
  const used = findReducedCopy(host, picture, scale)
  const canvas = createCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
  const ctx = canvas.getContext('2d')
  ctx.imageSmoothingQuality = 'low'
  ctx.drawImage(used.source as never, 0, 0, picture.width * scale, picture.height * scale)
  return middleRow(canvas)
}

describe('a picture drawn smaller', () => {
  test.each([0.65, 0.55, 0.5, 0.42, 0.3, 0.2, 0.12])('at %f has no waves where its pattern is too fine', (scale) => {
    // A period of 1.3 pixels of the result: a canvas alone gives moiré of more than half its brightness.
    expect(swing(drawnRow(stripes(1.3 / scale), scale))).toBeLessThan(50)
  })

  test.each([0.65, 0.5, 0.3, 0.2, 0.12])('at %f keeps a pattern that it can show', (scale) => {
    expect(swing(drawnRow(stripes(5 / scale), scale))).toBeGreaterThan(150)
  })

  test('keeps even colours to the step, up to its edges', () => {
    const { source, width, height } = findReducedCopy(
      host,
      createPicture(301, 203, () => [200, 100, 50, 255]),
      0.5,
    )
    const { data } = (source as ReturnType<typeof createCanvas>).getContext('2d').getImageData(0, 0, width, height)
    for (let n = 0; n < data.length; n += 4) expect([...data.slice(n, n + 4)]).toEqual([200, 100, 50, 255])
  })

  test('lets no colour out of what is clear', () => {
    const picture = createPicture(200, 200, (x) => (x < 97 ? [255, 0, 0, 255] : [0, 255, 0, 0]))
    const { source, width, height } = findReducedCopy(host, picture, 0.4)
    const { data } = (source as ReturnType<typeof createCanvas>).getContext('2d').getImageData(0, 0, width, height)
    for (let n = 0; n < data.length; n += 4) if ((data[n + 3] as number) > 8) expect(data[n + 1]).toBe(0)
  })
})

test('a copy is made once, and none of what is hardly smaller', () => {
  const picture = stripes(10)
  expect(findReducedCopy(host, picture, 0.72)).toBe(picture)
  expect(findReducedCopy(host, picture, 1.5)).toBe(picture)
  const copy = findReducedCopy(host, picture, 0.6)
  expect(copy).toMatchObject({ width: 283, height: 212 })
  expect(findReducedCopy(host, picture, 0.55)).toBe(copy)
  expect(findReducedCopy(host, picture, 0.4)).toMatchObject({ width: 200, height: 150 })
})
