// Parses Razorpay's responses and events. Reads only the fields that the store uses, and validates their types.
import type {
  GatewayDispute,
  GatewayOrder,
  GatewayPayment,
  GatewayRefund,
  GatewaySettledItem,
  PaymentEvent,
  PaymentEventType,
} from '../payment.ts'

/** The gateway's response does not match its documentation. */
export class UnreadableAnswer extends Error {
  constructor(what: string) {
    super(`the payment gateway sent something unreadable: ${what}`)
    this.name = 'UnreadableAnswer'
  }
}

const EVENT_TYPES: readonly PaymentEventType[] = [
  'order.paid',
  'payment.authorized',
  'payment.captured',
  'payment.failed',
  'refund.processed',
  'refund.failed',
  'payment.dispute.created',
  'payment.dispute.under_review',
  'payment.dispute.action_required',
  'payment.dispute.won',
  'payment.dispute.lost',
  'payment.dispute.closed',
]

/** https://razorpay.com/docs/api/orders/entity/ */
export function readOrder(answer: unknown): GatewayOrder {
  const order = requireEntity(answer, 'order')
  return {
    orderId: requireText(order, 'id'),
    amountPaise: requireInteger(order, 'amount'),
    amountPaidPaise: requireInteger(order, 'amount_paid'),
    currency: requireText(order, 'currency'),
    receipt: findText(order, 'receipt') ?? '',
    status: requireChoice(order, 'status', ['created', 'attempted', 'paid']),
    createdAt: requireTime(order, 'created_at'),
  }
}

/** https://razorpay.com/docs/api/payments/entity/ */
export function readPayment(answer: unknown): GatewayPayment {
  const payment = requireEntity(answer, 'payment')
  return {
    paymentId: requireText(payment, 'id'),
    orderId: findText(payment, 'order_id'),
    amountPaise: requireInteger(payment, 'amount'),
    currency: requireText(payment, 'currency'),
    status: requireChoice(payment, 'status', ['created', 'authorized', 'captured', 'failed', 'refunded']),
    method: findText(payment, 'method') ?? '',
    refundedPaise: payment.amount_refunded == null ? 0 : requireInteger(payment, 'amount_refunded'),
    errorDescription: findText(payment, 'error_description'),
    errorReason: findText(payment, 'error_reason'),
    createdAt: requireTime(payment, 'created_at'),
  }
}

/** A collection of payments: `{entity: 'collection', count, items}`. */
export function readPayments(answer: unknown): GatewayPayment[] {
  return readItems(answer).map(readPayment)
}

/** A collection of refunds, in the same form. */
export function readRefunds(answer: unknown): GatewayRefund[] {
  return readItems(answer).map(readRefund)
}

/** A collection of disputes, in the same form: https://razorpay.com/docs/api/disputes/fetch-all/ */
export function readDisputes(answer: unknown): GatewayDispute[] {
  return readItems(answer).map(readDispute)
}

/** A collection of transactions in settlements: https://razorpay.com/docs/api/settlements/fetch-recon/ */
export function readSettledItems(answer: unknown): (GatewaySettledItem | UnsettledItem)[] {
  return readItems(answer).map(readSettledItem)
}

/** A transaction whose money is still at the gateway. */
interface UnsettledItem {
  readonly entityId: string
  readonly settlementId: null
}

function readSettledItem(answer: unknown): GatewaySettledItem | UnsettledItem {
  if (!isRecord(answer)) throw new UnreadableAnswer('not an item of a settlement')
  const item: Fields = { ...answer, entity: 'item of a settlement' }
  const entityId = requireText(item, 'entity_id')
  if (item.settled !== true || item.settlement_id == null) return { entityId, settlementId: null }
  return {
    entityId,
    kind: item.type === 'payment' || item.type === 'refund' ? item.type : 'other',
    feePaise: requireInteger(item, 'fee'),
    feeTaxPaise: requireInteger(item, 'tax'),
    settlementId: requireText(item, 'settlement_id'),
    settledAt: requireTime(item, 'settled_at'),
    utr: findText(item, 'settlement_utr'),
  }
}

function readItems(answer: unknown): unknown[] {
  const { items } = requireEntity(answer, 'collection')
  if (!Array.isArray(items)) throw new UnreadableAnswer('a collection without items')
  return items
}

/** https://razorpay.com/docs/api/refunds/entity/ */
export function readRefund(answer: unknown): GatewayRefund {
  const refund = requireEntity(answer, 'refund')
  return {
    refundId: requireText(refund, 'id'),
    paymentId: requireText(refund, 'payment_id'),
    amountPaise: requireInteger(refund, 'amount'),
    status: requireChoice(refund, 'status', ['pending', 'processed', 'failed']),
    notedReason: findNote(refund, 'reason'),
  }
}

/** https://razorpay.com/docs/api/disputes/entity/ */
function readDispute(answer: unknown): GatewayDispute {
  const dispute = requireEntity(answer, 'dispute')
  return {
    disputeId: requireText(dispute, 'id'),
    paymentId: requireText(dispute, 'payment_id'),
    amountPaise: requireInteger(dispute, 'amount'),
    amountDeductedPaise: dispute.amount_deducted == null ? 0 : requireInteger(dispute, 'amount_deducted'),
    status: requireChoice(dispute, 'status', ['open', 'under_review', 'won', 'lost', 'closed']),
    reason: findText(dispute, 'reason_code') ?? '',
  }
}

/**
 * The event of a webhook with a valid signature; undefined when the body is not an event. An unused type becomes `other`, and so
 * does an event with unreadable entities: if it were refused, the gateway would repeat it for a day and then disable all
 * webhooks. Polling open orders finds its content.
 */
export function readEvent(rawBody: Buffer, eventId: string): PaymentEvent | undefined {
  let body: unknown
  try {
    body = JSON.parse(rawBody.toString('utf8'))
  } catch {
    return undefined
  }
  if (!isRecord(body) || typeof body.event !== 'string') return undefined
  const createdAt = typeof body.created_at === 'number' ? new Date(body.created_at * 1000) : new Date(0)
  const type = EVENT_TYPES.find((known) => known === body.event)
  if (!type) return { eventId, type: 'other', createdAt }
  const payload = isRecord(body.payload) ? body.payload : {}
  const read = <T>(name: string, reader: (entity: unknown) => T): T | undefined => {
    const part = payload[name]
    return isRecord(part) && isRecord(part.entity) ? reader(part.entity) : undefined
  }
  try {
    const order = read('order', readOrder)
    const payment = read('payment', readPayment)
    const refund = read('refund', readRefund)
    const dispute = read('dispute', readDispute)
    return {
      eventId,
      type,
      ...(order && { order }),
      ...(payment && { payment }),
      ...(refund && { refund }),
      ...(dispute && { dispute }),
      createdAt,
    }
  } catch (error) {
    if (error instanceof UnreadableAnswer) return { eventId, type: 'other', createdAt }
    throw error
  }
}

type Fields = Readonly<Record<string, unknown>>

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function requireEntity(answer: unknown, name: string): Fields {
  if (!isRecord(answer) || answer.entity !== name) throw new UnreadableAnswer(`not a ${name}`)
  return answer
}

function requireText(fields: Fields, name: string): string {
  const value = fields[name]
  if (typeof value !== 'string' || value === '') throw new UnreadableAnswer(`${fields.entity} without ${name}`)
  return value
}

function findText(fields: Fields, name: string): string | null {
  const value = fields[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** Razorpay writes an empty list for no notes. */
function findNote({ notes }: Fields, name: string): string | undefined {
  return isRecord(notes) ? (findText(notes, name) ?? undefined) : undefined
}

function requireInteger(fields: Fields, name: string): number {
  const value = fields[name]
  if (!Number.isSafeInteger(value)) throw new UnreadableAnswer(`${fields.entity} whose ${name} is no integer`)
  return value as number
}

function requireTime(fields: Fields, name: string): Date {
  return new Date(requireInteger(fields, name) * 1000)
}

function requireChoice<const T extends string>(fields: Fields, name: string, values: readonly T[]): T {
  const found = values.find((value) => value === fields[name])
  if (!found) throw new UnreadableAnswer(`${fields.entity} whose ${name} is ${JSON.stringify(fields[name])}`)
  return found
}
