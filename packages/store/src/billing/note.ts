// Credit and debit notes. Money that goes back to a buyer is a credit note over what was sold: for a pack on which tax was charged,
// its share of the invoice; else what remains of the credits without tax, and for credits that were already spent their share of the
// invoices by which they were taxed. Money that does not go back after all is a debit note, by the same rules in reverse.
import { splitGross, subtractParts, type TaxTerms } from '@vitrine/contract/tax'
import type { Tx } from '@vitrine/database/connection'
import { msg } from '@vitrine/language/texts'
import { sql } from 'drizzle-orm'
import type { BillingDraft, BillingLine } from './draft.ts'
import { issueDocument } from './issue.ts'
import { type BilledOrder, describePack } from './sale.ts'
import type { PrintedBuyer, SellerTax } from './tables.ts'

/** A change of the money that was returned of a payment. */
export interface Return {
  readonly paymentId: string
  readonly before: number
  readonly after: number
  /** Of the change, what belonged to credits without tax that were taken back or given again. */
  readonly untaxedPaise: number
  readonly cause: 'refund' | 'dispute'
  /** The gateway's id of the refund or the dispute. */
  readonly causeId: string
  /** The owner's words for money that goes back. */
  readonly reason: string | undefined
}

const REASON_TEXT = {
  'credit-note': { refund: msg('Refund'), dispute: msg('Dispute of the payment') },
  'debit-note': { refund: msg('Refund failed'), dispute: msg('Dispute settled') },
}

const UNTAXED_PART = msg('Part of the price on which no tax was charged')

/** What a note names: the sides of the sale that it corrects, and its lines. */
interface Note extends Pick<BillingDraft, 'seller' | 'buyer'> {
  readonly lines: BillingLine[]
}

/**
 * Issues the notes for a change of the returned money, and returns their numbers: none without a change, usually one. The spent
 * credits may have been taxed by another seller (a new GSTIN) or for another business than those of the order: then there is a
 * note for each, because a note belongs to the return of the seller whose invoice it corrects.
 */
export async function issueReturnNotes(
  tx: Tx,
  order: BilledOrder & { readonly receiptNumber: string; readonly paidAt: Date },
  change: Return,
): Promise<string[]> {
  const { before, after, paymentId, causeId, cause } = change
  if (before === after) return []
  const kind = after > before ? 'credit-note' : 'debit-note'
  const reason = kind === 'credit-note' ? change.reason : undefined
  const { seller, buyer, taxPoint } = order.quote
  const notes =
    taxPoint === 'sold'
      ? [{ seller, buyer, lines: [describeTaxedPart(order, change)] }]
      : await describeUntaxedParts(tx, order, change)
  const numbers: string[] = []
  for (const note of notes) {
    const number = await issueDocument(tx, {
      ...note,
      kind,
      userId: order.userId,
      orderId: order.id,
      paymentId,
      causeId,
      reason,
      original: { number: order.receiptNumber, issuedAt: order.paidAt },
      facts: [
        { label: msg('Reason'), value: reason ?? REASON_TEXT[kind][cause], isText: reason === undefined },
        { label: msg('Transaction ID'), value: paymentId },
        { label: cause === 'refund' ? msg('Refund ID') : msg('Dispute ID'), value: causeId },
      ],
    })
    numbers.push(number)
  }
  return numbers
}

/** The parts between two amounts left of a line: of all notes together they are exactly those of the line. */
function partsBetween(terms: TaxTerms, left: number, right: number): BillingLine['parts'] {
  const [less, more] = left < right ? [left, right] : [right, left]
  return subtractParts(splitGross(terms, more), splitGross(terms, less))
}

function describeTaxedPart(
  order: BilledOrder & { readonly receiptNumber: string; readonly paidAt: Date },
  { before, after }: Return,
): BillingLine {
  const { amountPaise, quote, receiptNumber: number, paidAt: issuedAt } = order
  const parts = partsBetween(quote.terms, amountPaise - before, amountPaise - after)
  return { ...describePack(order), parts, original: { number, position: 0, issuedAt } }
}

async function describeUntaxedParts(tx: Tx, order: BilledOrder, change: Return): Promise<Note[]> {
  const isCredit = change.after > change.before
  const notes = new Map<string, Note>()
  let rest = Math.abs(change.after - change.before) - change.untaxedPaise
  const invoiced =
    rest <= 0
      ? []
      : isCredit
        ? await listInvoicedLines(tx, order.userId)
        : await listCreditedLines(tx, change.paymentId)
  for (const { left, available, seller, buyer, ...line } of invoiced) {
    const share = Math.min(rest, available)
    if (share === 0) continue
    const sides = JSON.stringify([seller, buyer.taxNumber])
    const named = { ...buyer, legalName: buyer.name, address: [...buyer.address] }
    const note: Note = notes.get(sides) ?? { seller, buyer: named, lines: [] }
    notes.set(sides, note)
    const parts = partsBetween(line.terms, left, isCredit ? left - share : left + share)
    note.lines.push({ ...line, quantity: 1, parts })
    rest -= share
  }
  const untaxed = change.untaxedPaise + rest
  if (untaxed > 0) {
    const { seller, buyer, terms } = order.quote
    const [first] = notes.values()
    const isPart = first !== undefined || seller.profile !== 'none'
    const line = { ...describePack(order), parts: splitGross(terms, untaxed), ...(isPart && { remark: UNTAXED_PART }) }
    if (!first) return [{ seller, buyer, lines: [line] }]
    first.lines.unshift(line)
  }
  return [...notes.values()]
}

/** A line of an invoice for templates, with what is left of it after notes. */
interface InvoicedLine extends Omit<BillingLine, 'quantity' | 'parts' | 'original'> {
  readonly original: NonNullable<BillingLine['original']>
  readonly seller: SellerTax
  readonly buyer: PrintedBuyer
  readonly left: number
  /** How much of it this change may correct. */
  readonly available: number
}

/** The lines that taxed this user's spent credits, newest first, which notes have not cancelled. */
function listInvoicedLines(tx: Tx, userId: string): Promise<InvoicedLine[]> {
  return selectLines(tx, sql`d.user_id = ${userId}`, sql`l.gross_paise - coalesce(noted.paise, 0)`)
}

/** The lines that notes of this payment have corrected, the last corrected first, with how much is still credited. */
function listCreditedLines(tx: Tx, paymentId: string): Promise<InvoicedLine[]> {
  return selectLines(
    tx,
    sql`d.user_id = (select user_id from billing_documents where payment_id = ${paymentId} limit 1)`,
    sql`(select coalesce(sum(case n.kind when 'credit-note' then nl.gross_paise else -nl.gross_paise end), 0)
           from billing_lines nl join billing_documents n on n.id = nl.document_id
          where n.payment_id = ${paymentId} and nl.original_number = d.number and nl.original_position = l.position)`,
  )
}

async function selectLines(
  tx: Tx,
  condition: ReturnType<typeof sql>,
  available: ReturnType<typeof sql>,
): Promise<InvoicedLine[]> {
  const { rows } = await tx.execute<{
    number: string
    position: number
    issued_at: string
    sale_kind: BillingLine['saleKind']
    title: string
    sac: string
    supply: TaxTerms['supply']
    rate_bp: number
    place: string
    buyer_tax_number: string
    seller: SellerTax
    buyer: PrintedBuyer
    left_paise: string
    available: string
  }>(sql`
    select d.number, l.position, d.issued_at::text, l.sale_kind, l.title, l.sac, l.supply, l.rate_bp, l.place, l.buyer_tax_number, d.seller, d.buyer,
           l.gross_paise - coalesce(noted.paise, 0) as left_paise, ${available} as available
      from billing_documents d join billing_lines l on l.document_id = d.id
      left join lateral (
        select sum(case n.kind when 'credit-note' then nl.gross_paise else -nl.gross_paise end) as paise
          from billing_lines nl join billing_documents n on n.id = nl.document_id
         where nl.original_number = d.number and nl.original_position = l.position) noted on true
     where d.kind = 'invoice' and d.order_id is null and ${condition}
     order by d.issued_at desc, d.id desc, l.position desc`)
  return rows.map((row) => ({
    saleKind: row.sale_kind,
    title: row.title,
    sac: row.sac,
    terms: { supply: row.supply, rateBp: row.rate_bp },
    place: row.place,
    buyerTaxNumber: row.buyer_tax_number,
    original: { number: row.number, position: row.position, issuedAt: new Date(row.issued_at) },
    seller: row.seller,
    buyer: row.buyer,
    left: Number(row.left_paise),
    available: Number(row.available),
  }))
}
