// The details of the success page: from the previous page, or from the order when it is reopened.
import type { CreditPurchaseResponse } from '@vitrine/contract/payments'
import { neededParameters } from './shortage.ts'

export type SuccessDetails = {
  credits: number
  /** Paise. */
  amount: number
  newBalance: number
  transactionId: string
}

/** `next` is the page where the credits ran short, `neededCredits` the total needed there. */
export function successPath(orderId: string, next: string | undefined, neededCredits?: number): string {
  const address = { order: orderId, ...(next && { next }), ...neededParameters(neededCredits) }
  return `/credit-purchase-success?${new URLSearchParams(address)}`
}

/** The details that the previous page passed on; undefined for other pages. */
export function findPassedDetails(state: unknown): SuccessDetails | undefined {
  const details = (state as { details?: Partial<SuccessDetails> } | null)?.details
  if (typeof details?.credits !== 'number' || typeof details.amount !== 'number') return undefined
  if (typeof details.newBalance !== 'number' || typeof details.transactionId !== 'string') return undefined
  const { credits, amount, newBalance, transactionId } = details
  return { credits, amount, newBalance, transactionId }
}

/** The details of a paid order; undefined for an unpaid one. */
export function toDetails(purchase: CreditPurchaseResponse): SuccessDetails | undefined {
  const { status, credits, amountPaise, newCreditsBalance, transactionId } = purchase
  if (status !== 'paid' || transactionId === null) return undefined
  return { credits, amount: amountPaise, newBalance: newCreditsBalance, transactionId }
}
