// How the store learns about payments: webhooks of the gateway, the page that verifies a payment, and reconciliation.

import assert from 'node:assert/strict'
import type { PaymentEvent } from '@vitrine/providers/payment'
import fc from 'fast-check'
import { receiveEvent, reconcileDisputes } from '../../packages/store/src/payments/event.ts'
import { reconcilePayments } from '../../packages/store/src/payments/reconcile.ts'
import { verifyPayment } from '../../packages/store/src/payments/verify.ts'
import { command, getUserId, hasOrders, number, ofPayment, pick, REFUSED } from './command.ts'
import type { DisputeState, MoneyModel } from './model.ts'
import { readOutcome, type StoreUnderTest } from './store.ts'

/** Delivers one message, whether or not it was delivered before. */
export async function deliver(model: MoneyModel, store: StoreUnderTest, message: PaymentEvent): Promise<void> {
  const { isNew } = await receiveEvent(store.db, store.gateway, message)
  assert.equal(isNew, !store.delivered.has(message.eventId))
  if (!isNew) return
  store.delivered.add(message.eventId)
  const { payment, refund, dispute } = message
  const paymentId = payment?.paymentId ?? refund?.paymentId ?? dispute?.paymentId
  assert(paymentId)
  const isOldPicture = payment?.status === 'authorized' && (refund ?? dispute) !== undefined
  if (payment && !isOldPicture) model.settle({ ...store.news(paymentId), status: payment.status })
  else if ((model.payments.get(paymentId)?.outcome ?? 'none') === 'none') model.settle(store.news(paymentId))
  if (refund) model.refund(paymentId, refund.refundId, refund)
  if (dispute) {
    const state = { deductedPaise: dispute.amountDeductedPaise, status: dispute.status as DisputeState }
    model.dispute(paymentId, dispute.disputeId, state)
  }
}

export const deliverMessage = fc.tuple(number, fc.integer({ min: 1, max: 3 })).map(([choice, times]) =>
  command(`message ${choice} arrives ${times} times`, hasOrders, async (model, store) => {
    const message = store.messages[pick(Math.max(store.messages.length, 1), choice)]
    for (let count = 0; message && count < times; count++) await deliver(model, store, message)
  }),
)

export const verify = fc
  .tuple(number, fc.constantFrom('at once', 'at once', 'with a forged signature', 'during an outage'))
  .map(([choice, manner]) =>
    ofPayment(`the page verifies ${manner}`, choice, async (paymentId, model, store) => {
      const { order } = store.news(paymentId)
      const orderId = store.orderIds[order] ?? ''
      const signature = manner === 'with a forged signature' ? 'forged' : store.gateway.sign(orderId, paymentId)
      store.gateway.isUnavailable = manner === 'during an outage'
      const userId = getUserId(store, model.order(order).user)
      const outcome = await readOutcome(
        verifyPayment(store.db, store.gateway, userId, { orderId, paymentId, signature }),
      ).finally(() => {
        store.gateway.isUnavailable = false
      })
      if (signature === 'forged') return assert.deepEqual(outcome, REFUSED('payment-signature-invalid'))
      const isGranted = model.payments.get(paymentId)?.outcome === 'granted'
      if (manner === 'during an outage' && !isGranted) {
        return assert('value' in outcome && outcome.value.status === 'pending')
      }
      const payment = isGranted ? model.known(paymentId) : model.settle(store.news(paymentId))
      if (payment.outcome === 'granted') {
        assert('value' in outcome && outcome.value.status === 'paid')
        assert.equal(outcome.value.balance.total, model.total(model.order(order).user))
      } else if (payment.outcome === 'unapplied') assert.deepEqual(outcome, REFUSED('payment-returned'))
      else if (payment.status === 'failed') assert.deepEqual(outcome, REFUSED('payment-failed'))
      else assert('value' in outcome && outcome.value.status === 'pending')
    }),
  )

/** One pass of the reconciler with everything due. */
export async function reconcile(model: MoneyModel, store: StoreUnderTest): Promise<void> {
  const { gateway } = store
  await store.makeAllDue()
  const keysBefore = new Set(gateway.refundsByKey.keys())
  const refundsBefore = new Set(gateway.refunds.keys())
  const outcome = await reconcilePayments(store.db, gateway, new Date(Date.now() + 1000))
  assert.equal(outcome.isGatewayUnavailable, false)
  assert.deepEqual(outcome.refused, [])
  for (const [index, order] of model.orders.entries()) {
    if (!order.isWatched) continue
    const own = store.paymentIds.filter(
      (paymentId) => gateway.payments.get(paymentId)?.orderId === store.orderIds[index],
    )
    // The gateway's own refunds of this pass came after all the questions.
    for (const paymentId of own) {
      const refunds = [...gateway.refunds.values()].filter((refund) => refund.paymentId === paymentId)
      const before = refunds.filter((refund) => refundsBefore.has(refund.refundId))
      const isReturnedNow = before.length < refunds.length
      model.settle({ ...store.news(paymentId), ...(isReturnedNow && { status: 'captured' as const }) })
      const wentBack = before.filter((refund) => refund.status !== 'failed')
      if (wentBack.reduce((sum, refund) => sum + refund.amountPaise, 0) === model.refundedPaise(paymentId)) continue
      for (const refund of before) model.refund(paymentId, refund.refundId, refund)
    }
  }
  for (const [paymentId, payment] of model.payments) {
    if (!payment.mustReturn) continue
    const failed = [...payment.refunds.values()].filter((refund) => refund.status === 'failed').length
    const key = `return-${paymentId}-${failed}`
    const refund = gateway.refundsByKey.get(key)
    if (refund) {
      const present = keysBefore.has(key) ? (gateway.refunds.get(refund.refundId) ?? refund) : refund
      if (!store.refundIds.includes(refund.refundId)) store.refundIds.push(refund.refundId)
      model.refund(paymentId, refund.refundId, present)
    } else {
      assert.equal(store.news(paymentId).status, 'refunded', `${paymentId} was not given back`)
      model.settle(store.news(paymentId))
      payment.mustReturn = false
    }
  }
}

export const reconcileAll = fc.constant(command('the reconciler runs', hasOrders, reconcile))
/** Reads the gateway's list of disputes once, which repairs lost messages. */
export const findDisputes = fc.constant(
  command('the reconciler lists disputes', hasOrders, async (model, store) => {
    const { recorded, isGatewayUnavailable } = await reconcileDisputes(store.db, store.gateway)
    assert.equal(isGatewayUnavailable, false)
    for (const dispute of store.gateway.disputes.values()) {
      const { paymentId, disputeId, amountDeductedPaise: deductedPaise } = dispute
      const status = dispute.status as DisputeState
      const isKnown = model.payments.get(paymentId)?.disputes.get(disputeId)?.status === status
      assert.equal(recorded.includes(dispute), !isKnown)
      if (isKnown) continue
      if ((model.payments.get(paymentId)?.outcome ?? 'none') === 'none') model.settle(store.news(paymentId))
      model.dispute(paymentId, disputeId, { deductedPaise, status })
    }
  }),
)
export const reconcileInVain = fc.constant(
  command('the reconciler runs during an outage', hasOrders, async (_model, store) => {
    store.gateway.isUnavailable = true
    await store.makeAllDue()
    await reconcilePayments(store.db, store.gateway, new Date(Date.now() + 1000))
    assert.deepEqual(await reconcileDisputes(store.db, store.gateway), { recorded: [], isGatewayUnavailable: true })
    store.gateway.isUnavailable = false
  }),
)
