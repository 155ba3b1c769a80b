import { expect, it } from 'vitest'
import { useTravellingDatabase } from '../travelling-database.ts'
import { tradeForYears } from './three-years.ts'

/** More by hand: VITRINE_ORDERS=20000 VITRINE_ORDERS_SEED=7 npx vitest run tests/money-model/three-years */
const orders = Number(process.env.VITRINE_ORDERS || 100)
const seed = Number(process.env.VITRINE_ORDERS_SEED || 1)

const database = useTravellingDatabase()

it(`${orders} orders in three financial years on two servers with kills: ledger, documents, month-end and GSTR-1 are what a plain model says`, {
  timeout: 240_000 + orders * 200,
}, async () => {
  const trade = await tradeForYears(database, { orders, seed, ...(orders > 1000 && { onProgress: console.log }) })
  expect(trade.orders).toBeGreaterThan(orders / 2)
  expect(trade.refunds).toBeGreaterThan(0)
  expect(trade.serversKilled).toBeGreaterThan(0)
})
