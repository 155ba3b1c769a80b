// One frame of every third golden document; golden.full.test.ts compares all frames of all.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compareInChromium, listDifferences } from './compare.ts'
import { goldenCases } from './documents.ts'

test('Chromium and the server draw the middle frame of documents alike', { timeout: 600_000 }, async () => {
  const cases = goldenCases()
    .filter((_case, n) => n % 3 === 0)
    .map((one) => ({ ...one, frames: [Math.floor(one.document.canvas.duration / 2)] }))
  const results = await compareInChromium(cases, {
    differences: join(import.meta.dirname, '../../../test-results/golden-middle'),
  })
  expect(results).toHaveLength(cases.length)
  expect(listDifferences(results)).toEqual([])
})
