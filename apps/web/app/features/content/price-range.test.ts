import type { CataloguePage, Template } from '@vitrine/contract/catalogue'
import { expect, it } from 'vitest'
import { findPriceRange } from './price-range.ts'

const shopOf = (prices: readonly [usual: number, india: number][]) => ({
  getCataloguePage: async () =>
    ({
      items: prices.map(([templatePrice, templatePriceIND]) => ({ templatePrice, templatePriceIND }) as Template),
      nextCursor: null,
    }) as CataloguePage,
})
const india = { isIndianUser: true }
const elsewhere = { isIndianUser: false }

it('names the prices that the visitor of each region pays', async () => {
  const shop = shopOf([
    [100, 50],
    [0, 0],
    [400, 200],
  ])
  expect(await findPriceRange(shop, elsewhere)).toEqual({ lowest: 100, highest: 400, hasFree: true })
  expect(await findPriceRange(shop, india)).toEqual({ lowest: 50, highest: 200, hasFree: true })
})

it('has none where everything is free', async () => {
  expect(await findPriceRange(shopOf([[10, 0]]), india)).toBeUndefined()
})
