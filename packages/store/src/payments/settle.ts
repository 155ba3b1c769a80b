// Settles payments. Only `settlePayment` turns money into credits, whether the page, an event or the reconciler reports the
// payment first. `reversal.ts` handles refunds and disputes.

import assert from 'node:assert/strict'
import type { Tx } from '@vitrine/database/connection'
import { msg } from '@vitrine/language/texts'
import type { GatewayPayment } from '@vitrine/providers/payment'
import { eq, sql } from 'drizzle-orm'
import { queueEmail } from '../accounts/notification-email.ts'
import { findPackDocumentKind, UNTAXED } from '../billing/quote.ts'
import { issuePackDocument } from '../billing/sale.ts'
import { grantCredits } from '../credits/credits.ts'
import type { Reader } from '../prepared.ts'
import { hasUsedStarterPack, type LockedOrder, lockOrder, type PackOrder } from './order.ts'
import { packOrders, payments } from './tables.ts'

/** Who reported the payment; stored in the transfer's details. */
type ReportSource = 'page' | 'event' | 'reconciler'

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
  const { paymentId, method } = payment
  const key = `payment:${paymentId}`
  const { userId, credits, amountPaise } = order
  const quote = order.quote ?? UNTAXED
  const { isRepeated } = await grantCredits(tx, userId, {
    account: 'paid',
    credits,
    value: { paise: amountPaise, untaxedPaise: quote.taxPoint === 'sold' ? 0 : amountPaise },
    reason: 'pack',
    description: `${credits} credits bought`,
    details: { paymentId, orderId: order.id, source },
    key,
  })
  assert(!isRepeated, `payment ${paymentId} was granted before without being marked`)
  await tx
    .update(payments)
    .set({ outcome: 'granted', grantKey: key, creditsGranted: order.credits, settledAt: sql`now()` })
    .where(eq(payments.paymentId, paymentId))
  assert(order.gatewayOrderId, `order ${order.id} was paid and never reached the gateway`)
  const billed = { id: order.id, userId, credits, amountPaise, quote }
  const { gatewayOrderId } = order
  const receiptNumber = await issuePackDocument(tx, billed, { paymentId, gatewayOrderId, method })
  await tx
    .update(packOrders)
    .set({
      status: 'paid',
      paidAt: sql`now()`,
      receiptNumber,
      failure: null,
      failureReason: null,
      // Makes the payment due for refund.
      nextCheckAt: sql`now() + interval '1 day'`,
      checks: 0,
    })
    .where(eq(packOrders.id, order.id))
  const receiptKind = findPackDocumentKind(quote)
  await queueEmail(tx, { kind: 'pack-paid', userId, credits, amountPaise, receiptNumber, receiptKind })
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

/**
 * A sentence for every inconsistency of payments with the ledger (see docs/decisions/0010-payments.md). A granted payment has
 * exactly one transfer of its order's credits to its buyer, and every transfer of a pack has its payment; an order is paid if and only if one of its payments was granted; the money,
 * the credits and their value taken back equal the refunds and disputes on record.
 */
export async function checkPayments(db: Reader): Promise<string[]> {
  const { rows } = await db.execute<{ fault: string }>(sql`
    select 'payment ' || p.payment_id || ' was granted ' || p.credits_granted || ' credits for an order of ' || o.credits
           || ', and ' || coalesce(t.credits::text, 'none') || ' were booked' as fault
      from payments p join pack_orders o on o.id = p.order_id
      left join credit_transfers t on t.idempotency_key = p.grant_key and t.reason = 'pack'
           and t.from_account = 'system:packs' and t.to_account = 'user:' || o.user_id || ':paid'
     where p.outcome = 'granted' and (t.credits is distinct from o.credits or p.credits_granted <> o.credits)
    union all
    select 'transfer ' || t.idempotency_key || ' gave ' || t.credits || ' credits of a pack without a granted payment'
      from credit_transfers t
     where t.reason = 'pack' and not exists (select from payments where grant_key = t.idempotency_key and outcome = 'granted')
    union all
    select 'order ' || o.id || ' is ' || o.status || ' and has ' || count(p.payment_id) || ' granted payments'
      from pack_orders o left join payments p on p.order_id = o.id and p.outcome = 'granted'
     group by o.id having (o.paid_at is not null) <> (count(p.payment_id) = 1)
    union all
    select 'user ' || user_id || ' has paid for ' || count(*) || ' starter packs'
      from pack_orders where is_starter and paid_at is not null group by user_id having count(*) > 1
    union all
    select 'payment ' || p.payment_id || ' has ' || p.returned_paise || ' paise returned, but refunds and disputes make ' || r.paise
      from payments p cross join lateral (
        select least(p.amount_paise,
          (select coalesce(sum(amount_paise), 0) from payment_refunds where payment_id = p.payment_id and status <> 'failed')
          + (select coalesce(sum(case when status = 'lost' and amount_deducted_paise = 0 then amount_paise else amount_deducted_paise end), 0)
               from payment_disputes where payment_id = p.payment_id and status in ('open', 'under_review', 'lost'))) as paise) r
     where p.returned_paise <> r.paise
    union all
    select 'payment ' || p.payment_id || ' has ' || p.credits_clawed_back || ' credits worth ' || p.paise_clawed_back || ' ('
           || p.untaxed_clawed_back || ' untaxed) taken back, but its transfers make ' || coalesce(r.credits, 0) || ' worth '
           || coalesce(r.paise, 0) || ' (' || coalesce(r.untaxed, 0) || ')'
      from payments p left join (
        select t.details ->> 'paymentId' as payment_id, -sum(e.credits) as credits, -sum(e.paise) as paise, -sum(e.untaxed_paise) as untaxed
          from credit_transfers t join credit_entries e on e.transfer_id = t.id and e.account_id <> 'system:packs'
         where t.reason in ('refund', 'dispute') group by 1) r on r.payment_id = p.payment_id
     where (p.credits_clawed_back, p.paise_clawed_back, p.untaxed_clawed_back)
           <> (coalesce(r.credits, 0), coalesce(r.paise, 0), coalesce(r.untaxed, 0))
    union all
    select 'transfer ' || t.idempotency_key || ' takes back credits of a payment that does not exist'
      from credit_transfers t
     where t.reason in ('refund', 'dispute') and not exists (select from payments where payment_id = t.details ->> 'paymentId')`)
  return rows.map((row) => row.fault)
}
