// Loads Razorpay Checkout, or the sandbox’s replacement, and opens it.
import type { CreatePaymentOrderResponse } from '@vitrine/contract/payments'
import type { ActionFunctionArgs } from 'react-router'
import { loadScript } from '../../api/load-script.ts'
import { readPageAddress } from '../../api/page-request.ts'
import type { StoreBrand } from '../../api/root-data.ts'
import { creditsText } from '../../ui/money.ts'
import { moneyApi } from './money-api.ts'

/** The dialog's response after a payment. */
export type CheckoutAnswer = { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string }

/** The part of Razorpay Checkout that is used. */
type CheckoutOptions = {
  key: string
  /** Paise. */
  amount: number
  currency: string
  name: string
  description: string
  order_id: string
  prefill: { name: string; email: string; contact: string }
  theme: { color: string }
  config: { display: { hide: { method: 'upi'; flows: 'collect'[] }[] } }
  modal: { ondismiss: () => void }
} & ({ handler: (answer: CheckoutAnswer) => void } | { callback_url: string; redirect: true })
/** `reason` is the gateway's code for its English description. */
type CheckoutFailure = { description: string; reason?: string | null }
type Checkout = {
  open: () => void
  on: (event: 'payment.failed', listener: (failure: { error: CheckoutFailure }) => void) => void
}
type CheckoutLibrary = new (options: CheckoutOptions) => Checkout

declare global {
  var Razorpay: CheckoutLibrary | undefined
}

export const findPaymentLibrary = (): CheckoutLibrary | undefined => globalThis.Razorpay

/** Rejects when the library cannot be loaded. */
export async function loadPaymentLibrary(signal: AbortSignal): Promise<{ isSandbox: boolean }> {
  const { scriptUrl, isSandbox } = await moneyApi.getPaymentConfig(signal)
  await loadScript(scriptUrl)
  if (!findPaymentLibrary()) throw new Error('the payment library did not define itself')
  return { isSandbox }
}

export type CheckoutEvents = {
  onAnswer: (answer: CheckoutAnswer) => void
  /** The dialog stays open, so that the customer can try another payment method. */
  onFailed: (failure: CheckoutFailure) => void
  onDismiss: () => void
}

/** `callbackUrl` replaces `onAnswer` in browsers where the dialog needs the whole window. */
export function openCheckout(
  library: CheckoutLibrary,
  order: CreatePaymentOrderResponse,
  events: CheckoutEvents,
  { store, callbackUrl }: { store: Pick<StoreBrand, 'name' | 'accent'>; callbackUrl: string | undefined },
): void {
  const checkout = new library({
    key: order.keyId,
    amount: order.amount,
    currency: order.currency,
    name: store.name,
    description: creditsText(order.credits),
    order_id: order.orderId,
    prefill: order.prefill,
    theme: { color: store.accent },
    // Entering a UPI address ended on 28 February 2026 (NPCI): desktops show a QR code, phones open the UPI app.
    config: { display: { hide: [{ method: 'upi', flows: ['collect'] }] } },
    modal: { ondismiss: events.onDismiss },
    ...(callbackUrl === undefined ? { handler: events.onAnswer } : { callback_url: callbackUrl, redirect: true }),
  })
  checkout.on('payment.failed', ({ error }) => events.onFailed(error))
  checkout.open()
}

/** Browsers inside other apps, and two that save data, cannot show the dialog in a frame. */
export function needsWholeWindow(userAgent: string): boolean {
  return /Instagram|FBAN|FBAV|Opera Mini|OPiOS|UCBrowser|UCWEB/.test(userAgent)
}

// Handles a payment that used the whole window: the gateway posts its response as a form, and the page reads it from its
// address as if the dialog had answered.

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
