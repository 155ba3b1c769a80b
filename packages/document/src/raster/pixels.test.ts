// A coloured screen becomes transparent, the foreground stays, and mixed pixels lose the screen's share and spill.
import { describe, expect, test } from 'vitest'
import { keyPixels } from '../effect/key.ts'
import { findScreenColor, type Rgb } from './pixels.ts'

const GREEN: Rgb = [40, 190, 70]
const settings = { color: GREEN, tolerance: 0.3, softness: 0.8, spill: 1 }

function keyed(pixel: readonly number[], change: Partial<typeof settings> = {}): number[] {
  const data = Uint8ClampedArray.from(pixel)
  keyPixels({ ...settings, ...change })(data)
  return [...data]
}
const mixed = (front: readonly number[], share: number) => [
  ...front.map((value, n) => Math.round(value * share + (GREEN[n] as number) * (1 - share))),
  255,
]

describe('keying', () => {
  test('removes the screen, also darker parts, and keeps skin, white, grey and black', () => {
    expect(keyed([...GREEN, 255])[3]).toBe(0)
    expect(keyed([35, 160, 60, 255])[3]).toBe(0)
    for (const front of [
      [190, 140, 120],
      [255, 255, 255],
      [128, 128, 128],
      [0, 0, 0],
      [60, 60, 160],
    ]) {
      expect(keyed([...front, 255])).toEqual([...front, 255])
    }
  })

  test('gives mixed pixels their share of opacity, and the colour of the foreground', () => {
    const skin = [190, 140, 120]
    for (const share of [0.3, 0.5, 0.7]) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = keyed(mixed(skin, share), { tolerance: 0, softness: 1 })
      expect(Math.abs(alpha / 255 - share)).toBeLessThan(0.3)
      expect(green).toBeLessThanOrEqual(Math.max(red, blue))
    }
  })

  test('removes spill as much as configured', () => {
    const tinged = [120, 150, 110, 255]
    expect(keyed(tinged, { spill: 0, softness: 0 })).toEqual(tinged)
    expect(keyed(tinged, { spill: 0.5, softness: 0 })).toEqual([120, 135, 110, 255])
    expect(keyed(tinged, { spill: 1, softness: 0 })).toEqual([120, 120, 110, 255])
  })

  test('takes away more with more tolerance, and less abruptly with more softness', () => {
    const half = mixed([200, 60, 60], 0.5)
    const alphas = [0, 0.3, 0.6, 1].map((tolerance) => keyed(half, { tolerance })[3] as number)
    expect(alphas).toEqual(alphas.toSorted((a, b) => b - a))
    expect(alphas[0]).toBeGreaterThan(alphas[3] as number)
  })

  test('keys blue and red screens as well, and keeps what was clear', () => {
    const key = (color: Rgb, pixel: readonly number[]) => keyed(pixel, { color } as never)
    expect(key([30, 50, 200], [30, 50, 200, 255])[3]).toBe(0)
    expect(key([210, 30, 40], [210, 30, 40, 255])[3]).toBe(0)
    expect(keyed([...GREEN, 0])).toEqual([...GREEN, 0])
  })
})

test('the colour of a screen is found in its picture', () => {
  const pixels = Array.from({ length: 1000 }, (_, n) => (n % 3 === 0 ? [180, 130, 110, 255] : [...GREEN, 255])).flat()
  expect(findScreenColor(pixels)).toEqual([...GREEN])
  expect(findScreenColor(pixels.map((value, n) => (n % 4 === 1 ? 90 : value)))).toBeUndefined()
})
