// Credit packs and their orders: the packs on sale, opening an order at the gateway, locking one, and showing its state.
import assert from 'node:assert/strict'
import { ApiError } from '@vitrine/contract/api-error'
import type { CreditPacks, CreditPurchase } from '@vitrine/contract/payments'
import type { PackSettings, PricingSettings, TaxSettings } from '@vitrine/contract/settings'
import type { TaxTerms } from '@vitrine/contract/tax'
import { type Db, type Tx, transaction } from '@vitrine/database/connection'
import type { PaymentGateway } from '@vitrine/providers/payment'
import { and, desc, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { lockUser } from '../accounts/accounts.ts'
import { countAttempt } from '../accounts/rate-limit.ts'
import { users } from '../accounts/tables.ts'
import { describePackTax, findPackDocumentKind, quotePack, UNTAXED } from '../billing/quote.ts'
import { storeToday } from '../catalogue/row.ts'
import type { Reader } from '../prepared.ts'
import { readSections } from '../settings/settings.ts'
import { callGateway } from './gateway-outage.ts'
import { packOrders, payments } from './tables.ts'

interface PackChoice {
  readonly packId?: string | undefined
  readonly credits?: number | undefined
  /** The price with tax that the buyer was shown. */
  readonly expectedPaise?: number | undefined
  /** The tax that the buyer was shown. */
  readonly expectedTax?: TaxTerms | undefined
}

interface OpenedOrder {
  /** The gateway's id of the order. */
  readonly orderId: string
  readonly credits: number
  readonly amountPaise: number
  readonly currency: 'INR'
}

/**
 * Opens an order for a pack, named by its id or its credits, at its current price. Inserts the row first and calls the gateway
 * outside any transaction: a crash in between leaves a row without a gateway id, which nobody can pay. Throws `pack-not-found`,
 * `pack-not-offered`, `billing-details-missing`, `price-changed` (with `amountPaise`), `starter-pack-used`, `rate-limited`, and
 * `payment-unavailable`. Rejections by the gateway (for example because of wrong keys) are rethrown for the owner's log.
 */
export async function openOrder(
  db: Db,
  gateway: PaymentGateway,
  userId: string,
  choice: PackChoice,
): Promise<OpenedOrder> {
  await countAttempt(db, 'payment-order', userId)
  const row = await transaction(db, (tx) => insertOrder(tx, userId, choice))
  const { packId, credits, amountPaise } = row
  const result = await callGateway(() =>
    gateway.createOrder({ amountPaise, currency: 'INR', receipt: row.id, notes: { packId, credits: String(credits) } }),
  ).catch(async (error: unknown) => {
    await failUnopened(db, row.id)
    throw error
  })
  if (result.isUnavailable) {
    await failUnopened(db, row.id)
    throw new ApiError('payment-unavailable')
  }
  const { orderId } = result.answer
  await db.update(packOrders).set({ gatewayOrderId: orderId }).where(isOrder(row.id))
  return { orderId, credits, amountPaise, currency: 'INR' }
}

/** Inserts the order at the current terms: pack and price are read in the same transaction. */
async function insertOrder(tx: Tx, userId: string, choice: PackChoice) {
  const { pricing, tax } = await readSections(tx, 'pricing', 'tax')
  const pack = findPack(pricing, choice)
  if (!pack) throw new ApiError('pack-not-found')
  const { id: packId, isOncePerAccount: isStarter, credits } = pack
  if (!isOffered(pack, await readToday(tx))) throw new ApiError('pack-not-offered')
  if (isStarter && (await hasUsedStarterPack(tx, userId))) throw new ApiError('starter-pack-used')
  const { quote, amountPaise } = await quotePack(tx, userId, { tax, amountPaise: pack.amountPaise })
  const { expectedPaise = amountPaise, expectedTax = quote.terms } = choice
  const isOtherTax = expectedTax.supply !== quote.terms.supply || expectedTax.rateBp !== quote.terms.rateBp
  if (expectedPaise !== amountPaise || isOtherTax) {
    const message =
      expectedPaise === amountPaise
        ? 'The tax of this pack has changed. Please check it and try again.'
        : 'The price of this pack has changed. Please check it and try again.'
    throw new ApiError('price-changed', { amountPaise }, message)
  }
  const nextCheckAt = sql`now() + interval '1 minute'`
  const [row] = await tx
    .insert(packOrders)
    .values({ userId, packId, isStarter, credits, amountPaise, currency: 'INR', quote, nextCheckAt })
    .returning()
  assert(row, 'an insert returns its row')
  return row
}

/** The failure of an order that never reached the gateway. */
export const NOT_STARTED = 'The payment could not be started. Nothing was charged.'

async function failUnopened(db: Db, id: string): Promise<void> {
  await db.update(packOrders).set({ status: 'failed', failure: NOT_STARTED, nextCheckAt: null }).where(isOrder(id))
}

function isOrder(id: string): SQL {
  return eq(packOrders.id, id)
}

export type PackOrder = typeof packOrders.$inferSelect

/** An order with its user, read under the lock. */
export interface LockedOrder {
  readonly order: PackOrder
  readonly isUserDeleted: boolean
}

/**
 * Locks the user of an order, then the order. All changes of a user's payments run one after the other, which makes "one starter
 * pack" and "one grant per order" checkable. Undefined for an unknown order.
 */
export async function lockOrder(tx: Tx, condition: SQL): Promise<LockedOrder | undefined> {
  const [found] = await tx.select({ id: packOrders.id, userId: packOrders.userId }).from(packOrders).where(condition)
  if (!found) return undefined
  await lockUser(tx, found.userId)
  const [locked] = await tx
    .select({ order: packOrders, deletedAt: users.deletedAt })
    .from(packOrders)
    .innerJoin(users, eq(users.id, packOrders.userId))
    .where(isOrder(found.id))
    .for('update', { of: packOrders })
  assert(locked, `order ${found.id} disappeared`)
  return { order: locked.order, isUserDeleted: locked.deletedAt !== null }
}

/** Removes who the buyer was from a deleted account's orders that were not paid: no document will name them. */
export async function eraseQuotedBuyers(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(packOrders)
    .set({ quote: sql`jsonb_set(${packOrders.quote}, '{buyer}', 'null')` })
    .where(and(eq(packOrders.userId, userId), isNull(packOrders.paidAt), sql`${packOrders.quote} -> 'buyer' <> 'null'`))
}

/** One of the user's orders by the gateway's id. Throws `payment-order-not-found`, also for another user's order. */
export async function getOrder(db: Reader, userId: string, orderId: string): Promise<PackOrder> {
  const [order] = await db
    .select()
    .from(packOrders)
    .where(and(eq(packOrders.gatewayOrderId, orderId), eq(packOrders.userId, userId)))
  if (!order) throw new ApiError('payment-order-not-found')
  return order
}

/** One of the user's orders in its wire form. Throws `payment-order-not-found`, also for another user's order. */
export async function getCreditPurchase(db: Reader, userId: string, orderId: string): Promise<CreditPurchase> {
  const [row] = await selectPurchases(db, and(eq(packOrders.userId, userId), eq(packOrders.gatewayOrderId, orderId)))
  if (!row) throw new ApiError('payment-order-not-found')
  return toCreditPurchase(row)
}

/** The user's orders that reached the gateway, newest first, at most 100. */
export async function listCreditPurchases(db: Db, userId: string): Promise<CreditPurchase[]> {
  const rows = await selectPurchases(db, and(eq(packOrders.userId, userId), isNotNull(packOrders.gatewayOrderId)))
    .orderBy(desc(packOrders.id))
    .limit(100)
  return rows.map(toCreditPurchase)
}

/** A paid pack, including refunded ones. */
export interface PaidPack {
  readonly orderId: string
  readonly credits: number
  readonly amountPaise: number
  readonly refundedPaise: number
  readonly currency: 'INR'
  readonly status: 'paid' | 'refunded'
  readonly transactionId: string
  readonly method: string
  readonly receiptNumber: string
  readonly paidAt: Date
}

/** The packs the user has paid for, newest first. */
export async function listPaidPacks(db: Db, userId: string): Promise<PaidPack[]> {
  return (
    await selectPurchases(db, and(eq(packOrders.userId, userId), isNotNull(packOrders.paidAt))).orderBy(
      desc(packOrders.paidAt),
      desc(packOrders.id),
    )
  ).map(toPaidPack)
}

/** The paid pack of one of this user's receipts; undefined for an unknown number. */
export async function findPackByReceipt(db: Db, userId: string, receiptNumber: string): Promise<PaidPack | undefined> {
  const [row] = await selectPurchases(
    db,
    and(eq(packOrders.userId, userId), eq(packOrders.receiptNumber, receiptNumber)),
  )
  return row && toPaidPack(row)
}

/**
 * Orders with their relevant payment: the granted one, or else the first that was returned. Uses a subquery per order, because a
 * join would read everyone's payments for each profile.
 */
function selectPurchases(db: Reader, condition: SQL | undefined) {
  const counted = db
    .select({ paymentId: payments.paymentId, method: payments.method, returnedPaise: payments.returnedPaise })
    .from(payments)
    .where(and(eq(payments.orderId, packOrders.id), ne(payments.outcome, 'none')))
    .orderBy(payments.outcome, payments.settledAt)
    .limit(1)
    .as('counted')
  return db
    .select({
      order: packOrders,
      paymentId: counted.paymentId,
      method: counted.method,
      returnedPaise: counted.returnedPaise,
    })
    .from(packOrders)
    .leftJoinLateral(counted, sql`true`)
    .where(condition)
    .$dynamic()
}

type PurchaseRow = Awaited<ReturnType<typeof selectPurchases>>[number]

function toCreditPurchase({ order, paymentId, returnedPaise }: PurchaseRow): CreditPurchase {
  assert(order.gatewayOrderId, `order ${order.id} never reached the gateway`)
  return {
    orderId: order.gatewayOrderId,
    packId: order.packId,
    status: order.status === 'expired' ? 'failed' : order.status,
    credits: order.credits,
    amountPaise: order.amountPaise,
    refundedPaise: returnedPaise ?? 0,
    currency: order.currency,
    transactionId: paymentId,
    failure: order.failure,
    failureReason: order.failureReason,
    receiptNumber: order.receiptNumber,
    receiptKind: findPackDocumentKind(order.quote ?? UNTAXED),
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
  }
}

function toPaidPack({ order, paymentId, method, returnedPaise }: PurchaseRow): PaidPack {
  const { gatewayOrderId, status, receiptNumber, paidAt, credits, amountPaise, currency } = order
  assert(gatewayOrderId && receiptNumber && paidAt && paymentId, `order ${order.id} is not paid`)
  assert(status === 'paid' || status === 'refunded', `order ${order.id} is paid and ${status}`)
  return {
    orderId: gatewayOrderId,
    credits,
    amountPaise,
    refundedPaise: returnedPaise ?? 0,
    currency,
    status,
    transactionId: paymentId,
    method: method ?? '',
    receiptNumber,
    paidAt,
  }
}

// Packs are in the store's settings. Some are sold once per account.

/** Today in the store's time zone, by the database's clock: `2026-11-30`. Servers' clocks do not decide what is sold. */
export async function readToday(db: Reader): Promise<string> {
  const { rows } = await db.execute<{ today: string }>(sql`select ${storeToday}::text as today`)
  return rows[0]?.today ?? ''
}

/** Whether a pack is sold on this day. */
export function isOffered({ offeredFrom, offeredUntil }: PackSettings, today: string): boolean {
  return (offeredFrom === null || offeredFrom <= today) && (offeredUntil === null || today <= offeredUntil)
}

/**
 * The packs on sale today, in the owner's order. A pack that is sold once per account is available until the user has paid for
 * one, and always to visitors.
 */
export async function listPacks(
  db: Db,
  { pricing, tax: taxSettings }: { pricing: PricingSettings; tax: TaxSettings },
  userId?: string,
): Promise<CreditPacks> {
  const { tax, payable } = await describePackTax(db, taxSettings, userId)
  const isStarterUsed = userId !== undefined && (await hasUsedStarterPack(db, userId))
  // Most stores have no pack with a period.
  const hasPeriods = pricing.packs.some(({ offeredFrom, offeredUntil }) => offeredFrom ?? offeredUntil)
  const today = hasPeriods ? await readToday(db) : ''
  const offered = pricing.packs.filter((pack) => !hasPeriods || isOffered(pack, today))
  const packs = offered.map((pack) => ({
    id: pack.id,
    credits: pack.credits,
    price: pack.amountPaise / 100,
    amountPaise: pack.amountPaise,
    payablePaise: payable(pack.amountPaise),
    currency: 'INR' as const,
    popular: pack.isPopular,
    savings: savingsText(pack, pricing),
    isStarter: pack.isOncePerAccount,
    isAvailable: !pack.isOncePerAccount || !isStarterUsed,
    offeredUntil: pack.offeredUntil,
  }))
  return { packs, tax }
}

/** `20% savings` against the list price of credits; null below one per cent, and for a pack that is sold once per account. */
export function savingsText(
  { credits, amountPaise, isOncePerAccount }: PackSettings,
  { listPaisePer1000Credits }: Pick<PricingSettings, 'listPaisePer1000Credits'>,
): string | null {
  const saved = Math.floor(100 - (amountPaise * 100_000) / (credits * listPaisePer1000Credits))
  return isOncePerAccount || saved < 1 ? null : `${saved}% savings`
}

/** A pack by its id, or by its number of credits, which is unique. */
function findPack({ packs }: Pick<PricingSettings, 'packs'>, choice: PackChoice): PackSettings | undefined {
  const { packId, credits } = choice
  return packs.find((pack) => (packId === undefined ? pack.credits === credits : pack.id === packId))
}

/** Whether the user has paid for a pack that is sold once per account. Unpaid orders do not count. */
export async function hasUsedStarterPack(db: Reader, userId: string): Promise<boolean> {
  const isPaidStarter = and(eq(packOrders.userId, userId), packOrders.isStarter, isNotNull(packOrders.paidAt))
  return (await db.$count(packOrders, isPaidStarter)) > 0
}
