// The payments of a period of the books: each with the money that came or went in it, so that the rows add up to its sums.
import assert from 'node:assert/strict'
import type { MoneySums, MonthPayment, MonthPaymentsQuery } from '@vitrine/contract/books'
import type { Db } from '@vitrine/database/connection'
import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import type { BooksPeriod } from './books-period.ts'
import { inMilliseconds, isWithin } from './period.ts'
import { total } from './sale.ts'
import { readInSnapshot } from './snapshot.ts'

/**
 * A query of payment_id, gross and returned (paise). Payments that bought a pack are those of `pack_sales`; the others have no
 * document and count by the payment's and the refund's own date. Foreign currencies are left out: such a payment buys nothing.
 */
function moved(period: BooksPeriod): SQL {
  return sql`
    select p.payment_id, s.gross, s.returned
      from (select order_id, coalesce(sum(paise) filter (where is_sale), 0)::float8 as gross, ${total(sql`returned_paise`)} as returned
              from pack_sales where ${isWithin(period, sql`paid_at`)} group by order_id) s
      join payments p on p.order_id = s.order_id and p.outcome = 'granted'
     union all
    select payment_id, ${total(sql`gross`)}, ${total(sql`returned`)}
      from (select payment_id, amount_paise as gross, 0 as returned from payments
             where outcome = 'unapplied' and currency = 'INR' and ${isWithin(period, sql`settled_at`)}
             union all
            select r.payment_id, 0, r.amount_paise from payment_refunds r join payments p on p.payment_id = r.payment_id
             where p.outcome = 'unapplied' and p.currency = 'INR' and r.status <> 'failed'
               and ${isWithin(period, sql`r.created_at`)}) unapplied
     group by payment_id`
}

/** The sums of the period. `disputedPaise`: of what went back, what the notes of disputes say; the rest are refunds. */
export async function readMoney(db: Reader, period: BooksPeriod, disputedPaise: number): Promise<MoneySums> {
  const of = (column: SQL, condition: SQL) => sql`coalesce(sum(${column}) filter (where ${condition}), 0)::float8`
  const [granted, unapplied] = [sql`p.outcome = 'granted'`, sql`p.outcome = 'unapplied'`]
  const settled = sql`m.gross > 0 and p.settlement_id is not null`
  const { rows } = await db.execute<
    Omit<MoneySums, 'refundedPaise' | 'disputedPaise'> & { returnedPaise: number } & Record<string, unknown>
  >(sql`
    select count(*)::float8 as payments, ${of(sql`m.gross`, granted)} as "receivedPaise",
           ${of(sql`m.returned`, granted)} as "returnedPaise", ${of(sql`m.gross`, unapplied)} as "unappliedReceivedPaise",
           ${of(sql`m.returned`, unapplied)} as "unappliedReturnedPaise", ${of(sql`m.gross`, settled)} as "settledPaise",
           ${of(sql`p.fee_paise`, settled)} as "feePaise", ${of(sql`p.fee_tax_paise`, settled)} as "feeTaxPaise",
           ${of(sql`m.gross`, sql`p.settlement_id is null`)} as "waitingPaise"
      from (${moved(period)}) m join payments p on p.payment_id = m.payment_id`)
  const [sums] = rows
  assert(sums, 'sums are one row')
  const { returnedPaise, ...rest } = sums
  return { ...rest, refundedPaise: returnedPaise - disputedPaise, disputedPaise }
}

export interface MonthPaymentRow extends Record<string, unknown>, Omit<MonthPayment, 'capturedAt' | 'settledAt'> {
  capturedAt: number
  settledAt: number | null
}

/** All payments of the period, newest first. A fee belongs to the period in which its payment was captured. */
export function monthPaymentRows(period: BooksPeriod): SQL {
  const ofPeriod = (column: SQL) => sql`case when m.gross > 0 then ${column} end`
  return sql`
    select p.payment_id as "paymentId", case p.outcome when 'granted' then o.receipt_number end as "receiptNumber",
           ${inMilliseconds(sql`p.settled_at`)} as "capturedAt", m.gross as "grossPaise", m.returned as "returnedPaise",
           ${ofPeriod(sql`p.fee_paise::float8`)} as "feePaise", ${ofPeriod(sql`p.fee_tax_paise::float8`)} as "feeTaxPaise",
           p.settlement_id as "settlementId", ${inMilliseconds(sql`p.settled_by_bank_at`)} as "settledAt"
      from (${moved(period)}) m join payments p on p.payment_id = m.payment_id join pack_orders o on o.id = p.order_id
     order by p.settled_at desc, p.payment_id desc`
}

/** The wire form. */
export function toMonthPayment({ capturedAt, settledAt, ...row }: MonthPaymentRow): MonthPayment {
  return {
    ...row,
    capturedAt: new Date(capturedAt).toISOString(),
    settledAt: settledAt === null ? null : new Date(settledAt).toISOString(),
  }
}

/** One page of the payments of a period, and the number on all pages. */
export function pageMonthPayments(
  db: Db,
  period: BooksPeriod,
  { page, limit }: Pick<MonthPaymentsQuery, 'page' | 'limit'>,
): Promise<{ items: MonthPayment[]; matchingPayments: number }> {
  return readInSnapshot(db, async (tx) => {
    const { rows } = await tx.execute<MonthPaymentRow>(
      sql`${monthPaymentRows(period)} limit ${limit} offset ${(page - 1) * limit}`,
    )
    const count = await tx.execute<{ count: number }>(sql`select count(*)::float8 as count from (${moved(period)}) m`)
    return { items: rows.map(toMonthPayment), matchingPayments: count.rows[0]?.count ?? 0 }
  })
}
