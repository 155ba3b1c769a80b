// The promise of one painter: a frame looks the same in a customer's browser and in the video that the server makes.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compareInChromium, listDifferences } from './compare.ts'
import { goldenCases } from './documents.ts'

test('Chromium and the server draw the same frames', { timeout: 1_200_000 }, async () => {
  const cases = goldenCases()
  const results = await compareInChromium(cases, {
    differences: join(import.meta.dirname, '../../../test-results/golden'),
  })
  expect(results).toHaveLength(cases.length * 5)
  expect(listDifferences(results)).toEqual([])
})
