// The public interface of checkout.js, under Razorpay's own names.
interface RazorpayError {
  code: string
  description: string
  source: string
  step: string
  reason: string
  metadata: { payment_id: string; order_id: string }
}

interface RazorpayResponse {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

interface RazorpayOptions {
  key: string
  order_id: string
  amount?: number | string
  currency?: string
  name?: string
  description?: string
  prefill?: { name?: string; email?: string; contact?: string; method?: string }
  notes?: Record<string, string>
  theme?: { color?: string }
  handler?: (response: RazorpayResponse) => void
  callback_url?: string
  redirect?: boolean
  /** Seconds until the dialog closes by itself. */
  timeout?: number
  modal?: { ondismiss?: () => void; escape?: boolean; backdropclose?: boolean }
}

interface RazorpayEvents {
  'payment.failed': { error: RazorpayError }
  'payment.success': RazorpayResponse
}

interface RazorpayCheckout {
  open(): void
  close(): void
  on<E extends keyof RazorpayEvents>(event: E, listener: (detail: RazorpayEvents[E]) => void): void
}

interface Window {
  Razorpay: new (options: RazorpayOptions) => RazorpayCheckout
}
