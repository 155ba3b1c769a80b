// Owns one payment from the press of the button to the credits: the order, the gateway's dialog, the verification, and what
// is said when one of them fails. Nothing here is React's, so that every turn can be tried without a page.
import type { CreditPack, VerifyPaymentResponse } from '@vitrine/contract/payments'
import { ApiError } from '../api.ts'
import type { MoneyApi } from './money-api.ts'
import type { OpenPayment } from './open-payment.ts'
import type { CheckoutAnswer, CheckoutEvents } from './payment-library.ts'

export type PaymentState =
  /** `error` is what stands below 'Payment Error'. */
  | { step: 'choosing'; error?: string }
  | { step: 'ordering' }
  /** The gateway's dialog is open. */
  | { step: 'paying'; error?: string }
  /** `isLost`: the shop does not answer; it is asked again until it does. */
  | { step: 'verifying'; isLost: boolean }
  /** The payment is made and the credits will follow without this page. */
  | { step: 'pending'; orderId: string }
  | { step: 'paid'; answer: VerifyPaymentResponse }

export type PaymentSettings = {
  userId: string
  api: Pick<MoneyApi, 'createOrder' | 'verifyPayment' | 'getCreditPurchase'>
  /** Opens the gateway's dialog; undefined when its script is not there. */
  findCheckout: () =>
    | ((order: Awaited<ReturnType<MoneyApi['createOrder']>>, events: CheckoutEvents) => void)
    | undefined
  remember: (payment: OpenPayment) => void
  forget: () => void
  onState: (state: PaymentState) => void
  /** Between two questions to a shop that did not answer. */
  pause: () => Promise<void>
}

export type Payment = {
  pay: (pack: CreditPack) => Promise<void>
  /** Goes on with a payment that an earlier visit left open. */
  resume: (payment: OpenPayment) => Promise<void>
  /** No more questions: the page is gone. */
  stop: () => void
}

export const notLoaded = 'Razorpay is not loaded. Please refresh the page and try again.'
const notInitiated = 'Failed to initiate payment. Please try again.'
const notVerified = 'Payment verification failed. Please contact support.'

export function createPayment(settings: PaymentSettings): Payment {
  const { api, userId, remember, forget, onState } = settings
  let isStopped = false
  const show = (state: PaymentState) => {
    if (!isStopped) onState(state)
  }
  /** A finished matter: nothing is open any more. */
  const close = (state: PaymentState) => {
    forget()
    show(state)
  }

  const verify = async (
    answer: CheckoutAnswer,
    about: { credits?: number; amount?: number; currency?: string } = {},
  ) => {
    show({ step: 'verifying', isLost: false })
    while (!isStopped) {
      try {
        const verified = await api.verifyPayment({ ...answer, ...about })
        if (verified.success) return close({ step: 'paid', answer: verified })
        return verified.status === 'pending'
          ? show({ step: 'pending', orderId: verified.orderId })
          : close({ step: 'choosing', error: notVerified })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (!isWorthAsking(error)) {
          // A session that ended meanwhile says nothing about the payment: it is looked at again after signing in.
          const settle = error.status === 401 ? show : close
          return settle({ step: 'choosing', error: refusalWords(error, answer) })
        }
        show({ step: 'verifying', isLost: true })
        await settings.pause()
      }
    }
  }

  /** Nobody here knows whether anything was paid, but the shop may have heard from the gateway. */
  const lookUp = async (orderId: string) => {
    try {
      const { status, failure } = await api.getCreditPurchase(orderId)
      if (status === 'pending' || status === 'paid') return show({ step: 'pending', orderId })
      if (failure !== null) return close({ step: 'choosing', error: `Payment failed: ${failure}` })
      if (status !== 'created') forget()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 404) forget()
    }
  }

  return {
    async pay(pack) {
      const checkout = settings.findCheckout()
      if (!checkout) return show({ step: 'choosing', error: notLoaded })
      show({ step: 'ordering' })
      const { credits, packId, price, currency } = pack
      try {
        const order = await api.createOrder({ amount: price, currency, credits, packId })
        remember({ userId, orderId: order.orderId })
        let failure: string | undefined
        const paying = () => show({ step: 'paying', ...(failure !== undefined && { error: failure }) })
        checkout(order, {
          onAnswer(answer) {
            remember({ userId, orderId: order.orderId, answer })
            void verify(answer, { credits, amount: order.amount, currency: order.currency })
          },
          onFailed(description) {
            failure = `Payment failed: ${description}`
            paying()
          },
          onDismiss: () => show({ step: 'choosing', ...(failure !== undefined && { error: failure }) }),
        })
        paying()
      } catch (error) {
        show({ step: 'choosing', error: orderFailure(error) })
      }
    },
    resume: ({ orderId, answer }) => (answer ? verify(answer) : lookUp(orderId)),
    stop() {
      isStopped = true
    },
  }
}

/** No answer, or one about the shop's own trouble: the next one may be about the payment. */
function isWorthAsking(error: ApiError): boolean {
  return error.status === 0 || error.status === 429 || error.status >= 500
}

function orderFailure(error: unknown): string {
  const isRule = error instanceof ApiError && (error.code === 'starter-pack-used' || error.code === 'rate-limited')
  return isRule ? error.message : notInitiated
}

function refusalWords(error: ApiError, answer: CheckoutAnswer): string {
  if (error.code === 'payment-signature-invalid' || !error.message) return notVerified
  if (error.code === 'payment-failed') {
    const { description } = error.details
    return `Payment failed: ${typeof description === 'string' ? description : error.message}`
  }
  const reason = error.message.replace(/\.$/, '')
  return `Payment verification failed: ${reason}. Transaction ID: ${answer.razorpay_payment_id}.`
}
