// Verifies billing documents against the payments, purchases and the ledger that they are about. Every query selects sentences,
// and names documents by their numbers.
import { sql } from 'drizzle-orm'
import { untaxedPurchases } from '../billing/untaxed-purchase.ts'
import type { Reader } from '../prepared.ts'
import { listFaults } from './row-invariant.ts'

/** A payment that was granted under a quote has one receipt or invoice, with its order's number and price. */
const missingPackDocuments = sql`
  select 'payment ' || p.payment_id || ' of order ' || o.receipt_number || ' over ' || p.amount_paise || ' paise has '
         || count(d.id) || ' documents over ' || coalesce(sum(d.total_paise), 0) as fault
    from payments p
    join pack_orders o on o.id = p.order_id
    left join billing_documents d on d.payment_id = p.payment_id and d.kind in ('receipt', 'invoice')
   where p.outcome = 'granted' and o.quote is not null
   group by p.payment_id, o.id
  having count(d.id) <> 1 or min(d.number) <> o.receipt_number or min(d.order_id::text) <> o.id::text
      or min(d.kind) <> case o.quote ->> 'taxPoint' when 'sold' then 'invoice' else 'receipt' end
      or sum(d.total_paise) <> p.amount_paise`

/** What the documents of a payment say, sale minus credit notes plus debit notes, is the money that was not returned. */
const wrongPayments = sql`
  select 'the documents of payment ' || p.payment_id || ' make ' || documents.paise || ' paise, and '
         || p.amount_paise - p.returned_paise || ' were not returned' as fault
    from payments p
    join (select payment_id, sum(case kind when 'credit-note' then -total_paise else total_paise end) as paise,
                 bool_or(kind in ('receipt', 'invoice')) as has_sale
            from billing_documents where payment_id is not null group by payment_id) documents using (payment_id)
   where p.outcome <> 'granted' or (has_sale and documents.paise <> p.amount_paise - p.returned_paise)`

/**
 * An invoice for templates is over the paid credits of its purchases on which no tax was charged, and no purchase has two.
 */
const wrongPurchaseInvoices = sql`
  with spent as (
    select e.receipt_number, sum(-entry.untaxed_paise) as paise
      from entitlements e
      join credit_transfers t on t.idempotency_key in (e.spend_key, e.spend_key || ':paid')
      join credit_entries entry on entry.transfer_id = t.id and entry.account_id = t.from_account
     group by e.receipt_number
  ), invoiced as (
    select d.number, r.receipt_number, l.gross_paise
      from billing_documents d
     cross join lateral unnest(d.receipt_numbers) with ordinality as r (receipt_number, place)
      join billing_lines l on l.document_id = d.id and l.position = r.place - 1
     where d.kind = 'invoice' and d.order_id is null
  )
  select 'invoice ' || number || ' is over ' || gross_paise || ' paise for ' || receipt_number || ', which cost '
         || coalesce(paise, 0) || ' paise without tax' as fault
    from invoiced left join spent using (receipt_number)
   where gross_paise is distinct from paise
  union all
  select 'purchase ' || receipt_number || ' is on ' || count(*) || ' invoices' from invoiced
   group by receipt_number having count(*) > 1
  union all
  select 'invoice ' || d.number || ' has ' || count(l.*) || ' lines for ' || cardinality(d.receipt_numbers) || ' purchases'
    from billing_documents d left join billing_lines l on l.document_id = d.id
   where d.kind = 'invoice' and d.order_id is null
   group by d.id having count(l.*) <> cardinality(d.receipt_numbers)`

/**
 * Notes correct lines of invoices that exist, in all never by more than the line nor by less than nothing; and each part of it,
 * so that notes over a whole line cancel its tax to the paisa.
 */
const wrongNotes = sql`
  with noted as (
    select l.original_number, l.original_position, d.user_id,
           sum(sign.of * l.gross_paise) as gross, sum(sign.of * l.taxable_paise) as taxable, sum(sign.of * l.cgst_paise) as cgst,
           sum(sign.of * l.igst_paise) as igst, sum(sign.of * l.other_paise) as other
      from billing_lines l join billing_documents d on d.id = l.document_id
     cross join lateral (select case d.kind when 'credit-note' then 1 else -1 end as of) sign
     where l.original_number is not null
     group by 1, 2, 3
  )
  select 'notes credit ' || n.gross || ' paise of line ' || n.original_position || ' of ' || n.original_number || ', which has '
         || coalesce(l.gross_paise::text, 'no such line') as fault
    from noted n
    left join billing_documents d on d.number = n.original_number and d.kind = 'invoice' and d.user_id = n.user_id
    left join billing_lines l on l.document_id = d.id and l.position = n.original_position
   where l.gross_paise is null or n.gross not between 0 and l.gross_paise
      or n.taxable not between 0 and l.taxable_paise or n.cgst not between 0 and l.cgst_paise
      or n.igst not between 0 and l.igst_paise or n.other not between 0 and l.other_paise
      or (n.gross = l.gross_paise
          and (n.taxable, n.cgst, n.igst, n.other) <> (l.taxable_paise, l.cgst_paise, l.igst_paise, l.other_paise))
      or (n.gross = 0 and (n.taxable, n.cgst, n.igst, n.other) <> (0, 0, 0, 0))
  union all
  select d.kind || ' ' || d.number || ' corrects ' || o.number || ', which is of another seller'
    from billing_lines l
    join billing_documents d on d.id = l.document_id
    join billing_documents o on o.number = l.original_number
   where d.seller <> o.seller`

/** What was bought with credits without tax while the store charged tax has an invoice. */
const missingPurchaseInvoices = sql`
  select 'purchase ' || receipt_number || ' cost ' || paise || ' paise without tax and has no invoice' as fault
    from (${untaxedPurchases}) purchases where invoiced_paise is null and not is_excused`

/** A note names the sale of its payment, and the financial year of a number is the one of its date. */
const wrongNumbers = sql`
  select kind || ' ' || number || ' corrects ' || original_number || ', which is not the sale of its payment' as fault
    from billing_documents note join pack_orders o on o.id = note.order_id
   where original_number is not null and original_number is distinct from o.receipt_number
  union all
  select kind || ' ' || number || ' is dated ' || issued_at
    from billing_documents cross join lateral (select financial_year(issued_at) as year) of_date
   where number !~ case kind
           when 'receipt' then '^(R-' || year || '|[A-Z0-9]{1,3}-' || substr(year, 3) || ')-[0-9]{6,}$'
           else '^[A-Z0-9]{0,3}' || case kind when 'invoice' then 'I' when 'credit-note' then 'C' else 'D' end
                || '-' || substr(year, 3, 2) || substr(year, 6) || '-[0-9]{6,}$' end
  union all
  select 'order ' || o.id || ' was paid at ' || o.paid_at || ', and ' || d.number || ' is dated ' || d.issued_at
    from billing_documents d join pack_orders o on o.receipt_number = d.number
   where d.issued_at <> o.paid_at`

/** A sentence for every billing document that does not say what payments, purchases and the ledger say; empty when all agree. */
export async function checkDocuments(db: Reader): Promise<string[]> {
  const faults: string[] = []
  const queries = [missingPackDocuments, wrongPayments, wrongPurchaseInvoices, missingPurchaseInvoices]
  for (const query of [...queries, wrongNotes, wrongNumbers]) faults.push(...(await listFaults(db, query)))
  return faults
}

/**
 * Numbers come from a counter in the transaction that issues the document, so they have no gaps; a missing one was deleted. The
 * number of an order is also that of its receipt or invoice; older orders and templates have a number without a document.
 */
export function checkNumbers(db: Reader): Promise<string[]> {
  return listFaults(
    db,
    sql`with issued as (
          select receipt_number as number from entitlements
          union all select receipt_number from pack_orders where receipt_number is not null
          union all select number from billing_documents d
                     where not exists (select from pack_orders o where o.id = d.order_id and o.receipt_number = d.number)
        ), counted as (
          select regexp_replace(number, '-[0-9]+$', '') as series, count(*) as found, count(distinct number) as different,
                 max(substring(number from '[0-9]+$')::int) as highest
            from issued group by 1
        )
        select 'of ' || coalesce(last - missing, 0) || ' numbers of ' || series || ' there are ' || coalesce(found, 0) as fault
          from receipt_series full join counted using (series)
         where (found, different) is distinct from (last - missing::bigint, last - missing::bigint) or highest > last`,
  )
}
