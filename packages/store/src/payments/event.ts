// Processes the gateway's events, each once and in any order of arrival.
import { type Db, type Tx, transaction } from '@vitrine/database/connection'
import type { GatewayPayment, PaymentEvent, PaymentGateway } from '@vitrine/providers/payment'
import { and, eq, ne } from 'drizzle-orm'
import { recordDispute, recordRefund } from './reversal.ts'
import { settlePayment } from './settle.ts'
import { paymentEvents, payments } from './tables.ts'

/**
 * Processes one message with a verified signature. A repeated message collides by its id; storing it and all its effects are one
 * transaction. Throws without a change when a payment must first be fetched from an unreachable gateway: the resulting 5xx makes
 * the gateway repeat the message.
 */
export async function receiveEvent(
  db: Db,
  gateway: Pick<PaymentGateway, 'findPayment'>,
  event: PaymentEvent,
): Promise<{ isNew: boolean; outcome: string }> {
  // Refunds count against granted credits, so the payment must be settled first; its older state in the event settles nothing.
  const isDecided = event.payment?.status === 'captured' || event.payment?.status === 'refunded'
  const payment = isDecided ? event.payment : ((await findMissingPayment(db, gateway, event)) ?? event.payment)
  return transaction(db, async (tx) => {
    const [isNew] = await tx
      .insert(paymentEvents)
      .values({
        eventId: event.eventId,
        type: event.type,
        gatewayOrderId: payment?.orderId ?? event.order?.orderId ?? null,
        paymentId: payment?.paymentId ?? event.refund?.paymentId ?? event.dispute?.paymentId ?? null,
        outcome: 'received',
        happenedAt: event.createdAt,
      })
      .onConflictDoNothing()
      .returning({ eventId: paymentEvents.eventId })
    if (!isNew) return { isNew: false, outcome: 'known' }
    const outcome = await actUpon(tx, event, payment)
    await tx.update(paymentEvents).set({ outcome }).where(eq(paymentEvents.eventId, event.eventId))
    return { isNew: true, outcome }
  })
}

async function actUpon(tx: Tx, event: PaymentEvent, payment: GatewayPayment | undefined): Promise<string> {
  const settled = payment && (await settlePayment(tx, payment, 'event'))
  if (event.refund) return (await recordRefund(tx, event.refund)) ? `refund-${event.refund.status}` : 'not-ours'
  if (event.dispute) return (await recordDispute(tx, event.dispute)) ? `dispute-${event.dispute.status}` : 'not-ours'
  return settled?.outcome ?? 'ignored'
}

/**
 * A refund or dispute may be reported before the capture of its payment. It counts against granted credits, so the payment is
 * fetched and settled first, outside any transaction.
 */
export async function findMissingPayment(
  db: Db,
  gateway: Pick<PaymentGateway, 'findPayment'>,
  { refund, dispute }: Pick<PaymentEvent, 'refund' | 'dispute'>,
): Promise<GatewayPayment | undefined> {
  const paymentId = refund?.paymentId ?? dispute?.paymentId
  if (paymentId === undefined) return undefined
  const isSettled = and(eq(payments.paymentId, paymentId), ne(payments.outcome, 'none'))
  if ((await db.$count(payments, isSettled)) > 0) return undefined
  return gateway.findPayment(paymentId)
}
