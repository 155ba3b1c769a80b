// Refunds and disputes, and the purchased credits that they take back. The amount derives from the recorded refunds and disputes,
// never from the number or order of events.
import assert from 'node:assert/strict'
import type { Db, Tx } from '@vitrine/database/connection'
import { msg } from '@vitrine/language/texts'
import type { GatewayDispute, GatewayRefund } from '@vitrine/providers/payment'
import { and, eq, sql } from 'drizzle-orm'
import { queueEmail } from '../accounts/notification-email.ts'
import { issueReturnNotes } from '../billing/note.ts'
import { UNTAXED } from '../billing/quote.ts'
import { grantCredits, removePaidCredits, shareValue } from '../credits/credits.ts'
import { type LockedOrder, lockOrder, type PackOrder } from './order.ts'
import { UNAPPLIED_REASON_TEXT, type UnappliedReason } from './settle.ts'
import { packOrders, paymentDisputes, paymentRefunds, payments } from './tables.ts'

/** A refund's states in their possible order: a bank may reject a processed one. */
const REFUND_STATES = ['pending', 'processed', 'failed'] as const
/** Of two reported outcomes of a dispute, the one that is better for the buyer wins, in any order. */
const DISPUTE_STATES = ['open', 'under_review', 'lost', 'closed', 'won'] as const

/**
 * Records a refund, removes its share of the credits and notifies the buyer once. Idempotent. Returns false for an unknown
 * payment.
 * @param reason the owner's reason for requesting it
 */
export async function recordRefund(
  tx: Tx,
  { notedReason, ...refund }: GatewayRefund,
  reason?: string,
): Promise<boolean> {
  const locked = await lockPaymentOrder(tx, refund.paymentId)
  if (!locked) return false
  const [recorded] = await tx
    .insert(paymentRefunds)
    .values({ ...refund, reason })
    .onConflictDoUpdate({
      target: paymentRefunds.refundId,
      set: {
        status: laterState(REFUND_STATES, paymentRefunds.status),
        reason: sql`coalesce(${paymentRefunds.reason}, excluded.reason)`,
      },
    })
    // `xmax` is 0 only for a row that this statement inserted.
    .returning({ isNew: sql<boolean>`xmax = 0` })
  const { paymentId, refundId: id } = refund
  const noteNumbers = await reverse(tx, locked.order, {
    ...{ paymentId, reason: 'refund', id },
    // The gateway's event often arrives before its response to the owner's request.
    words: reason ?? notedReason,
  })
  if (recorded?.isNew && noteNumbers) await reportRefund(tx, locked.order, refund, noteNumbers)
  return true
}

/** For a payment that bought something: buyers of others were already notified that the payment is returned. */
async function reportRefund(
  tx: Tx,
  { userId, receiptNumber }: PackOrder,
  { refundId, amountPaise, status }: GatewayRefund,
  noteNumbers: readonly string[],
): Promise<void> {
  if (status === 'failed' || receiptNumber === null) return
  await queueEmail(tx, { kind: 'pack-refunded', userId, amountPaise, receiptNumber, refundId, noteNumbers })
}

/**
 * Records a dispute. The bank's deduction is taken back in credits while the dispute is open or lost, and granted again when it
 * is won or closed. Idempotent. Returns false for an unknown payment.
 */
export async function recordDispute(tx: Tx, dispute: GatewayDispute): Promise<boolean> {
  const locked = await lockPaymentOrder(tx, dispute.paymentId)
  if (!locked) return false
  await tx
    .insert(paymentDisputes)
    .values(dispute)
    .onConflictDoUpdate({
      target: paymentDisputes.disputeId,
      set: {
        status: laterState(DISPUTE_STATES, paymentDisputes.status),
        amountDeductedPaise: sql`greatest(${paymentDisputes.amountDeductedPaise}, excluded.amount_deducted_paise)`,
      },
    })
  const { paymentId, disputeId: id } = dispute
  await reverse(tx, locked.order, { paymentId, reason: 'dispute', id })
  return true
}

async function lockPaymentOrder(tx: Tx, paymentId: string): Promise<LockedOrder | undefined> {
  const [payment] = await tx
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(eq(payments.paymentId, paymentId))
  return payment && lockOrder(tx, eq(packOrders.id, payment.orderId))
}

function laterState(states: readonly string[], present: typeof paymentRefunds.status | typeof paymentDisputes.status) {
  const list = sql`array[${sql.join(
    states.map((state) => sql`${state}`),
    sql`, `,
  )}]::text[]`
  return sql`case when array_position(${list}, excluded.status) > array_position(${list}, ${present})
    then excluded.status else ${present} end`
}

interface Cause {
  readonly paymentId: string
  readonly reason: 'refund' | 'dispute'
  /** The gateway's id of the refund or dispute. */
  readonly id: string
  /** The owner's words for the buyer's document. */
  readonly words?: string | undefined
}

interface Reversal {
  readonly payment: typeof payments.$inferSelect
  /** The money returned so far, with this change. */
  readonly returnedPaise: number
  readonly cause: Cause
}

/**
 * Adjusts the credits taken back for a payment to the share of money that was returned, rounded down, and issues the notes for
 * the change, whose numbers it returns: none for money that a dispute had taken before, undefined for a payment that bought
 * nothing. Takes only unspent purchased credits; the rest is recorded as a shortfall, and is not claimed later.
 */
async function reverse(tx: Tx, order: PackOrder, cause: Cause): Promise<string[] | undefined> {
  const [payment] = await tx.select().from(payments).where(eq(payments.paymentId, cause.paymentId))
  assert(payment, `payment ${cause.paymentId} disappeared`)
  const returnedPaise = Math.min(payment.amountPaise, await sumReturned(tx, cause.paymentId))
  const clawback = await moveCredits(tx, order, { payment, returnedPaise, cause })
  // Includes money that was returned before it could be granted: if that refund fails, the money is here after all.
  const isUnappliedToReturn = payment.outcome === 'unapplied' && returnedPaise < payment.amountPaise
  await tx
    .update(payments)
    .set({
      returnedPaise,
      ...clawback,
      nextReturnAt: isUnappliedToReturn ? sql`coalesce(${payments.nextReturnAt}, now())` : null,
    })
    .where(eq(payments.paymentId, cause.paymentId))
  await showReversal(tx, order, { outcome: payment.outcome, isAllBack: returnedPaise === payment.amountPaise })
  if (payment.outcome !== 'granted') return undefined
  return issueNotes(tx, order, { payment, returnedPaise, untaxedClawedBack: clawback.untaxedClawedBack, cause })
}

type Clawback = Pick<
  typeof payments.$inferSelect,
  'creditsClawedBack' | 'creditsShort' | 'paiseClawedBack' | 'untaxedClawedBack' | 'reversals'
>

/** Takes credits back, or gives them again, until they are the share of the returned money. */
async function moveCredits(tx: Tx, order: PackOrder, { payment, returnedPaise, cause }: Reversal): Promise<Clawback> {
  const { creditsClawedBack, creditsShort, paiseClawedBack, untaxedClawedBack, reversals } = payment
  const share = Math.floor((payment.creditsGranted * returnedPaise) / Math.max(payment.amountPaise, 1))
  const change = share - creditsClawedBack - creditsShort
  if (change === 0) return { creditsClawedBack, creditsShort, paiseClawedBack, untaxedClawedBack, reversals }
  const move = {
    reason: cause.reason,
    details: { [`${cause.reason}Id`]: cause.id, paymentId: cause.paymentId, orderId: order.id },
    key: `payment:${cause.paymentId}:reversal:${reversals + 1}`,
  }
  if (change > 0) {
    const taken = await removePaidCredits(tx, order.userId, {
      ...move,
      credits: change,
      description: cause.reason === 'refund' ? msg('Payment refunded') : msg('Payment disputed'),
      returnedPaise: returnedPaise - payment.returnedPaise,
      isUntaxed: !isTaxedWhenSold(order),
    })
    return {
      creditsClawedBack: creditsClawedBack + taken.credits,
      creditsShort: creditsShort + change - taken.credits,
      paiseClawedBack: paiseClawedBack + taken.value.paise,
      untaxedClawedBack: untaxedClawedBack + taken.value.untaxedPaise,
      reversals: reversals + 1,
    }
  }
  const forgiven = Math.min(creditsShort, -change)
  const credits = -change - forgiven
  const value = shareValue(
    { balance: creditsClawedBack, paise: paiseClawedBack, untaxedPaise: untaxedClawedBack },
    credits,
  )
  if (credits > 0) {
    const description = cause.reason === 'refund' ? msg('Refund failed') : msg('Dispute settled')
    await grantCredits(tx, order.userId, { ...move, account: 'paid', credits, value, description })
  }
  return {
    creditsClawedBack: creditsClawedBack - credits,
    creditsShort: creditsShort - forgiven,
    paiseClawedBack: paiseClawedBack - value.paise,
    untaxedClawedBack: untaxedClawedBack - value.untaxedPaise,
    reversals: reversals + 1,
  }
}

/** Credit notes for money that goes back, or debit notes for money that does not after all. */
function issueNotes(
  tx: Tx,
  order: PackOrder,
  { payment, returnedPaise, untaxedClawedBack, cause }: Reversal & { untaxedClawedBack: number },
): Promise<string[]> {
  const { id, userId, credits, amountPaise, receiptNumber, paidAt } = order
  assert(receiptNumber && paidAt, `order ${id} was granted and is not paid`)
  const billed = { id, userId, credits, amountPaise, quote: order.quote ?? UNTAXED, receiptNumber, paidAt }
  return issueReturnNotes(tx, billed, {
    paymentId: cause.paymentId,
    before: payment.returnedPaise,
    after: returnedPaise,
    untaxedPaise: Math.abs(untaxedClawedBack - payment.untaxedClawedBack),
    cause: cause.reason,
    causeId: cause.id,
    reason: cause.words,
  })
}

const isTaxedWhenSold = ({ quote }: PackOrder): boolean => quote?.taxPoint === 'sold'

/** An order is refunded when all the money of its granted payment was returned. */
async function showReversal(
  tx: Tx,
  order: PackOrder,
  { outcome, isAllBack }: { outcome: 'none' | 'granted' | 'unapplied'; isAllBack: boolean },
): Promise<void> {
  const isCounted = order.paidAt ? outcome === 'granted' : outcome === 'unapplied' && isAllBack
  if (!isCounted) return
  await tx
    .update(packOrders)
    .set({ status: isAllBack ? 'refunded' : 'paid' })
    .where(eq(packOrders.id, order.id))
}

/** Money in refunds that did not fail and in disputes that are open or lost. */
async function sumReturned(tx: Tx, paymentId: string): Promise<number> {
  const { rows } = await tx.execute<{ refunded: string; disputed: string }>(sql`
    select (select coalesce(sum(amount_paise), 0) from payment_refunds
             where payment_id = ${paymentId} and status <> 'failed') as refunded,
           (select coalesce(sum(case when status = 'lost' and amount_deducted_paise = 0 then amount_paise
                                     else amount_deducted_paise end), 0)
              from payment_disputes
             where payment_id = ${paymentId} and status in ('open', 'under_review', 'lost')) as disputed`)
  return Number(rows[0]?.refunded) + Number(rows[0]?.disputed)
}

interface ReturnedPayment {
  readonly transactionId: string
  /** In the smallest unit of its currency. */
  readonly amountPaise: number
  readonly refundedPaise: number
  readonly currency: string
  /** A sentence. */
  readonly reason: string
  readonly settledAt: Date
}

/** The user's unapplied payments, returned or not. */
export async function listReturnedPayments(db: Db, userId: string): Promise<ReturnedPayment[]> {
  const rows = await db
    .select({
      transactionId: payments.paymentId,
      amountPaise: payments.amountPaise,
      refundedPaise: payments.returnedPaise,
      currency: payments.currency,
      status: payments.status,
      unappliedReason: payments.unappliedReason,
      settledAt: payments.settledAt,
    })
    .from(payments)
    .innerJoin(packOrders, eq(packOrders.id, payments.orderId))
    .where(and(eq(packOrders.userId, userId), eq(payments.outcome, 'unapplied')))
  return rows.map(({ unappliedReason, settledAt, status, ...payment }) => {
    assert(settledAt && unappliedReason, `unapplied payment ${payment.transactionId} has no reason or date`)
    // For a payment refunded before the store knew of it, the gateway's status counts until its refunds are recorded.
    const refundedPaise = status === 'refunded' ? payment.amountPaise : payment.refundedPaise
    return { ...payment, refundedPaise, reason: UNAPPLIED_REASON_TEXT[unappliedReason as UnappliedReason], settledAt }
  })
}
