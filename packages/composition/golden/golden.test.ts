// One frame of each golden document; golden.full.test.ts compares them all.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compareInChromium, listDifferences } from './compare.ts'
import { goldenCases } from './documents.ts'

test('Chromium and the server draw the middle frame of every document alike', { timeout: 600_000 }, async () => {
  const cases = goldenCases().map((one) => ({ ...one, frames: [Math.floor(one.document.canvas.duration / 2)] }))
  const results = await compareInChromium(cases, {
    differences: join(import.meta.dirname, '../../../test-results/golden-middle'),
  })
  expect(results).toHaveLength(cases.length)
  expect(listDifferences(results)).toEqual([])
})
