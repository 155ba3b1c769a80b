// Verifies a payment that the page reports, by the gateway's signature and by asking the gateway itself.

import { ApiError } from '@vitrine/contract/api-error'
import type { CreditPurchase } from '@vitrine/contract/payments'
import { type Db, transaction } from '@vitrine/database/connection'
import type { PaymentGateway } from '@vitrine/providers/payment'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { type Balance, getBalance } from '../credits/credits.ts'
import { callGateway } from './gateway-outage.ts'
import { getCreditPurchase, getOrder, type PackOrder } from './order.ts'
import { EXPLANATIONS, type Settlement, settlePayment } from './settle.ts'
import { packOrders, payments } from './tables.ts'

type Verification =
  | { readonly status: 'paid'; readonly balance: Balance; readonly purchase: CreditPurchase }
  | { readonly status: 'pending'; readonly orderId: string }

/**
 * Confirms a payment that the page reports and grants its credits, unless they were already granted. Checks the signature against
 * the stored order, then asks the gateway outside any transaction. `pending`: the money is reserved but not captured, or the
 * gateway is unreachable; the event or the reconciler will grant. Throws `payment-order-not-found`, `payment-signature-invalid`,
 * `payment-mismatch`, `payment-failed` (with `description` and `reason`, the gateway's code) and `payment-returned` (with
 * `reason` and `transactionId`).
 */
export async function verifyPayment(
  db: Db,
  gateway: PaymentGateway,
  userId: string,
  { orderId, paymentId, signature }: { orderId: string; paymentId: string; signature: string },
): Promise<Verification> {
  const order = await getOrder(db, userId, orderId)
  const ownOrderId = order.gatewayOrderId ?? ''
  if (!gateway.isCheckoutSignatureValid({ orderId: ownOrderId, paymentId, signature })) {
    throw new ApiError('payment-signature-invalid')
  }
  const settlement =
    (await findSettled(db, order, paymentId)) ?? (await askAndSettle(db, gateway, { order, paymentId }))
  switch (settlement.outcome) {
    case 'granted': {
      const [balance, purchase] = await Promise.all([getBalance(db, userId), getCreditPurchase(db, userId, ownOrderId)])
      return { status: 'paid', balance, purchase }
    }
    case 'waiting':
      return { status: 'pending', orderId: ownOrderId }
    case 'failed':
      throw new ApiError(
        'payment-failed',
        { description: settlement.description, reason: settlement.reason },
        `Payment failed: ${settlement.description}`,
      )
    case 'unapplied': {
      const { reason } = settlement
      throw new ApiError('payment-returned', { reason, transactionId: paymentId }, EXPLANATIONS[reason])
    }
    case 'not-ours':
      throw new ApiError('payment-mismatch')
  }
}

/** If the credits of this payment are already granted, the gateway need not be asked. */
async function findSettled(db: Db, order: PackOrder, paymentId: string): Promise<Settlement | undefined> {
  const isGranted = and(
    eq(payments.paymentId, paymentId),
    eq(payments.orderId, order.id),
    eq(payments.outcome, 'granted'),
  )
  return (await db.$count(payments, isGranted)) > 0 ? { outcome: 'granted', isNew: false } : undefined
}

async function askAndSettle(
  db: Db,
  gateway: PaymentGateway,
  { order, paymentId }: { order: PackOrder; paymentId: string },
): Promise<Settlement> {
  const result = await callGateway(() => gateway.findPayment(paymentId))
  if (result.isUnavailable) {
    // A signed payment is almost certainly made, so the reconciler must check it soon instead of after its growing pauses.
    await db
      .update(packOrders)
      .set({ nextCheckAt: sql`least(${packOrders.nextCheckAt}, now() + interval '15 seconds')` })
      .where(and(eq(packOrders.id, order.id), isNotNull(packOrders.nextCheckAt)))
    return { outcome: 'waiting', status: 'authorized' }
  }
  const payment = result.answer
  if (payment?.orderId !== order.gatewayOrderId) return { outcome: 'not-ours' }
  return transaction(db, (tx) => settlePayment(tx, payment, 'page'))
}
