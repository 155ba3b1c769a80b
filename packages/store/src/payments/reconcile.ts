// Reconciles what no event reported: polls the gateway about open orders and refunds at growing intervals, and returns unapplied
// payments. A pass takes one due item at a time, so that several workers can run it concurrently.
import { type Db, transaction } from '@vitrine/database/connection'
import type { GatewayPayment, PaymentGateway } from '@vitrine/providers/payment'
import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { callGateway, isGatewayRejection } from './gateway-outage.ts'
import { NOT_STARTED, type PackOrder } from './order.ts'
import { recordRefund } from './reversal.ts'
import { settlePayment } from './settle.ts'
import { packOrders, paymentRefunds, payments } from './tables.ts'

/** Banks confirm up to 3 days late, and a confirmed payment that is not captured is returned after 3 more. */
const ASKED_FOR = '5 days'
/** The gateway refunds payments for up to half a year. */
const REFUNDABLE_FOR = '190 days'
/** Limits the work of one pass, so that it ends even after a long outage. */
const MAX_PER_PASS = 100

interface Reconciliation {
  readonly ordersPolled: number
  readonly paymentsReturned: number
  /** Refunds that the gateway rejected, with its message; retried later. For the log. */
  readonly refused: readonly { readonly paymentId: string; readonly message: string }[]
  readonly isGatewayUnavailable: boolean
}

/**
 * One pass: polls due open orders (after 1, 2, 4, … minutes, at most 6 hours apart, for 5 days; an outage never closes an order),
 * grants the credits of paid ones, polls unreported refunds of paid orders (after 1, 2, 4, … days, for half a year), and returns
 * unapplied payments. Ends early when the gateway is unreachable.
 */
export async function reconcilePayments(
  db: Db,
  gateway: PaymentGateway,
  now: Date = new Date(),
): Promise<Reconciliation> {
  const work = { db, gateway, now }
  const refused: { paymentId: string; message: string }[] = []
  let ordersPolled = 0
  let paymentsReturned = 0
  for (; ordersPolled < MAX_PER_PASS; ordersPolled++) {
    const order = await takeDueOrder(work)
    if (!order) break
    if (!(await pollOrder(work, order))) return { ordersPolled, paymentsReturned, refused, isGatewayUnavailable: true }
  }
  for (let tried = 0; tried < MAX_PER_PASS; tried++) {
    const paymentId = await takeDueReturn(work)
    if (!paymentId) break
    const returned = await returnPayment(work, paymentId)
    if (returned === 'away') return { ordersPolled, paymentsReturned, refused, isGatewayUnavailable: true }
    if (returned === 'returned') paymentsReturned++
    else refused.push({ paymentId, message: returned.message })
  }
  return { ordersPolled, paymentsReturned, refused, isGatewayUnavailable: false }
}

interface Work {
  readonly db: Db
  readonly gateway: PaymentGateway
  readonly now: Date
}

const OPEN = ['created', 'pending', 'failed'] as const

/** The pause after the n-th check: 1 minute, doubled each time, at most 6 hours. */
const pauseAfter = (count: typeof packOrders.checks | typeof payments.returnTries) =>
  sql`least(interval '6 hours', interval '1 minute' * power(2, least(${count}, 10)))`

/** Compares due times in whole milliseconds, although the database counts in microseconds. */
const isDue = (date: typeof packOrders.nextCheckAt | typeof payments.nextReturnAt, now: Date) =>
  sql`${date} < ${now.toISOString()}::timestamptz + interval '1 millisecond'`

/** Claims a due order by postponing its next check: other workers skip it, and a crash loses nothing. */
async function takeDueOrder({ db, now }: Work): Promise<PackOrder | undefined> {
  const due = db
    .select({ id: packOrders.id })
    .from(packOrders)
    .where(isDue(packOrders.nextCheckAt, now))
    .orderBy(packOrders.nextCheckAt)
    .limit(1)
    .for('update', { skipLocked: true })
  const [order] = await db
    .update(packOrders)
    .set({
      nextCheckAt: sql`${now.toISOString()}::timestamptz + case when ${packOrders.paidAt} is null
        then ${pauseAfter(packOrders.checks)} else interval '1 day' * power(2, least(${packOrders.checks}, 10)) end`,
      checks: sql`${packOrders.checks} + 1`,
    })
    .where(inArray(packOrders.id, due))
    .returning()
  return order
}

/** Returns false when the gateway is unreachable. */
async function pollOrder({ db, gateway, now }: Work, order: PackOrder): Promise<boolean> {
  const { gatewayOrderId } = order
  const isOlderThan = (age: string) =>
    sql`${packOrders.createdAt} < ${now.toISOString()}::timestamptz - ${age}::interval`
  const end = (status: 'failed' | 'expired', failure: string, age: string) =>
    db
      .update(packOrders)
      .set({ status, failure, failureReason: null, nextCheckAt: null })
      .where(and(eq(packOrders.id, order.id), inArray(packOrders.status, [...OPEN]), isOlderThan(age)))
  if (gatewayOrderId === null) {
    await end('failed', NOT_STARTED, '10 minutes')
    return true
  }
  const result = await callGateway(() => gateway.listPayments(gatewayOrderId))
  if (result.isUnavailable) {
    await db
      .update(packOrders)
      .set({ nextCheckAt: sql`${now.toISOString()}::timestamptz + interval '1 minute'`, checks: order.checks - 1 })
      .where(and(eq(packOrders.id, order.id), isNotNull(packOrders.nextCheckAt)))
    return false
  }
  for (const payment of result.answer) {
    await settle(db, payment)
    if (!(await recordMissingRefunds({ db, gateway }, payment))) return false
  }
  await end('expired', 'No payment arrived for this order.', ASKED_FOR)
  await db
    .update(packOrders)
    .set({ nextCheckAt: null })
    .where(and(eq(packOrders.id, order.id), isNotNull(packOrders.paidAt), isOlderThan(REFUNDABLE_FOR)))
  return true
}

/**
 * Records the refunds of a payment when the recorded ones differ from the gateway's total. Returns false when the gateway is
 * unreachable; the next check of the order finds the same difference.
 */
async function recordMissingRefunds({ db, gateway }: Omit<Work, 'now'>, payment: GatewayPayment): Promise<boolean> {
  const { paymentId, refundedPaise } = payment
  const counted = and(eq(paymentRefunds.paymentId, paymentId), ne(paymentRefunds.status, 'failed'))
  const [known] = await db
    .select({ paise: sql<number>`coalesce(sum(${paymentRefunds.amountPaise}), 0)`.mapWith(Number) })
    .from(paymentRefunds)
    .where(counted)
  if (known?.paise === refundedPaise) return true
  const result = await callGateway(() => gateway.listRefunds(paymentId))
  if (result.isUnavailable) return false
  for (const refund of result.answer) await transaction(db, (tx) => recordRefund(tx, refund))
  return true
}

function settle(db: Db, payment: GatewayPayment) {
  return transaction(db, (tx) => settlePayment(tx, payment, 'reconciler'))
}

async function takeDueReturn({ db, now }: Work): Promise<string | undefined> {
  const due = db
    .select({ paymentId: payments.paymentId })
    .from(payments)
    .where(isDue(payments.nextReturnAt, now))
    .orderBy(payments.nextReturnAt)
    .limit(1)
    .for('update', { skipLocked: true })
  const [payment] = await db
    .update(payments)
    .set({
      nextReturnAt: sql`${now.toISOString()}::timestamptz + ${pauseAfter(payments.returnTries)}`,
      returnTries: sql`${payments.returnTries} + 1`,
    })
    .where(inArray(payments.paymentId, due))
    .returning({ paymentId: payments.paymentId })
  return payment?.paymentId
}

/** Refunds the rest of a payment. The key stays the same until a refund has failed for good. */
async function returnPayment({ db, gateway }: Work, paymentId: string): Promise<'returned' | 'away' | Error> {
  const failed = await db.$count(
    paymentRefunds,
    and(eq(paymentRefunds.paymentId, paymentId), eq(paymentRefunds.status, 'failed')),
  )
  try {
    const result = await callGateway(() =>
      gateway.refund({
        paymentId,
        idempotencyKey: `return-${paymentId}-${failed}`,
        notes: { reason: 'unapplied payment' },
      }),
    )
    if (result.isUnavailable) return 'away'
    await transaction(db, (tx) => recordRefund(tx, result.answer))
    return 'returned'
  } catch (error) {
    if (!isGatewayRejection(error)) throw error
    return (await isBackAlready({ db, gateway }, paymentId)) ? 'returned' : error
  }
}

/** The owner may have refunded it by hand at the gateway; the event of that refund has the details. */
async function isBackAlready({ db, gateway }: Omit<Work, 'now'>, paymentId: string): Promise<boolean> {
  const result = await callGateway(() => gateway.findPayment(paymentId))
  if (result.isUnavailable || result.answer?.status !== 'refunded') return false
  await settle(db, result.answer)
  await db.update(payments).set({ nextReturnAt: null }).where(eq(payments.paymentId, paymentId))
  return true
}
