// The public interface of checkout.js, under Razorpay's own names; other options of Razorpay's are accepted and ignored.
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
  name?: string
  description?: string
  handler?: (response: RazorpayResponse) => void
  callback_url?: string
  redirect?: boolean
  modal?: { ondismiss?: () => void }
}

interface RazorpayCheckout {
  open(): void
  close(): void
  on(event: 'payment.failed', listener: (failure: { error: RazorpayError }) => void): void
}

interface Window {
  Razorpay: new (options: RazorpayOptions) => RazorpayCheckout
}
