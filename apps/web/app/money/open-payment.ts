// Remembers an open payment in the browser until the server has reported its result, so that it survives a closed tab, a
// reload or a lost network.
import { fieldsOf, persisted } from '../store/persisted.ts'
import type { CheckoutAnswer } from './payment-library.ts'

export type OpenPayment = {
  userId: string
  orderId: string
  /** The response of the payment dialog; absent while it is unknown whether anything was paid. */
  answer?: CheckoutAnswer
}

const stored = persisted('vitrine-open-payment', (value): OpenPayment | undefined => {
  const { userId, orderId, answer } = fieldsOf<OpenPayment>(value)
  return userId && orderId ? { userId, orderId, ...(answer && { answer }) } : undefined
})

export function findOpenPayment(userId: string): OpenPayment | undefined {
  const payment = stored.read()
  return payment?.userId === userId ? payment : undefined
}

export function rememberPayment(payment: OpenPayment): void {
  stored.write(payment)
}

export function forgetPayment(): void {
  stored.write(undefined)
}
