// Tables of credit packs bought with money: the store's orders, and the gateway's payments, refunds, disputes and events. Their
// constraints (and a trigger, see the migration) decide who may grant credits and how often, whatever the code does.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import type { SaleQuote } from '../billing/quote.ts'
import { creditTransfers } from '../credits/tables.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const amount = (name: string) => bigint(name, { mode: 'number' })

/**
 * The last number of each series of receipts. A sequence would leave gaps after rollbacks, which the law forbids (CGST Rules
 * 2017, rule 46(b): consecutive numbers within a financial year, at most 16 characters).
 */
export const receiptSeries = pgTable(
  'receipt_series',
  {
    /** The prefix of the number: `R-2026-27` for money in a financial year; `T-2026` for templates in a year. */
    series: text('series').primaryKey(),
    last: integer('last').notNull(),
    /** How many numbers up to `last` no receipt has: an earlier release numbered templates by a sequence. */
    missing: integer('missing').notNull().default(0),
  },
  (table) => [check('receipt_series_last', sql`${table.last} > 0 and ${table.missing} between 0 and ${table.last}`)],
)

/**
 * One attempt to buy a pack. `created`: no payment yet; `pending`: the bank has reserved the money; `failed`: the last payment
 * failed; `expired`: no answer after days of polling. All four may still become `paid`; then only `refunded`.
 */
export const packOrders = pgTable(
  'pack_orders',
  {
    id: uuid('id').primaryKey().default(sql`uuidv7()`),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    packId: text('pack_id').notNull(),
    isStarter: boolean('is_starter').notNull(),
    credits: integer('credits').notNull(),
    amountPaise: amount('amount_paise').notNull(),
    currency: text('currency', { enum: ['INR'] }).notNull(),
    /** Null until the gateway has answered. */
    gatewayOrderId: text('gateway_order_id'),
    status: text('status', { enum: ['created', 'pending', 'failed', 'expired', 'paid', 'refunded'] })
      .notNull()
      .default('created'),
    /** Why no credits were granted, as a sentence for the buyer. */
    failure: text('failure'),
    /** The gateway's code of the reason, by which pages translate it; null for a reason of the store. */
    failureReason: text('failure_reason'),
    /** The number of the receipt or invoice. */
    receiptNumber: text('receipt_number'),
    /** Tax and buyer as they were when the order was opened; null before tax was known to the store. */
    quote: jsonb('quote').$type<SaleQuote>(),
    createdAt: moment('created_at').notNull().defaultNow(),
    paidAt: moment('paid_at'),
    /** When to poll the gateway next; null when nothing more can happen. */
    nextCheckAt: moment('next_check_at').defaultNow(),
    checks: integer('checks').notNull().default(0),
  },
  (table) => [
    unique('pack_orders_gateway_order_unique').on(table.gatewayOrderId),
    unique('pack_orders_receipt_unique').on(table.receiptNumber),
    // Only a paid order uses up the starter pack; an abandoned one does not.
    uniqueIndex('pack_orders_one_starter')
      .on(table.userId)
      .where(sql`${table.isStarter} and ${table.paidAt} is not null`),
    index('pack_orders_user').on(table.userId, table.createdAt),
    index('pack_orders_due').on(table.nextCheckAt).where(sql`${table.nextCheckAt} is not null`),
    check(
      'pack_orders_status',
      sql`${table.status} in ('created', 'pending', 'failed', 'expired', 'paid', 'refunded')`,
    ),
    check('pack_orders_positive', sql`${table.credits} > 0 and ${table.amountPaise} >= 100`),
    check('pack_orders_currency', sql`${table.currency} = 'INR'`),
    // Together with the trigger that protects paid_at: a paid order never becomes unpaid again.
    check(
      'pack_orders_paid',
      sql`case when ${table.paidAt} is null then ${table.status} <> 'paid' else ${table.status} in ('paid', 'refunded') and ${table.gatewayOrderId} is not null end`,
    ),
    check('pack_orders_receipt', sql`(${table.paidAt} is null) = (${table.receiptNumber} is null)`),
  ],
)

/**
 * A known payment of one of the store's orders. `granted` payments brought credits, once; `unapplied` ones brought none and
 * are returned; `none` is undecided, because nothing was captured.
 */
export const payments = pgTable(
  'payments',
  {
    paymentId: text('payment_id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => packOrders.id),
    amountPaise: amount('amount_paise').notNull(),
    currency: text('currency').notNull(),
    method: text('method').notNull(),
    status: text('status', { enum: ['created', 'failed', 'authorized', 'captured', 'refunded'] }).notNull(),
    errorDescription: text('error_description'),
    /** The gateway's code, such as `insufficient_funds`. */
    errorReason: text('error_reason'),
    outcome: text('outcome', { enum: ['none', 'granted', 'unapplied'] })
      .notNull()
      .default('none'),
    unappliedReason: text('unapplied_reason'),
    /** Idempotency key of the transfer that granted it. */
    grantKey: text('grant_key').references(() => creditTransfers.idempotencyKey),
    creditsGranted: integer('credits_granted').notNull().default(0),
    /** Money returned by refunds and disputes, never more than the payment. */
    returnedPaise: amount('returned_paise').notNull().default(0),
    /** Credits taken back for it, and those that were already spent. */
    creditsClawedBack: integer('credits_clawed_back').notNull().default(0),
    creditsShort: integer('credits_short').notNull().default(0),
    /** The value that left the ledger with `creditsClawedBack`, and its part without tax (see `creditAccounts`). */
    paiseClawedBack: amount('paise_clawed_back').notNull().default(0),
    untaxedClawedBack: amount('untaxed_clawed_back').notNull().default(0),
    /** Counts the transfers that took credits back or granted them again, to derive their keys. */
    reversals: integer('reversals').notNull().default(0),
    /** When to try the next refund of an unapplied payment; null when there is nothing to do. */
    nextReturnAt: moment('next_return_at'),
    returnTries: integer('return_tries').notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
    settledAt: moment('settled_at'),
    /** The gateway's fee, including the tax on it; like the next three null until the gateway has paid the payment out. */
    feePaise: amount('fee_paise'),
    feeTaxPaise: amount('fee_tax_paise'),
    /** The gateway's transfer to the owner's bank account. */
    settlementId: text('settlement_id'),
    settledByBankAt: moment('settled_by_bank_at'),
  },
  (table) => [
    uniqueIndex('payments_one_grant_per_order').on(table.orderId).where(sql`${table.outcome} = 'granted'`),
    index('payments_order').on(table.orderId),
    index('payments_newest').on(table.createdAt, table.paymentId),
    // For the owner's search; returned payments are few.
    index('payments_returned').on(table.createdAt, table.paymentId).where(sql`${table.returnedPaise} > 0`),
    index('payments_not_granted')
      .on(table.outcome, table.createdAt, table.paymentId)
      .where(sql`${table.outcome} <> 'granted'`),
    index('payments_to_return').on(table.nextReturnAt).where(sql`${table.nextReturnAt} is not null`),
    check('payments_status', sql`${table.status} in ('created', 'failed', 'authorized', 'captured', 'refunded')`),
    check('payments_outcome', sql`${table.outcome} in ('none', 'granted', 'unapplied')`),
    check('payments_settled', sql`(${table.outcome} = 'none') = (${table.settledAt} is null)`),
    check(
      'payments_only_captured_money_counts',
      sql`${table.outcome} = 'none' or ${table.status} in ('captured', 'refunded')`,
    ),
    check(
      'payments_grant',
      sql`case ${table.outcome} when 'granted' then ${table.creditsGranted} > 0 and ${table.grantKey} = 'payment:' || ${table.paymentId} else ${table.creditsGranted} = 0 and ${table.grantKey} is null end`,
    ),
    check('payments_unapplied', sql`(${table.outcome} = 'unapplied') = (${table.unappliedReason} is not null)`),
    check('payments_return', sql`${table.nextReturnAt} is null or ${table.outcome} = 'unapplied'`),
    check('payments_value_clawed_back', sql`${table.untaxedClawedBack} between 0 and ${table.paiseClawedBack}`),
    check('payments_returned', sql`${table.returnedPaise} between 0 and ${table.amountPaise}`),
    check(
      'payments_settlement',
      sql`case when ${table.settlementId} is null then num_nonnulls(${table.feePaise}, ${table.feeTaxPaise}, ${table.settledByBankAt}) = 0 else num_nulls(${table.feePaise}, ${table.feeTaxPaise}, ${table.settledByBankAt}) = 0 end`,
    ),
    // The credits taken back and the shortfall add up to the share of the refunded money.
    check(
      'payments_clawback',
      sql`${table.creditsClawedBack} >= 0 and ${table.creditsShort} >= 0 and ${table.creditsClawedBack} + ${table.creditsShort} = ${table.creditsGranted} * ${table.returnedPaise} / greatest(${table.amountPaise}, 1)`,
    ),
  ],
)

/** A refund counts while it is pending or processed; a failed one does not. */
export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    refundId: text('refund_id').primaryKey(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.paymentId),
    amountPaise: amount('amount_paise').notNull(),
    status: text('status', { enum: ['pending', 'processed', 'failed'] }).notNull(),
    /** The owner's reason; null for refunds made at the gateway or by the reconciler. */
    reason: text('reason'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** The gateway's transfer to the owner's bank account that the refund was taken off; null until it is known. */
    settlementId: text('settlement_id'),
  },
  (table) => [
    index('payment_refunds_payment').on(table.paymentId),
    check('payment_refunds_amount', sql`${table.amountPaise} > 0`),
    check('payment_refunds_status', sql`${table.status} in ('pending', 'processed', 'failed')`),
  ],
)

/** A dispute: a bank takes a payment back. The deducted amount counts until the dispute is won or closed. */
export const paymentDisputes = pgTable(
  'payment_disputes',
  {
    disputeId: text('dispute_id').primaryKey(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.paymentId),
    amountPaise: amount('amount_paise').notNull(),
    amountDeductedPaise: amount('amount_deducted_paise').notNull(),
    status: text('status', { enum: ['open', 'under_review', 'closed', 'lost', 'won'] }).notNull(),
    reason: text('reason').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('payment_disputes_payment').on(table.paymentId),
    check('payment_disputes_amount', sql`${table.amountPaise} >= 0 and ${table.amountDeductedPaise} >= 0`),
    check('payment_disputes_status', sql`${table.status} in ('open', 'under_review', 'closed', 'lost', 'won')`),
  ],
)

/** Every processed event of the gateway, under its own id: a second delivery collides. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    eventId: text('event_id').primaryKey(),
    type: text('type').notNull(),
    gatewayOrderId: text('gateway_order_id'),
    paymentId: text('payment_id'),
    /** The result, in a word. */
    outcome: text('outcome').notNull(),
    happenedAt: moment('happened_at').notNull(),
    receivedAt: moment('received_at').notNull().defaultNow(),
  },
  (table) => [index('payment_events_payment').on(table.paymentId), index('payment_events_age').on(table.receivedAt)],
)
