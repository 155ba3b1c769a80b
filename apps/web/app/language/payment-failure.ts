// Why a payment failed, in the language of the page.
import { paymentFailureText } from '@vitrine/contract/payment-failure'
import { serverText } from './server-text.ts'

/**
 * English pages show the gateway's own `description`, others the text for its code, or the description if there is
 * none.
 */
export function failureText(description: string, reason?: string | null): string {
  return serverText(description, paymentFailureText(reason) ?? description)
}
