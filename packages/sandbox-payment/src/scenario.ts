// Outcomes of sandbox payments: chosen by name, by the test details that were entered, or by the amount.
import type { Method, PaymentFault } from './entity.ts'

export const OUTCOMES = ['success', 'failure', 'pending', 'captured-late', 'tab-closed'] as const
/**
 * `pending`: the bank is silent until later. `captured-late`: the page hears of success while the money is only reserved.
 * `tab-closed`: the payment succeeds, but the page that began it is never notified.
 */
export type Outcome = (typeof OUTCOMES)[number]

export const WEBHOOK_MODES = ['at-once', 'late', 'twice', 'out-of-order', 'never'] as const
export type WebhookMode = (typeof WEBHOOK_MODES)[number]

/** What happens to a payment after the customer has submitted it. */
export interface Plan {
  readonly outcome: Outcome
  readonly webhooks: WebhookMode
  /** How long the bank and late webhooks take; 0: the bank waits for a click on the control page. */
  readonly delayMs: number
}

export interface PayDetails {
  readonly method: Method
  /** The address of the UPI app, the card's number without spaces, or the bank's code. */
  readonly account: string
}

interface TestCard {
  readonly number: string
  readonly network: string
  readonly outcome: Outcome
  readonly what: string
  readonly fault?: PaymentFault
}

export const DECLINED: PaymentFault = {
  code: 'BAD_REQUEST_ERROR',
  description: 'Your payment was declined by the bank. Please try another method.',
  source: 'issuer_bank',
  step: 'payment_authorization',
  reason: 'payment_failed',
}
const NO_FUNDS: PaymentFault = {
  code: 'BAD_REQUEST_ERROR',
  description: 'Your account balance is too low for this payment.',
  source: 'customer',
  step: 'payment_authorization',
  reason: 'insufficient_funds',
}
const WRONG_OTP: PaymentFault = {
  code: 'BAD_REQUEST_ERROR',
  description: 'The one-time password was incorrect, so the bank declined the payment.',
  source: 'customer',
  step: 'payment_authentication',
  reason: 'incorrect_otp',
}
const BANK_DOWN: PaymentFault = {
  code: 'GATEWAY_ERROR',
  description: 'The bank could not be reached. Please try again in a few minutes.',
  source: 'bank',
  step: 'payment_authorization',
  reason: 'bank_technical_error',
}

/**
 * The first two are Razorpay's own test cards for payments that succeed. Other numbers are refused, to keep real cards
 * out.
 */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4111111111111111', network: 'Visa', outcome: 'success', what: 'succeeds' },
  { number: '5267318187975449', network: 'MasterCard', outcome: 'success', what: 'succeeds' },
  { number: '4000000000000002', network: 'Visa', outcome: 'failure', what: 'is declined', fault: DECLINED },
  { number: '4000000000009995', network: 'Visa', outcome: 'failure', what: 'has no funds', fault: NO_FUNDS },
  { number: '4000000000000127', network: 'Visa', outcome: 'failure', what: 'gets a wrong password', fault: WRONG_OTP },
  { number: '4000000000000259', network: 'Visa', outcome: 'pending', what: 'hears from its bank later' },
  { number: '4000000000003063', network: 'Visa', outcome: 'captured-late', what: 'is charged later than authorised' },
  {
    number: '4000000000000341',
    network: 'Visa',
    outcome: 'tab-closed',
    what: 'succeeds, but the page is never notified',
  },
]

const EXPIRED: PaymentFault = {
  code: 'BAD_REQUEST_ERROR',
  description: 'The payment was not completed in time. Please try again.',
  source: 'customer',
  step: 'payment_authentication',
  reason: 'payment_timed_out',
}

/** Addresses of the customer's UPI app: Razorpay's two test addresses, and some of our own. Nobody types them. */
export const TEST_UPI: Readonly<Record<string, { what: string; outcome: Outcome; fault?: PaymentFault }>> = {
  'success@razorpay': { what: 'pays', outcome: 'success' },
  'failure@razorpay': { what: 'declines', outcome: 'failure', fault: DECLINED },
  'pending@razorpay': { what: 'pays later', outcome: 'pending' },
  'expired@razorpay': { what: 'lets the time run out', outcome: 'failure', fault: EXPIRED },
  'closed@razorpay': { what: 'pays after this page was closed', outcome: 'tab-closed' },
}

export const TEST_BANKS: Readonly<Record<string, { name: string; outcome: Outcome; fault?: PaymentFault }>> = {
  HDFC: { name: 'HDFC Bank: succeeds', outcome: 'success' },
  SBIN: { name: 'State Bank of India: is down', outcome: 'failure', fault: BANK_DOWN },
  ICIC: { name: 'ICICI Bank: answers later', outcome: 'pending' },
}

/** The last two digits of an amount in paise that choose what happens, for tools that cannot type anything in. */
const OUTCOME_BY_PAISE: Readonly<Record<number, Outcome>> = {
  11: 'failure',
  12: 'pending',
  13: 'captured-late',
  14: 'tab-closed',
}
const WEBHOOKS_BY_PAISE: Readonly<Record<number, WebhookMode>> = {
  21: 'late',
  22: 'twice',
  23: 'out-of-order',
  24: 'never',
}
/** A refund of such an amount is accepted and fails afterwards. */
export const isRefundThatFails = (amountPaise: number) => amountPaise % 100 === 15

/** Undefined: these details are nobody's in the sandbox. */
export function findTestDetails({
  method,
  account,
}: PayDetails): { outcome: Outcome; fault?: PaymentFault } | undefined {
  if (method === 'card') return TEST_CARDS.find(({ number }) => number === account)
  const table = method === 'upi' ? TEST_UPI : TEST_BANKS
  return Object.hasOwn(table, account) ? table[account] : undefined
}

export const outcomeOfAmount = (amountPaise: number): Outcome | undefined => OUTCOME_BY_PAISE[amountPaise % 100]
export const webhooksOfAmount = (amountPaise: number): WebhookMode => WEBHOOKS_BY_PAISE[amountPaise % 100] ?? 'at-once'
