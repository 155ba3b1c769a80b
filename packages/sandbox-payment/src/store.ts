// Reads and writes of the sandbox's tables.

import assert from 'node:assert/strict'
import type { Db, Tx } from '@vitrine/database/connection'
import { and, asc, desc, eq, inArray, lte, min, notExists, sql } from 'drizzle-orm'
import {
  type DisputeEntity,
  deliveries,
  disputes,
  type OrderEntity,
  orders,
  type PaymentEntity,
  payments,
  type RefundEntity,
  refunds,
  type SettledItemEntity,
  settledItems,
  webhook,
} from './tables.ts'

type Reader = Db | Tx

export type Delivery = typeof deliveries.$inferSelect
type NewDelivery = Pick<Delivery, 'eventId' | 'event' | 'paymentId' | 'body' | 'dueAt' | 'state'>

/** Returns whether webhook calls are sent. Waits for earlier changes of the sandbox to commit, and blocks later ones. */
export async function lockSandbox(tx: Tx): Promise<boolean> {
  const [row] = await tx.select({ isOn: webhook.isOn }).from(webhook).for('update')
  assert(row, 'the table sandbox_payment.webhook has one row')
  return row.isOn
}

export async function isWebhookOn(db: Reader): Promise<boolean> {
  const [row] = await db.select({ isOn: webhook.isOn }).from(webhook)
  return row?.isOn ?? true
}

/** Switching off also withholds waiting calls. */
export async function switchWebhook(tx: Tx, isOn: boolean): Promise<void> {
  await tx.update(webhook).set({ isOn })
  if (!isOn) await tx.update(deliveries).set({ state: 'withheld' }).where(eq(deliveries.state, 'waiting'))
}

/** Deletes all but the newest orders, with their payments, refunds and disputes. */
export async function deleteOldOrders(tx: Tx, maxCount: number): Promise<void> {
  const newestForgotten = tx
    .select({ seq: orders.seq })
    .from(orders)
    .orderBy(desc(orders.seq))
    .offset(maxCount)
    .limit(1)
  await tx.delete(orders).where(lte(orders.seq, sql`(${newestForgotten})`))
}

/** Inserts or updates an order. */
export async function saveOrder(tx: Tx, entity: OrderEntity): Promise<void> {
  const { id, receipt } = entity
  await tx.insert(orders).values({ id, receipt, entity }).onConflictDoUpdate({ target: orders.id, set: { entity } })
}

export async function findOrder(db: Reader, id: string): Promise<OrderEntity | undefined> {
  const [row] = await db.select({ entity: orders.entity }).from(orders).where(eq(orders.id, id))
  return row?.entity
}

export async function findOrderByReceipt(db: Reader, receipt: string): Promise<OrderEntity | undefined> {
  const found = db.select({ entity: orders.entity }).from(orders).where(eq(orders.receipt, receipt))
  const [row] = await found.orderBy(asc(orders.seq)).limit(1)
  return row?.entity
}

/** Newest first. */
export async function listOrders(db: Reader, limit: number): Promise<OrderEntity[]> {
  const rows = await db.select({ entity: orders.entity }).from(orders).orderBy(desc(orders.seq)).limit(limit)
  return rows.map(({ entity }) => entity)
}

/** Inserts or updates a payment. */
export async function savePayment(tx: Tx, entity: PaymentEntity): Promise<void> {
  await tx
    .insert(payments)
    .values({ id: entity.id, orderId: entity.order_id, entity })
    .onConflictDoUpdate({ target: payments.id, set: { entity } })
}

export async function findPayment(db: Reader, id: string): Promise<PaymentEntity | undefined> {
  const [row] = await db.select({ entity: payments.entity }).from(payments).where(eq(payments.id, id))
  return row?.entity
}

/** Newest first, as Razorpay lists them. */
export async function listPayments(db: Reader, orderIds: readonly string[]): Promise<PaymentEntity[]> {
  const rows = db.select({ entity: payments.entity }).from(payments).where(inArray(payments.orderId, orderIds))
  return (await rows.orderBy(desc(payments.seq))).map(({ entity }) => entity)
}

export async function addRefund(tx: Tx, refund: RefundEntity, key: string | null, request: string): Promise<void> {
  await tx.insert(refunds).values({ id: refund.id, paymentId: refund.payment_id, key, request, entity: refund })
}

export async function findRefund(db: Reader, id: string): Promise<RefundEntity | undefined> {
  const [row] = await db.select({ entity: refunds.entity }).from(refunds).where(eq(refunds.id, id))
  return row?.entity
}

export async function findRefundByKey(
  db: Reader,
  paymentId: string,
  key: string,
): Promise<{ entity: RefundEntity; request: string } | undefined> {
  const [row] = await db
    .select({ entity: refunds.entity, request: refunds.request })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.key, key)))
  return row
}

export async function listRefunds(db: Reader, paymentIds: readonly string[]): Promise<RefundEntity[]> {
  const rows = db.select({ entity: refunds.entity }).from(refunds).where(inArray(refunds.paymentId, paymentIds))
  return (await rows.orderBy(refunds.seq)).map(({ entity }) => entity)
}

/** Inserts or updates a dispute. */
export async function saveDispute(tx: Tx, entity: DisputeEntity): Promise<void> {
  const { id, payment_id: paymentId } = entity
  await tx
    .insert(disputes)
    .values({ id, paymentId, entity })
    .onConflictDoUpdate({ target: disputes.id, set: { entity } })
}

export async function findDispute(db: Reader, id: string): Promise<DisputeEntity | undefined> {
  const [row] = await db.select({ entity: disputes.entity }).from(disputes).where(eq(disputes.id, id))
  return row?.entity
}

/** Raised in this span (seconds since 1970, both included), newest first. */
export async function pageDisputes(
  db: Reader,
  { from, to, count, skip }: { from: number; to: number; count: number; skip: number },
): Promise<DisputeEntity[]> {
  const raisedAt = sql`(${disputes.entity} ->> 'created_at')::bigint`
  const rows = db.select({ entity: disputes.entity }).from(disputes).where(sql`${raisedAt} between ${from} and ${to}`)
  return (await rows.orderBy(desc(disputes.seq)).limit(count).offset(skip)).map(({ entity }) => entity)
}

export async function listDisputes(db: Reader, paymentIds: readonly string[]): Promise<DisputeEntity[]> {
  const rows = db.select({ entity: disputes.entity }).from(disputes).where(inArray(disputes.paymentId, paymentIds))
  return (await rows.orderBy(disputes.seq)).map(({ entity }) => entity)
}

/** Captured payments and refunds of no settlement yet, oldest first. */
export async function listUnsettled(tx: Tx): Promise<{ payments: PaymentEntity[]; refunds: RefundEntity[] }> {
  const isUnsettled = (id: typeof payments.id | typeof refunds.id) =>
    notExists(tx.select({ id: settledItems.id }).from(settledItems).where(eq(settledItems.id, id)))
  const isCaptured = sql`${payments.entity} -> 'captured' = 'true'`
  const paid = tx
    .select({ entity: payments.entity })
    .from(payments)
    .where(and(isCaptured, isUnsettled(payments.id)))
  const refunded = tx.select({ entity: refunds.entity }).from(refunds).where(isUnsettled(refunds.id))
  return {
    payments: (await paid.orderBy(payments.seq)).map(({ entity }) => entity),
    refunds: (await refunded.orderBy(refunds.seq)).map(({ entity }) => entity),
  }
}

export async function addSettledItem(tx: Tx, paymentId: string, entity: SettledItemEntity): Promise<void> {
  await tx.insert(settledItems).values({ id: entity.entity_id, paymentId, entity })
}

/** Settled in this span (seconds since 1970, without its end), in the order of the settlements. */
export async function pageSettledItems(
  db: Reader,
  { from, before, count, skip }: { from: number; before: number; count: number; skip: number },
): Promise<SettledItemEntity[]> {
  const settledAt = sql`(${settledItems.entity} ->> 'settled_at')::bigint`
  const rows = db
    .select({ entity: settledItems.entity })
    .from(settledItems)
    .where(sql`${settledAt} >= ${from} and ${settledAt} < ${before}`)
  return (await rows.orderBy(settledItems.seq).limit(count).offset(skip)).map(({ entity }) => entity)
}

export async function listSettledItems(db: Reader, paymentIds: readonly string[]): Promise<SettledItemEntity[]> {
  const rows = db.select({ entity: settledItems.entity }).from(settledItems)
  return (await rows.where(inArray(settledItems.paymentId, paymentIds)).orderBy(settledItems.seq)).map(
    ({ entity }) => entity,
  )
}

export async function addDelivery(tx: Tx, added: NewDelivery): Promise<void> {
  await tx.insert(deliveries).values(added)
}

export async function listDeliveries(
  db: Reader,
  paymentIds: readonly string[],
): Promise<Pick<Delivery, 'id' | 'paymentId' | 'event' | 'state' | 'attempts' | 'lastAnswer'>[]> {
  const { id, paymentId, event, state, attempts, lastAnswer } = deliveries
  const rows = db.select({ id, paymentId, event, state, attempts, lastAnswer }).from(deliveries)
  return await rows.where(inArray(paymentId, paymentIds)).orderBy(id)
}

/** Claims due calls, in the order of their events: other servers ignore them until `until`. */
export async function claimDueDeliveries(db: Db, now: Date, until: Date, limit: number): Promise<Delivery[]> {
  const due = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.state, 'waiting'), lte(deliveries.dueAt, now)))
    .orderBy(deliveries.dueAt, deliveries.id)
    .limit(limit)
    .for('update', { skipLocked: true })
  const claimed = await db.update(deliveries).set({ dueAt: until }).where(inArray(deliveries.id, due)).returning()
  // An update returns its rows in any order.
  return claimed.toSorted((one, other) => one.id - other.id)
}

/** Records an attempt, unless the call was withheld, resent by hand or claimed by another server meanwhile. */
export async function saveAttempt(db: Db, { id, dueAt }: Delivery, result: Partial<Delivery>): Promise<void> {
  const isStillOurs = and(eq(deliveries.id, id), eq(deliveries.dueAt, dueAt), eq(deliveries.state, 'waiting'))
  await db.update(deliveries).set(result).where(isStillOurs)
}

/** Makes a call due now, whatever its state. Returns false for an unknown call. */
export async function resend(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(deliveries)
    .set({ dueAt: now, attempts: 0, firstFailedAt: null, state: 'waiting' })
    .where(eq(deliveries.id, id))
  return rowCount === 1
}

/** The next due time; undefined when no call is waiting. */
export async function findNextDue(db: Reader): Promise<Date | undefined> {
  const waiting = db
    .select({ dueAt: min(deliveries.dueAt) })
    .from(deliveries)
    .where(eq(deliveries.state, 'waiting'))
  return (await waiting)[0]?.dueAt ?? undefined
}
