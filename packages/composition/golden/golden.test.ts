// The promise of one painter: a frame looks the same in a customer's browser and in the video that the server makes.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MIN_PSNR } from '../src/painter/agreement.ts'
import { compareInChromium } from './compare.ts'
import { goldenCases } from './documents.ts'

test('Chromium and the server draw the same frames', { timeout: 1_200_000 }, async () => {
  const cases = goldenCases()
  const results = await compareInChromium(cases, {
    differences: join(import.meta.dirname, '../../../test-results/golden'),
  })
  expect(results).toHaveLength(cases.length * 5)
  const tooFar = results.filter(({ psnr }) => psnr < MIN_PSNR)
  expect(
    tooFar.map(({ name, frame, psnr, worst }) => `${name} ${frame}: ${psnr.toFixed(1)} dB, worst ${worst}`),
  ).toEqual([])
})
