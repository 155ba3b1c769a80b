// The payment port: opens orders at a gateway, reads payments, refunds them, and verifies the gateway's signatures. All
// amounts are integers in the currency's smallest unit (paise).

export interface PaymentGateway {
  /** The public half of the key pair; checkout pages show it to everybody. */
  readonly keyId: string
  /** Address of the script that pages load to open the checkout. */
  readonly scriptUrl: string
  /** True when no money moves. */
  readonly isSandbox: boolean

  /**
   * Opens an order that a customer can then pay. The receipt names it: asking again with the same receipt answers the
   * order that already exists, so a lost answer is mended by asking again.
   * Throws `PaymentGatewayRefused` or `PaymentGatewayUnavailable`.
   */
  createOrder(order: NewGatewayOrder): Promise<GatewayOrder>

  /** Undefined when the gateway knows no such order. Throws `PaymentGatewayUnavailable`. */
  findOrder(orderId: string): Promise<GatewayOrder | undefined>

  /** Every attempt to pay the order, in the gateway's order; none for an unknown order. Throws `PaymentGatewayUnavailable`. */
  listPayments(orderId: string): Promise<GatewayPayment[]>

  /** Undefined when the gateway knows no such payment. Throws `PaymentGatewayUnavailable`. */
  findPayment(paymentId: string): Promise<GatewayPayment | undefined>

  /** Every refund of a payment, also one that failed; none for an unknown payment. Throws `PaymentGatewayUnavailable`. */
  listRefunds(paymentId: string): Promise<GatewayRefund[]>

  /**
   * Every dispute raised since then, in any state, including disputes of payments that are not this store's. Throws
   * `PaymentGatewayUnavailable`.
   */
  listDisputes(since: Date): Promise<GatewayDispute[]>

  /**
   * Gives money back: `amountPaise`, or all that is left. Repeating it with the same key answers the same refund.
   * Throws `PaymentGatewayRefused` (not captured, more than is left, already refunded) or `PaymentGatewayUnavailable`,
   * after which it may or may not have happened: repeat with the same key.
   */
  refund(refund: NewGatewayRefund): Promise<GatewayRefund>

  /** Whether the gateway's secret signed this payment of this order. `orderId` is the one the store's database holds. */
  isCheckoutSignatureValid(signed: CheckoutSignature): boolean

  /**
   * Judges and reads one webhook call. Undefined: not signed with any configured webhook secret, or not an event at all.
   * `rawBody` are the bytes as they came, before any parsing.
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
  /** Empty for an order that somebody opened without one. */
  readonly receipt: string
  readonly status: 'created' | 'attempted' | 'paid'
  readonly createdAt: Date
}

/**
 * One attempt to pay. `authorized`: the bank has reserved the money, nothing was taken yet; `captured`: it was taken;
 * `refunded`: all of it went back. A `failed` payment can still become `authorized`, up to days later.
 */
export interface GatewayPayment {
  readonly paymentId: string
  /** Null for a payment that belongs to no order; such a payment is given back by the gateway. */
  readonly orderId: string | null
  readonly amountPaise: number
  readonly currency: string
  readonly status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded'
  /** `upi`, `card`, `netbanking`, `wallet`, …; empty when it is not known yet. */
  readonly method: string
  readonly refundedPaise: number
  /** The gateway's sentence for the customer; null unless something went wrong. */
  readonly errorDescription: string | null
  /** The gateway's code of it, such as `insufficient_funds`. */
  readonly errorReason: string | null
  readonly createdAt: Date
}

export interface NewGatewayRefund {
  readonly paymentId: string
  /** Undefined: all that is left of the payment. */
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
}

/** A customer's bank takes a payment back. What was deducted stays deducted only when the dispute is lost. */
export interface GatewayDispute {
  readonly disputeId: string
  readonly paymentId: string
  readonly amountPaise: number
  readonly amountDeductedPaise: number
  readonly status: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
  /** The gateway's reason code. */
  readonly reason: string
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

/** Something that happened at the gateway. It may come late, twice and in any order, and says how things were then. */
export interface PaymentEvent {
  readonly eventId: string
  readonly type: PaymentEventType
  readonly order?: GatewayOrder
  readonly payment?: GatewayPayment
  readonly refund?: GatewayRefund
  readonly dispute?: GatewayDispute
  readonly createdAt: Date
}

/** The gateway could not be reached, took too long, or says that it is in trouble: nothing is known, ask again later. */
export class PaymentGatewayUnavailable extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'PaymentGatewayUnavailable'
  }
}

/** The gateway understood and said no; asking again gives the same answer. */
export class PaymentGatewayRefused extends Error {
  /** The gateway's own code, such as `BAD_REQUEST_ERROR`. */
  readonly code: string
  /** The parameter it is about; null when it is none in particular. */
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
  /** Address of the server on this machine, which the sandbox is a part of. */
  readonly serverUrl: string
  /** The installation's, from which the keys of the sandbox come. */
  readonly secret: string
}
