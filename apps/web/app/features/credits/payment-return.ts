// Handles a payment that used the whole window: the gateway posts its response as a form, and the page reads it from its
// address as if the dialog had answered.
import type { ActionFunctionArgs } from 'react-router'
import { readPageAddress } from '../../api/page-address.ts'
import type { CheckoutAnswer } from './payment-library.ts'

/** Anyone can make up an address: only well-formed ids and signatures are shown to customers. */
const plausible = /^\w{1,128}$/

const names = ['razorpay_payment_id', 'razorpay_order_id', 'razorpay_signature'] as const

/** The redirect address of the posted form. A form without payment data redirects to the unchanged page. */
export async function readPaymentReturn(
  sent: Pick<ActionFunctionArgs, 'request' | 'url' | 'context'>,
): Promise<string> {
  const { pathname, searchParams } = new URL(readPageAddress(sent), sent.url)
  const form = await sent.request.formData()
  for (const name of names) {
    const value = form.get(name)
    searchParams.delete(name)
    if (typeof value === 'string') searchParams.set(name, value)
  }
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}

/** Reads the payment dialog's response from the URL, if complete and well-formed, and removes it from there. */
export function readAndClearPaymentReturn(address: URLSearchParams): CheckoutAnswer | undefined {
  const [paymentId, orderId, signature] = names.map((name) => address.get(name))
  for (const name of names) address.delete(name)
  if (!paymentId || !orderId || !signature) return undefined
  if (![paymentId, orderId, signature].every((value) => plausible.test(value))) return undefined
  return { razorpay_payment_id: paymentId, razorpay_order_id: orderId, razorpay_signature: signature }
}
