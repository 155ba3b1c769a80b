// Random expressions: each ends within its steps, with a value or a clear error. VITRINE_FUZZ_RUNS makes it long (a million
// take about a minute); golden/expression.test.ts compares with Chromium.
import { expect, test } from 'vitest'
import { runSeeds } from '../../testing/expression-fuzz.ts'

const RUNS = Number(process.env.VITRINE_FUZZ_RUNS ?? 4000)

test('no expression runs longer than its steps, throws anything else, or differs when run again', {
  timeout: 3_600_000,
}, () => {
  for (let first = 0; first < RUNS; first += 4000) {
    const count = Math.min(4000, RUNS - first)
    const result = runSeeds(first, count)
    expect(result.most).toBeLessThanOrEqual(result.limit)
    // Most must have a value, or the test would prove nothing.
    expect(result.values).toBeGreaterThan(count / 4)
    if (first === 0) expect(runSeeds(first, count)).toEqual(result)
  }
})
