// The poster of every twentieth sample; golden.full.test.ts compares them all.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compareInChromium, listDifferences } from '../../packages/painter/golden/compare.ts'
import { createGoldenCase } from '../testing/golden-case.ts'
import { samples } from '../testing/sample.ts'

test('Chromium and the server draw samples alike', { timeout: 600_000 }, async () => {
  const cases = samples
    .filter((_sample, n) => n % 20 === 0)
    .map(({ document }) => ({ ...createGoldenCase(document), frames: [document.output?.poster?.frame ?? 0] }))
  const results = await compareInChromium(cases, {
    differences: join(import.meta.dirname, '../../test-results/golden-posters'),
  })
  expect(results).toHaveLength(cases.length)
  expect(listDifferences(results)).toEqual([])
})
