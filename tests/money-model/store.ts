// The real side of the model test: a store on a database, a gateway in memory, and the messages in transit.
import assert from 'node:assert/strict'
import type { ApiError } from '@vitrine/contract/api-error'
import type { Db } from '@vitrine/database/connection'
import type { PaymentEvent } from '@vitrine/providers/payment'
import { sql } from 'drizzle-orm'
import { getBalance } from '../../packages/store/src/credits/credits.ts'
import { listCartLines } from '../../packages/store/src/library/cart.ts'
import { listEntitlements } from '../../packages/store/src/library/library.ts'
import { MemoryGateway } from '../../packages/store/testing/gateway.ts'
import { assertDocuments } from './document-check.ts'
import type { MoneyModel, News } from './model.ts'

export class StoreUnderTest {
  readonly gateway = new MemoryGateway()
  readonly userIds: string[] = []
  readonly templateIds: string[] = []
  /** The gateway's ids, in the order in which the orders were opened. */
  readonly orderIds: string[] = []
  readonly paymentIds: string[] = []
  readonly refundIds: string[] = []
  readonly disputes: NonNullable<PaymentEvent['dispute']>[] = []
  /** Every message there ever was: each can be delivered at any time, and again. */
  readonly messages: PaymentEvent[] = []
  readonly delivered = new Set<string>()
  /** The last checkout of each user, to send its key again. */
  readonly checkouts = new Map<number, { key: string; credits: number; result: unknown }>()
  readonly db: Db

  constructor(db: Db) {
    this.db = db
  }

  /** The gateway's current state of a payment, as an event. */
  news(paymentId: string): News {
    const payment = this.gateway.payments.get(paymentId)
    assert(payment?.orderId, `the gateway does not know ${paymentId}`)
    const { amountPaise, status } = payment
    return { paymentId, order: this.orderIds.indexOf(payment.orderId), amountPaise, status }
  }

  /** Makes every open order and every return due, in the order in which they came to be. */
  async makeAllDue(): Promise<void> {
    await this.db.execute(sql`
      update pack_orders set next_check_at = now() - interval '1 hour' + numbered.place * interval '1 ms'
        from (select id, row_number() over (order by id) as place from pack_orders where next_check_at is not null) as numbered
       where numbered.id = pack_orders.id`)
    await this.db.execute(sql`update payments set next_return_at = now() where next_return_at is not null`)
  }
}

/** Detaches earlier runs on the same database. */
export async function forgetEarlierRuns(db: Db): Promise<void> {
  await db.execute(sql`update pack_orders set next_check_at = null where next_check_at is not null`)
  await db.execute(sql`update payments set next_return_at = null where next_return_at is not null`)
}

/** The code of the error that work ends with, or what it answers. */
export async function readOutcome<T>(work: Promise<T>): Promise<{ code: string } | { value: T }> {
  return work.then(
    (value) => ({ value }),
    (error: unknown) => {
      if (error instanceof Error && error.name === 'ApiError') return { code: (error as ApiError).code }
      throw error
    },
  )
}

/** The balances of every user, what they are worth and all documents are what the model says. */
export async function assertBalances(model: MoneyModel, store: StoreUnderTest): Promise<void> {
  for (const [index, userId] of store.userIds.entries()) {
    const { promotional, paid } = await getBalance(store.db, userId)
    const expected = model.user(index).billed
    assert.deepEqual({ promotional, paid }, { promotional: expected.promotional, paid: expected.paid }, `user ${index}`)
    await assertDocuments(store.db, userId, expected)
  }
}

/** Everything else is what the model says, too: carts, what is owned, orders and payments. */
export async function assertSame(model: MoneyModel, store: StoreUnderTest): Promise<void> {
  await assertBalances(model, store)
  for (const [index, userId] of store.userIds.entries()) {
    const { cart, owned } = model.user(index)
    const findTemplate = (templateId: string) => store.templateIds.indexOf(templateId)
    const lines = await listCartLines(store.db, userId)
    assert.deepEqual(
      new Map(lines.map((line) => [findTemplate(line.templateId), line.quantity])),
      cart,
      `cart of ${index}`,
    )
    const entitlements = await listEntitlements(store.db, userId)
    assert.deepEqual(
      new Map(
        entitlements.map((e) => [findTemplate(e.templateId), { credits: e.creditsCharged, licences: e.licences }]),
      ),
      owned,
      `what ${index} owns`,
    )
  }
  await assertOrders(model, store)
  await assertPayments(model, store)
}

async function assertOrders(model: MoneyModel, store: StoreUnderTest): Promise<void> {
  const { rows } = await store.db.execute<{ id: string; status: string; is_paid: boolean; is_watched: boolean }>(sql`
    select gateway_order_id as id, status, paid_at is not null as is_paid, next_check_at is not null as is_watched
      from pack_orders where gateway_order_id = any(${sql.param(store.orderIds)}::text[])`)
  assert.equal(rows.length, model.orders.length)
  for (const row of rows) {
    const { status, isPaid, isWatched } = model.order(store.orderIds.indexOf(row.id))
    const found = { status: row.status, isPaid: row.is_paid, isWatched: row.is_watched }
    assert.deepEqual(found, { status, isPaid, isWatched }, row.id)
  }
}

async function assertPayments(model: MoneyModel, store: StoreUnderTest): Promise<void> {
  const { rows } = await store.db.execute<Record<string, unknown>>(sql`
    select payment_id as id, status, outcome, credits_granted as granted, returned_paise::int as "returnedPaise",
           credits_clawed_back as "clawedBack", credits_short as short, next_return_at is not null as "mustReturn"
      from payments where payment_id = any(${sql.param(store.paymentIds)}::text[])`)
  assert.equal(rows.length, model.payments.size)
  for (const { id, ...row } of rows) {
    const { status, outcome, granted, returnedPaise, clawedBack, short, mustReturn } = model.known(String(id))
    assert.deepEqual(row, { status, outcome, granted, returnedPaise, clawedBack, short, mustReturn }, String(id))
  }
}
