// The payment rules of the sandbox gateway: the states of orders, payments, refunds and disputes, and the events that
// announce them. No real money moves.

import type { Tx } from '@vitrine/database/connection'
import { GatewayFault, requireKnown } from './fault.ts'
import {
  addDelivery,
  addRefund,
  addSettledItem,
  deleteOldOrders,
  findDispute,
  findOrder,
  findOrderByReceipt,
  findPayment,
  findRefundByKey,
  listDisputes,
  listPayments,
  listUnsettled,
  saveDispute,
  saveOrder,
  savePayment,
} from './store.ts'
import {
  createId,
  type DisputeEntity,
  type OrderEntity,
  type PaymentEntity,
  type RefundEntity,
  type SettledItemEntity,
} from './tables.ts'

/** The buttons of the payment form. */
export const OUTCOMES = ['succeed', 'fail', 'later', 'never'] as const
/**
 * `later`: the page reports success while the money is only reserved; the bank's page captures it. `never`: nothing is reported
 * until the bank's page authorises or declines.
 */
export type Outcome = (typeof OUTCOMES)[number]

interface NewOrder {
  readonly amount: number
  readonly currency: string
  readonly receipt: string | null
  readonly notes: Record<string, string>
  /** Whether a reused receipt returns its order instead of opening another one. */
  readonly isReceiptUnique: boolean
}

const NO_ERROR = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
}
/** As documented at https://razorpay.com/docs/errors/. */
const DECLINED = {
  error_code: 'BAD_REQUEST_ERROR',
  error_description: 'Your payment was declined by the bank. Please try another method.',
  error_source: 'issuer_bank',
  error_step: 'payment_authorization',
  error_reason: 'payment_failed',
}

const MAX_ORDERS = 20_000
const MAX_PAYMENTS_PER_ORDER = 50
const DISPUTE_ANSWER_SECONDS = 7 * 24 * 60 * 60
/** Two percent and 18 % tax on that, as a store would see it. */
const FEE_SHARE = 0.02
const TAX_SHARE = 0.18

/** A change of the sandbox: a transaction that runs after all earlier changes, with one timestamp. */
export interface Change {
  readonly tx: Tx
  readonly now: Date
  readonly isWebhookOn: boolean
}

const toSeconds = (now: Date) => Math.floor(now.getTime() / 1000)

const requirePayment = async ({ tx }: Change, id: string) => requireKnown(await findPayment(tx, id))

/** Opens an order; deletes the oldest above 20,000. */
export async function createOrder(
  { tx, now }: Change,
  { amount, currency, receipt, notes, isReceiptUnique }: NewOrder,
): Promise<OrderEntity> {
  const known = isReceiptUnique && receipt !== null ? await findOrderByReceipt(tx, receipt) : undefined
  if (known) return known
  const entity: OrderEntity = {
    id: createId('order'),
    entity: 'order',
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency,
    receipt,
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes,
    created_at: toSeconds(now),
  }
  await saveOrder(tx, entity)
  await deleteOldOrders(tx, MAX_ORDERS)
  return entity
}

/** A customer presses a button of the form. */
export async function pay(change: Change, orderId: string, outcome: Outcome): Promise<PaymentEntity> {
  const { tx } = change
  const order = requireKnown(await findOrder(tx, orderId))
  if (order.status === 'paid') {
    throw new GatewayFault('Payment already done for this order.', { reason: 'order_already_paid' })
  }
  if ((await listPayments(tx, [orderId])).length >= MAX_PAYMENTS_PER_ORDER) {
    throw new GatewayFault('Too many attempts to pay this order.', { reason: 'payment_attempts_exceeded' })
  }
  const payment = createPayment(change, order)
  await savePayment(tx, payment)
  await saveOrder(tx, { ...order, status: 'attempted', attempts: order.attempts + 1 })
  switch (outcome) {
    case 'succeed':
      return authorize(change, payment.id)
    case 'fail':
      return fail(change, payment.id)
    case 'later':
      return reserve(change, payment)
    case 'never':
      return payment
  }
}

function createPayment({ now }: Change, order: OrderEntity): PaymentEntity {
  return {
    id: createId('pay'),
    entity: 'payment',
    amount: order.amount,
    currency: order.currency,
    status: 'created',
    order_id: order.id,
    invoice_id: null,
    international: false,
    method: 'upi',
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: null,
    card_id: null,
    bank: null,
    wallet: null,
    vpa: 'success@razorpay',
    email: '',
    contact: '',
    notes: order.notes,
    fee: null,
    tax: null,
    ...NO_ERROR,
    acquirer_data: {},
    created_at: toSeconds(now),
  }
}

/** The bank approves, possibly days after declining, and the money is captured at once. */
export async function authorize(change: Change, paymentId: string): Promise<PaymentEntity> {
  const { id } = await reserve(change, await requirePayment(change, paymentId))
  return capture(change, id)
}

/** The bank approves, and the money is reserved. */
async function reserve(change: Change, payment: PaymentEntity): Promise<PaymentEntity> {
  requireStatus(payment, 'created', 'failed')
  const acquirer_data = { rrn: String(change.now.getTime()).slice(-12) }
  const authorized: PaymentEntity = { ...payment, status: 'authorized', ...NO_ERROR, acquirer_data }
  await savePayment(change.tx, authorized)
  await announce(change, 'payment.authorized', authorized)
  return authorized
}

function requireStatus({ status }: PaymentEntity, ...allowed: PaymentEntity['status'][]): void {
  if (allowed.includes(status)) return
  throw new GatewayFault(`This payment is ${status} already.`, { reason: 'payment_status_invalid' })
}

/** Captures an authorized payment. */
export async function capture(change: Change, paymentId: string): Promise<PaymentEntity> {
  const { tx } = change
  const payment = await requirePayment(change, paymentId)
  if (payment.status !== 'authorized') {
    throw new GatewayFault(
      payment.captured
        ? 'This payment has already been captured'
        : 'Only payments which have been authorized and not yet captured can be captured',
      { reason: 'payment_status_invalid' },
    )
  }
  const net = Math.round(payment.amount * FEE_SHARE)
  const tax = Math.round(net * TAX_SHARE)
  const captured: PaymentEntity = {
    ...payment,
    status: 'captured',
    captured: true,
    fee: net + tax,
    tax,
  }
  await savePayment(tx, captured)
  await announce(change, 'payment.captured', captured)
  const order = await findOrder(tx, payment.order_id)
  // A second, late-authorised payment of an order is captured as well: the store must notice and refund it.
  if (order && order.status !== 'paid') {
    const paid: OrderEntity = { ...order, status: 'paid', amount_paid: order.amount, amount_due: 0 }
    await saveOrder(tx, paid)
    await announce(change, 'order.paid', captured, { order: paid })
  }
  return captured
}

/** The bank declines. */
export async function fail(change: Change, paymentId: string): Promise<PaymentEntity> {
  const payment = await requirePayment(change, paymentId)
  requireStatus(payment, 'created')
  const failed: PaymentEntity = { ...payment, status: 'failed', ...DECLINED }
  await savePayment(change.tx, failed)
  await announce(change, 'payment.failed', failed)
  return failed
}

interface NewRefund {
  readonly paymentId: string
  /** Undefined for the rest of the payment. */
  readonly amount: number | undefined
  readonly notes: Record<string, string>
  readonly receipt: string | null
  readonly key: string | null
}

/** Refunds a part of a payment, or the rest; returns the same refund for the same key. */
export async function refund(
  change: Change,
  { paymentId, amount, notes, receipt, key }: NewRefund,
): Promise<RefundEntity> {
  const { tx, now } = change
  const payment = await requirePayment(change, paymentId)
  const request = JSON.stringify({ amount: amount ?? null, notes, receipt })
  const known = key === null ? undefined : await findRefundByKey(tx, paymentId, key)
  if (known) {
    if (known.request === request) return known.entity
    throw new GatewayFault('Different request with the same idempotency key', { reason: 'idempotency_key_reused' })
  }
  if (!payment.captured) {
    throw new GatewayFault('The payment status should be captured for action to be taken')
  }
  const left = payment.amount - payment.amount_refunded
  if (left === 0) throw new GatewayFault('The payment has been fully refunded already', { field: 'amount' })
  const refundAmount = amount ?? left
  if (refundAmount > left) {
    throw new GatewayFault('The refund amount provided is greater than amount captured', { field: 'amount' })
  }
  const refunding: RefundEntity = {
    id: createId('rfnd'),
    entity: 'refund',
    amount: refundAmount,
    currency: payment.currency,
    payment_id: paymentId,
    notes,
    receipt,
    acquirer_data: { arn: null },
    created_at: toSeconds(now),
    batch_id: null,
    status: 'processed',
    speed_processed: 'normal',
    speed_requested: 'normal',
  }
  await addRefund(tx, refunding, key, request)
  const isFull = refundAmount === left
  const refunded: PaymentEntity = {
    ...payment,
    status: isFull ? 'refunded' : 'captured',
    amount_refunded: payment.amount_refunded + refundAmount,
    refund_status: isFull ? 'full' : 'partial',
  }
  await savePayment(tx, refunded)
  await announce(change, 'refund.processed', refunded, { refund: refunding })
  return refunding
}

/** A customer disputes a payment at the bank. */
export async function openDispute(change: Change, paymentId: string): Promise<DisputeEntity> {
  const { tx, now } = change
  const payment = await requirePayment(change, paymentId)
  if (!payment.captured) throw new GatewayFault('Only a captured payment can be disputed')
  if ((await listDisputes(tx, [payment.id])).some(({ status }) => status === 'open' || status === 'lost')) {
    throw new GatewayFault('This payment is disputed already')
  }
  const dispute: DisputeEntity = {
    id: createId('disp'),
    entity: 'dispute',
    payment_id: payment.id,
    amount: payment.amount - payment.amount_refunded,
    currency: payment.currency,
    amount_deducted: 0,
    reason_code: 'goods_or_services_not_received',
    reason_description: 'The customer says that nothing was delivered',
    respond_by: toSeconds(now) + DISPUTE_ANSWER_SECONDS,
    status: 'open',
    phase: 'chargeback',
    created_at: toSeconds(now),
  }
  if (dispute.amount === 0) throw new GatewayFault('The payment was already refunded')
  await saveDispute(tx, dispute)
  await announce(change, 'payment.dispute.created', payment, { dispute })
  return dispute
}

/** The bank decides a dispute. */
export async function endDispute(
  change: Change,
  disputeId: string,
  how: 'won' | 'lost' | 'closed',
): Promise<DisputeEntity> {
  const dispute = requireKnown(await findDispute(change.tx, disputeId))
  if (dispute.status !== 'open') throw new GatewayFault(`This dispute is ${dispute.status} already`)
  const ended: DisputeEntity = { ...dispute, status: how, amount_deducted: how === 'lost' ? dispute.amount : 0 }
  await saveDispute(change.tx, ended)
  const payment = await requirePayment(change, dispute.payment_id)
  await announce(change, `payment.dispute.${how}`, payment, { dispute: ended })
  return ended
}

/** Transfers all captured payments, less their fees and the refunds, to the store's bank account: one settlement. */
export async function settle({ tx, now }: Change): Promise<void> {
  const { payments, refunds } = await listUnsettled(tx)
  if (payments.length + refunds.length === 0) throw new GatewayFault('There is nothing to settle')
  const settledAt = toSeconds(now)
  const settlement = {
    settled_at: settledAt,
    settlement_id: createId('setl'),
    settlement_utr: `${settledAt}sandbox`,
  }
  for (const payment of payments) {
    const [fee, tax] = [payment.fee ?? 0, payment.tax ?? 0]
    const item = { type: 'payment', credit: payment.amount - fee, debit: 0, fee, tax, payment_id: null } as const
    await addSettledItem(tx, payment.id, await describeSettled(tx, payment, payment, { ...item, ...settlement }))
  }
  for (const refund of refunds) {
    const payment = requireKnown(await findPayment(tx, refund.payment_id))
    const item = { type: 'refund', credit: 0, debit: refund.amount, fee: 0, tax: 0, payment_id: payment.id } as const
    await addSettledItem(tx, payment.id, await describeSettled(tx, payment, refund, { ...item, ...settlement }))
  }
}

type Settlement = Pick<
  SettledItemEntity,
  'type' | 'credit' | 'debit' | 'fee' | 'tax' | 'payment_id' | 'settled_at' | 'settlement_id' | 'settlement_utr'
>

async function describeSettled(
  tx: Tx,
  { order_id }: PaymentEntity,
  { id, amount, currency, notes, created_at }: PaymentEntity | RefundEntity,
  settlement: Settlement,
): Promise<SettledItemEntity> {
  return {
    entity_id: id,
    amount,
    currency,
    ...settlement,
    on_hold: false,
    settled: true,
    created_at,
    posted_at: null,
    credit_type: 'default',
    description: null,
    notes: JSON.stringify(notes),
    order_id,
    order_receipt: (await findOrder(tx, order_id))?.receipt ?? null,
    method: 'upi',
    card_network: null,
    card_issuer: null,
    card_type: null,
    dispute_id: null,
  }
}

/** Queues the webhook call of an event, with a snapshot of the current state. */
async function announce(
  { tx, now, isWebhookOn }: Change,
  event: string,
  payment: PaymentEntity,
  more: Partial<{ order: OrderEntity; refund: RefundEntity; dispute: DisputeEntity }> = {},
): Promise<void> {
  const entities = { payment, ...more }
  const body = JSON.stringify({
    entity: 'event',
    account_id: 'acc_VitrineSandbox',
    event,
    contains: Object.keys(entities),
    payload: Object.fromEntries(Object.entries(entities).map(([name, content]) => [name, { entity: content }])),
    created_at: toSeconds(now),
  })
  await addDelivery(tx, {
    eventId: createId('evt'),
    event,
    paymentId: payment.id,
    // Razorpay's own bodies escape the slash; a client that verifies the signature over re-serialized JSON fails here.
    body: body.replaceAll('/', '\\/'),
    dueAt: now,
    state: isWebhookOn ? 'waiting' : 'withheld',
  })
}
