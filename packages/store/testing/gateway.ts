// Test data only: a payment gateway in memory. Its state is the truth; each test decides what the store learns of it, when and
// how often. Its signature is not secret.
import { randomUUID } from 'node:crypto'
import type {
  CheckoutSignature,
  GatewayDispute,
  GatewayMonth,
  GatewayOrder,
  GatewayPayment,
  GatewayRefund,
  GatewaySettledItem,
  NewGatewayOrder,
  NewGatewayRefund,
  PaymentEvent,
  PaymentEventType,
  PaymentGateway,
} from '@vitrine/providers/payment'

const newId = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '').slice(0, 14)}`

/** The port's error for an outage; the store recognizes it by name. */
function outage(): Error {
  return Object.assign(new Error('the gateway does not answer'), { name: 'PaymentGatewayUnavailable' })
}

export class MemoryGateway implements PaymentGateway {
  readonly keyId = 'rzp_test_memory'
  readonly scriptUrl = '/checkout.js'
  readonly isSandbox = true
  /** While true every call fails. */
  isUnavailable = false
  readonly orders = new Map<string, GatewayOrder>()
  readonly payments = new Map<string, GatewayPayment>()
  readonly refunds = new Map<string, GatewayRefund>()
  readonly disputes = new Map<string, GatewayDispute>()
  /** By month, such as `2026-3`. */
  readonly settled = new Map<string, GatewaySettledItem[]>()
  readonly refundsByKey = new Map<string, GatewayRefund>()
  questions = 0
  monthsAsked: string[] = []

  async createOrder({ amountPaise, currency, receipt }: NewGatewayOrder): Promise<GatewayOrder> {
    this.answer()
    const order: GatewayOrder = {
      orderId: newId('order'),
      amountPaise,
      amountPaidPaise: 0,
      currency,
      receipt,
      status: 'created',
      createdAt: new Date(),
    }
    this.orders.set(order.orderId, order)
    return order
  }

  async findOrder(orderId: string): Promise<GatewayOrder | undefined> {
    this.answer()
    return this.orders.get(orderId)
  }

  async listPayments(orderId: string): Promise<GatewayPayment[]> {
    this.answer()
    return [...this.payments.values()].filter((payment) => payment.orderId === orderId)
  }

  async findPayment(paymentId: string): Promise<GatewayPayment | undefined> {
    this.answer()
    return this.payments.get(paymentId)
  }

  async listRefunds(paymentId: string): Promise<GatewayRefund[]> {
    this.answer()
    return [...this.refunds.values()].filter((refund) => refund.paymentId === paymentId)
  }

  async listDisputes(): Promise<GatewayDispute[]> {
    this.answer()
    return [...this.disputes.values()]
  }

  async listSettledItems({ year, month }: GatewayMonth): Promise<GatewaySettledItem[]> {
    this.answer()
    this.monthsAsked.push(`${year}-${month}`)
    return this.settled.get(`${year}-${month}`) ?? []
  }

  async refund({ paymentId, amountPaise, idempotencyKey }: NewGatewayRefund): Promise<GatewayRefund> {
    this.answer()
    const known = this.refundsByKey.get(idempotencyKey)
    if (known) return this.refunds.get(known.refundId) ?? known
    const payment = this.payments.get(paymentId)
    const left = payment ? payment.amountPaise - payment.refundedPaise : 0
    if (left === 0 || (amountPaise ?? left) > left) {
      throw Object.assign(new Error('The payment has been fully refunded already'), { name: 'PaymentGatewayRefused' })
    }
    const refund = this.giveBack(paymentId, amountPaise ?? left)
    this.refundsByKey.set(idempotencyKey, refund)
    return refund
  }

  isCheckoutSignatureValid({ orderId, paymentId, signature }: CheckoutSignature): boolean {
    return signature === this.sign(orderId, paymentId)
  }

  readWebhook(): PaymentEvent | undefined {
    return undefined
  }

  sign(orderId: string, paymentId: string): string {
    return `${orderId}|${paymentId}`
  }

  /** A customer pays, or tries to. By default the whole amount is captured. */
  pay(orderId: string, changes: Partial<GatewayPayment> = {}): GatewayPayment {
    const payment: GatewayPayment = {
      paymentId: newId('pay'),
      orderId,
      amountPaise: this.orders.get(orderId)?.amountPaise ?? 0,
      currency: 'INR',
      status: 'captured',
      method: 'upi',
      refundedPaise: 0,
      errorDescription: null,
      errorReason: null,
      createdAt: new Date(),
      ...changes,
    }
    this.payments.set(payment.paymentId, payment)
    return payment
  }

  /** Moves a payment to another state. */
  move(paymentId: string, changes: Partial<GatewayPayment>): GatewayPayment {
    const payment = this.payments.get(paymentId)
    if (!payment) throw new Error(`no payment ${paymentId}`)
    const moved = { ...payment, ...changes }
    this.payments.set(paymentId, moved)
    return moved
  }

  /** Refunds money, requested by the store or by its owner at the gateway. */
  giveBack(paymentId: string, amountPaise: number, status: GatewayRefund['status'] = 'processed'): GatewayRefund {
    const refund: GatewayRefund = { refundId: newId('rfnd'), paymentId, amountPaise, status }
    this.refunds.set(refund.refundId, refund)
    const payment = this.payments.get(paymentId)
    if (payment) {
      const refundedPaise = payment.refundedPaise + amountPaise
      this.move(paymentId, { refundedPaise, ...(refundedPaise === payment.amountPaise && { status: 'refunded' }) })
    }
    return refund
  }

  /** An event with its own id. */
  makeEvent(
    type: PaymentEventType,
    about: { payment?: GatewayPayment; refund?: GatewayRefund; dispute?: GatewayDispute },
  ): PaymentEvent {
    return { eventId: newId('event'), type, ...about, createdAt: new Date() }
  }

  private answer(): void {
    this.questions++
    if (this.isUnavailable) throw outage()
  }
}

/** A dispute about all of a payment by default. */
export function newDispute(payment: GatewayPayment, changes: Partial<GatewayDispute> = {}): GatewayDispute {
  return {
    disputeId: newId('disp'),
    paymentId: payment.paymentId,
    amountPaise: payment.amountPaise,
    amountDeductedPaise: payment.amountPaise,
    status: 'open',
    reason: 'goods_or_services_not_received',
    ...changes,
  }
}
