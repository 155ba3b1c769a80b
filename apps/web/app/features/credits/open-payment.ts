// Remembers an open payment in the browser until the server has reported its result, so that it survives a closed tab, a
// reload or a lost network.
import { pageDraft, readFields } from '../../api/persisted.ts'
import type { CheckoutAnswer } from './payment-library.ts'

export type OpenPayment = {
  userId: string
  orderId: string
  /** The response of the payment dialog; absent while it is unknown whether the customer has paid. */
  answer?: CheckoutAnswer
}

const stored = pageDraft('open-payment', {
  version: 1,
  keptIn: 'device',
  check(value): OpenPayment | undefined {
    const { userId, orderId, answer } = readFields<OpenPayment>(value)
    return userId && orderId ? { userId, orderId, ...(answer && { answer }) } : undefined
  },
})

export const findOpenPayment = (userId: string): OpenPayment | undefined => stored.find(userId)

export function rememberPayment(payment: OpenPayment): void {
  stored.save(payment, payment.userId)
}

export const forgetPayment = stored.drop
