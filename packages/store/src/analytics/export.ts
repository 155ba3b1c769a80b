// Exports whole tables of any length from one snapshot, piece by piece, so that memory stays bounded.
import type { AdminPayment, AdminTemplate, AdminUser } from '@vitrine/contract/admin'
import type { MonthPayment } from '@vitrine/contract/books'
import type { AdminRefund } from '@vitrine/contract/payments'
import type { Db, Tx } from '@vitrine/database/connection'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { BooksPeriod } from './books-period.ts'
import { type MonthPaymentRow, monthPaymentRows, toMonthPayment } from './month-payments.ts'
import {
  matches,
  type PaymentQuery,
  type PaymentRow,
  paymentRows,
  type RefundRow,
  refundRows,
  toAdminPayment,
  toAdminRefund,
} from './payment-list.ts'
import type { Period } from './period.ts'
import { type TemplateFigureRow, type TemplateQuery, templateFigures, toAdminTemplate } from './template-figures.ts'
import { describeUsers, orderedUsers, type UserQuery } from './user-figures.ts'

const PIECE = 500
/** A reader that pauses longer than this is disconnected, so that a stalled download does not hold a snapshot. */
const PATIENCE = '5min'

/** All matching users in their order, in pieces. */
export function exportUsers(
  db: Db,
  period: Period,
  query: Omit<UserQuery, 'page' | 'limit'>,
): AsyncGenerator<AdminUser[]> {
  return readPieces<{ id: string }, AdminUser>(db, orderedUsers(period, query), (tx, rows) =>
    describeUsers(
      tx,
      period,
      rows.map(({ id }) => id),
    ),
  )
}

/** All matching templates in their order, in pieces. */
export function exportTemplates(
  db: Db,
  period: Period,
  query: Omit<TemplateQuery, 'page' | 'limit'>,
): AsyncGenerator<AdminTemplate[]> {
  return readPieces<TemplateFigureRow, AdminTemplate>(db, templateFigures(period, query), async (_tx, rows) =>
    rows.map(toAdminTemplate),
  )
}

/** All matching payments, newest first, in pieces. */
export function exportPayments(
  db: Db,
  period: Period,
  query: Pick<PaymentQuery, 'search' | 'status'>,
): AsyncGenerator<AdminPayment[]> {
  return readPieces<PaymentRow, AdminPayment>(db, paymentRows(matches(period, query)), async (_tx, rows) =>
    rows.map(toAdminPayment),
  )
}

/** All refunds made in a period, newest first, in pieces. */
export function exportRefunds(
  db: Db,
  period: Period,
  { search }: Pick<PaymentQuery, 'search'>,
): AsyncGenerator<AdminRefund[]> {
  return readPieces<RefundRow, AdminRefund>(db, refundRows(period, search), async (_tx, rows) =>
    rows.map(toAdminRefund),
  )
}

/** All payments with money that came or went in a period of the books, newest first, in pieces. */
export function exportMonthPayments(db: Db, period: BooksPeriod): AsyncGenerator<MonthPayment[]> {
  return readPieces<MonthPaymentRow, MonthPayment>(db, monthPaymentRows(period), async (_tx, rows) =>
    rows.map(toMonthPayment),
  )
}

/**
 * Reads a query through a cursor of one read-only transaction. Ending the iteration early ends the transaction and always
 * releases the connection.
 */
async function* readPieces<Row extends Record<string, unknown>, Item>(
  db: Db,
  query: SQL,
  describe: (tx: Tx, rows: Row[]) => Promise<Item[]>,
): AsyncGenerator<Item[]> {
  const client = await db.$client.connect()
  let isDone = false
  try {
    // A dedicated connection: a generator cannot keep the callback of a transaction open between two pieces.
    const connection = drizzle(client) as unknown as Tx
    await connection.execute(sql`begin isolation level repeatable read read only`)
    await connection.execute(sql.raw(`set local idle_in_transaction_session_timeout = '${PATIENCE}'`))
    await connection.execute(sql`set local work_mem = '128MB'`)
    await connection.execute(sql`declare pieces no scroll cursor for ${query}`)
    for (;;) {
      const { rows } = await connection.execute<Row>(sql.raw(`fetch ${PIECE} from pieces`))
      if (rows.length > 0) yield await describe(connection, rows as Row[])
      if (rows.length < PIECE) break
    }
    await connection.execute(sql`commit`)
    isDone = true
  } finally {
    // A connection in the middle of a transaction is closed instead of returned to the pool.
    client.release(!isDone)
  }
}
