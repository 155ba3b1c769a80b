// Processes the gateway's events, each once and in any order of arrival, and finds disputes whose events were missed.
import { type Db, type Tx, transaction } from '@vitrine/database/connection'
import type { GatewayDispute, GatewayPayment, PaymentEvent, PaymentGateway } from '@vitrine/providers/payment'
import { and, eq, inArray, ne } from 'drizzle-orm'
import { callGateway } from './gateway-outage.ts'
import { recordDispute, recordRefund } from './reversal.ts'
import { settlePayment } from './settle.ts'
import { paymentDisputes, paymentEvents, payments } from './tables.ts'

/**
 * Processes one event with a verified signature, in one transaction with all its effects. A repeated event conflicts with the
 * stored id and changes nothing. Throws without a change when a payment must first be fetched from an unreachable gateway: the
 * resulting 5xx makes the gateway repeat the event.
 */
export async function receiveEvent(
  db: Db,
  gateway: Pick<PaymentGateway, 'findPayment'>,
  event: PaymentEvent,
): Promise<{ isNew: boolean; outcome: string }> {
  // A refund reverses granted credits, so its payment must be settled first. A payment in the event that is neither captured nor
  // refunded is outdated and is fetched.
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
    const outcome = await applyEvent(tx, event, payment)
    await tx.update(paymentEvents).set({ outcome }).where(eq(paymentEvents.eventId, event.eventId))
    return { isNew: true, outcome }
  })
}

async function applyEvent(tx: Tx, event: PaymentEvent, payment: GatewayPayment | undefined): Promise<string> {
  const settled = payment && (await settlePayment(tx, payment, 'event'))
  if (event.refund) return (await recordRefund(tx, event.refund)) ? `refund-${event.refund.status}` : 'not-ours'
  if (event.dispute) return (await recordDispute(tx, event.dispute)) ? `dispute-${event.dispute.status}` : 'not-ours'
  return settled?.outcome ?? 'ignored'
}

/**
 * Fetches the payment of a refund or dispute that is reported before its capture, so that it can be settled first. Called
 * outside any transaction.
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
const LOOKBACK_MS = 365 * 24 * 60 * 60 * 1000

interface DisputeReconciliation {
  /** Disputes of the store's payments that were unknown or have advanced. */
  readonly recorded: readonly GatewayDispute[]
  readonly isGatewayUnavailable: boolean
}

/** Fetches the gateway's disputes of the last year and records those of the store's payments. Idempotent. */
export async function reconcileDisputes(
  db: Db,
  gateway: Pick<PaymentGateway, 'findPayment' | 'listDisputes'>,
  now: Date = new Date(),
): Promise<DisputeReconciliation> {
  const listed = await callGateway(() => gateway.listDisputes(new Date(now.getTime() - LOOKBACK_MS)))
  if (listed.isUnavailable) return { recorded: [], isGatewayUnavailable: true }
  const recorded: GatewayDispute[] = []
  for (const dispute of await findChangedDisputes(db, listed.answer)) {
    const missing = await callGateway(() => findMissingPayment(db, gateway, { dispute }))
    if (missing.isUnavailable) return { recorded, isGatewayUnavailable: true }
    const isOurs = await transaction(db, async (tx) => {
      if (missing.answer) await settlePayment(tx, missing.answer, 'reconciler')
      return recordDispute(tx, dispute)
    })
    if (isOurs) recorded.push(dispute)
  }
  return { recorded, isGatewayUnavailable: false }
}

async function findChangedDisputes(db: Db, disputes: readonly GatewayDispute[]): Promise<GatewayDispute[]> {
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
