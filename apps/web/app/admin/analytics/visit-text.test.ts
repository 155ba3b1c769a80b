import { expect, it } from 'vitest'
import { findSalesRate } from './visit-text.tsx'

it('shows the conversion rate only when views are known for the whole period', () => {
  const visits = { countedFrom: '2026-11-21T10:00:00.000Z', covers: 'all' } as const
  const sold = { filteredPurchaseCount: 3, filteredViews: 120 }
  expect(findSalesRate(sold, visits)).toBe('2.5%')
  expect(findSalesRate(sold, { ...visits, covers: 'part' })).toBeUndefined()
  for (const filteredViews of [0, 2]) expect(findSalesRate({ ...sold, filteredViews }, visits)).toBeUndefined()
})
