// Why a payment failed, in the language of the page.
import { paymentFailureText } from '@vitrine/contract/payment-failure'
import { serverText } from './server-text.ts'

/**
 * English pages show the gateway's own `description`, others what they have for its code; without one for it, the description.
 */
export function failureText(description: string, reason?: string | null): string {
  return serverText(description, paymentFailureText(reason) ?? description)
}
