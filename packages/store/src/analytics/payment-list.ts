// The owner's list of payments: every payment that the gateway reported, whatever its outcome.
import type { AdminPayment, AdminPaymentsQuery } from '@vitrine/contract/admin'
import { ApiError } from '@vitrine/contract/api-error'
import type { AdminRefund } from '@vitrine/contract/payments'
import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import { inMilliseconds, isWithin, type Period } from './period.ts'
import { foundUsers } from './user-figures.ts'

export type PaymentQuery = Pick<AdminPaymentsQuery, 'search' | 'status' | 'page' | 'limit'>

/** One page of the payments of a period, newest first, and the total number. */
export async function pagePayments(
  db: Reader,
  period: Period,
  query: PaymentQuery,
): Promise<{ items: AdminPayment[]; matchingPayments: number }> {
  const condition = matches(period, query)
  // Selects the ids of the page first, so that skipped pages are read from an index without joining orders and users.
  const { rows } = await db.execute<PaymentRow>(
    paymentRows(sql`p.payment_id in (
      select p.payment_id from payments p where ${condition}
       order by p.created_at desc, p.payment_id desc limit ${query.limit} offset ${(query.page - 1) * query.limit})`),
  )
  const count = await db.execute<{ count: number }>(
    sql`select count(*)::float8 as count from payments p where ${condition}`,
  )
  return { items: rows.map(toAdminPayment), matchingPayments: count.rows[0]?.count ?? 0 }
}

/** One payment. Throws `payment-not-found`. */
export async function getPayment(db: Reader, paymentId: string): Promise<AdminPayment> {
  const { rows } = await db.execute<PaymentRow>(paymentRows(sql`p.payment_id = ${paymentId}`))
  const [row] = rows
  if (!row) throw new ApiError('payment-not-found')
  return toAdminPayment(row)
}

const SOURCE = sql`from payments p join pack_orders o on o.id = p.order_id join users u on u.id = o.user_id`

/** Payments under a condition on `p`, `o` and `u`, newest first. */
export function paymentRows(condition: SQL): SQL {
  return sql`
    select p.payment_id as "paymentId", o.gateway_order_id as "orderId", o.receipt_number as "receiptNumber", u.id as "userId",
           u.username, u.email, p.amount_paise::float8 as "amountPaise", p.returned_paise::float8 as "returnedPaise",
           p.currency, p.method, p.status, p.error_description as "errorDescription", p.error_reason as "errorReason",
           p.outcome, p.unapplied_reason as "unappliedReason",
           p.credits_granted as "creditsGranted", p.credits_clawed_back as "creditsClawedBack",
           p.credits_short as "creditsShort", ${inMilliseconds(sql`p.created_at`)} as "createdAt",
           ${inMilliseconds(sql`p.settled_at`)} as "settledAt", p.fee_paise::float8 as "feePaise",
           p.fee_tax_paise::float8 as "feeTaxPaise", p.settlement_id as "settlementId",
           ${inMilliseconds(sql`p.settled_by_bank_at`)} as "settledByBankAt"
      ${SOURCE} where ${condition} order by p.created_at desc, p.payment_id desc`
}

/** The condition of a query on `p`, for `paymentRows`. */
export function matches(period: Period, { search, status }: Pick<PaymentQuery, 'search' | 'status'>): SQL {
  const inPeriod = isWithin(period, sql`p.created_at`)
  const states = {
    granted: sql`p.outcome = 'granted'`,
    unapplied: sql`p.outcome = 'unapplied'`,
    none: sql`p.outcome = 'none'`,
    returned: sql`p.returned_paise > 0`,
  }
  return sql`${inPeriod} and ${status === undefined ? sql`true` : states[status]} and ${isFound(search)}`
}

/** Matches a payment, order or receipt number, or the buyer. */
function isFound(search: string): SQL {
  if (search === '') return sql`true`
  return sql`p.payment_id in (
    select payment_id from payments where payment_id = ${search}
     union all
    select payment_id from payments join pack_orders o on o.id = order_id
     where o.gateway_order_id = ${search}
     union all
    select payment_id from payments join pack_orders o on o.id = order_id
     where o.receipt_number = ${search.toUpperCase()}
     union all
    select payment_id from payments join pack_orders o on o.id = order_id
     where o.user_id in (select id from (${foundUsers(search)}) found (id)))`
}

type PaymentDate = 'createdAt' | 'settledAt' | 'settledByBankAt'

export interface PaymentRow extends Record<string, unknown>, Omit<AdminPayment, PaymentDate> {
  createdAt: number
  settledAt: number | null
  settledByBankAt: number | null
}

/** The wire form. */
export function toAdminPayment({ createdAt, settledAt, settledByBankAt, ...row }: PaymentRow): AdminPayment {
  const toDate = (milliseconds: number | null) => (milliseconds === null ? null : new Date(milliseconds).toISOString())
  return {
    ...row,
    createdAt: new Date(createdAt).toISOString(),
    settledAt: toDate(settledAt),
    settledByBankAt: toDate(settledByBankAt),
  }
}

/** Refunds made in a period, newest first, searched like payments. */
export function refundRows(period: Period, search: string): SQL {
  return sql`
    select r.refund_id as "refundId", ${inMilliseconds(sql`r.created_at`)} as "createdAt", r.amount_paise::float8 as "amountPaise",
           p.currency, r.status, r.reason, p.payment_id as "paymentId", o.receipt_number as "receiptNumber", u.id as "userId",
           u.email, ${inMilliseconds(sql`o.paid_at`)} as "paidAt"
      from payment_refunds r join payments p on p.payment_id = r.payment_id join pack_orders o on o.id = p.order_id
      join users u on u.id = o.user_id
     where ${isWithin(period, sql`r.created_at`)} and ${isFound(search)} order by r.created_at desc, r.refund_id desc`
}

export interface RefundRow extends Record<string, unknown>, Omit<AdminRefund, 'createdAt' | 'paidAt'> {
  createdAt: number
  paidAt: number | null
}

export function toAdminRefund({ createdAt, paidAt, ...row }: RefundRow): AdminRefund {
  const dates = {
    createdAt: new Date(createdAt).toISOString(),
    paidAt: paidAt === null ? null : new Date(paidAt).toISOString(),
  }
  return { ...row, ...dates }
}
