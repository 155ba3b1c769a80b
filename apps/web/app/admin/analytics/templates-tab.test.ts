// The badge of a template, at the edges of what the specification says.
import { expect, it } from 'vitest'
import { ratePerformance } from './templates-tab.tsx'

it.each([
  [0, 'Quiet'],
  [1, 'Active'],
  [5, 'Active'],
  [6, 'Good'],
  [10, 'Good'],
  [11, 'Hot'],
] as const)('%i sales are %s', (sales, badge) => {
  expect(ratePerformance(sales)).toBe(badge)
})
