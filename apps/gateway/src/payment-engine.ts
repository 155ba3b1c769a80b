// The payment rules of the sandbox gateway: the states of orders, payments, refunds and disputes, and the events that
// announce them. No real money moves.

import {
  createId,
  type DisputeEntity,
  type Method,
  type OrderEntity,
  type PaymentFault,
  type RefundEntity,
} from './entity.ts'
import { GatewayFault, unknownId } from './fault.ts'
import { DECLINED, isRefundThatFails, type Plan, TEST_CARDS, type WebhookMode } from './scenario.ts'
import type { GatewayStore, PaymentRecord } from './store.ts'

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

const MAX_PAYMENTS_PER_ORDER = 50
/** Interval between calls that are sent out of order. */
const DISORDER_GAP_MS = 1000
const DISPUTE_ANSWER_SECONDS = 7 * 24 * 60 * 60
/** Two percent and 18 % tax on that, as a shop would see it. */
const FEE_SHARE = 0.02
const TAX_SHARE = 0.18

export type PaymentEngine = ReturnType<typeof openPaymentEngine>

/** `now` gives milliseconds since 1970. `onChange` is called after something may have become due. */
export function openPaymentEngine(store: GatewayStore, { now, onChange }: { now: () => number; onChange: () => void }) {
  const seconds = () => Math.floor(now() / 1000)
  const change = <T>(work: () => T): T => {
    const result = store.transaction(work)
    onChange()
    return result
  }
  const requirePayment = (id: string): PaymentRecord => {
    const record = store.findPayment(id)
    if (!record) throw unknownId()
    return record
  }
  const context: Context = { store, now, seconds, requirePayment }
  return {
    createOrder: (order: NewOrder) => change(() => createOrder(context, order)),
    pay: (payment: NewPayment) => change(() => pay(context, payment)),
    /** The bank says yes: also days after it said no. The money is taken at once unless `plan` wants that to be later. */
    authorize: (paymentId: string) => change(() => authorize(context, requirePayment(paymentId))),
    capture: (paymentId: string) => change(() => capture(context, requirePayment(paymentId))),
    fail: (paymentId: string) => change(() => fail(context, requirePayment(paymentId), DECLINED)),
    refund: (refund: NewRefund) => change(() => refundPayment(context, refund)),
    openDispute: (paymentId: string) => change(() => openDispute(context, requirePayment(paymentId))),
    endDispute: (disputeId: string, how: 'won' | 'lost' | 'closed') =>
      change(() => endDispute(context, disputeId, how)),
    /** Executes the due steps of payments. */
    takeDueSteps: () =>
      change(() => {
        for (const record of store.listDuePayments(now())) {
          if (record.next?.step === 'authorize') authorize(context, record)
          else capture(context, record)
        }
      }),
  }
}

interface Context {
  store: GatewayStore
  now(): number
  seconds(): number
  requirePayment(id: string): PaymentRecord
}

function createOrder({ store, seconds }: Context, order: NewOrder): OrderEntity {
  const { amount, currency, receipt, notes } = order
  const known = order.isReceiptUnique && receipt !== null ? store.findOrderByReceipt(receipt) : undefined
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
    created_at: seconds(),
  }
  store.addOrder(entity)
  return entity
}

function pay(context: Context, { orderId, plan, fault, ...details }: NewPayment): PaymentRecord {
  const { store } = context
  const order = store.findOrder(orderId)
  if (!order) throw unknownId()
  if (order.status === 'paid') {
    throw new GatewayFault('Payment already done for this order.', { reason: 'order_already_paid' })
  }
  if (store.listPayments(orderId).length >= MAX_PAYMENTS_PER_ORDER) {
    throw new GatewayFault('Too many attempts to pay this order.', { reason: 'payment_attempts_exceeded' })
  }
  const record: PaymentRecord = { entity: createPayment(context, order, details), plan, next: null }
  store.addPayment(record)
  store.saveOrder({ ...order, status: 'attempted', attempts: order.attempts + 1 })
  if (plan.outcome === 'failure') return fail(context, record, fault ?? DECLINED)
  if (plan.outcome === 'pending') return wait(context, record, 'authorize')
  return authorize(context, record)
}

function createPayment(
  { seconds }: Context,
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
    created_at: seconds(),
  }
}

/** Schedules the next step; without a delay it waits for a click. */
function wait({ store, now }: Context, record: PaymentRecord, step: 'authorize' | 'capture'): PaymentRecord {
  const waiting = { ...record, next: record.plan.delayMs > 0 ? { step, dueAt: now() + record.plan.delayMs } : null }
  store.savePayment(waiting)
  return waiting
}

function authorize(context: Context, record: PaymentRecord): PaymentRecord {
  const { entity, plan } = record
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
      acquirer_data: { rrn: String(context.now()).slice(-12) },
    },
  }
  context.store.savePayment(authorized)
  announce(context, 'payment.authorized', authorized)
  return plan.outcome === 'captured-late' ? wait(context, authorized, 'capture') : capture(context, authorized)
}

function capture(context: Context, { entity, plan }: PaymentRecord): PaymentRecord {
  const { store } = context
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
  store.savePayment(captured)
  announce(context, 'payment.captured', captured)
  const order = store.findOrder(entity.order_id)
  // A second, late-authorised payment of an order is captured as well: the shop must notice and refund it.
  if (order && order.status !== 'paid') {
    const paid: OrderEntity = { ...order, status: 'paid', amount_paid: order.amount, amount_due: 0 }
    store.saveOrder(paid)
    announce(context, 'order.paid', captured, { order: paid })
  }
  return captured
}

function fail(context: Context, { entity, plan }: PaymentRecord, fault: PaymentFault): PaymentRecord {
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
  context.store.savePayment(failed)
  announce(context, 'payment.failed', failed)
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

function refundPayment(context: Context, { paymentId, amount, notes, receipt, key }: NewRefund): RefundEntity {
  const { store, seconds, requirePayment } = context
  const record = requirePayment(paymentId)
  const { entity } = record
  const request = JSON.stringify({ amount: amount ?? null, notes, receipt })
  const known = key === null ? undefined : store.findRefundByKey(paymentId, key)
  if (known) {
    if (known.request === request) return known.refund
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
  const refund: RefundEntity = {
    id: createId('rfnd'),
    entity: 'refund',
    amount: asked,
    currency: entity.currency,
    payment_id: paymentId,
    notes,
    receipt,
    acquirer_data: { arn: null },
    created_at: seconds(),
    batch_id: null,
    status: isDoomed ? 'pending' : 'processed',
    speed_processed: 'normal',
    speed_requested: 'normal',
  }
  store.addRefund(refund, key, request)
  const refundedBefore = entity.amount_refunded
  const refunded = setRefunded(context, record, refundedBefore + asked)
  if (!isDoomed) {
    announce(context, 'refund.processed', refunded, { refund })
    return refund
  }
  const failed: RefundEntity = { ...refund, status: 'failed' }
  store.saveRefund(failed)
  announce(context, 'refund.failed', setRefunded(context, refunded, refundedBefore), { refund: failed })
  return refund
}

function setRefunded({ store }: Context, record: PaymentRecord, amount: number): PaymentRecord {
  const isFull = amount === record.entity.amount
  const refunded: PaymentRecord = {
    ...record,
    entity: {
      ...record.entity,
      status: isFull ? 'refunded' : 'captured',
      amount_refunded: amount,
      refund_status: isFull ? 'full' : amount > 0 ? 'partial' : null,
    },
  }
  store.savePayment(refunded)
  return refunded
}

function openDispute(context: Context, record: PaymentRecord): DisputeEntity {
  const { store, seconds } = context
  const { entity } = record
  if (!entity.captured) throw new GatewayFault('Only a captured payment can be disputed')
  if (store.listDisputes(entity.id).some(({ status }) => status === 'open' || status === 'lost')) {
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
    respond_by: seconds() + DISPUTE_ANSWER_SECONDS,
    status: 'open',
    phase: 'chargeback',
    created_at: seconds(),
  }
  if (dispute.amount === 0) throw new GatewayFault('The payment was already refunded')
  store.addDispute(dispute)
  announce(context, 'payment.dispute.created', record, { dispute })
  return dispute
}

function endDispute(context: Context, disputeId: string, how: 'won' | 'lost' | 'closed'): DisputeEntity {
  const dispute = context.store.findDispute(disputeId)
  if (!dispute) throw unknownId()
  if (dispute.status !== 'open') throw new GatewayFault(`This dispute is ${dispute.status} already`)
  const ended: DisputeEntity = { ...dispute, status: how, amount_deducted: how === 'lost' ? dispute.amount : 0 }
  context.store.saveDispute(ended)
  announce(context, `payment.dispute.${how}`, context.requirePayment(dispute.payment_id), { dispute: ended })
  return ended
}

/** Queues the webhook calls of an event, with a snapshot of the current state. */
function announce(
  { store, now, seconds }: Context,
  event: string,
  { entity, plan }: PaymentRecord,
  more: Partial<{ order: OrderEntity; refund: RefundEntity; dispute: DisputeEntity }> = {},
): void {
  const entities = { payment: entity, ...more }
  const body = JSON.stringify({
    entity: 'event',
    account_id: 'acc_VitrineSandbox',
    event,
    contains: Object.keys(entities),
    payload: Object.fromEntries(Object.entries(entities).map(([name, content]) => [name, { entity: content }])),
    created_at: seconds(),
  })
  const isOff = store.readSetting('webhook') === 'off'
  const delivery = {
    eventId: createId('evt'),
    event,
    orderId: entity.order_id,
    paymentId: entity.id,
    // Razorpay's own bodies escape the slash; a client that verifies the signature over re-serialized JSON fails here.
    body: body.replaceAll('/', '\\/'),
    dueAt: now() + delayOf(plan, event),
    state: isOff || plan.webhooks === 'never' ? ('withheld' as const) : ('waiting' as const),
  }
  store.addDelivery(delivery)
  if (plan.webhooks === 'twice') store.addDelivery(delivery)
}

function delayOf({ webhooks, delayMs }: { webhooks: WebhookMode; delayMs: number }, event: string): number {
  if (webhooks === 'late') return Math.max(delayMs, DISORDER_GAP_MS)
  if (webhooks !== 'out-of-order') return 0
  if (event === 'payment.authorized') return 2 * DISORDER_GAP_MS
  return event === 'payment.captured' ? DISORDER_GAP_MS : 0
}
