// Tables of the sandbox gateway, in their own schema: no table of the store refers to them, and backups omit them. Orders,
// payments, refunds, disputes and settled items are stored as the API returns them. Deleting an order deletes its other records.

import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgSchema, text, timestamp, unique } from 'drizzle-orm/pg-core'

export interface OrderEntity {
  id: string
  entity: 'order'
  amount: number
  amount_paid: number
  amount_due: number
  currency: string
  receipt: string | null
  offer_id: null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: Record<string, string>
  /** Seconds since 1970, like all times in this file. */
  created_at: number
}

export interface PaymentEntity {
  id: string
  entity: 'payment'
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded'
  order_id: string
  invoice_id: null
  international: false
  method: 'upi'
  amount_refunded: number
  refund_status: 'partial' | 'full' | null
  captured: boolean
  description: null
  card_id: null
  bank: null
  wallet: null
  vpa: string
  email: ''
  contact: ''
  notes: Record<string, string>
  fee: number | null
  tax: number | null
  error_code: string | null
  error_description: string | null
  error_source: string | null
  error_step: string | null
  error_reason: string | null
  acquirer_data: Record<string, string>
  created_at: number
}

export interface RefundEntity {
  id: string
  entity: 'refund'
  amount: number
  currency: string
  payment_id: string
  notes: Record<string, string>
  receipt: string | null
  acquirer_data: { arn: string | null }
  created_at: number
  batch_id: null
  status: 'processed'
  speed_processed: 'normal'
  speed_requested: 'normal'
}

export interface DisputeEntity {
  id: string
  entity: 'dispute'
  payment_id: string
  amount: number
  currency: string
  amount_deducted: number
  reason_code: string
  reason_description: string
  respond_by: number
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
  phase: 'chargeback'
  created_at: number
}

/** A payment or refund in a settlement. It names no kind of entity, as at Razorpay. */
export interface SettledItemEntity {
  entity_id: string
  type: 'payment' | 'refund'
  debit: number
  credit: number
  amount: number
  currency: string
  /** Including the tax. */
  fee: number
  tax: number
  on_hold: false
  settled: true
  created_at: number
  settled_at: number
  settlement_id: string
  posted_at: null
  credit_type: 'default'
  description: null
  /** JSON. */
  notes: string
  /** Of a refund. */
  payment_id: string | null
  settlement_utr: string
  order_id: string
  order_receipt: string | null
  method: 'upi'
  card_network: null
  card_issuer: null
  card_type: null
  dispute_id: null
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An id such as `order_EKwxwAgItmmXdp`: 14 random letters and digits. */
export function createId(kind: 'order' | 'pay' | 'rfnd' | 'disp' | 'setl' | 'evt'): string {
  return `${kind}_${Array.from({ length: 14 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
}

const sandboxPaymentSchema = pgSchema('sandbox_payment')

const moment = (name: string) => timestamp(name, { withTimezone: true })
const sequence = () => bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/** One row. Each change of the sandbox locks it, so that changes run one after another on all servers. */
export const webhook = sandboxPaymentSchema.table(
  'webhook',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    isOn: boolean('is_on').notNull().default(true),
  },
  (table) => [check('webhook_one_row', sql`${table.isOnly}`)],
)

export const orders = sandboxPaymentSchema.table(
  'orders',
  {
    seq: sequence(),
    id: text('id').notNull().unique(),
    receipt: text('receipt'),
    entity: jsonb('entity').$type<OrderEntity>().notNull(),
  },
  (table) => [index('orders_receipt').on(table.receipt)],
)

export const payments = sandboxPaymentSchema.table(
  'payments',
  {
    seq: sequence(),
    id: text('id').notNull().unique(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    entity: jsonb('entity').$type<PaymentEntity>().notNull(),
  },
  (table) => [index('payments_order').on(table.orderId)],
)

const paymentId = () =>
  text('payment_id')
    .notNull()
    .references(() => payments.id, { onDelete: 'cascade' })

export const refunds = sandboxPaymentSchema.table(
  'refunds',
  {
    seq: sequence(),
    id: text('id').notNull().unique(),
    paymentId: paymentId(),
    /** The idempotency key. */
    key: text('key'),
    /** The request of the key, as JSON: a different request must not reuse it. */
    request: text('request').notNull(),
    entity: jsonb('entity').$type<RefundEntity>().notNull(),
  },
  (table) => [unique('refunds_key_unique').on(table.paymentId, table.key)],
)

export const disputes = sandboxPaymentSchema.table(
  'disputes',
  {
    seq: sequence(),
    id: text('id').notNull().unique(),
    paymentId: paymentId(),
    entity: jsonb('entity').$type<DisputeEntity>().notNull(),
  },
  (table) => [index('disputes_payment').on(table.paymentId)],
)

/** One row per payment or refund, once it is settled. */
export const settledItems = sandboxPaymentSchema.table(
  'settled_items',
  {
    seq: sequence(),
    id: text('id').notNull().unique(),
    paymentId: paymentId(),
    entity: jsonb('entity').$type<SettledItemEntity>().notNull(),
  },
  (table) => [index('settled_items_payment').on(table.paymentId)],
)

/** Webhook calls. Two calls of the same event share `eventId` and `body`. */
export const deliveries = sandboxPaymentSchema.table(
  'deliveries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    eventId: text('event_id').notNull(),
    event: text('event').notNull(),
    paymentId: paymentId(),
    /** The signed bytes of the call. */
    body: text('body').notNull(),
    state: text('state', { enum: ['waiting', 'delivered', 'withheld', 'given-up'] }).notNull(),
    /** A server that sends the call moves this past the end of its attempt, which keeps other servers from sending it. */
    dueAt: moment('due_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    firstFailedAt: moment('first_failed_at'),
    lastAnswer: text('last_answer').notNull().default(''),
  },
  (table) => [
    index('deliveries_due').on(table.dueAt).where(sql`${table.state} = 'waiting'`),
    index('deliveries_payment').on(table.paymentId),
    check('deliveries_state', sql`${table.state} in ('waiting', 'delivered', 'withheld', 'given-up')`),
  ],
)
