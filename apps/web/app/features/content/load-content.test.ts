import type { CataloguePage, Template } from '@vitrine/contract/catalogue'
import { expect, it } from 'vitest'
import { findPriceRange } from './load-content.ts'

const createStore = (prices: readonly [usual: number, india: number][]) => ({
  getCataloguePage: async () =>
    ({
      items: prices.map(([templatePrice, templatePriceIND]) => ({ templatePrice, templatePriceIND }) as Template),
      nextCursor: null,
    }) as CataloguePage,
})
const india = { isIndianUser: true }
const elsewhere = { isIndianUser: false }

it('names the prices that the visitor of each region pays', async () => {
  const store = createStore([
    [100, 50],
    [0, 0],
    [400, 200],
  ])
  expect(await findPriceRange(store, elsewhere)).toEqual({ lowest: 100, highest: 400, hasFree: true })
  expect(await findPriceRange(store, india)).toEqual({ lowest: 50, highest: 200, hasFree: true })
})

it('has none where everything is free', async () => {
  expect(await findPriceRange(createStore([[10, 0]]), india)).toBeUndefined()
})
