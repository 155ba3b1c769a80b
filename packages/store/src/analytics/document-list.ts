// Billing documents as the staff sees them: the list, one document, and all of a period in pieces.
import type { BillingSheet } from '@vitrine/billing-pdf/sheet'
import type { AdminDocument, AdminDocumentsQuery } from '@vitrine/contract/admin'
import type { BillingKind } from '@vitrine/contract/billing'
import type { Db } from '@vitrine/database/connection'
import { type SQL, sql } from 'drizzle-orm'
import type { PrintedBuyer } from '../billing/tables.ts'
import type { Reader } from '../prepared.ts'
import type { BooksPeriod } from './books-period.ts'
import { inMilliseconds, isWithin, type Period } from './period.ts'
import { foundUsers } from './user-figures.ts'

/** One page of the documents of a period, newest first, and the total number. */
export async function pageDocuments(
  db: Reader,
  period: Period,
  { search, kind, page, limit }: Pick<AdminDocumentsQuery, 'search' | 'kind' | 'page' | 'limit'>,
): Promise<{ items: AdminDocument[]; matchingDocuments: number }> {
  const condition = sql`${isWithin(period, sql`d.issued_at`)} and ${isFound(search)}
    and ${kind === undefined ? sql`true` : sql`d.kind = ${kind}`}`
  // Selects the ids of the page first, so that the sums of skipped pages are not computed.
  const { rows } = await db.execute<Omit<AdminDocument, 'issuedAt'> & { issuedAt: number }>(sql`
    select d.kind, d.number, ${inMilliseconds(sql`d.issued_at`)} as "issuedAt", d.total_paise::float8 as "totalPaise",
           u.id as "userId", u.username, u.email, d.buyer ->> 'name' as buyer, d.original_number as "originalNumber",
           d.payment_id as "paymentId",
           (select sum(l.cgst_paise + l.sgst_paise + l.igst_paise + l.other_paise)
              from billing_lines l where l.document_id = d.id)::float8 as "taxPaise"
      from billing_documents d join users u on u.id = d.user_id
     where d.id in (select d.id from billing_documents d where ${condition}
                     order by d.issued_at desc, d.id desc limit ${limit} offset ${(page - 1) * limit})
     order by d.issued_at desc, d.id desc`)
  const count = await db.execute<{ count: number }>(
    sql`select count(*)::float8 as count from billing_documents d where ${condition}`,
  )
  const items = rows.map((row) => ({ ...row, issuedAt: new Date(row.issuedAt).toISOString() }))
  return { items, matchingDocuments: count.rows[0]?.count ?? 0 }
}

/** Matches the number of a document, its original, payment, refund or order, or the buyer. */
function isFound(search: string): SQL {
  if (search === '') return sql`true`
  const number = search.toUpperCase()
  return sql`d.id in (
    select id from billing_documents where number = ${number} or original_number = ${number}
     union all
    select id from billing_documents where payment_id = ${search} or cause_id = ${search}
     union all
    select d.id from billing_documents d join pack_orders o on o.id = d.order_id where o.gateway_order_id = ${search}
     union all
    select id from billing_documents where user_id in (select id from (${foundUsers(search)}) found (id)))`
}

/** A document with its sums, and what is drawn of it. */
export interface WholeDocument {
  readonly kind: BillingKind
  readonly number: string
  readonly issuedAt: Date
  readonly buyer: PrintedBuyer
  readonly originalNumber: string | null
  /** Of a note. */
  readonly cause: 'refund' | 'dispute' | null
  readonly reason: string | null
  readonly paymentId: string | null
  readonly totalPaise: number
  readonly taxablePaise: number
  readonly cgstPaise: number
  readonly sgstPaise: number
  readonly igstPaise: number
  readonly otherPaise: number
  readonly roundingPaise: number
  readonly sheet: BillingSheet
}

/** So many sheets are in memory at once. */
const PIECE = 100

/**
 * All documents of a period, the oldest first. Documents are never changed, so no snapshot is held while they are drawn and sent,
 * which takes as long as the reader likes.
 */
export async function* readDocuments(
  db: Db,
  { from, to }: Pick<BooksPeriod, 'from' | 'to'>,
): AsyncGenerator<WholeDocument> {
  let after = sql`d.issued_at >= ${from.toISOString()}::timestamptz`
  for (;;) {
    const { rows } = await db.execute<
      Omit<WholeDocument, 'issuedAt'> & { id: string; issuedAt: number; moment: string }
    >(sql`
      select d.id, d.issued_at::text as moment, d.kind, d.number, ${inMilliseconds(sql`d.issued_at`)} as "issuedAt", d.buyer,
             d.original_number as "originalNumber", d.reason, d.payment_id as "paymentId", d.sheet,
             case when d.cause_id in (select dispute_id from payment_disputes) then 'dispute'
                  when d.cause_id is not null then 'refund' end as cause,
             d.total_paise::float8 as "totalPaise", sums.*
        from billing_documents d cross join lateral (
          select sum(taxable_paise)::float8 as "taxablePaise", sum(cgst_paise)::float8 as "cgstPaise",
                 sum(sgst_paise)::float8 as "sgstPaise", sum(igst_paise)::float8 as "igstPaise",
                 sum(other_paise)::float8 as "otherPaise", sum(rounding_paise)::float8 as "roundingPaise"
            from billing_lines where document_id = d.id) sums
       where ${after} and d.issued_at < ${to.toISOString()}::timestamptz
       order by d.issued_at, d.id limit ${PIECE}`)
    for (const { id, moment, ...row } of rows) yield { ...row, issuedAt: new Date(row.issuedAt) }
    const last = rows.at(-1)
    if (!last || rows.length < PIECE) return
    after = sql`(d.issued_at, d.id) > (${last.moment}::timestamptz, ${last.id}::uuid)`
  }
}
