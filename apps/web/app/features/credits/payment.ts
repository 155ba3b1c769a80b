// One payment from button to credits: order, gateway dialog, verification, and the message when one of them fails.
// Independent of React, so that every path is testable without a page.
import { t } from '@lingui/core/macro'
import { paymentFailureText } from '@vitrine/contract/payment-failure'
import type { CreditPack, VerifyPaymentResponse } from '@vitrine/contract/payments'
import type { TaxTerms } from '@vitrine/contract/tax'
import { ApiResponseError } from '../../api/api.ts'
import { serverText } from '../../language/i18n.ts'
import type { MoneyApi } from './money-api.ts'
import type { OpenPayment } from './open-payment.ts'
import type { CheckoutAnswer, CheckoutEvents } from './payment-library.ts'

export type PaymentState =
  /**
   * `error` is shown below 'Payment Error'. `isUnsure`: a dialog was closed, and it is unknown whether the customer had
   * paid.
   */
  | { step: 'choosing'; error?: string; isUnsure?: true }
  | { step: 'ordering' }
  /** The gateway's dialog is open. */
  | { step: 'paying'; error?: string }
  /** `isLost`: the server does not respond; the request is repeated until it does. */
  | { step: 'verifying'; isLost: boolean }
  /** The server could not verify a payment that the dialog reported; its order is polled until the result is known. */
  | { step: 'unverified'; error: string }
  /** The customer has paid, and the credits will follow without this page. */
  | { step: 'pending'; orderId: string }
  | { step: 'paid'; answer: VerifyPaymentResponse }

export type PaymentSettings = {
  userId: string
  api: Pick<MoneyApi, 'createOrder' | 'verifyPayment' | 'getCreditPurchase'>
  /** Opens the gateway's dialog; undefined when its script is not loaded. */
  findCheckout: () =>
    | ((order: Awaited<ReturnType<MoneyApi['createOrder']>>, events: CheckoutEvents) => void)
    | undefined
  remember: (payment: OpenPayment) => void
  forget: () => void
  onState: (state: PaymentState) => void
  /** Waits between two polls of the same payment. */
  pause: () => Promise<void>
}

/** Why there is no order: what the page showed is no longer so. */
export type OrderRefusal = 'price-changed' | 'billing-details-missing'

export type Payment = {
  /** Resolves once the dialog is open, or with what the page has to do before another attempt. */
  pay: (pack: CreditPack, shownTax?: TaxTerms | null) => Promise<OrderRefusal | undefined>
  /** Resumes an unfinished payment of an earlier visit. */
  resume: (payment: OpenPayment) => Promise<void>
  /** The customer starts over, whatever the result of the previous payment. */
  dismiss: () => void
  /** Stops polling: the page was left. */
  stop: () => void
}

/** At one poll every three seconds: five minutes. */
const maxQuestions = 100
const notVerified = (): string => t`Payment verification failed. Please contact support.`
/** `words` are the gateway's English text, and `reason` is its code for them. */
function failedText(words: string, reason?: string | null): string {
  const description = failureText(words, reason)
  return t`Payment failed: ${description}`
}

export function createPayment(settings: PaymentSettings): Payment {
  const { api, userId, remember, forget, onState } = settings
  let isStopped = false
  /** Counts payments: results of an older one are ignored. */
  let begun = 0
  const show = (state: PaymentState) => {
    if (!isStopped) onState(state)
  }
  /** Ends the payment with a final state. */
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
          : close({ step: 'choosing', error: notVerified() })
      } catch (error) {
        if (!(error instanceof ApiResponseError)) throw error
        if (!isWorthAsking(error)) {
          const message = toErrorMessage(error, answer)
          // A session that ended says nothing about the payment: it is checked again after signing in.
          if (error.status === 401) return show({ step: 'choosing', error: message })
          if (error.code === 'payment-failed') return close({ step: 'choosing', error: message })
          // The customer may have been charged: the gateway notifies the server within minutes.
          show({ step: 'unverified', error: message })
          return watch(answer.razorpay_order_id, message)
        }
        show({ step: 'verifying', isLost: true })
        await settings.pause()
      }
    }
  }

  /** True while the server knows no payment for this order. `error` is shown meanwhile. */
  const isUnknown = async (orderId: string, attempt: number, error?: string): Promise<boolean> => {
    try {
      const { status, failure, failureReason } = await api.getCreditPurchase(orderId)
      if (attempt !== begun) return false
      if (status === 'created') return true
      if (status === 'pending' || status === 'paid') show({ step: 'pending', orderId })
      else close({ step: 'choosing', ...(failure !== null && { error: failedText(failure, failureReason) }) })
      return false
    } catch (failed) {
      if (!(failed instanceof ApiResponseError)) throw failed
      // An unknown order, or another account's: anyone can make up this address.
      if (failed.status === 404) {
        forget()
        if (error !== undefined && attempt === begun) show({ step: 'choosing', error })
      }
      return isWorthAsking(failed)
    }
  }
  /**
   * A closed dialog does not report a payment that was made in it, but the gateway notifies the server within minutes,
   * so this polls.
   */
  const watch = async (orderId: string, error?: string) => {
    const attempt = begun
    for (let polls = 0; polls < maxQuestions && !isStopped && attempt === begun; polls += 1) {
      if (!(await isUnknown(orderId, attempt, error))) return
      await settings.pause()
    }
  }

  return {
    async pay(pack, shownTax) {
      const checkout = settings.findCheckout()
      if (!checkout) {
        show({ step: 'choosing', error: t`Razorpay is not loaded. Please refresh the page and try again.` })
        return undefined
      }
      begun += 1
      show({ step: 'ordering' })
      const { id: packId, credits, price, payablePaise, currency } = pack
      try {
        const expected = { expectedPaise: payablePaise, ...(shownTax && { expectedTax: shownTax }) }
        const order = await api.createOrder({ amount: price, currency, credits, packId, ...expected })
        remember({ userId, orderId: order.orderId })
        let failure: string | undefined
        const paying = () => show({ step: 'paying', ...(failure !== undefined && { error: failure }) })
        checkout(order, {
          onAnswer(answer) {
            remember({ userId, orderId: order.orderId, answer })
            void verify(answer, { credits, amount: order.amount, currency: order.currency })
          },
          onFailed({ description, reason }) {
            failure = failedText(description, reason)
            paying()
          },
          onDismiss() {
            if (failure !== undefined) return show({ step: 'choosing', error: failure })
            show({ step: 'choosing', isUnsure: true })
            void watch(order.orderId)
          },
        })
        paying()
      } catch (error) {
        const refusal = findRefusal(error)
        // Missing details are asked for, which is no failure.
        show({ step: 'choosing', ...(refusal !== 'billing-details-missing' && { error: orderFailure(error) }) })
        return refusal
      }
      return undefined
    },
    resume: ({ orderId, answer }) => (answer ? verify(answer) : watch(orderId)),
    dismiss() {
      begun += 1
      close({ step: 'choosing' })
    },
    stop() {
      isStopped = true
    },
  }
}

/** After no response, or a server error, the next poll may succeed. */
function isWorthAsking(error: ApiResponseError): boolean {
  return error.status === 0 || error.status === 429 || error.status >= 500
}

function findRefusal(error: unknown): OrderRefusal | undefined {
  const { code } = error instanceof ApiResponseError ? error : {}
  return code === 'price-changed' || code === 'billing-details-missing' ? code : undefined
}

/** Rules whose sentence tells the customer what to do. */
const explained: readonly unknown[] = ['starter-pack-used', 'rate-limited', 'price-changed']

function orderFailure(error: unknown): string {
  const isRule = error instanceof ApiResponseError && explained.includes(error.code)
  return isRule ? error.message : t`Failed to initiate payment. Please try again.`
}

function toErrorMessage(error: ApiResponseError, answer: CheckoutAnswer): string {
  if (error.code === 'payment-signature-invalid' || !error.message) return notVerified()
  if (error.code === 'payment-failed') {
    const { description, reason } = error.details
    const code = typeof reason === 'string' ? reason : undefined
    return failedText(typeof description === 'string' ? description : error.message, code)
  }
  // Removes full stops of other scripts, too.
  const reason = error.message.replace(/[.。।۔]$/u, '')
  const transactionId = answer.razorpay_payment_id
  return t`Payment verification failed: ${reason}. Transaction ID: ${transactionId}.`
}

/**
 * Why a payment failed, in the language of the page. English pages show the gateway's own `description`, others the text for its code, or the description if there is
 * none.
 */
export function failureText(description: string, reason?: string | null): string {
  return serverText(description, paymentFailureText(reason) ?? description)
}
