// Settles payments. Only `settlePayment` turns money into credits, whether the page, an event or the reconciler reports the
// payment first. `reversal.ts` handles refunds and disputes.
import assert from 'node:assert/strict'
import type { Tx } from '@vitrine/database/connection'
import { msg } from '@vitrine/language/texts'
import type { GatewayPayment } from '@vitrine/providers/payment'
import { eq, sql } from 'drizzle-orm'
import { queueEmail } from '../accounts/notification-email.ts'
import { grantCredits } from '../credits/credits.ts'
import { type LockedOrder, lockOrder, type PackOrder } from './order.ts'
import { hasUsedStarterPack } from './pack.ts'
import { packOrders, payments } from './tables.ts'

/** Who reported the payment; stored in the transfer's details. */
export type ReportSource = 'page' | 'event' | 'reconciler'

export type UnappliedReason =
  | 'order-closed'
  | 'amount-differs'
  | 'currency-differs'
  | 'account-deleted'
  | 'starter-pack-used'
  | 'refunded-before'

export type Settlement =
  | { readonly outcome: 'not-ours' }
  | { readonly outcome: 'waiting'; readonly status: 'created' | 'authorized' }
  | { readonly outcome: 'failed'; readonly description: string; readonly reason: string | null }
  | { readonly outcome: 'granted'; readonly isNew: boolean }
  | { readonly outcome: 'unapplied'; readonly reason: UnappliedReason; readonly isNew: boolean }

/** A payment's states in order: a report of an earlier state is late and is ignored. */
const STATES = ['created', 'failed', 'authorized', 'captured', 'refunded'] as const

/**
 * Records the gateway's report of a payment and grants its credits when due: once per payment and once per order, by unique index
 * and under the lock of the order's user. A captured payment that must not grant credits (a second payment of an order, another
 * amount or currency, a used starter pack, a deleted account) is marked for refund. Idempotent, in any order.
 */
export async function settlePayment(tx: Tx, report: GatewayPayment, source: ReportSource): Promise<Settlement> {
  const locked =
    report.orderId === null ? undefined : await lockOrder(tx, eq(packOrders.gatewayOrderId, report.orderId))
  if (!locked) return { outcome: 'not-ours' }
  const payment = await recordPayment(tx, locked.order.id, report)
  if (payment.outcome === 'granted') return { outcome: 'granted', isNew: false }
  if (payment.outcome === 'unapplied') {
    return { outcome: 'unapplied', reason: payment.unappliedReason as UnappliedReason, isNew: false }
  }
  const { status } = payment
  if (status === 'created' || status === 'authorized' || status === 'failed') {
    await showProgress(tx, locked.order)
    if (status !== 'failed') return { outcome: 'waiting', status }
    return { outcome: 'failed', description: payment.errorDescription ?? UNEXPLAINED, reason: payment.errorReason }
  }
  const reason = await findUnappliedReason(tx, locked, payment)
  if (reason) {
    await markUnapplied(tx, locked.order, { payment, reason })
    return { outcome: 'unapplied', reason, isNew: true }
  }
  await grant(tx, locked.order, { payment, source })
  return { outcome: 'granted', isNew: true }
}

type Payment = typeof payments.$inferSelect

const UNEXPLAINED = 'The bank gave no reason'

/** Records the changes of a payment; amount and currency come from the first report only. */
async function recordPayment(tx: Tx, orderId: string, report: GatewayPayment): Promise<Payment> {
  const states = sql`array[${sql.join(
    STATES.map((state) => sql`${state}`),
    sql`, `,
  )}]::text[]`
  const { paymentId, amountPaise, currency, method, status, errorDescription, errorReason } = report
  const isLater = sql`array_position(${states}, excluded.status) > array_position(${states}, ${payments.status})`
  const whenLater = (column: string, present: unknown) =>
    sql`case when ${isLater} then excluded.${sql.identifier(column)} else ${present} end`
  const [payment] = await tx
    .insert(payments)
    .values({ paymentId, orderId, amountPaise, currency, method, status, errorDescription, errorReason })
    .onConflictDoUpdate({
      target: payments.paymentId,
      set: {
        status: whenLater('status', payments.status),
        method: whenLater('method', payments.method),
        errorDescription: whenLater('error_description', payments.errorDescription),
        errorReason: whenLater('error_reason', payments.errorReason),
      },
    })
    .returning()
  assert(payment, 'an upsert returns its row')
  assert(payment.orderId === orderId, `payment ${paymentId} came for order ${orderId} and for ${payment.orderId}`)
  return payment
}

async function findUnappliedReason(
  tx: Tx,
  { order, isUserDeleted }: LockedOrder,
  payment: Payment,
): Promise<UnappliedReason | undefined> {
  if (payment.status === 'refunded') return 'refunded-before'
  if (order.paidAt || order.status === 'refunded') return 'order-closed'
  if (payment.currency !== order.currency) return 'currency-differs'
  if (payment.amountPaise !== order.amountPaise) return 'amount-differs'
  if (isUserDeleted) return 'account-deleted'
  if (order.isStarter && (await hasUsedStarterPack(tx, order.userId))) return 'starter-pack-used'
  return undefined
}

async function grant(tx: Tx, order: PackOrder, { payment, source }: { payment: Payment; source: ReportSource }) {
  const { paymentId } = payment
  const key = `payment:${paymentId}`
  const { isRepeated } = await grantCredits(tx, order.userId, {
    account: 'paid',
    credits: order.credits,
    reason: 'pack',
    description: `${order.credits} credits bought`,
    details: { paymentId, orderId: order.id, source },
    key,
  })
  assert(!isRepeated, `payment ${paymentId} was granted before without being marked`)
  await tx
    .update(payments)
    .set({ outcome: 'granted', grantKey: key, creditsGranted: order.credits, settledAt: sql`now()` })
    .where(eq(payments.paymentId, paymentId))
  const [paid] = await tx
    .update(packOrders)
    .set({
      status: 'paid',
      paidAt: sql`now()`,
      receiptNumber: sql`next_money_receipt_number()`,
      failure: null,
      failureReason: null,
      // Makes the payment due for refund.
      nextCheckAt: sql`now() + interval '1 day'`,
      checks: 0,
    })
    .where(eq(packOrders.id, order.id))
    .returning({ receiptNumber: packOrders.receiptNumber })
  const { userId, credits, amountPaise } = order
  assert(paid?.receiptNumber, `order ${order.id} was paid and has no receipt`)
  const { receiptNumber } = paid
  await queueEmail(tx, { kind: 'pack-paid', userId, credits, amountPaise, receiptNumber })
}

/** Unapplied payments are refunded by the reconciler, which calls the gateway outside of any transaction. */
async function markUnapplied(
  tx: Tx,
  order: PackOrder,
  { payment, reason }: { payment: Payment; reason: UnappliedReason },
) {
  const isBackAlready = reason === 'refunded-before'
  await tx
    .update(payments)
    .set({
      outcome: 'unapplied',
      unappliedReason: reason,
      settledAt: sql`now()`,
      nextReturnAt: isBackAlready ? null : sql`now()`,
    })
    .where(eq(payments.paymentId, payment.paymentId))
  if (!isBackAlready && payment.currency === 'INR') {
    const { paymentId: transactionId, amountPaise } = payment
    const explanation = EXPLANATIONS[reason]
    await queueEmail(tx, {
      kind: 'payment-returned',
      userId: order.userId,
      amountPaise,
      transactionId,
      explanation,
    })
  }
  if (order.paidAt || order.status === 'refunded') return
  await tx
    .update(packOrders)
    .set({
      status: isBackAlready ? 'refunded' : 'failed',
      failure: EXPLANATIONS[reason],
      failureReason: null,
      nextCheckAt: null,
    })
    .where(eq(packOrders.id, order.id))
}

/** Why the payment granted no credits, for its buyer. */
export const UNAPPLIED_REASON_TEXT: Readonly<Record<UnappliedReason, string>> = {
  'order-closed': msg('This order was paid before.'),
  'amount-differs': msg('The amount paid was not the price of the pack.'),
  'currency-differs': msg('The payment was not in rupees.'),
  'account-deleted': msg('The account was deleted.'),
  'starter-pack-used': msg('The starter pack can be bought once per account.'),
  'refunded-before': msg('The payment was returned to you.'),
}

/** The explanation for the buyer of an unapplied payment. */
export const EXPLANATIONS: Readonly<Record<UnappliedReason, string>> = {
  'order-closed': msg('This order was paid before. The second payment is being returned to you.'),
  'amount-differs': msg('The amount paid was not the price of the pack. It is being returned to you.'),
  'currency-differs': msg('The payment was not in rupees. It is being returned to you.'),
  'account-deleted': msg('The account was deleted. The payment is being returned to you.'),
  'starter-pack-used': msg('The starter pack can be bought once per account. The payment is being returned to you.'),
  'refunded-before': UNAPPLIED_REASON_TEXT['refunded-before'],
}

/** Updates an unpaid order from its payments: money in transit outranks a failed attempt. */
async function showProgress(tx: Tx, order: PackOrder): Promise<void> {
  if (order.paidAt || order.status === 'refunded') return
  const tries = await tx
    .select({
      status: payments.status,
      errorDescription: payments.errorDescription,
      errorReason: payments.errorReason,
    })
    .from(payments)
    .where(eq(payments.orderId, order.id))
    .orderBy(payments.createdAt)
  const lastFailed = tries.filter((payment) => payment.status === 'failed').at(-1)
  const isPending = tries.some((payment) => payment.status === 'authorized')
  if (!isPending && !lastFailed) return
  await tx
    .update(packOrders)
    .set({
      ...(isPending
        ? { status: 'pending', failure: null, failureReason: null }
        : {
            status: 'failed',
            failure: lastFailed?.errorDescription ?? UNEXPLAINED,
            failureReason: lastFailed?.errorReason ?? null,
          }),
      // Expired orders are polled again, too.
      nextCheckAt: sql`coalesce(${packOrders.nextCheckAt}, now() + interval '1 hour')`,
    })
    .where(eq(packOrders.id, order.id))
}
