// Events of money outside the store: orders for packs, payments, refunds and disputes at the gateway. Each leaves a message that
// may arrive at any time, or never.
import assert from 'node:assert/strict'
import type { PaymentEvent } from '@vitrine/providers/payment'
import fc from 'fast-check'
import { openOrder } from '../../packages/store/src/payments/order.ts'
import { newDispute } from '../../packages/store/testing/gateway.ts'
import { command, getUserId, hasOrders, number, ofPayment, ofUser, pick, REFUSED } from './command.ts'
import type { RefundState } from './model.ts'
import { readOutcome, type StoreUnderTest } from './store.ts'

const PACKS = [
  { packId: 'starter', credits: 100, price: 100, isStarter: true },
  { packId: 'popular', credits: 500, price: 39_900, isStarter: false },
] as const

export const openPack = fc.tuple(number, fc.constantFrom(...PACKS)).map(([choice, { packId, price, ...pack }]) =>
  ofUser(`open an order for the ${packId} pack`, choice, async (user, model, store) => {
    const quote = model.user(user).billed.quote(model.profile, price)
    const wish = { packId, ...(quote && { expectedPaise: quote.amountPaise }) }
    const outcome = await readOutcome(openOrder(store.db, store.gateway, getUserId(store, user), wish))
    if (pack.isStarter && model.hasStarter(user)) return assert.deepEqual(outcome, REFUSED('starter-pack-used'))
    if (!quote) return assert.deepEqual(outcome, REFUSED('billing-details-missing'))
    assert('value' in outcome, JSON.stringify(outcome))
    assert.equal(outcome.value.amountPaise, quote.amountPaise)
    store.orderIds.push(outcome.value.orderId)
    model.orders.push({ ...pack, quote, user, status: 'created', isPaid: false, isWatched: true })
  }),
)

function reportPayment(store: StoreUnderTest, paymentId: string): void {
  const payment = store.gateway.payments.get(paymentId)
  assert(payment)
  const type = ({ failed: 'payment.failed', authorized: 'payment.authorized', captured: 'payment.captured' } as const)[
    payment.status as 'failed' | 'authorized' | 'captured'
  ]
  store.messages.push(store.gateway.makeEvent(type ?? 'other', { payment }))
}

/** At the gateway: the store is not notified yet. */
export const pay = fc
  .tuple(
    number,
    fc.constantFrom('captured' as const, 'captured' as const, 'authorized' as const, 'failed' as const),
    fc.constantFrom(true, true, true, true, false),
  )
  .map(([choice, status, isRightAmount]) =>
    command(
      `pay order ${choice}: ${status}${isRightAmount ? '' : ', another amount'}`,
      hasOrders,
      async (model, store) => {
        const order = pick(model.orders.length, choice)
        const payment = store.gateway.pay(store.orderIds[order] ?? '', {
          status,
          ...(isRightAmount ? {} : { amountPaise: 300 }),
        })
        store.paymentIds.push(payment.paymentId)
        reportPayment(store, payment.paymentId)
      },
    ),
  )

export const goOn = number.map((choice) =>
  ofPayment('the bank goes on', choice, async (paymentId, _model, store) => {
    const next = { created: 'authorized', failed: 'authorized', authorized: 'captured' } as const
    const { status } = store.news(paymentId)
    if (status === 'captured' || status === 'refunded') return
    store.gateway.move(paymentId, { status: next[status] })
    reportPayment(store, paymentId)
  }),
)

export const giveBack = fc
  .tuple(number, fc.constantFrom(1, 2, 3), fc.constantFrom('pending' as const, 'processed' as const))
  .map(([choice, part, status]) =>
    ofPayment(`give a ${part}th back: ${status}`, choice, async (paymentId, _model, store) => {
      const payment = store.gateway.payments.get(paymentId)
      if (payment?.status !== 'captured') return
      const left = payment.amountPaise - payment.refundedPaise
      reportRefund(store, store.gateway.giveBack(paymentId, Math.ceil(left / part), status))
    }),
  )

function reportRefund(store: StoreUnderTest, refund: NonNullable<PaymentEvent['refund']>): void {
  if (!store.refundIds.includes(refund.refundId)) store.refundIds.push(refund.refundId)
  const payment = store.gateway.payments.get(refund.paymentId)
  // With the payment as it is, without it, or with a picture of it from before the money was taken.
  const pictures = [payment, undefined, payment && { ...payment, status: 'authorized' as const }]
  const picture = pictures[store.messages.length % pictures.length]
  const about = picture ? { payment: picture, refund } : { refund }
  store.messages.push(store.gateway.makeEvent(refund.status === 'failed' ? 'refund.failed' : 'refund.processed', about))
}

export const failRefund = number.map((choice) =>
  command(`refund ${choice} fails`, hasOrders, async (_model, store) => {
    const refund = store.gateway.refunds.get(store.refundIds[pick(Math.max(store.refundIds.length, 1), choice)] ?? '')
    if (!refund || refund.status === 'failed') return
    const failed = { ...refund, status: 'failed' as RefundState }
    store.gateway.refunds.set(refund.refundId, failed)
    const payment = store.gateway.payments.get(refund.paymentId)
    assert(payment)
    store.gateway.move(refund.paymentId, {
      status: 'captured',
      refundedPaise: payment.refundedPaise - refund.amountPaise,
    })
    reportRefund(store, failed)
  }),
)

export const dispute = fc.tuple(number, fc.constantFrom(1, 2)).map(([choice, part]) =>
  ofPayment(`dispute a ${part}th`, choice, async (paymentId, _model, store) => {
    const payment = store.gateway.payments.get(paymentId)
    if (payment?.status !== 'captured') return
    const opened = newDispute(payment, { amountDeductedPaise: Math.ceil(payment.amountPaise / part) })
    store.disputes.push(opened)
    store.gateway.disputes.set(opened.disputeId, opened)
    store.messages.push(store.gateway.makeEvent('payment.dispute.created', { dispute: opened }))
  }),
)

export const endDispute = fc
  .tuple(number, fc.constantFrom('won' as const, 'lost' as const, 'closed' as const))
  .map(([choice, status]) =>
    command(`dispute ${choice} is ${status}`, hasOrders, async (_model, store) => {
      const opened = store.disputes[pick(Math.max(store.disputes.length, 1), choice)]
      if (!opened) return
      store.gateway.disputes.set(opened.disputeId, { ...opened, status })
      store.messages.push(store.gateway.makeEvent(`payment.dispute.${status}`, { dispute: { ...opened, status } }))
    }),
  )
