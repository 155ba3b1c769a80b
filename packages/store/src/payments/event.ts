// Processes the gateway's events, each once and in any order of arrival, and finds disputes whose events were missed.
import { type Db, type Tx, transaction } from '@vitrine/database/connection'
import type { GatewayDispute, GatewayPayment, PaymentEvent, PaymentGateway } from '@vitrine/providers/payment'
import { and, eq, inArray, ne } from 'drizzle-orm'
import { callGateway } from './gateway-outage.ts'
import { recordDispute, recordRefund } from './reversal.ts'
import { settlePayment } from './settle.ts'
import { paymentDisputes, paymentEvents, payments } from './tables.ts'

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
async function findMissingPayment(
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

// The gateway repeats an event for only one day, but lists its disputes at any time.

/** Banks accept disputes for months after a payment and decide them months later; nothing older than a year is still open. */
const LOOKED_BACK_MS = 365 * 24 * 60 * 60 * 1000

interface DisputeReconciliation {
  /** Disputes of the store's payments that were unknown or have advanced. */
  readonly learned: readonly GatewayDispute[]
  readonly isGatewayAway: boolean
}

/** Fetches the gateway's disputes of the last year and records those of the store's payments. Idempotent. */
export async function reconcileDisputes(
  db: Db,
  gateway: Pick<PaymentGateway, 'findPayment' | 'listDisputes'>,
  now: Date = new Date(),
): Promise<DisputeReconciliation> {
  const listed = await callGateway(() => gateway.listDisputes(new Date(now.getTime() - LOOKED_BACK_MS)))
  if (listed.isAway) return { learned: [], isGatewayAway: true }
  const learned: GatewayDispute[] = []
  for (const dispute of await leaveOutKnown(db, listed.answer)) {
    const missing = await callGateway(() => findMissingPayment(db, gateway, { dispute }))
    if (missing.isAway) return { learned, isGatewayAway: true }
    const isOurs = await transaction(db, async (tx) => {
      if (missing.answer) await settlePayment(tx, missing.answer, 'reconciler')
      return recordDispute(tx, dispute)
    })
    if (isOurs) learned.push(dispute)
  }
  return { learned, isGatewayAway: false }
}

async function leaveOutKnown(db: Db, disputes: readonly GatewayDispute[]): Promise<GatewayDispute[]> {
  if (disputes.length === 0) return []
  const rows = await db
    .select({
      disputeId: paymentDisputes.disputeId,
      status: paymentDisputes.status,
      amountDeductedPaise: paymentDisputes.amountDeductedPaise,
    })
    .from(paymentDisputes)
    .where(
      inArray(
        paymentDisputes.disputeId,
        disputes.map(({ disputeId }) => disputeId),
      ),
    )
  const known = new Map(rows.map((row) => [row.disputeId, row]))
  return disputes.filter(({ disputeId, status, amountDeductedPaise }) => {
    const row = known.get(disputeId)
    return row?.status !== status || row.amountDeductedPaise < amountDeductedPaise
  })
}
