// Every sample looks the same in a browser and on the server: its first frame and its poster, at full size.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compareInChromium, listDifferences } from '../../packages/painter/golden/compare.ts'
import { createGoldenCase } from '../testing/golden-case.ts'
import { samples } from '../testing/sample.ts'

test('Chromium and the server draw every sample alike', { timeout: 600_000 }, async () => {
  const cases = samples.map(({ document }) => createGoldenCase(document))
  const results = await compareInChromium(cases, {
    differences: join(import.meta.dirname, '../../test-results/golden-samples'),
  })
  expect(results).toHaveLength(cases.flatMap(({ frames }) => frames ?? []).length)
  expect(listDifferences(results)).toEqual([])
})
