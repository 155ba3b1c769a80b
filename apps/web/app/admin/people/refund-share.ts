// The credits that a refund removes, computed as the server does.
import type { AdminPayment } from '@vitrine/contract/admin'
import { toAmount } from '@vitrine/contract/input'

export type RefundShare = {
  /** Credits that are taken from what was paid for. */
  takenCredits: number
  /** Credits of the refund that were already spent; they are not reclaimed. */
  shortCredits: number
}

/** The refundable rest of a payment, in paise; 0 where no money was captured. */
export function refundablePaise({ outcome, amountPaise, returnedPaise }: AdminPayment): number {
  return outcome === 'none' ? 0 : amountPaise - returnedPaise
}

/** The share of the credits that goes back with an amount, from a balance of paid credits. */
export function refundShare(payment: AdminPayment, amountPaise: number, paidCredits: number): RefundShare {
  const returned = Math.min(payment.amountPaise, payment.returnedPaise + amountPaise)
  const share = Math.floor((payment.creditsGranted * returned) / Math.max(payment.amountPaise, 1))
  const change = Math.max(0, share - payment.creditsClawedBack - payment.creditsShort)
  const takenCredits = Math.min(change, paidCredits)
  return { takenCredits, shortCredits: change - takenCredits }
}

/** Whole paise of an amount in rupees as people type it, such as `199`, `199.5` or `₹1,499.00`; undefined for anything else. */
export function readRupees(typed: string): number | undefined {
  const rupees = toAmount(typed)
  return rupees !== undefined && rupees >= 0 && rupees < 1e9 ? Math.round(rupees * 100) : undefined
}
