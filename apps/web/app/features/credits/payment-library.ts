// Loads Razorpay Checkout, or the sandbox’s replacement, and opens it.
import type { CreatePaymentOrderResponse } from '@vitrine/contract/payments'
import { loadScript } from '../../api/load-script.ts'
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
export type CheckoutFailure = { description: string; reason?: string | null }
type Checkout = {
  open: () => void
  on: (event: 'payment.failed', listener: (failure: { error: CheckoutFailure }) => void) => void
}
export type CheckoutLibrary = new (options: CheckoutOptions) => Checkout

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
