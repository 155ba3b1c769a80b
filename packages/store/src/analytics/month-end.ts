// A month, quarter or year of the books: credits from the ledger, sales and tax from the billing documents, money from the sales of
// packs, and whether the three agree. Nothing is stored: entries of the ledger, documents and sales never change, so neither do the
// figures of a period that has ended; only the gateway's fees and settlements arrive later.
import assert from 'node:assert/strict'
import { billingKind } from '@vitrine/contract/billing'
import {
  type BooksCheck,
  type CreditLine,
  type CreditLineName,
  creditLineNames,
  type DocumentsLine,
  type MoneySums,
  type MonthEnd,
  type SalesLine,
} from '@vitrine/contract/books'
import type { Db } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import { untaxedPurchases } from '../billing/untaxed-purchase.ts'
import type { Reader } from '../prepared.ts'
import type { BooksPeriod } from './books-period.ts'
import { listGstins } from './gstr1.ts'
import { readMoney } from './month-payments.ts'
import { isWithin } from './period.ts'
import { total } from './sale.ts'
import { readInSnapshot } from './snapshot.ts'

/**
 * Everything of a period but its rows of payments, from one snapshot. `gstin` is the one that the settings had at its end, or
 * empty.
 */
export function readMonthEnd(db: Db, period: BooksPeriod, gstin: string): Promise<MonthEnd> {
  return readInSnapshot(db, async (tx) => {
    const { lines: credits, later } = await readCredits(tx, period)
    const { sales, documents, ofPayments, ofTemplates, disputedPaise } = await readDocuments(tx, period)
    const money = await readMoney(tx, period, disputedPaise)
    const balances = await readBalances(tx)
    const netPaise = money.receivedPaise - money.refundedPaise - money.disputedPaise
    const spentPaise = -(credits.find(({ line }) => line === 'spent') ?? NO_CREDITS).untaxedPaise
    const orders = netPaise === ofPayments ? NO_FAULTS : await findOrderFaults(tx, period)
    const purchases = spentPaise === ofTemplates ? NO_FAULTS : await findPurchaseFaults(tx, period)
    const undocumentedPaise = orders.explainedPaise
    const uninvoicedPaise = purchases.explainedPaise
    const compared = { credits, later, balances, money, ofPayments, ofTemplates, undocumentedPaise, uninvoicedPaise }
    const checks = listChecks(compared)
    const faults = [...orders.faults, ...purchases.faults]
    const { from, to, ...rest } = period
    const wire = { ...rest, from: from.toISOString(), to: to.toISOString() }
    return {
      period: wire,
      gstins: await listGstins(tx, period, gstin),
      credits,
      sales,
      documents,
      money,
      checks,
      faults,
    }
  })
}

type CreditSums = Omit<CreditLine, 'line'>

const NO_CREDITS: CreditSums = { promotional: 0, paid: 0, paidPaise: 0, untaxedPaise: 0 }

const add = (a: CreditSums, b: CreditSums): CreditSums => ({
  promotional: a.promotional + b.promotional,
  paid: a.paid + b.paid,
  paidPaise: a.paidPaise + b.paidPaise,
  untaxedPaise: a.untaxedPaise + b.untaxedPaise,
})

/**
 * The roll-forward, and what has moved since the period. Reads the whole ledger instead of starting from the balances of today, so
 * that these can be compared with it.
 */
async function readCredits(db: Reader, { from, to }: BooksPeriod): Promise<{ lines: CreditLine[]; later: CreditSums }> {
  // Grouped by conditions, not by the name of the line: the planner knows that there are few of them, and adds up in parallel.
  const { rows } = await db.execute<CreditSums & { line: CreditLineName | 'later' } & Record<string, unknown>>(sql`
    select case when is_before then 'opening'
                when is_later then 'later'
                when reason = 'pack' then 'sold'
                when reason = 'template' then 'spent'
                when reason in ('refund', 'dispute') then 'returned'
                when is_forfeited then 'forfeited'
                when is_added then 'given' else 'removed' end as line,
           coalesce(sum(credits) filter (where not is_paid), 0)::float8 as promotional,
           coalesce(sum(credits) filter (where is_paid), 0)::float8 as paid, ${total(sql`paise`)} as "paidPaise",
           ${total(sql`untaxed_paise`)} as "untaxedPaise"
      from (select t.created_at < ${from.toISOString()}::timestamptz as is_before,
                   t.created_at >= ${to.toISOString()}::timestamptz as is_later, t.reason,
                   t.idempotency_key like 'forfeit:%' as is_forfeited, e.credits > 0 as is_added,
                   e.account_id like '%:paid' as is_paid, ${total(sql`e.credits`)} as credits, ${total(sql`e.paise`)} as paise,
                   ${total(sql`e.untaxed_paise`)} as untaxed_paise
              from credit_entries e join credit_transfers t on t.id = e.transfer_id
             where e.account_id like 'user:%'
             group by 1, 2, 3, 4, 5, 6) moved
     group by line`)
  const sumOf = (name: CreditLineName | 'later') => toSums(rows.find(({ line }) => line === name) ?? NO_CREDITS)
  const lines = creditLineNames.filter((line) => line !== 'closing').map((line) => ({ line, ...sumOf(line) }))
  return {
    lines: [...lines, { line: 'closing', ...lines.map(toSums).reduce(add) }],
    later: sumOf('later'),
  }
}

const toSums = ({ promotional, paid, paidPaise, untaxedPaise }: CreditSums): CreditSums => ({
  promotional,
  paid,
  paidPaise,
  untaxedPaise,
})

async function readBalances(db: Reader): Promise<CreditSums> {
  const { rows } = await db.execute<CreditSums & Record<string, unknown>>(sql`
    select coalesce(sum(balance) filter (where kind = 'user-promotional'), 0)::float8 as promotional,
           coalesce(sum(balance) filter (where kind = 'user-paid'), 0)::float8 as paid, ${total(sql`paise`)} as "paidPaise",
           ${total(sql`untaxed_paise`)} as "untaxedPaise"
      from credit_accounts where kind <> 'system'`)
  assert(rows[0], 'sums are one row')
  return rows[0]
}

interface DocumentFigures {
  readonly sales: SalesLine[]
  readonly documents: DocumentsLine[]
  /** Of documents with a payment, and of invoices for templates: gross, less credit notes. */
  readonly ofPayments: number
  readonly ofTemplates: number
  /** What disputes took, less what came back. */
  readonly disputedPaise: number
}

/** The sums of all lines, once by supply, rate and place, and once by kind of document. */
async function readDocuments(db: Reader, period: BooksPeriod): Promise<DocumentFigures> {
  type Row = SalesLine & DocumentsLine & { kind: DocumentsLine['kind'] | null; ofPayments: number; ofDisputes: number }
  const signed = (column: string) => total(sql`(sign * ${sql.identifier(column)})`)
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select d.kind, l.supply, l.rate_bp as "rateBp", l.place, count(distinct d.id)::float8 as documents,
           ${signed('taxable_paise')} as "taxablePaise", ${signed('cgst_paise')} as "cgstPaise",
           ${signed('sgst_paise')} as "sgstPaise", ${signed('igst_paise')} as "igstPaise",
           ${signed('other_paise')} as "otherPaise", ${signed('rounding_paise')} as "roundingPaise",
           ${signed('gross_paise')} as "grossPaise",
           coalesce(sum(sign * gross_paise) filter (where d.payment_id is not null), 0)::float8 as "ofPayments",
           coalesce(sum(sign * gross_paise) filter (where d.is_disputed), 0)::float8 as "ofDisputes"
      from (select id, kind, payment_id, cause_id in (select dispute_id from payment_disputes) as is_disputed,
                   case kind when 'credit-note' then -1 else 1 end as sign
              from billing_documents where ${isWithin(period, sql`issued_at`)}) d
      join billing_lines l on l.document_id = d.id
     group by grouping sets ((l.supply, l.rate_bp, l.place), (d.kind))
     order by d.kind, l.supply, l.rate_bp, l.place`)
  const byKind = rows.filter((row) => row.kind !== null)
  const sumOf = (read: (row: Row) => number) => byKind.reduce((sum, row) => sum + read(row), 0)
  return {
    sales: rows
      .filter((row) => row.kind === null)
      .map((row) => ({ supply: row.supply, rateBp: row.rateBp, place: row.place, ...toDocumentSums(row) })),
    documents: billingKind.options.flatMap((kind) => {
      const row = byKind.find((candidate) => candidate.kind === kind)
      return row ? [{ kind, ...toDocumentSums(row) }] : []
    }),
    ofPayments: sumOf((row) => row.ofPayments),
    ofTemplates: sumOf((row) => row.grossPaise - row.ofPayments),
    disputedPaise: 0 - sumOf((row) => row.ofDisputes),
  }
}

function toDocumentSums(row: Omit<DocumentsLine, 'kind'>): Omit<DocumentsLine, 'kind'> {
  const { documents, taxablePaise, cgstPaise, sgstPaise, igstPaise, otherPaise, roundingPaise, grossPaise } = row
  return { documents, taxablePaise, cgstPaise, sgstPaise, igstPaise, otherPaise, roundingPaise, grossPaise }
}

interface Compared {
  readonly credits: readonly CreditLine[]
  readonly later: CreditSums
  readonly balances: CreditSums
  readonly money: MoneySums
  readonly ofPayments: number
  readonly ofTemplates: number
  readonly undocumentedPaise: number
  readonly uninvoicedPaise: number
}

function listChecks(compared: Compared): BooksCheck[] {
  const { credits, later, balances, money, ofPayments, ofTemplates, undocumentedPaise, uninvoicedPaise } = compared
  const lineOf = (name: CreditLineName): CreditSums => credits.find(({ line }) => line === name) ?? NO_CREDITS
  const now = add(lineOf('closing'), later)
  const returnedPaise = money.refundedPaise + money.disputedPaise
  return [
    compare('documents', {
      left: money.receivedPaise - returnedPaise,
      right: ofPayments,
      explained: undocumentedPaise,
    }),
    compare('packs', { left: money.receivedPaise, right: lineOf('sold').paidPaise }),
    compare('invoices', { left: -lineOf('spent').untaxedPaise, right: ofTemplates, explained: uninvoicedPaise }),
    compare('balances', { left: now.promotional + now.paid, right: balances.promotional + balances.paid }),
    compare('value', { left: now.paidPaise, right: balances.paidPaise }),
  ]
}

function compare(
  check: BooksCheck['check'],
  { left, right, explained = 0 }: { left: number; right: number; explained?: number },
): BooksCheck {
  return { check, left, right, explained, isEqual: left - explained === right }
}

const MAX_FAULTS = 20

interface Differences {
  readonly faults: MonthEnd['faults']
  /** Of differences that are none. */
  readonly explainedPaise: number
}

const NO_FAULTS: Differences = { faults: [], explainedPaise: 0 }

/** A row of money and documents that differ. */
type Difference = MonthEnd['faults'][number] & { isExplained: boolean } & Record<string, unknown>

function splitDifferences(rows: readonly Difference[]): Differences {
  return {
    faults: rows
      .filter(({ isExplained }) => !isExplained)
      .slice(0, MAX_FAULTS)
      .map(({ receiptNumber, moneyPaise, documentsPaise }) => ({ receiptNumber, moneyPaise, documentsPaise })),
    explainedPaise: rows
      .filter(({ isExplained }) => isExplained)
      .reduce((sum, row) => sum + row.moneyPaise - row.documentsPaise, 0),
  }
}

/**
 * The orders whose money and documents differ. Those that were paid before documents were stored have no receipt or invoice to
 * compare with.
 */
async function findOrderFaults(db: Reader, period: BooksPeriod): Promise<Differences> {
  const { rows } = await db.execute<Difference>(sql`
    select o.receipt_number as "receiptNumber", coalesce(sold.paise, 0)::float8 as "moneyPaise",
           coalesce(written.paise, 0)::float8 as "documentsPaise",
           o.receipt_number not in (select number from billing_documents) as "isExplained"
      from (select order_id, sum(paise) as paise from pack_sales where ${isWithin(period, sql`paid_at`)} group by order_id) sold
      full join (select order_id, sum(case kind when 'credit-note' then -total_paise else total_paise end) as paise
                   from billing_documents where order_id is not null and ${isWithin(period, sql`issued_at`)}
                  group by order_id) written using (order_id)
      join pack_orders o on o.id = order_id
     where coalesce(sold.paise, 0) <> coalesce(written.paise, 0)
     order by o.receipt_number`)
  return splitDifferences(rows)
}

/** The purchases with credits without tax whose invoice is missing or differs. */
async function findPurchaseFaults(db: Reader, period: BooksPeriod): Promise<Differences> {
  const { rows } = await db.execute<Difference>(sql`
    select receipt_number as "receiptNumber", paise::float8 as "moneyPaise",
           coalesce(invoiced_paise, 0)::float8 as "documentsPaise", invoiced_paise is null and is_excused as "isExplained"
      from (${untaxedPurchases}) purchases
     where paise is distinct from invoiced_paise and ${isWithin(period, sql`spent_at`)}
     order by receipt_number`)
  return splitDifferences(rows)
}
