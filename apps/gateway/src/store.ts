// The sandbox gateway's state in one SQLite file: orders, payments, refunds, disputes and pending webhook calls. Every
// change of money and the calls that announce it are one transaction, on disk before the response: kill -9 loses nothing and
// repeats at most one call.
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { DisputeEntity, OrderEntity, PaymentEntity, RefundEntity } from './entity.ts'
import type { Plan } from './scenario.ts'

/** The oldest orders, with everything that belongs to them, are deleted beyond this number. */
const MAX_ORDERS = 20_000

export interface PaymentRecord {
  entity: PaymentEntity
  plan: Plan
  /** What happens automatically, and when (milliseconds since 1970). */
  next: { step: 'authorize' | 'capture'; dueAt: number } | null
}

export type DeliveryState = 'waiting' | 'delivered' | 'withheld' | 'given-up'

/** One webhook call. Two of the same event share `eventId` and `body`. */
export interface Delivery {
  readonly id: number
  readonly eventId: string
  readonly event: string
  readonly orderId: string
  readonly paymentId: string
  readonly body: string
  readonly dueAt: number
  readonly attempts: number
  readonly firstFailedAt: number | null
  readonly state: DeliveryState
  readonly lastAnswer: string
}

export type NewDelivery = Pick<Delivery, 'eventId' | 'event' | 'orderId' | 'paymentId' | 'body' | 'dueAt' | 'state'>

const SCHEMA = `
  create table if not exists orders (
    seq integer primary key autoincrement, id text not null unique, receipt text, entity text not null);
  create index if not exists orders_receipt on orders (receipt);
  create table if not exists payments (
    seq integer primary key autoincrement, id text not null unique, order_id text not null, entity text not null,
    plan text not null, step text, due_at integer);
  create index if not exists payments_order on payments (order_id);
  create index if not exists payments_due on payments (due_at) where due_at is not null;
  create table if not exists refunds (
    seq integer primary key autoincrement, id text not null unique, payment_id text not null, key text, request text,
    entity text not null, unique (payment_id, key));
  create table if not exists disputes (
    seq integer primary key autoincrement, id text not null unique, payment_id text not null, entity text not null);
  create index if not exists disputes_payment on disputes (payment_id);
  create table if not exists deliveries (
    id integer primary key autoincrement, event_id text not null, event text not null, order_id text not null,
    payment_id text not null, body text not null, due_at integer not null, attempts integer not null default 0,
    first_failed_at integer, state text not null, last_answer text not null default '');
  create index if not exists deliveries_due on deliveries (due_at) where state = 'waiting';
  create index if not exists deliveries_payment on deliveries (payment_id);
  create table if not exists settings (name text primary key, value text not null);
`

export type GatewayStore = ReturnType<typeof openStore>

/** Opens the file, made when it is missing; `:memory:` for tests. */
export function openStore(file: string, maxOrders = MAX_ORDERS) {
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000')
  db.exec(SCHEMA)
  const statements = new Map<string, ReturnType<typeof db.prepare>>()
  const prepare = (sql: string) => {
    const known = statements.get(sql)
    if (known) return known
    const made = db.prepare(sql)
    statements.set(sql, made)
    return made
  }
  const run = (sql: string, ...values: SQLInputValue[]) => prepare(sql).run(...values)
  const one = (sql: string, ...values: SQLInputValue[]) => prepare(sql).get(...values) as Row | undefined
  const all = (sql: string, ...values: SQLInputValue[]) => prepare(sql).all(...values) as unknown as Row[]

  return {
    close: () => db.close(),

    /** All or nothing. */
    transaction<T>(work: () => T): T {
      db.exec('begin immediate')
      try {
        const result = work()
        db.exec('commit')
        return result
      } catch (error) {
        db.exec('rollback')
        throw error
      }
    },

    ...ordersAndPayments({ run, one, all }, maxOrders),
    ...refundsAndDisputes({ run, one, all }),
    ...deliveries({ run, one, all }),
  }
}

type Row = Record<string, string | number | null>
interface Sql {
  run(sql: string, ...values: SQLInputValue[]): unknown
  one(sql: string, ...values: SQLInputValue[]): Row | undefined
  all(sql: string, ...values: SQLInputValue[]): Row[]
}

const entityOf = <T>(row: Row): T => JSON.parse(String(row.entity)) as T

function ordersAndPayments({ run, one, all }: Sql, maxOrders: number) {
  const recordOf = (row: Row): PaymentRecord => ({
    entity: entityOf(row),
    plan: JSON.parse(String(row.plan)) as Plan,
    next: row.step === null ? null : { step: row.step as 'authorize', dueAt: Number(row.due_at) },
  })
  return {
    addOrder(order: OrderEntity): void {
      run('insert into orders (id, receipt, entity) values (?, ?, ?)', order.id, order.receipt, JSON.stringify(order))
      const oldest = one('select id from orders order by seq desc limit 1 offset ?', maxOrders)
      if (!oldest) return
      for (const { id } of all('select id from payments where order_id = ?', oldest.id as string)) {
        for (const table of ['refunds', 'disputes', 'deliveries']) {
          run(`delete from ${table} where payment_id = ?`, id as string)
        }
      }
      run('delete from payments where order_id = ?', oldest.id as string)
      run('delete from orders where id = ?', oldest.id as string)
    },
    saveOrder(order: OrderEntity): void {
      run('update orders set entity = ? where id = ?', JSON.stringify(order), order.id)
    },
    findOrder(id: string): OrderEntity | undefined {
      const row = one('select entity from orders where id = ?', id)
      return row && entityOf(row)
    },
    findOrderByReceipt(receipt: string): OrderEntity | undefined {
      const row = one('select entity from orders where receipt = ? order by seq limit 1', receipt)
      return row && entityOf(row)
    },
    /** Newest first. */
    listOrders(limit: number): OrderEntity[] {
      return all('select entity from orders order by seq desc limit ?', limit).map(entityOf<OrderEntity>)
    },

    addPayment({ entity, plan, next }: PaymentRecord): void {
      run(
        'insert into payments (id, order_id, entity, plan, step, due_at) values (?, ?, ?, ?, ?, ?)',
        entity.id,
        entity.order_id,
        JSON.stringify(entity),
        JSON.stringify(plan),
        next?.step ?? null,
        next?.dueAt ?? null,
      )
    },
    savePayment({ entity, next }: PaymentRecord): void {
      const values = [JSON.stringify(entity), next?.step ?? null, next?.dueAt ?? null, entity.id]
      run('update payments set entity = ?, step = ?, due_at = ? where id = ?', ...values)
    },
    findPayment(id: string): PaymentRecord | undefined {
      const row = one('select entity, plan, step, due_at from payments where id = ?', id)
      return row && recordOf(row)
    },
    /** Newest first, as Razorpay lists them. */
    listPayments(orderId: string): PaymentRecord[] {
      return all('select * from payments where order_id = ? order by seq desc', orderId).map(recordOf)
    },
    listDuePayments(now: number): PaymentRecord[] {
      return all('select * from payments where due_at <= ? order by due_at, seq limit 50', now).map(recordOf)
    },
  }
}

function refundsAndDisputes({ run, one, all }: Sql) {
  return {
    /** `request` is what was asked for under `key`: the same key must not ask for something else. */
    addRefund(refund: RefundEntity, key: string | null, request: string): void {
      const sql = 'insert into refunds (id, payment_id, key, request, entity) values (?, ?, ?, ?, ?)'
      run(sql, refund.id, refund.payment_id, key, request, JSON.stringify(refund))
    },
    saveRefund(refund: RefundEntity): void {
      run('update refunds set entity = ? where id = ?', JSON.stringify(refund), refund.id)
    },
    findRefund(id: string): RefundEntity | undefined {
      const row = one('select entity from refunds where id = ?', id)
      return row && entityOf(row)
    },
    findRefundByKey(paymentId: string, key: string): { refund: RefundEntity; request: string } | undefined {
      const row = one('select entity, request from refunds where payment_id = ? and key = ?', paymentId, key)
      return row && { refund: entityOf(row), request: String(row.request) }
    },
    listRefunds(paymentId: string): RefundEntity[] {
      return all('select entity from refunds where payment_id = ? order by seq', paymentId).map(entityOf<RefundEntity>)
    },

    addDispute(dispute: DisputeEntity): void {
      const sql = 'insert into disputes (id, payment_id, entity) values (?, ?, ?)'
      run(sql, dispute.id, dispute.payment_id, JSON.stringify(dispute))
    },
    saveDispute(dispute: DisputeEntity): void {
      run('update disputes set entity = ? where id = ?', JSON.stringify(dispute), dispute.id)
    },
    findDispute(id: string): DisputeEntity | undefined {
      const row = one('select entity from disputes where id = ?', id)
      return row && entityOf(row)
    },
    /** Raised in this span (seconds since 1970, both included), newest first. */
    pageDisputes(span: { from: number; to: number; count: number; skip: number }): DisputeEntity[] {
      const sql = `select entity from disputes where entity ->> 'created_at' between ? and ? order by seq desc limit ? offset ?`
      return all(sql, span.from, span.to, span.count, span.skip).map(entityOf<DisputeEntity>)
    },
    listDisputes(paymentId: string): DisputeEntity[] {
      const sql = 'select entity from disputes where payment_id = ? order by seq'
      return all(sql, paymentId).map(entityOf<DisputeEntity>)
    },
  }
}

function deliveries({ run, one, all }: Sql) {
  const deliveryOf = (row: Row): Delivery => ({
    id: Number(row.id),
    eventId: String(row.event_id),
    event: String(row.event),
    orderId: String(row.order_id),
    paymentId: String(row.payment_id),
    body: String(row.body),
    dueAt: Number(row.due_at),
    attempts: Number(row.attempts),
    firstFailedAt: row.first_failed_at as number | null,
    state: row.state as DeliveryState,
    lastAnswer: String(row.last_answer),
  })
  return {
    addDelivery({ eventId, event, orderId, paymentId, body, dueAt, state }: NewDelivery): void {
      run(
        `insert into deliveries (event_id, event, order_id, payment_id, body, due_at, state) values (?, ?, ?, ?, ?, ?, ?)`,
        ...[eventId, event, orderId, paymentId, body, dueAt, state],
      )
    },
    saveDelivery({ id, dueAt, attempts, firstFailedAt, state, lastAnswer }: Delivery): void {
      run(
        'update deliveries set due_at = ?, attempts = ?, first_failed_at = ?, state = ?, last_answer = ? where id = ?',
        ...[dueAt, attempts, firstFailedAt, state, lastAnswer, id],
      )
    },
    findDelivery(id: number): Delivery | undefined {
      const row = one('select * from deliveries where id = ?', id)
      return row && deliveryOf(row)
    },
    listDeliveries(paymentId: string): Delivery[] {
      return all('select * from deliveries where payment_id = ? order by id', paymentId).map(deliveryOf)
    },
    listDueDeliveries(now: number, limit: number): Delivery[] {
      const sql = `select * from deliveries where state = 'waiting' and due_at <= ? order by due_at, id limit ?`
      return all(sql, now, limit).map(deliveryOf)
    },
    /** Everything still waiting is kept back. */
    withholdWaiting(): void {
      run(`update deliveries set state = 'withheld' where state = 'waiting'`)
    },
    /** When something is due next: a payment's own step or a call. Undefined: nothing waits. */
    findNextDue(): number | undefined {
      const row = one(
        `select min(at) as at from (select min(due_at) as at from payments where due_at is not null
           union all select min(due_at) from deliveries where state = 'waiting')`,
      )
      return row?.at == null ? undefined : Number(row.at)
    },

    readSetting(name: string): string | undefined {
      const row = one('select value from settings where name = ?', name)
      return row && String(row.value)
    },
    writeSetting(name: string, value: string): void {
      run('insert into settings values (?, ?) on conflict (name) do update set value = excluded.value', name, value)
    },
  }
}
