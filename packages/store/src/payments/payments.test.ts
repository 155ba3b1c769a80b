import { randomUUID } from 'node:crypto'
import { type PricingSettings, pricingSettings, taxSettings } from '@vitrine/contract/settings'
import { transaction } from '@vitrine/database/connection'
import type { GatewaySettledItem, PaymentEvent } from '@vitrine/providers/payment'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { MemoryGateway, newDispute } from '../../testing/gateway.ts'
import { addCatalogueFiles, addMember, addTemplate, catchApiError } from '../../testing/store.ts'
import { users } from '../accounts/tables.ts'
import { COMMAND_LINE } from '../admin/audit-log.ts'
import { blockAccount } from '../admin/customer.ts'
import { getBalance, listStatement } from '../credits/credits.ts'
import { checkMoney } from '../invariants/ledger-check.ts'
import { acquireTemplate } from '../library/library.ts'
import { changeSettings, readSettings } from '../settings/settings.ts'
import { settings } from '../settings/tables.ts'
import { receiveEvent, reconcileDisputes } from './event.ts'
import { getCreditPurchase, getOrder, listCreditPurchases, listPacks, listPaidPacks, openOrder } from './order.ts'
import { reconcilePayments } from './reconcile.ts'
import { reconcileSettlements } from './settlement.ts'
import { packOrders, paymentEvents, paymentRefunds, payments } from './tables.ts'
import { verifyPayment } from './verify.ts'

const database = useDatabase({ max: 16 })
let gateway: MemoryGateway
beforeAll(() => addCatalogueFiles(database.db))
beforeEach(async () => {
  gateway = new MemoryGateway()
  // Each test has a gateway of its own, which knows nothing of the orders of the others.
  await database.db.update(packOrders).set({ nextCheckAt: null })
  await database.db.update(payments).set({ nextReturnAt: null })
})
afterEach(async () => {
  expect((await checkMoney(database.db)).faults).toEqual([])
})

const open = (userId: string, packId = 'popular') => openOrder(database.db, gateway, userId, { packId })
const receive = (event: PaymentEvent) => receiveEvent(database.db, gateway, event)
const verify = (userId: string, orderId: string, paymentId: string, signature = gateway.sign(orderId, paymentId)) =>
  verifyPayment(database.db, gateway, userId, { orderId, paymentId, signature })
const balance = (userId: string) => getBalance(database.db, userId)
const purchase = (userId: string, orderId: string) => getCreditPurchase(database.db, userId, orderId)
const reconcile = (minutesFromNow = 0) =>
  reconcilePayments(database.db, gateway, new Date(Date.now() + minutesFromNow * 60_000))

/** A user with a paid pack of 500 credits for 39900 paise and nothing else. */
async function addBuyer() {
  const userId = await addMember(database.db, 0)
  const { orderId } = await open(userId)
  const payment = gateway.pay(orderId)
  await receive(gateway.makeEvent('payment.captured', { payment }))
  return { userId, orderId, payment, paymentId: payment.paymentId }
}

async function spend(userId: string, priceCredits: number): Promise<void> {
  const templateId = await addTemplate(database.db, { priceCredits })
  await transaction(database.db, (tx) => acquireTemplate(tx, { userId, templateId, region: { isIndianUser: false } }))
}

const [pricing, tax] = [pricingSettings.parse({}), taxSettings.parse({})]
/** The packs of an untaxed store. */
const packsOf = async (pricing: PricingSettings, userId?: string) =>
  (await listPacks(database.db, { pricing, tax }, userId)).packs

describe('packs', () => {
  it('cost what the specification says', async () => {
    expect((await packsOf(pricing)).map((pack) => [pack.credits, pack.price, pack.savings, pack.popular])).toEqual([
      [100, 1, null, false],
      [500, 399, '20% savings', true],
      [1000, 699, '30% savings', false],
      [2500, 1499, '40% savings', false],
    ])
  })

  it('are sold at the price that the settings state, and open orders keep theirs', async () => {
    const userId = await addMember(database.db, 0)
    const before = await open(userId, 'popular')
    const packs = [{ id: 'popular', credits: 500, amountPaise: 44_900 }]
    await transaction(database.db, (tx) => changeSettings(tx, 'pricing', { value: { packs }, revision: 0 }))
    try {
      expect(await open(userId, 'popular')).toMatchObject({ amountPaise: 44_900 })
      expect((await catchApiError(open(userId, 'large'))).code).toBe('pack-not-found')
      expect(await getOrder(database.db, userId, before.orderId)).toMatchObject({ amountPaise: 39_900 })
      await receive(gateway.makeEvent('payment.captured', { payment: gateway.pay(before.orderId) }))
      expect(await getOrder(database.db, userId, before.orderId)).toMatchObject({ status: 'paid', credits: 500 })
    } finally {
      await database.db.delete(settings)
    }
  })

  it('are ordered by id or credits at the price of the store', async () => {
    const userId = await addMember(database.db)
    const { orderId, ...order } = await openOrder(database.db, gateway, userId, { credits: 1000 })
    expect(order).toEqual({ credits: 1000, amountPaise: 69_900, currency: 'INR' })
    expect(gateway.orders.get(orderId)).toMatchObject({ amountPaise: 69_900, currency: 'INR' })
    expect(gateway.orders.get(orderId)?.receipt).toHaveLength(36)
    expect(await purchase(userId, orderId)).toMatchObject({ status: 'created', transactionId: null, paidAt: null })
    expect((await catchApiError(openOrder(database.db, gateway, userId, { credits: 999 }))).code).toBe('pack-not-found')
    expect((await catchApiError(openOrder(database.db, gateway, userId, {}))).code).toBe('pack-not-found')
  })

  it('cannot be ordered while the gateway is unreachable, and the attempt leaves nothing visible or to reconcile', async () => {
    const userId = await addMember(database.db)
    gateway.isUnavailable = true
    expect((await catchApiError(open(userId))).toBody()).toEqual({
      error: 'Failed to initiate payment. Please try again.',
      code: 'payment-unavailable',
    })
    expect(await listCreditPurchases(database.db, userId)).toEqual([])
    gateway.isUnavailable = false
    expect(await reconcile(60)).toMatchObject({ ordersPolled: 0 })
  })

  it('are ordered thirty times an hour at most', async () => {
    const userId = await addMember(database.db)
    for (let count = 0; count < 30; count++) await open(userId)
    expect((await catchApiError(open(userId))).code).toBe('rate-limited')
  })
})

describe('a payment', () => {
  it('reported by the page, the event and the reconciler is granted once', async () => {
    const userId = await addMember(database.db)
    const { orderId } = await open(userId)
    const payment = gateway.pay(orderId)
    const verified = await verify(userId, orderId, payment.paymentId)
    expect(verified).toMatchObject({ status: 'paid', balance: { promotional: 500, paid: 500, total: 1000 } })
    expect(await verify(userId, orderId, payment.paymentId)).toEqual(verified)
    for (const type of ['payment.captured', 'order.paid'] as const) {
      expect(await receive(gateway.makeEvent(type, { payment }))).toEqual({ isNew: true, outcome: 'granted' })
    }
    await reconcile(10)
    expect((await balance(userId)).total).toBe(1000)
    expect((await listStatement(database.db, userId, { limit: 1 })).items[0]).toMatchObject({
      reason: 'pack',
      credits: 500,
      description: '500 credits bought',
    })
    expect(await purchase(userId, orderId)).toMatchObject({
      status: 'paid',
      transactionId: payment.paymentId,
      receiptNumber: expect.stringMatching(/^R-\d{4}-\d{2}-\d{6}$/),
      refundedPaise: 0,
    })
    expect(await listPaidPacks(database.db, userId)).toHaveLength(1)
  })

  it('is acted upon once when its event is delivered again', async () => {
    const { payment } = await addBuyer()
    const event = gateway.makeEvent('payment.captured', { payment })
    expect((await receive(event)).isNew).toBe(true)
    expect(await receive(event)).toEqual({ isNew: false, outcome: 'known' })
  })

  it('reported again with another amount, currency or order stays unchanged', async () => {
    const { userId, orderId, payment } = await addBuyer()
    const other = await open(userId, 'large')
    for (const change of [{ amountPaise: 1 }, { amountPaise: 149_900 }, { currency: 'USD' }]) {
      await receive(gateway.makeEvent('payment.captured', { payment: { ...payment, ...change } }))
    }
    const ofOther = gateway.makeEvent('payment.captured', { payment: { ...payment, orderId: other.orderId } })
    await expect(receive(ofOther)).rejects.toThrow(/came for order/)
    expect(await balance(userId)).toMatchObject({ paid: 500 })
    expect(await purchase(userId, orderId)).toMatchObject({ status: 'paid', amountPaise: 39_900, refundedPaise: 0 })
    expect(await purchase(userId, other.orderId)).toMatchObject({ status: 'created' })
    await reconcile(60)
    expect(gateway.refunds.size).toBe(0)
  })

  it('of a blocked account is granted all the same, and its credits are there after unblocking', async () => {
    const userId = await addMember(database.db, 0)
    const { orderId } = await open(userId)
    await transaction(database.db, (tx) => blockAccount(tx, COMMAND_LINE, userId, 'a stolen card, perhaps'))
    await receive(gateway.makeEvent('payment.captured', { payment: gateway.pay(orderId) }))
    expect(await balance(userId)).toMatchObject({ paid: 500 })
  })

  it('is rejected without a valid signature for the order', async () => {
    const userId = await addMember(database.db)
    const [mine, other] = [await open(userId), await open(userId)]
    const payment = gateway.pay(mine.orderId)
    for (const signature of ['forged', gateway.sign(other.orderId, payment.paymentId)]) {
      const work = verify(userId, mine.orderId, payment.paymentId, signature)
      expect((await catchApiError(work)).code).toBe('payment-signature-invalid')
    }
    expect((await catchApiError(verify(userId, other.orderId, payment.paymentId))).code).toBe('payment-mismatch')
    const stranger = await addMember(database.db)
    expect((await catchApiError(verify(stranger, mine.orderId, payment.paymentId))).code).toBe(
      'payment-order-not-found',
    )
    expect((await catchApiError(purchase(stranger, mine.orderId))).code).toBe('payment-order-not-found')
    expect((await balance(userId)).paid).toBe(0)
  })

  it('waits while it is only authorized, and is granted when it is captured', async () => {
    const userId = await addMember(database.db)
    const { orderId } = await open(userId)
    const { paymentId } = gateway.pay(orderId, { status: 'authorized' })
    expect(await verify(userId, orderId, paymentId)).toEqual({ status: 'pending', orderId })
    expect((await purchase(userId, orderId)).status).toBe('pending')
    gateway.move(paymentId, { status: 'captured' })
    expect(await verify(userId, orderId, paymentId)).toMatchObject({ status: 'paid' })
  })

  it('waits while the gateway is unreachable, and the reconciler asks soon', async () => {
    const userId = await addMember(database.db)
    const { orderId } = await open(userId)
    const { paymentId } = gateway.pay(orderId)
    gateway.isUnavailable = true
    expect(await verify(userId, orderId, paymentId)).toEqual({ status: 'pending', orderId })
    expect(await reconcile(1)).toMatchObject({ isGatewayUnavailable: true })
    gateway.isUnavailable = false
    await reconcile(2)
    expect((await balance(userId)).paid).toBe(500)
  })

  it('that failed has a reason; the next attempt of the same order may succeed, and late events change nothing', async () => {
    const userId = await addMember(database.db)
    const { orderId } = await open(userId)
    const failed = gateway.pay(orderId, {
      status: 'failed',
      errorDescription: 'Your bank said no',
      errorReason: 'payment_declined',
    })
    expect((await catchApiError(verify(userId, orderId, failed.paymentId))).toBody()).toEqual({
      error: 'Payment failed: Your bank said no',
      code: 'payment-failed',
      description: 'Your bank said no',
      reason: 'payment_declined',
    })
    expect(await purchase(userId, orderId)).toMatchObject({
      status: 'failed',
      failure: 'Your bank said no',
      failureReason: 'payment_declined',
    })
    const second = gateway.pay(orderId)
    await receive(gateway.makeEvent('order.paid', { payment: second }))
    await receive(gateway.makeEvent('payment.failed', { payment: failed }))
    await receive(gateway.makeEvent('payment.authorized', { payment: { ...second, status: 'authorized' } }))
    expect(await purchase(userId, orderId)).toMatchObject({ status: 'paid', failure: null, failureReason: null })
    expect((await balance(userId)).paid).toBe(500)
  })

  it('of another account’s order is recorded and otherwise ignored', async () => {
    const payment = gateway.pay('order_of_another_store', { amountPaise: 5000 })
    const event = gateway.makeEvent('payment.captured', { payment })
    expect(await receive(event)).toEqual({ isNew: true, outcome: 'not-ours' })
    expect(
      await receive(gateway.makeEvent('payment.captured', { payment: { ...payment, orderId: null } })),
    ).toMatchObject({
      outcome: 'not-ours',
    })
    const refund = gateway.giveBack(payment.paymentId, 5000)
    expect(await receive(gateway.makeEvent('refund.processed', { refund }))).toMatchObject({ outcome: 'not-ours' })
    expect(await receive(gateway.makeEvent('other', {}))).toMatchObject({ outcome: 'ignored' })
    const [stored] = await database.db.select().from(paymentEvents).where(eq(paymentEvents.eventId, event.eventId))
    expect(stored).toMatchObject({ type: 'payment.captured', outcome: 'not-ours', paymentId: payment.paymentId })
  })
})

describe('unapplied payments', () => {
  it('a second payment of the same order is refunded', async () => {
    const { userId, orderId } = await addBuyer()
    const second = gateway.pay(orderId)
    expect((await catchApiError(verify(userId, orderId, second.paymentId))).toBody()).toMatchObject({
      code: 'payment-returned',
      reason: 'order-closed',
      transactionId: second.paymentId,
    })
    expect(await reconcile()).toMatchObject({ paymentsReturned: 1, refused: [] })
    expect(gateway.payments.get(second.paymentId)).toMatchObject({ status: 'refunded', refundedPaise: 39_900 })
    expect(await reconcile(600)).toMatchObject({ paymentsReturned: 0 })
    expect(await purchase(userId, orderId)).toMatchObject({ status: 'paid', refundedPaise: 0 })
    expect((await balance(userId)).total).toBe(500)
  })

  it.each([
    ['amount-differs', { amountPaise: 100 }],
    ['amount-differs', { amountPaise: 50_000 }],
    ['currency-differs', { currency: 'USD' }],
  ] as const)('goes back: %s (%j)', async (reason, changes) => {
    const userId = await addMember(database.db, 0)
    const { orderId } = await open(userId)
    const payment = gateway.pay(orderId, changes)
    await receive(gateway.makeEvent('payment.captured', { payment }))
    expect((await catchApiError(verify(userId, orderId, payment.paymentId))).details).toMatchObject({ reason })
    expect((await purchase(userId, orderId)).status).toBe('failed')
    await reconcile()
    expect(await purchase(userId, orderId)).toMatchObject({ status: 'refunded', transactionId: payment.paymentId })
    expect((await balance(userId)).total).toBe(0)
  })

  it('are refunded when the account was deleted in between', async () => {
    const userId = await addMember(database.db, 0)
    const { orderId } = await open(userId)
    await database.db
      .update(users)
      .set({ deletedAt: sql`now()`, passwordHash: null, phoneNumber: '', actualName: '' })
      .where(eq(users.id, userId))
    const payment = gateway.pay(orderId)
    expect(await receive(gateway.makeEvent('payment.captured', { payment }))).toMatchObject({ outcome: 'unapplied' })
    await reconcile()
    expect(gateway.payments.get(payment.paymentId)?.status).toBe('refunded')
  })

  it('are refunded with another key when a refund failed, and not when they were refunded by hand', async () => {
    const { orderId } = await addBuyer()
    const second = gateway.pay(orderId)
    await receive(gateway.makeEvent('payment.captured', { payment: second }))
    await reconcile()
    const [refund] = [...gateway.refunds.values()].filter((candidate) => candidate.paymentId === second.paymentId)
    if (!refund) throw new Error('nothing was given back')
    gateway.move(second.paymentId, { status: 'captured', refundedPaise: 0 })
    await receive(gateway.makeEvent('refund.failed', { refund: { ...refund, status: 'failed' } }))
    expect(await reconcile()).toMatchObject({ paymentsReturned: 1 })
    expect(gateway.refundsByKey.size).toBe(2)

    const third = gateway.pay(orderId)
    await receive(gateway.makeEvent('payment.captured', { payment: third }))
    gateway.giveBack(third.paymentId, 39_900)
    await reconcile()
    expect(await reconcile(600)).toMatchObject({ paymentsReturned: 0, refused: [] })
  })

  it('are retried later while the gateway is unreachable', async () => {
    const { orderId } = await addBuyer()
    const second = gateway.pay(orderId)
    await receive(gateway.makeEvent('payment.captured', { payment: second }))
    gateway.isUnavailable = true
    expect(await reconcile()).toMatchObject({ isGatewayUnavailable: true, paymentsReturned: 0 })
    gateway.isUnavailable = false
    expect(await reconcile(2)).toMatchObject({ paymentsReturned: 1 })
  })
})

describe('a pack with a period', () => {
  const dayFromNow = async (days: number) => {
    const { rows } = await database.db.execute<{ day: string }>(
      sql`select to_char(now() at time zone 'Asia/Kolkata' + make_interval(days => ${days}), 'YYYY-MM-DD') as day`,
    )
    return rows[0]?.day ?? ''
  }
  const offer = async (period: object) => {
    const packs = [
      { id: 'always', credits: 100, amountPaise: 10_000 },
      { id: 'festival', credits: 300, amountPaise: 20_000, ...period },
    ]
    const { revisions } = await readSettings(database.db)
    const update = { value: { packs }, revision: revisions.pricing }
    await transaction(database.db, (tx) => changeSettings(tx, 'pricing', update))
    return (await readSettings(database.db)).values.pricing
  }
  const listed = async (period: object) =>
    (await packsOf(await offer(period))).map(({ id, offeredUntil }) => [id, offeredUntil])
  afterEach(() => database.db.execute(sql`delete from settings`))

  it('is shown and sold from its first day to its last', async () => {
    const userId = await addMember(database.db, 0)
    const [yesterday, today, tomorrow] = [await dayFromNow(-1), await dayFromNow(0), await dayFromNow(1)]
    for (const [offeredFrom, offeredUntil] of [
      [today, today],
      [null, today],
      [yesterday, null],
    ]) {
      expect(await listed({ offeredFrom, offeredUntil })).toContainEqual(['festival', offeredUntil])
      expect((await open(userId, 'festival')).amountPaise).toBe(20_000)
    }
    for (const [offeredFrom, offeredUntil] of [
      [tomorrow, null],
      [null, yesterday],
    ]) {
      expect(await listed({ offeredFrom, offeredUntil })).toEqual([['always', null]])
      expect((await catchApiError(open(userId, 'festival'))).code).toBe('pack-not-offered')
    }
    expect((await open(userId, 'always')).credits).toBe(100)
  })

  it('that has ended brings its credits to whoever had opened an order before', async () => {
    const userId = await addMember(database.db, 0)
    await offer({ offeredUntil: await dayFromNow(0) })
    const { orderId } = await open(userId, 'festival')
    await offer({ offeredUntil: await dayFromNow(-1) })
    await receive(gateway.makeEvent('payment.captured', { payment: gateway.pay(orderId) }))
    expect((await balance(userId)).total).toBe(300)
  })

  it('begins before it ends, and is never all that is sold', async () => {
    const period = { offeredFrom: '2026-12-02', offeredUntil: '2026-12-01' }
    expect((await catchApiError(offer(period))).details).toMatchObject({ issues: [{ path: 'packs.1.offeredUntil' }] })
    const packs = [{ id: 'festival', credits: 300, amountPaise: 20_000, offeredUntil: '2026-12-01' }]
    const { error } = pricingSettings.safeParse({ packs })
    expect(error?.issues[0]?.message).toBe('Offer at least one pack without a period')
  })
})

describe('the starter pack', () => {
  it('stays available while orders for it are open, and is used up when one is paid', async () => {
    const userId = await addMember(database.db, 0)
    const [first, second] = [await open(userId, 'starter'), await open(userId, 'starter')]
    const isAvailable = async () => (await packsOf(pricing, userId))[0]?.isAvailable
    expect(await isAvailable()).toBe(true)
    await receive(gateway.makeEvent('payment.captured', { payment: gateway.pay(second.orderId) }))
    expect(await isAvailable()).toBe(false)
    expect((await catchApiError(open(userId, 'starter'))).code).toBe('starter-pack-used')

    const late = gateway.pay(first.orderId)
    expect((await catchApiError(verify(userId, first.orderId, late.paymentId))).toBody()).toMatchObject({
      code: 'payment-returned',
      reason: 'starter-pack-used',
    })
    await reconcile()
    expect(gateway.payments.get(late.paymentId)?.status).toBe('refunded')
    expect((await balance(userId)).total).toBe(100)
    expect((await open(userId, 'popular')).credits).toBe(500)
  })

  it('is granted once when several orders for it are paid at the same time', async () => {
    const userId = await addMember(database.db, 0)
    const orders = await Promise.all(Array.from({ length: 8 }, () => open(userId, 'starter')))
    const events = orders.map(({ orderId }) => gateway.makeEvent('payment.captured', { payment: gateway.pay(orderId) }))
    const outcomes = await Promise.all(events.map(receive))
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual([
      'granted',
      ...Array.from({ length: 7 }, () => 'unapplied'),
    ])
    expect((await balance(userId)).total).toBe(100)
    expect(await reconcile()).toMatchObject({ paymentsReturned: 7 })
  })
})

describe('refunds and disputes', () => {
  const listRefundMails = async (userId: string) => {
    const { rows } = await database.db.execute<{ paise: number }>(sql`
      select (payload->>'amountPaise')::int as paise from graphile_worker._private_jobs
       where payload->>'kind' = 'pack-refunded' and payload->>'userId' = ${userId}`)
    return rows.map(({ paise }) => paise)
  }

  it('remove their share of the credits, and all of them in the end', async () => {
    const { userId, orderId, paymentId } = await addBuyer()
    for (const [amountPaise, left] of [
      [13_300, 334],
      [13_300, 167],
      [13_300, 0],
    ] as const) {
      const refund = gateway.giveBack(paymentId, amountPaise)
      const event = gateway.makeEvent('refund.processed', { refund })
      await receive(event)
      await receive(event)
      await receive(gateway.makeEvent('refund.processed', { refund }))
      expect((await balance(userId)).paid).toBe(left)
    }
    expect(await purchase(userId, orderId)).toMatchObject({ status: 'refunded', refundedPaise: 39_900 })
    // Three events of each refund are one mail.
    expect(await listRefundMails(userId)).toEqual([13_300, 13_300, 13_300])
    expect((await listStatement(database.db, userId, { limit: 1 })).items[0]).toMatchObject({
      reason: 'refund',
      credits: -167,
      description: 'Payment refunded',
    })
  })

  it('remove paid credits only, as many as are left, and record what was already spent', async () => {
    const { userId, paymentId } = await addBuyer()
    await spend(userId, 420)
    const refund = gateway.giveBack(paymentId, 39_900)
    await receive(gateway.makeEvent('refund.processed', { refund }))
    expect((await balance(userId)).total).toBe(0)
    const [payment] = await database.db.select().from(payments).where(eq(payments.paymentId, paymentId))
    expect(payment).toMatchObject({ creditsClawedBack: 80, creditsShort: 420 })
    // What was short is not taken from a pack bought later.
    const { orderId } = await open(userId)
    await receive(gateway.makeEvent('order.paid', { payment: gateway.pay(orderId) }))
    await receive(gateway.makeEvent('refund.processed', { refund }))
    expect((await balance(userId)).total).toBe(500)
  })

  it('do not touch promotional credits', async () => {
    const userId = await addMember(database.db, 500)
    const { orderId } = await open(userId)
    const payment = gateway.pay(orderId)
    await receive(gateway.makeEvent('payment.captured', { payment }))
    await spend(userId, 700)
    await receive(gateway.makeEvent('refund.processed', { refund: gateway.giveBack(payment.paymentId, 39_900) }))
    expect(await balance(userId)).toEqual({ promotional: 0, paid: 0, total: 0 })
    const other = await addMember(database.db, 500)
    const order = await open(other)
    const paid = gateway.pay(order.orderId)
    await receive(gateway.makeEvent('payment.captured', { payment: paid }))
    await receive(gateway.makeEvent('refund.processed', { refund: gateway.giveBack(paid.paymentId, 39_900) }))
    expect(await balance(other)).toEqual({ promotional: 500, paid: 0, total: 500 })
  })

  it('that failed return the credits', async () => {
    const { userId, orderId, paymentId } = await addBuyer()
    const refund = gateway.giveBack(paymentId, 39_900, 'pending')
    await receive(gateway.makeEvent('other', { refund }))
    expect((await balance(userId)).paid).toBe(0)
    await receive(gateway.makeEvent('refund.failed', { refund: { ...refund, status: 'failed' } }))
    expect((await balance(userId)).paid).toBe(500)
    await receive(gateway.makeEvent('refund.processed', { refund: { ...refund, status: 'processed' } }))
    expect((await balance(userId)).paid).toBe(500)
    expect((await purchase(userId, orderId)).status).toBe('paid')
  })

  it('hold the credits while a dispute is open, return them when it is won, remove them when it is lost', async () => {
    for (const [status, left] of [
      ['under_review', 0],
      ['won', 500],
      ['lost', 0],
      ['closed', 500],
    ] as const) {
      const { userId, payment } = await addBuyer()
      const dispute = newDispute(payment)
      const opened = gateway.makeEvent('payment.dispute.created', { dispute })
      await receive(opened)
      expect((await balance(userId)).paid).toBe(0)
      await receive(gateway.makeEvent(`payment.dispute.${status}`, { dispute: { ...dispute, status } }))
      await receive(gateway.makeEvent('payment.dispute.created', { dispute }))
      expect((await balance(userId)).paid).toBe(left)
    }
  })

  it('never remove more than was paid, also when a disputed payment was refunded too', async () => {
    const { userId, payment, paymentId } = await addBuyer()
    const dispute = newDispute(payment)
    await receive(gateway.makeEvent('refund.processed', { refund: gateway.giveBack(paymentId, 19_950) }))
    await receive(gateway.makeEvent('payment.dispute.created', { dispute }))
    expect((await balance(userId)).paid).toBe(0)
    await receive(gateway.makeEvent('payment.dispute.won', { dispute: { ...dispute, status: 'won' } }))
    expect((await balance(userId)).paid).toBe(250)
  })

  it('are a mail for each refund, also of money that an open dispute had taken before', async () => {
    const { userId, payment, paymentId } = await addBuyer()
    await receive(gateway.makeEvent('payment.dispute.created', { dispute: newDispute(payment) }))
    expect(await listRefundMails(userId)).toEqual([])
    await receive(gateway.makeEvent('refund.processed', { refund: gateway.giveBack(paymentId, 39_900) }))
    expect(await listRefundMails(userId)).toEqual([39_900])
  })

  it('reported before their payment are applied at once: the gateway is asked about the payment', async () => {
    const userId = await addMember(database.db, 0)
    const { orderId } = await open(userId)
    const { paymentId } = gateway.pay(orderId)
    const refund = gateway.giveBack(paymentId, 13_300)
    const event = gateway.makeEvent('refund.processed', { refund })
    gateway.isUnavailable = true
    await expect(receive(event)).rejects.toThrow(/does not answer/)
    gateway.isUnavailable = false
    expect(await receive(event)).toEqual({ isNew: true, outcome: 'refund-processed' })
    expect((await balance(userId)).paid).toBe(334)
    await receive(gateway.makeEvent('payment.captured', { payment: gateway.move(paymentId, {}) }))
    expect((await balance(userId)).paid).toBe(334)
  })

  it('reported while the payment is only authorized settle the payment first', async () => {
    const userId = await addMember(database.db, 0)
    const { orderId } = await open(userId)
    const reserved = gateway.pay(orderId, { status: 'authorized' })
    await receive(gateway.makeEvent('payment.authorized', { payment: reserved }))
    const payment = gateway.move(reserved.paymentId, { status: 'captured' })
    const dispute = newDispute(payment, { amountDeductedPaise: 19_950 })
    await receive(gateway.makeEvent('payment.dispute.created', { dispute }))
    expect((await balance(userId)).paid).toBe(250)
    await receive(gateway.makeEvent('payment.captured', { payment }))
    expect((await balance(userId)).paid).toBe(250)
  })

  it('reported with an outdated payment settle its current state', async () => {
    const userId = await addMember(database.db, 0)
    const { orderId } = await open(userId)
    const reserved = gateway.pay(orderId, { status: 'authorized' })
    const taken = gateway.move(reserved.paymentId, { status: 'captured' })
    const refund = gateway.giveBack(reserved.paymentId, 19_950)
    await receive(gateway.makeEvent('refund.processed', { payment: reserved, refund }))
    expect(await balance(userId)).toMatchObject({ paid: 250 })
    await receive(gateway.makeEvent('payment.captured', { payment: taken }))
    const dispute = newDispute(taken, { amountDeductedPaise: 19_950 })
    await receive(gateway.makeEvent('payment.dispute.created', { payment: reserved, dispute }))
    expect(await balance(userId)).toMatchObject({ paid: 0 })
  })

  it('of the full amount before the first event of the payment leave nothing to grant', async () => {
    const userId = await addMember(database.db, 0)
    const { orderId } = await open(userId, 'starter')
    const { paymentId } = gateway.pay(orderId)
    await receive(gateway.makeEvent('refund.processed', { refund: gateway.giveBack(paymentId, 100) }))
    await receive(gateway.makeEvent('payment.captured', { payment: gateway.move(paymentId, { status: 'captured' }) }))
    expect((await balance(userId)).total).toBe(0)
    expect(await purchase(userId, orderId)).toMatchObject({
      status: 'refunded',
      failure: 'The payment was returned to you.',
    })
    expect((await open(userId, 'starter')).credits).toBe(100)
  })
})

describe('the reconciler', () => {
  it('grants payments whose events were lost', async () => {
    const userId = await addMember(database.db, 0)
    const { orderId } = await open(userId)
    gateway.pay(orderId)
    expect(await reconcile()).toMatchObject({ ordersPolled: 0 })
    expect(await reconcile(1.1)).toMatchObject({ ordersPolled: 1 })
    expect((await balance(userId)).paid).toBe(500)
  })

  it('asks at growing intervals for five days, then ends the order; a payment that comes later still counts', async () => {
    const userId = await addMember(database.db, 0)
    const { orderId } = await open(userId)
    const polled: number[] = []
    for (let minute = 1; minute < 9 * 24 * 60; minute += 1) {
      // Only the moments around a question are interesting: the row says when the next one is due.
      const [row] = await database.db.select().from(packOrders).where(eq(packOrders.gatewayOrderId, orderId))
      if (!row?.nextCheckAt) break
      minute = Math.max(minute, Math.ceil((row.nextCheckAt.getTime() - Date.now()) / 60_000))
      const before = gateway.questions
      await reconcile(minute)
      if (gateway.questions > before) polled.push(minute)
    }
    const days = (polled.at(-1) ?? 0) / 24 / 60
    expect(days).toBeGreaterThanOrEqual(5)
    expect(days).toBeLessThan(5.5)
    expect(polled.length).toBeLessThan(40)
    expect(polled.slice(0, 5).map((minute, index) => minute - (polled[index - 1] ?? 0))).toEqual([1, 1, 2, 4, 8])
    expect(await purchase(userId, orderId)).toMatchObject({
      status: 'failed',
      failure: 'No payment arrived for this order.',
    })
    await receive(gateway.makeEvent('payment.captured', { payment: gateway.pay(orderId) }))
    expect(await purchase(userId, orderId)).toMatchObject({ status: 'paid', failure: null })
  })

  it('does not end an order during an outage, however long', async () => {
    const userId = await addMember(database.db, 0)
    const { orderId } = await open(userId)
    gateway.isUnavailable = true
    for (const day of [1, 4, 8, 12])
      expect(await reconcile(day * 24 * 60)).toMatchObject({ isGatewayUnavailable: true })
    gateway.pay(orderId)
    gateway.isUnavailable = false
    await reconcile(13 * 24 * 60)
    expect((await purchase(userId, orderId)).status).toBe('paid')
  })

  it('finds refunds without an event, for half a year', async () => {
    const userId = await addMember(database.db, 0)
    const { orderId } = await open(userId)
    const { paymentId } = gateway.pay(orderId)
    await reconcile(1.1)
    const day = 24 * 60
    gateway.giveBack(paymentId, 19_950)
    await reconcile(day - 10)
    expect((await balance(userId)).paid).toBe(500)
    await reconcile(day + 10)
    expect((await balance(userId)).paid).toBe(250)
    expect(await purchase(userId, orderId)).toMatchObject({ status: 'paid', refundedPaise: 19_950 })
    const rest = gateway.giveBack(paymentId, 19_950)
    gateway.isUnavailable = true
    await reconcile(3 * day)
    gateway.isUnavailable = false
    await reconcile(3 * day + 5)
    expect((await balance(userId)).paid).toBe(0)
    expect(await purchase(userId, orderId)).toMatchObject({ status: 'refunded', refundedPaise: 39_900 })
    await receive(gateway.makeEvent('refund.processed', { refund: rest }))
    expect((await balance(userId)).paid).toBe(0)
    const polled: number[] = []
    for (let now = 4; now < 800; now++) {
      const before = gateway.questions
      await reconcile(now * day)
      const [row] = await database.db.select().from(packOrders).where(eq(packOrders.gatewayOrderId, orderId))
      if (gateway.questions > before) polled.push(now)
      if (row?.nextCheckAt === null) break
    }
    expect(polled.at(-1)).toBeGreaterThan(190)
    expect(polled.length).toBeLessThan(10)
  })

  it('finds disputes without an event, and their outcome', async () => {
    const lookForDisputes = () => reconcileDisputes(database.db, gateway)
    const { userId, payment } = await addBuyer()
    const begun = newDispute(payment, { amountDeductedPaise: 19_950 })
    gateway.disputes.set(begun.disputeId, begun)
    // From another store on the same account of the gateway: never ours, however often it is listed.
    const foreign = newDispute(gateway.pay('order_of_nobody'))
    gateway.disputes.set(foreign.disputeId, foreign)
    gateway.isUnavailable = true
    expect(await lookForDisputes()).toEqual({ recorded: [], isGatewayUnavailable: true })
    gateway.isUnavailable = false
    expect(await lookForDisputes()).toEqual({ recorded: [begun], isGatewayUnavailable: false })
    expect((await balance(userId)).paid).toBe(250)
    expect((await lookForDisputes()).recorded).toEqual([])
    // The bank deducts the rest.
    const opened = { ...begun, amountDeductedPaise: 39_900 }
    gateway.disputes.set(opened.disputeId, opened)
    expect((await lookForDisputes()).recorded).toEqual([opened])
    expect((await balance(userId)).paid).toBe(0)
    const won = { ...opened, status: 'won' as const }
    gateway.disputes.set(won.disputeId, won)
    expect((await lookForDisputes()).recorded).toEqual([won])
    expect((await balance(userId)).paid).toBe(500)
    // An event that comes after all, or the list again, changes nothing more.
    await receive(gateway.makeEvent('payment.dispute.created', { dispute: opened }))
    expect((await lookForDisputes()).recorded).toEqual([])
    expect((await balance(userId)).paid).toBe(500)
  })

  it('settles a disputed payment without an event before it removes the credits', async () => {
    const userId = await addMember(database.db, 0)
    const { orderId } = await open(userId)
    const lost = newDispute(gateway.pay(orderId), { status: 'lost', amountDeductedPaise: 0 })
    gateway.disputes.set(lost.disputeId, lost)
    expect((await reconcileDisputes(database.db, gateway)).recorded).toEqual([lost])
    expect(await balance(userId)).toMatchObject({ paid: 0 })
    expect(await purchase(userId, orderId)).toMatchObject({ status: 'refunded', refundedPaise: 39_900 })
    const { items } = await listStatement(database.db, userId, { limit: 5 })
    expect(items.map((line) => line.credits)).toEqual([-500, 500])
  })

  it('expires an order that a crash left without a gateway id', async () => {
    const userId = await addMember(database.db, 0)
    const { orderId } = await open(userId)
    const [row] = await database.db.select().from(packOrders).where(eq(packOrders.gatewayOrderId, orderId))
    if (!row) throw new Error('the order has no row')
    const { id: _id, gatewayOrderId: _gatewayOrderId, ...rest } = row
    const [orphan] = await database.db.insert(packOrders).values(rest).returning()
    await reconcile(2)
    await reconcile(20)
    const [after] = await database.db
      .select()
      .from(packOrders)
      .where(eq(packOrders.id, orphan?.id ?? randomUUID()))
    expect(after).toMatchObject({ status: 'failed', nextCheckAt: null })
  })
})

describe('settlements', () => {
  const settled = (entityId: string, more: Partial<GatewaySettledItem> = {}): GatewaySettledItem => ({
    entityId,
    kind: 'payment',
    feePaise: 942,
    feeTaxPaise: 144,
    settlementId: 'setl_1',
    settledAt: new Date('2026-11-03T06:00:00Z'),
    utr: null,
    ...more,
  })
  const lookForSettlements = (now = new Date('2026-11-21T06:00:00Z')) => reconcileSettlements(database.db, gateway, now)
  const date = (paymentId: string, createdAt: string) =>
    database.db
      .update(payments)
      .set({ createdAt: new Date(createdAt) })
      .where(eq(payments.paymentId, paymentId))
  const read = async (paymentId: string) => {
    const [row] = await database.db.select().from(payments).where(eq(payments.paymentId, paymentId))
    return row
  }
  beforeEach(async () => {
    // The payments of other tests are too old to matter.
    await database.db.update(payments).set({ createdAt: new Date('2020-01-01') })
    await database.db.update(paymentRefunds).set({ createdAt: new Date('2020-01-01') })
  })

  it('tell the fee and the transfer of payments and refunds, once, and leave those of other stores alone', async () => {
    const { paymentId } = await addBuyer()
    const refund = gateway.giveBack(paymentId, 10_000)
    await receive(gateway.makeEvent('refund.processed', { refund }))
    expect(await read(paymentId)).toMatchObject({ feePaise: null, settlementId: null, settledByBankAt: null })
    const item = settled(paymentId)
    const refundItem = settled(refund.refundId, { kind: 'refund', feePaise: 0, feeTaxPaise: 0, settlementId: 'setl_2' })
    gateway.settled.set('2026-11', [item, refundItem, settled('pay_of_nobody'), settled('adj_1', { kind: 'other' })])
    expect(await lookForSettlements()).toEqual({ recorded: 2, isGatewayUnavailable: false })
    const { feePaise, feeTaxPaise, settlementId, settledAt: settledByBankAt } = item
    expect(await read(paymentId)).toMatchObject({ feePaise, feeTaxPaise, settlementId, settledByBankAt })
    const refunds = await database.db.select().from(paymentRefunds).where(eq(paymentRefunds.refundId, refund.refundId))
    expect(refunds).toMatchObject([{ settlementId: 'setl_2' }])
    expect(await lookForSettlements()).toEqual({ recorded: 0, isGatewayUnavailable: false })
    // A transfer that the bank rejected is made again, under another id.
    gateway.settled.set('2026-11', [{ ...item, settlementId: 'setl_3' }])
    expect((await lookForSettlements()).recorded).toBe(1)
    expect(await read(paymentId)).toMatchObject({ settlementId: 'setl_3' })
  })

  it('are asked for this month, the last one, and those after unsettled payments of the last year, in India', async () => {
    const [old, ancient, known] = [await addBuyer(), await addBuyer(), await addBuyer()]
    await date(old.paymentId, '2026-02-28T19:00:00Z')
    await date(ancient.paymentId, '2025-09-01T00:00:00Z')
    await date(known.paymentId, '2026-06-01T00:00:00Z')
    gateway.settled.set('2026-6', [settled(known.paymentId)])
    gateway.settled.set('2026-4', [settled(old.paymentId)])
    const ask = async () => {
      gateway.monthsAsked = []
      await lookForSettlements(new Date('2026-11-30T19:00:00Z'))
      return gateway.monthsAsked
    }
    expect(await ask()).toEqual(['2026-3', '2026-4', '2026-6', '2026-7', '2026-11', '2026-12'])
    expect(await read(old.paymentId)).toMatchObject({ settlementId: 'setl_1' })
    expect(await ask()).toEqual(['2026-11', '2026-12'])
  })

  it('wait while the gateway is unreachable', async () => {
    const { paymentId } = await addBuyer()
    gateway.isUnavailable = true
    expect(await lookForSettlements()).toEqual({ recorded: 0, isGatewayUnavailable: true })
    expect(await read(paymentId)).toMatchObject({ settlementId: null })
  })
})

it('an order is looked up without reading the payments of others', async () => {
  const { userId, orderId } = await addBuyer()
  for (let others = 0; others < 5; others++) await addBuyer()
  const rowsRead = await transaction(database.db, async (tx) => {
    // The table is small here: a planner that may would read all of it.
    await tx.execute(sql`set local enable_seqscan = off`)
    const rowsRead = async () => {
      const { rows } = await tx.execute<{ read: number }>(sql`
        select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'payments'`)
      return rows[0]?.read ?? 0
    }
    const before = await rowsRead()
    expect((await getCreditPurchase(tx, userId, orderId)).status).toBe('paid')
    return (await rowsRead()) - before
  })
  expect(rowsRead).toBe(1)
})

describe('the database itself', () => {
  const refused = async (work: Promise<unknown>, pattern: RegExp) => {
    const error = await work.then(
      () => new Error('the database let it through'),
      (thrown: unknown) => thrown,
    )
    const messages = []
    for (let current = error; current instanceof Error; current = current.cause) messages.push(current.message)
    expect(messages.join('\n')).toMatch(pattern)
  }

  it('rejects an order that moves back, changes its price, or is paid twice', async () => {
    const { userId, orderId } = await addBuyer()
    const own = eq(packOrders.gatewayOrderId, orderId)
    const update = (changes: Partial<typeof packOrders.$inferInsert>) =>
      database.db.update(packOrders).set(changes).where(own)
    await refused(update({ status: 'failed' }), /pack_orders_paid/)
    await refused(update({ amountPaise: 100 }), /is for what it was opened for/)
    await refused(update({ paidAt: null, receiptNumber: null, status: 'created' }), /is for what it was opened for/)
    const starters = [await open(userId, 'starter'), await open(userId, 'starter')]
    await receive(gateway.makeEvent('payment.captured', { payment: gateway.pay(starters[0]?.orderId ?? '') }))
    await refused(
      database.db
        .update(packOrders)
        .set({ status: 'paid', paidAt: new Date(), receiptNumber: 'VT-2026-999999' })
        .where(eq(packOrders.gatewayOrderId, starters[1]?.orderId ?? '')),
      /pack_orders_one_starter/,
    )
  })

  it('grants no payment twice, no order twice, and nothing that was not captured', async () => {
    const { orderId, paymentId } = await addBuyer()
    const own = eq(payments.paymentId, paymentId)
    const update = (changes: Partial<typeof payments.$inferInsert>) =>
      database.db.update(payments).set(changes).where(own)
    await refused(update({ outcome: 'none' }), /cannot be changed that way/)
    await refused(update({ status: 'authorized' }), /cannot be changed that way/)
    await refused(update({ creditsGranted: 1000 }), /cannot be changed that way/)
    await refused(update({ returnedPaise: 20_000 }), /payments_clawback/)
    const [order] = await database.db.select().from(packOrders).where(eq(packOrders.gatewayOrderId, orderId))
    const duplicate = {
      orderId: order?.id ?? '',
      amountPaise: 39_900,
      currency: 'INR',
      method: 'upi',
      outcome: 'granted',
      creditsGranted: 500,
      settledAt: new Date(),
    } as const
    await refused(
      database.db
        .insert(payments)
        .values({ ...duplicate, paymentId: 'pay_twin', status: 'captured', grantKey: `payment:${paymentId}` }),
      /payments_grant/,
    )
    await refused(
      database.db
        .insert(payments)
        .values({ ...duplicate, paymentId: 'pay_twin', status: 'captured', grantKey: 'payment:pay_twin' }),
      /payments_one_grant_per_order|payments_grant_key/,
    )
    await refused(
      database.db
        .insert(payments)
        .values({ ...duplicate, paymentId: 'pay_twin', status: 'authorized', grantKey: 'payment:pay_twin' }),
      /payments_only_captured_money_counts/,
    )
  })
})
