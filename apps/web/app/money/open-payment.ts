// Owns what this browser remembers of a payment until the shop has said what became of it: a closed tab, a reload or a lost
// network must not make anybody wonder where their money is.
import { readRecord, saveRecord } from '../store/saved-record.ts'
import type { CheckoutAnswer } from './payment-library.ts'

export type OpenPayment = {
  userId: string
  orderId: string
  /** What the payment dialog answered; absent while nobody knows whether anything was paid. */
  answer?: CheckoutAnswer
}

const storageKey = 'vitrine-open-payment'

export function findOpenPayment(userId: string): OpenPayment | undefined {
  const kept = readRecord<OpenPayment>(localStorage, storageKey)
  if (kept?.userId !== userId || !kept.orderId) return undefined
  return { userId, orderId: kept.orderId, ...(kept.answer && { answer: kept.answer }) }
}

export function rememberPayment(payment: OpenPayment): void {
  saveRecord(localStorage, storageKey, payment)
}

export function forgetPayment(): void {
  localStorage.removeItem(storageKey)
}
