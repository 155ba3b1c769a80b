// The payment rules of the sandbox gateway: the states of orders, payments, refunds and disputes, and the events that
// announce them. No real money moves.

import type { Tx } from '@vitrine/database/connection'
import {
  createId,
  type DisputeEntity,
  type Method,
  type OrderEntity,
  type PaymentFault,
  type RefundEntity,
} from './entity.ts'
import { GatewayFault, requireKnown } from './fault.ts'
import { DECLINED, isRefundThatFails, type Plan, TEST_CARDS } from './scenario.ts'
import {
  addDeliveries,
  addRefund,
  findDispute,
  findOrder,
  findOrderByReceipt,
  findPayment,
  findRefundByKey,
  forgetOldOrders,
  listDisputes,
  listDuePayments,
  listPayments,
  type NewDelivery,
  type PaymentRecord,
  saveDispute,
  saveOrder,
  savePayment,
} from './store.ts'

export interface NewOrder {
  readonly amount: number
  readonly currency: string
  readonly receipt: string | null
  readonly notes: Record<string, string>
  /** A receipt used before answers its order instead of opening another one. */
  readonly isReceiptUnique: boolean
}

export interface NewPayment {
  readonly orderId: string
  readonly method: Method
  readonly account: string
  readonly email: string
  readonly contact: string
  readonly description: string | null
  readonly plan: Plan
  /** The message for the customer if the plan is a failure. */
  readonly fault: PaymentFault | undefined
}

const MAX_ORDERS = 20_000
const MAX_PAYMENTS_PER_ORDER = 50
/** Interval between calls that are sent out of order. */
const DISORDER_GAP_MS = 1000
const DISPUTE_ANSWER_SECONDS = 7 * 24 * 60 * 60
/** Two percent and 18 % tax on that, as a shop would see it. */
const FEE_SHARE = 0.02
const TAX_SHARE = 0.18

/** A change of the sandbox: one transaction at one moment, which waits for all changes before it. */
export interface Change {
  readonly tx: Tx
  readonly now: Date
  readonly isWebhookOn: boolean
}

const secondsOf = (now: Date) => Math.floor(now.getTime() / 1000)

const requirePayment = async ({ tx }: Change, id: string) => requireKnown(await findPayment(tx, id))

/** Opens an order; the oldest beyond 20,000 are forgotten. */
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
    created_at: secondsOf(now),
  }
  await saveOrder(tx, entity)
  await forgetOldOrders(tx, MAX_ORDERS)
  return entity
}

/** What a customer does in the dialog. */
export async function pay(change: Change, { orderId, plan, fault, ...details }: NewPayment): Promise<PaymentRecord> {
  const { tx } = change
  const order = requireKnown(await findOrder(tx, orderId))
  if (order.status === 'paid') {
    throw new GatewayFault('Payment already done for this order.', { reason: 'order_already_paid' })
  }
  if ((await listPayments(tx, [orderId])).length >= MAX_PAYMENTS_PER_ORDER) {
    throw new GatewayFault('Too many attempts to pay this order.', { reason: 'payment_attempts_exceeded' })
  }
  const record: PaymentRecord = { entity: createPayment(change, order, details), plan, next: null }
  await savePayment(tx, record)
  await saveOrder(tx, { ...order, status: 'attempted', attempts: order.attempts + 1 })
  if (plan.outcome === 'failure') return failPayment(change, record, fault ?? DECLINED)
  if (plan.outcome === 'pending') return wait(change, record, 'authorize')
  return authorizePayment(change, record)
}

function createPayment(
  { now }: Change,
  order: OrderEntity,
  { method, account, email, contact, description }: Omit<NewPayment, 'orderId' | 'plan' | 'fault'>,
): PaymentRecord['entity'] {
  const card = method === 'card' ? TEST_CARDS.find(({ number }) => number === account) : undefined
  const cardId = createId('card')
  return {
    id: createId('pay'),
    entity: 'payment',
    amount: order.amount,
    currency: order.currency,
    status: 'created',
    order_id: order.id,
    invoice_id: null,
    international: false,
    method,
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description,
    card_id: card ? cardId : null,
    ...(card && {
      card: {
        id: cardId,
        entity: 'card',
        last4: account.slice(-4),
        network: card.network,
        type: 'debit',
        issuer: null,
      },
    }),
    bank: method === 'netbanking' ? account : null,
    wallet: null,
    vpa: method === 'upi' ? account : null,
    email,
    contact,
    notes: order.notes,
    fee: null,
    tax: null,
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    acquirer_data: {},
    created_at: secondsOf(now),
  }
}

/** Schedules the next step; without a delay it waits for a click. */
async function wait({ tx, now }: Change, record: PaymentRecord, step: 'authorize' | 'capture'): Promise<PaymentRecord> {
  const { delayMs } = record.plan
  const next = delayMs > 0 ? { step, dueAt: new Date(now.getTime() + delayMs) } : null
  const waiting = { ...record, next }
  await savePayment(tx, waiting)
  return waiting
}

/** Takes the steps of payments that are due. */
export async function takeDueSteps(change: Change): Promise<void> {
  for (const record of await listDuePayments(change.tx, change.now)) {
    if (record.next?.step === 'authorize') await authorizePayment(change, record)
    else await capturePayment(change, record)
  }
}

/** The bank says yes: also days after it said no. The money is taken at once unless `plan` wants that to be later. */
export async function authorize(change: Change, paymentId: string): Promise<PaymentRecord> {
  return authorizePayment(change, await requirePayment(change, paymentId))
}

async function authorizePayment(change: Change, { entity, plan }: PaymentRecord): Promise<PaymentRecord> {
  if (entity.status !== 'created' && entity.status !== 'failed') {
    throw new GatewayFault(`This payment is ${entity.status} already.`, { reason: 'payment_status_invalid' })
  }
  const authorized: PaymentRecord = {
    plan,
    next: null,
    entity: {
      ...entity,
      status: 'authorized',
      error_code: null,
      error_description: null,
      error_source: null,
      error_step: null,
      error_reason: null,
      acquirer_data: { rrn: String(change.now.getTime()).slice(-12) },
    },
  }
  await savePayment(change.tx, authorized)
  await announce(change, 'payment.authorized', authorized)
  return plan.outcome === 'captured-late' ? wait(change, authorized, 'capture') : capturePayment(change, authorized)
}

/** Takes the money of an authorized payment. */
export async function capture(change: Change, paymentId: string): Promise<PaymentRecord> {
  return capturePayment(change, await requirePayment(change, paymentId))
}

async function capturePayment(change: Change, { entity, plan }: PaymentRecord): Promise<PaymentRecord> {
  const { tx } = change
  if (entity.status !== 'authorized') {
    throw new GatewayFault(
      entity.captured
        ? 'This payment has already been captured'
        : 'Only payments which have been authorized and not yet captured can be captured',
      { reason: 'payment_status_invalid' },
    )
  }
  const fee = Math.round(entity.amount * FEE_SHARE)
  const captured: PaymentRecord = {
    plan,
    next: null,
    entity: { ...entity, status: 'captured', captured: true, fee, tax: Math.round(fee * TAX_SHARE) },
  }
  await savePayment(tx, captured)
  await announce(change, 'payment.captured', captured)
  const order = await findOrder(tx, entity.order_id)
  // A second, late-authorised payment of an order is captured as well: the shop must notice and refund it.
  if (order && order.status !== 'paid') {
    const paid: OrderEntity = { ...order, status: 'paid', amount_paid: order.amount, amount_due: 0 }
    await saveOrder(tx, paid)
    await announce(change, 'order.paid', captured, { order: paid })
  }
  return captured
}

/** The bank says no. */
export async function fail(change: Change, paymentId: string): Promise<PaymentRecord> {
  return failPayment(change, await requirePayment(change, paymentId), DECLINED)
}

async function failPayment(
  change: Change,
  { entity, plan }: PaymentRecord,
  fault: PaymentFault,
): Promise<PaymentRecord> {
  if (entity.status !== 'created') {
    throw new GatewayFault(`This payment is ${entity.status} already.`, { reason: 'payment_status_invalid' })
  }
  const failed: PaymentRecord = {
    plan,
    next: null,
    entity: {
      ...entity,
      status: 'failed',
      error_code: fault.code,
      error_description: fault.description,
      error_source: fault.source,
      error_step: fault.step,
      error_reason: fault.reason,
    },
  }
  await savePayment(change.tx, failed)
  await announce(change, 'payment.failed', failed)
  return failed
}

export interface NewRefund {
  readonly paymentId: string
  /** Undefined: all that is left. */
  readonly amount: number | undefined
  readonly notes: Record<string, string>
  readonly receipt: string | null
  readonly key: string | null
}

/** Gives back a part of a payment, or all that is left; the same refund for the same key. */
export async function refund(
  change: Change,
  { paymentId, amount, notes, receipt, key }: NewRefund,
): Promise<RefundEntity> {
  const { tx, now } = change
  const record = await requirePayment(change, paymentId)
  const { entity } = record
  const request = JSON.stringify({ amount: amount ?? null, notes, receipt })
  const known = key === null ? undefined : await findRefundByKey(tx, paymentId, key)
  if (known) {
    if (known.request === request) return known.entity
    throw new GatewayFault('Different request with the same idempotency key', { reason: 'idempotency_key_reused' })
  }
  if (!entity.captured) {
    throw new GatewayFault('The payment status should be captured for action to be taken')
  }
  const left = entity.amount - entity.amount_refunded
  if (left === 0) throw new GatewayFault('The payment has been fully refunded already', { field: 'amount' })
  const asked = amount ?? left
  if (asked > left) {
    throw new GatewayFault('The refund amount provided is greater than amount captured', { field: 'amount' })
  }
  const isDoomed = isRefundThatFails(asked)
  const refunding: RefundEntity = {
    id: createId('rfnd'),
    entity: 'refund',
    amount: asked,
    currency: entity.currency,
    payment_id: paymentId,
    notes,
    receipt,
    acquirer_data: { arn: null },
    created_at: secondsOf(now),
    batch_id: null,
    status: isDoomed ? 'pending' : 'processed',
    speed_processed: 'normal',
    speed_requested: 'normal',
  }
  if (isDoomed) {
    const failed: RefundEntity = { ...refunding, status: 'failed' }
    await addRefund(tx, failed, key, request)
    await announce(change, 'refund.failed', record, { refund: failed })
    return refunding
  }
  await addRefund(tx, refunding, key, request)
  const isFull = asked === left
  const refunded: PaymentRecord = {
    ...record,
    entity: {
      ...entity,
      status: isFull ? 'refunded' : 'captured',
      amount_refunded: entity.amount_refunded + asked,
      refund_status: isFull ? 'full' : 'partial',
    },
  }
  await savePayment(tx, refunded)
  await announce(change, 'refund.processed', refunded, { refund: refunding })
  return refunding
}

/** A customer disputes a payment at the bank. */
export async function openDispute(change: Change, paymentId: string): Promise<DisputeEntity> {
  const { tx, now } = change
  const record = await requirePayment(change, paymentId)
  const { entity } = record
  if (!entity.captured) throw new GatewayFault('Only a captured payment can be disputed')
  if ((await listDisputes(tx, [entity.id])).some(({ status }) => status === 'open' || status === 'lost')) {
    throw new GatewayFault('This payment is disputed already')
  }
  const dispute: DisputeEntity = {
    id: createId('disp'),
    entity: 'dispute',
    payment_id: entity.id,
    amount: entity.amount - entity.amount_refunded,
    currency: entity.currency,
    amount_deducted: 0,
    reason_code: 'goods_or_services_not_received',
    reason_description: 'The customer says that nothing was delivered',
    respond_by: secondsOf(now) + DISPUTE_ANSWER_SECONDS,
    status: 'open',
    phase: 'chargeback',
    created_at: secondsOf(now),
  }
  if (dispute.amount === 0) throw new GatewayFault('The payment was already refunded')
  await saveDispute(tx, dispute)
  await announce(change, 'payment.dispute.created', record, { dispute })
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
  const record = await requirePayment(change, dispute.payment_id)
  await announce(change, `payment.dispute.${how}`, record, { dispute: ended })
  return ended
}

/** Queues the webhook calls of an event, with a snapshot of the current state. */
async function announce(
  { tx, now, isWebhookOn }: Change,
  event: string,
  { entity, plan }: PaymentRecord,
  more: Partial<{ order: OrderEntity; refund: RefundEntity; dispute: DisputeEntity }> = {},
): Promise<void> {
  const entities = { payment: entity, ...more }
  const body = JSON.stringify({
    entity: 'event',
    account_id: 'acc_VitrineSandbox',
    event,
    contains: Object.keys(entities),
    payload: Object.fromEntries(Object.entries(entities).map(([name, content]) => [name, { entity: content }])),
    created_at: secondsOf(now),
  })
  const delivery: NewDelivery = {
    eventId: createId('evt'),
    event,
    paymentId: entity.id,
    // Razorpay's own bodies escape the slash; a client that verifies the signature over re-serialized JSON fails here.
    body: body.replaceAll('/', '\\/'),
    dueAt: new Date(now.getTime() + delayOf(plan, event)),
    state: !isWebhookOn || plan.webhooks === 'never' ? 'withheld' : 'waiting',
  }
  await addDeliveries(tx, plan.webhooks === 'twice' ? [delivery, delivery] : [delivery])
}

function delayOf({ webhooks, delayMs }: Plan, event: string): number {
  if (webhooks === 'late') return Math.max(delayMs, DISORDER_GAP_MS)
  if (webhooks !== 'out-of-order') return 0
  if (event === 'payment.authorized') return 2 * DISORDER_GAP_MS
  return event === 'payment.captured' ? DISORDER_GAP_MS : 0
}
