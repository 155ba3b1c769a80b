// Remembers an open payment in the browser until the server has reported its result, so that it survives a closed tab, a
// reload or a lost network.
import { readRecord, saveRecord } from '../store/saved-record.ts'
import type { CheckoutAnswer } from './payment-library.ts'

export type OpenPayment = {
  userId: string
  orderId: string
  /** The response of the payment dialog; absent while it is unknown whether anything was paid. */
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
