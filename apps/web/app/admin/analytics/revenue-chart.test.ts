import { expect, test } from 'vitest'
import { chartTicks } from './revenue-chart.tsx'

test.each([
  [1, false, [0, 1]],
  [7, false, [0, 2, 4, 6, 8]],
  [450, false, [0, 100, 200, 300, 400, 500]],
  [0.5, true, [0, 0.2, 0.4, 0.6]],
  [119_400, true, [0, 50_000, 100_000, 150_000]],
] as const)('a chart up to %d has round values beside it', (highest, hasFractions, ticks) => {
  const found = chartTicks(highest, hasFractions)
  expect(found.map((tick) => Number(tick.toPrecision(6)))).toEqual(ticks)
})
