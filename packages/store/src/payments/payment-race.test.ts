// Payments under concurrency: every event three times and in any order, the page verifying meanwhile, and the reconciler
// asking about the same orders.
import { transaction } from '@vitrine/database/connection'
import type { PaymentEvent } from '@vitrine/providers/payment'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { MemoryGateway, newDispute } from '../../testing/gateway.ts'
import { addCatalogueFiles, addMember, addTemplate } from '../../testing/store.ts'
import { getBalance } from '../credits/credits.ts'
import { checkMoney } from '../invariants/ledger-check.ts'
import { acquireTemplate } from '../library/library.ts'
import { receiveEvent } from './event.ts'
import { openOrder } from './order.ts'
import { reconcilePayments } from './reconcile.ts'
import { verifyPayment } from './verify.ts'

const database = useDatabase({ max: 16 })
let gateway: MemoryGateway
beforeAll(() => addCatalogueFiles(database.db))
beforeEach(() => {
  gateway = new MemoryGateway()
})
afterEach(async () => {
  expect((await checkMoney(database.db)).faults).toEqual([])
})

const receive = (event: PaymentEvent) => receiveEvent(database.db, gateway, event)
const balance = (userId: string) => getBalance(database.db, userId)

/** A shuffle that a failure can repeat. */
function shuffle<T>(items: readonly T[], seed: number): T[] {
  let state = seed
  const keyed = items.map((item) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return [state, item] as const
  })
  return keyed.sort(([left], [right]) => left - right).map(([, item]) => item)
}

/** Runs all at once, as many at a time as there are connections. */
async function runAll(works: readonly (() => Promise<unknown>)[], atOnce = 24): Promise<void> {
  const rest = works.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const work of rest) await work()
    }),
  )
}

async function countGrants(): Promise<{ grants: number; credits: number }> {
  const { rows } = await database.db.execute<{ grants: number; credits: number }>(
    sql`select count(*)::int as grants, coalesce(sum(credits), 0)::int as credits from credit_transfers where reason = 'pack'`,
  )
  return rows[0] ?? { grants: 0, credits: 0 }
}

describe('simultaneous reports of payments', () => {
  it('grants 1,000 payments once each that are reported three times, verified and reconciled at the same time', {
    tags: ['full'],
  }, async () => {
    const before = await countGrants()
    const userIds = await Promise.all(Array.from({ length: 50 }, () => addMember(database.db, 0)))
    const orders: { userId: string; orderId: string }[] = []
    await runAll(
      userIds.flatMap((userId) =>
        Array.from({ length: 20 }, () => async () => {
          orders.push({ userId, orderId: (await openOrder(database.db, gateway, userId, { credits: 500 })).orderId })
        }),
      ),
    )
    const reports: (() => Promise<unknown>)[] = []
    for (const [index, { userId, orderId }] of orders.entries()) {
      const payment = gateway.pay(orderId)
      const event = gateway.makeEvent(index % 2 ? 'payment.captured' : 'order.paid', { payment })
      for (let time = 0; time < 3; time++) reports.push(() => receive(event))
      if (index % 3 > 0) continue
      const signature = gateway.sign(orderId, payment.paymentId)
      reports.push(async () => {
        const answer = await verifyPayment(database.db, gateway, userId, {
          orderId,
          paymentId: payment.paymentId,
          signature,
        })
        expect(answer.status).toBe('paid')
      })
    }
    const anHourLater = new Date(Date.now() + 3_600_000)
    for (let worker = 0; worker < 2; worker++) reports.push(() => reconcilePayments(database.db, gateway, anHourLater))
    await runAll(shuffle(reports, 2026))
    const after = await countGrants()
    expect({ grants: after.grants - before.grants, credits: after.credits - before.credits }).toEqual({
      grants: 1000,
      credits: 500_000,
    })
    for (const userId of userIds) expect(await balance(userId)).toMatchObject({ paid: 10_000 })
    expect(gateway.refunds.size).toBe(0)
  })

  it('grants a payment once that is verified, reported and reconciled 40 times at once', async () => {
    const userId = await addMember(database.db, 0)
    const { orderId } = await openOrder(database.db, gateway, userId, { credits: 500 })
    const { paymentId, ...payment } = gateway.pay(orderId)
    const anHourLater = new Date(Date.now() + 3_600_000)
    const all = Array.from({ length: 40 }, (_, index) => async () => {
      const signature = gateway.sign(orderId, paymentId)
      if (index % 3 === 0) return verifyPayment(database.db, gateway, userId, { orderId, paymentId, signature })
      if (index % 3 === 1) return reconcilePayments(database.db, gateway, anHourLater)
      return receive(gateway.makeEvent('payment.captured', { payment: { paymentId, ...payment } }))
    })
    await runAll(all, 40)
    expect(await balance(userId)).toMatchObject({ total: 500 })
  })

  it('grants one of two simultaneous payments of an order, and refunds the other once', async () => {
    for (let round = 0; round < 10; round++) {
      const userId = await addMember(database.db, 0)
      const { orderId } = await openOrder(database.db, gateway, userId, { credits: 500 })
      const paid = [gateway.pay(orderId), gateway.pay(orderId)]
      await Promise.all(paid.map((payment) => receive(gateway.makeEvent('payment.captured', { payment }))))
      await Promise.all(Array.from({ length: 3 }, () => reconcilePayments(database.db, gateway)))
      expect(await balance(userId)).toMatchObject({ total: 500 })
      const states = paid.map(({ paymentId }) => gateway.payments.get(paymentId)?.status)
      expect(states.sort()).toEqual(['captured', 'refunded'])
    }
    expect(gateway.refunds.size).toBe(10)
  })

  it('never lets a balance become negative by a simultaneous refund, dispute and purchases', async () => {
    for (let round = 0; round < 10; round++) {
      const userId = await addMember(database.db, 100)
      const { orderId } = await openOrder(database.db, gateway, userId, { credits: 500 })
      const payment = gateway.pay(orderId)
      await receive(gateway.makeEvent('payment.captured', { payment }))
      const templateIds = await Promise.all(
        Array.from({ length: 4 }, () => addTemplate(database.db, { priceCredits: 150 })),
      )
      const dispute = newDispute(payment, { amountDeductedPaise: 19_950 })
      const refund = gateway.giveBack(payment.paymentId, 19_950)
      const bought = await Promise.all([
        ...templateIds.map((templateId) =>
          transaction(database.db, (tx) =>
            acquireTemplate(tx, { userId, templateId, region: { isIndianUser: false } }),
          ).then(
            () => 150,
            () => 0,
          ),
        ),
        receive(gateway.makeEvent('refund.processed', { refund })).then(() => 0),
        receive(gateway.makeEvent('payment.dispute.created', { dispute })).then(() => 0),
      ])
      const spent = bought.reduce((sum, credits) => sum + credits, 0)
      const { rows } = await database.db.execute<{ taken: number; short: number }>(
        sql`select credits_clawed_back as taken, credits_short as short from payments where payment_id = ${payment.paymentId}`,
      )
      const { taken, short } = rows[0] ?? { taken: 0, short: 0 }
      expect(taken + short).toBe(500)
      expect((await balance(userId)).total).toBe(600 - spent - taken)
    }
  })
})
