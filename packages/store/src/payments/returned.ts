// Unapplied payments as their buyer sees them: amount, reason, and how much was returned.
import assert from 'node:assert/strict'
import type { Db } from '@vitrine/database/connection'
import { and, eq } from 'drizzle-orm'
import { UNAPPLIED_REASON_TEXT, type UnappliedReason } from './settle.ts'
import { packOrders, payments } from './tables.ts'

export interface ReturnedPayment {
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
