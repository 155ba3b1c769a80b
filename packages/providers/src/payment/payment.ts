// The payment port: opens orders at a gateway, reads payments, refunds them, and verifies the gateway's signatures. All amounts
// are integers in the currency's smallest unit (paise).

export interface PaymentGateway {
  /** The public half of the key pair, which checkout pages show to everyone. */
  readonly keyId: string
  /** URL of the script that pages load to open the checkout. */
  readonly scriptUrl: string
  /** True when no money moves. */
  readonly isSandbox: boolean

  /**
   * Opens an order that a customer can then pay. Idempotent per receipt: repeating the call returns the existing order, so a lost
   * response can be repeated. Throws `PaymentGatewayRefused` or `PaymentGatewayUnavailable`.
   */
  createOrder(order: NewGatewayOrder): Promise<GatewayOrder>

  /** Undefined for an unknown order. Throws `PaymentGatewayUnavailable`. */
  findOrder(orderId: string): Promise<GatewayOrder | undefined>

  /** Every attempt to pay the order, in the gateway's order; none for an unknown order. Throws `PaymentGatewayUnavailable`. */
  listPayments(orderId: string): Promise<GatewayPayment[]>

  /** Undefined for an unknown payment. Throws `PaymentGatewayUnavailable`. */
  findPayment(paymentId: string): Promise<GatewayPayment | undefined>

  /** Every refund of a payment, including failed ones; none for an unknown payment. Throws `PaymentGatewayUnavailable`. */
  listRefunds(paymentId: string): Promise<GatewayRefund[]>

  /**
   * Every dispute raised since then, in any state, including those of payments outside this store. Throws
   * `PaymentGatewayUnavailable`.
   */
  listDisputes(since: Date): Promise<GatewayDispute[]>

  /**
   * What the gateway transferred to the owner's bank account in a calendar month of India, including items outside this store.
   * Throws `PaymentGatewayUnavailable`.
   */
  listSettledItems(month: GatewayMonth): Promise<GatewaySettledItem[]>

  /**
   * Refunds `amountPaise`, or the rest of the payment. Idempotent per key. Throws `PaymentGatewayRefused` (not captured, more
   * than the rest, already refunded) or `PaymentGatewayUnavailable`, after which its outcome is unknown: repeat with the same
   * key.
   */
  refund(refund: NewGatewayRefund): Promise<GatewayRefund>

  /** Whether the gateway's secret signed this payment of this order. `orderId` must come from the store's database. */
  isCheckoutSignatureValid(signed: CheckoutSignature): boolean

  /**
   * Verifies and reads one webhook call. Undefined when it is not signed with any configured webhook secret, or not an event.
   * `rawBody` are the original bytes, before any parsing.
   */
  readWebhook(rawBody: Buffer, headers: WebhookHeaders): PaymentEvent | undefined
}

export interface NewGatewayOrder {
  readonly amountPaise: number
  readonly currency: 'INR'
  /** The store's own name of the order: unique, at most 40 characters. */
  readonly receipt: string
  /** At most 15 pairs of at most 256 characters, shown in the gateway's dashboard. */
  readonly notes: Readonly<Record<string, string>>
}

export interface GatewayOrder {
  readonly orderId: string
  readonly amountPaise: number
  readonly amountPaidPaise: number
  readonly currency: string
  /** Empty for an order that was opened without one. */
  readonly receipt: string
  readonly status: 'created' | 'attempted' | 'paid'
  readonly createdAt: Date
}

/**
 * One attempt to pay. `authorized`: the bank has reserved the money; `captured`: it was transferred; `refunded`: all of it was
 * returned. A `failed` payment can still become `authorized`, up to days later.
 */
export interface GatewayPayment {
  readonly paymentId: string
  /** Null for a payment without an order, which the gateway returns. */
  readonly orderId: string | null
  readonly amountPaise: number
  readonly currency: string
  readonly status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded'
  /** `upi`, `card`, `netbanking`, `wallet`, …; empty while unknown. */
  readonly method: string
  readonly refundedPaise: number
  /** The gateway's sentence for the customer; null without an error. */
  readonly errorDescription: string | null
  /** The gateway's error code, such as `insufficient_funds`. */
  readonly errorReason: string | null
  readonly createdAt: Date
}

export interface NewGatewayRefund {
  readonly paymentId: string
  /** Undefined for the rest of the payment. */
  readonly amountPaise?: number
  /** Letters, digits, hyphens and underscores; 10 to 255 of them. */
  readonly idempotencyKey: string
  readonly notes?: Readonly<Record<string, string>>
}

export interface GatewayRefund {
  readonly refundId: string
  readonly paymentId: string
  readonly amountPaise: number
  readonly status: 'pending' | 'processed' | 'failed'
  /** What was noted as `reason` when it was requested. */
  readonly notedReason?: string | undefined
}

/** A customer's bank takes a payment back. The deduction is final only when the dispute is lost. */
export interface GatewayDispute {
  readonly disputeId: string
  readonly paymentId: string
  readonly amountPaise: number
  readonly amountDeductedPaise: number
  readonly status: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
  /** The gateway's reason code. */
  readonly reason: string
}

/** A calendar month of India's time. */
export interface GatewayMonth {
  readonly year: number
  /** From 1 to 12. */
  readonly month: number
}

/** A payment, refund or other item of a settlement, which is one transfer to the owner's bank account. */
export interface GatewaySettledItem {
  /** Id of the payment, refund or other item. */
  readonly entityId: string
  readonly kind: 'payment' | 'refund' | 'other'
  /** The gateway's fee, including the tax on it. */
  readonly feePaise: number
  readonly feeTaxPaise: number
  readonly settlementId: string
  readonly settledAt: Date
  /** The bank's reference of the transfer; null while unknown. */
  readonly utr: string | null
}

export interface CheckoutSignature {
  readonly orderId: string
  readonly paymentId: string
  readonly signature: string
}

export interface WebhookHeaders {
  /** `X-Razorpay-Signature` */
  readonly signature: string | undefined
  /** `X-Razorpay-Event-Id`: the same for every delivery of one event. */
  readonly eventId: string | undefined
}

export type PaymentEventType =
  | 'order.paid'
  | 'payment.authorized'
  | 'payment.captured'
  | 'payment.failed'
  | 'refund.processed'
  | 'refund.failed'
  | 'payment.dispute.created'
  | 'payment.dispute.under_review'
  | 'payment.dispute.action_required'
  | 'payment.dispute.won'
  | 'payment.dispute.lost'
  | 'payment.dispute.closed'
  /** An event that the store ignores. */
  | 'other'

/** An event at the gateway. It may arrive late, twice and in any order, and describes the state at its own time. */
export interface PaymentEvent {
  readonly eventId: string
  readonly type: PaymentEventType
  readonly order?: GatewayOrder
  readonly payment?: GatewayPayment
  readonly refund?: GatewayRefund
  readonly dispute?: GatewayDispute
  readonly createdAt: Date
}

/** The gateway was unreachable, too slow, or reported its own failure: the outcome is unknown, try again later. */
export class PaymentGatewayUnavailable extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'PaymentGatewayUnavailable'
  }
}

/** The gateway rejected the request; a repetition has the same result. */
export class PaymentGatewayRefused extends Error {
  /** The gateway's own code, such as `BAD_REQUEST_ERROR`. */
  readonly code: string
  /** The parameter at fault, if any. */
  readonly field: string | null
  readonly reason: string | null
  constructor(message: string, { code, field, reason }: { code: string; field: string | null; reason: string | null }) {
    super(message)
    this.name = 'PaymentGatewayRefused'
    this.code = code
    this.field = field
    this.reason = reason
  }
}

export interface PaymentDeps {
  /** Local URL of the server, which contains the sandbox. */
  readonly serverUrl: string
  /** The installation's secret, from which the keys of the sandbox derive. */
  readonly secret: string
}
