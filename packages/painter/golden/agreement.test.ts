import { expect, test } from 'vitest'
import { differencePicture, measureAgreement } from './agreement.ts'

const picture = (...colors: readonly [number, number, number][]) =>
  new Uint8ClampedArray(colors.flatMap(([r, g, b]) => [r, g, b, 255]))

test('equal pictures agree infinitely well, and one channel that is off by one in each of two pixels by 52.9 dB', () => {
  const one = picture([10, 20, 30], [200, 100, 0])
  expect(measureAgreement(one, one.slice())).toEqual({ psnr: Number.POSITIVE_INFINITY, worst: 0 })
  // Two squares of 1 over six channels.
  const { psnr, worst } = measureAgreement(one, picture([10, 21, 30], [200, 100, 1]))
  expect(psnr).toBeCloseTo(10 * Math.log10(255 ** 2 * 3), 6)
  expect(worst).toBe(1)
})

test('alpha does not count, and pictures of other sizes are rejected', () => {
  const one = picture([10, 20, 30])
  expect(measureAgreement(one, new Uint8Array([10, 20, 30, 0])).psnr).toBe(Number.POSITIVE_INFINITY)
  expect(() => measureAgreement(one, picture([0, 0, 0], [0, 0, 0]))).toThrow('cannot be compared')
})

test('the picture of a difference is black where both agree, and eight times as strong elsewhere', () => {
  const shown = differencePicture(picture([10, 20, 30], [5, 5, 5]), picture([12, 20, 30], [255, 5, 5]))
  expect([...shown]).toEqual([16, 0, 0, 255, 255, 0, 0, 255])
})
