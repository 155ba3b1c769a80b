// The details of the success page: from the page before it, or from the order when it is opened again.
import type { CreditPurchaseResponse } from '@vitrine/contract/payments'
import { neededParameters } from './shortage.ts'

export type SuccessDetails = {
  credits: number
  /** Paise. */
  amount: number
  newBalance: number
  transactionId: string
}

/** `next` is where the visitor was when the credits ran short, `neededCredits` what it takes there. */
export function successPath(orderId: string, next: string | undefined, neededCredits?: number): string {
  const address = { order: orderId, ...(next && { next }), ...neededParameters(neededCredits) }
  return `/credit-purchase-success?${new URLSearchParams(address)}`
}

/** The details that the page before passed on; undefined when it was not that page. */
export function findPassedDetails(state: unknown): SuccessDetails | undefined {
  const details = (state as { details?: Partial<SuccessDetails> } | null)?.details
  if (typeof details?.credits !== 'number' || typeof details.amount !== 'number') return undefined
  if (typeof details.newBalance !== 'number' || typeof details.transactionId !== 'string') return undefined
  const { credits, amount, newBalance, transactionId } = details
  return { credits, amount, newBalance, transactionId }
}

/** The details of a paid order; undefined while it is not. */
export function toDetails(purchase: CreditPurchaseResponse): SuccessDetails | undefined {
  const { status, credits, amountPaise, newCreditsBalance, transactionId } = purchase
  if (status !== 'paid' || transactionId === null) return undefined
  return { credits, amount: amountPaise, newBalance: newCreditsBalance, transactionId }
}
