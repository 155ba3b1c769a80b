// Reads what a GSTR-1 return reports of a period: the sections of the return from the lines of the billing documents, in paise.
//
// Lines without tax by GST are in no section: receipts, credits that were not taxed when they were sold, and the parts of notes
// about them. What rounding adds to a line is neither value nor tax (CGST Act 2017, ss. 15 and 170), so it is only in the value of
// the document, which is what the buyer paid.
import { ApiError } from '@vitrine/contract/api-error'
import { monthAt } from '@vitrine/contract/books-period'
import type { TaxParts } from '@vitrine/contract/tax'
import type { Db, Tx } from '@vitrine/database/connection'
import { type SQL, sql } from 'drizzle-orm'
import type { BooksPeriod } from './books-period.ts'
import { isWithin } from './period.ts'
import { readInSnapshot } from './snapshot.ts'

/** An amount at one rate; `other` is always 0. */
export interface Gstr1Item {
  readonly rateBp: number
  readonly parts: Pick<TaxParts, 'taxable' | 'cgst' | 'sgst' | 'igst'>
}

/** An invoice or a note that is reported on its own. */
export interface Gstr1Document {
  readonly section: 'b2b' | 'b2cl' | 'exp' | 'cdnr' | 'cdnur'
  readonly number: string
  readonly issuedAt: Date
  readonly isCredit: boolean
  /** Of a registered buyer; else empty. */
  readonly buyerGstin: string
  readonly buyerName: string
  /** The digits of the state; empty for exports. */
  readonly place: string
  readonly supply: 'intra' | 'inter' | 'export' | 'export-paid'
  /** What was paid, or returned. */
  readonly valuePaise: number
  readonly items: readonly Gstr1Item[]
}

/** Sales to consumers that are reported as sums, less their credit notes. */
interface Gstr1Sum extends Gstr1Item {
  readonly place: string
  readonly supply: 'intra' | 'inter'
}

/** Everything sold under a services accounting code, to registered buyers (`b2b`) or others, exports among them. */
export interface Gstr1Code extends Gstr1Item {
  readonly isB2b: boolean
  readonly sac: string
  readonly valuePaise: number
}

/** Consecutive numbers. */
export interface Gstr1Series {
  readonly kind: 'invoice' | 'debit-note' | 'credit-note'
  readonly first: string
  readonly last: string
  readonly count: number
}

export interface Gstr1 {
  readonly gstin: string
  /** The month of the return, or the last one of its quarter: counted as in `books-period`. */
  readonly month: number
  readonly documents: readonly Gstr1Document[]
  readonly sums: readonly Gstr1Sum[]
  readonly codes: readonly Gstr1Code[]
  readonly series: readonly Gstr1Series[]
}

/**
 * More than this between states, to a buyer without a GSTIN, is reported invoice by invoice: one lakh rupees since August 2024
 * (CGST Rules 2017, rule 59(4), as amended by Notification 12/2024-Central Tax).
 */
const LARGE_PAISE = 1_00_000_00

/**
 * The return of a registration, by default the first of `listGstins`: a nil return for the one in `settings`. Throws
 * `gstin-missing` when there was none, and `invalid-input` for one that sold nothing in the period.
 */
export function readGstr1(
  db: Db,
  period: BooksPeriod,
  { gstin: requested, settings }: { readonly gstin?: string | undefined; readonly settings: string },
): Promise<Gstr1> {
  return readInSnapshot(db, async (tx) => {
    const gstins = await listGstins(tx, period, settings)
    const gstin = requested ?? gstins[0]
    if (gstin === undefined) throw new ApiError('gstin-missing')
    if (!gstins.includes(gstin)) {
      const message = 'Nothing was sold with this GSTIN in the period'
      throw new ApiError('invalid-input', { issues: [{ path: 'gstin', message }] }, message)
    }
    const lines = reportedLines(period, gstin)
    return {
      gstin,
      month: monthAt(period.to) - 1,
      documents: await readDocuments(tx, lines),
      sums: await readSums(tx, lines),
      codes: await readCodes(tx, lines),
      series: await readSeries(tx, period, gstin),
    }
  })
}

const isIn = (period: BooksPeriod) => isWithin(period, sql`d.issued_at`)

const IS_TAXED = sql`l.supply in ('intra', 'inter', 'export', 'export-paid')`

/** The registrations that need a return: those with sales, the one that sold last first; without any sale the one in `settings`. */
export async function listGstins(tx: Tx, period: BooksPeriod, settings: string): Promise<string[]> {
  const { rows } = await tx.execute<{ gstin: string }>(sql`
    select d.seller ->> 'taxNumber' as gstin from billing_documents d join billing_lines l on l.document_id = d.id
     where ${isIn(period)} and ${IS_TAXED} and d.seller ->> 'taxNumber' <> ''
     group by d.seller ->> 'taxNumber' order by max(d.issued_at) desc`)
  return rows.length > 0 || settings === '' ? rows.map(({ gstin }) => gstin) : [settings]
}

/**
 * The taxed lines, each with its class: `exp`, `b2b` (the buyer has a GSTIN), `b2cl` (a large invoice) or `b2cs`. A line of a
 * note has the class of the invoice that it corrects: credit of a large invoice is reported on its own, however small it is.
 */
function reportedLines(period: BooksPeriod, gstin: string): SQL {
  return sql`(
    select d.number, d.issued_at, d.id, d.kind, d.buyer ->> 'name' as buyer_name, l.*,
           case d.kind when 'credit-note' then -1 else 1 end as sign,
           case when l.supply in ('export', 'export-paid') then 'exp'
                when l.buyer_tax_number <> '' then 'b2b'
                when l.supply = 'inter' and coalesce(o.total_paise, d.total_paise) > ${LARGE_PAISE} then 'b2cl'
                else 'b2cs' end as class
      from billing_documents d join billing_lines l on l.document_id = d.id
      left join billing_documents o on o.number = l.original_number
     where ${isIn(period)} and d.seller ->> 'taxNumber' = ${gstin} and ${IS_TAXED}) l`
}

interface PartsRow extends Record<string, unknown> {
  rateBp: number
  taxable: string
  cgst: string
  sgst: string
  igst: string
  value: string
}

/** Sums of the lines, added up (`sign`) or as they are printed. */
const sumOf = (sign: SQL) => sql`
  l.rate_bp as "rateBp", sum(${sign} * l.taxable_paise) as taxable, sum(${sign} * l.cgst_paise) as cgst,
  sum(${sign} * l.sgst_paise) as sgst, sum(${sign} * l.igst_paise) as igst, sum(${sign} * l.gross_paise) as value`

const toItem = ({ rateBp, taxable, cgst, sgst, igst }: PartsRow): Gstr1Item => ({
  rateBp,
  parts: { taxable: Number(taxable), cgst: Number(cgst), sgst: Number(sgst), igst: Number(igst) },
})

type DocumentRow = PartsRow &
  Pick<Gstr1Document, 'section' | 'number' | 'isCredit' | 'buyerGstin' | 'buyerName' | 'place' | 'supply'> & {
    issuedAt: string
  }

async function readDocuments(tx: Tx, lines: SQL): Promise<Gstr1Document[]> {
  const { rows } = await tx.execute<DocumentRow>(sql`
    select case when l.kind = 'invoice' then l.class when l.class = 'b2b' then 'cdnr' else 'cdnur' end as section,
           l.number, l.issued_at::text as "issuedAt", l.kind = 'credit-note' as "isCredit", l.supply,
           case l.class when 'b2b' then l.buyer_tax_number else '' end as "buyerGstin", l.buyer_name as "buyerName",
           case l.class when 'exp' then '' else l.place end as place, ${sumOf(sql`1`)}
      from ${lines} where l.class <> 'b2cs'
     group by 1, l.id, l.number, l.issued_at, l.kind, l.supply, 6, l.buyer_name, 8, l.rate_bp
     order by l.issued_at, l.id, 1, 6, 8, l.supply, l.rate_bp desc`)
  const documents: (Omit<Gstr1Document, 'items' | 'valuePaise'> & { valuePaise: number; items: Gstr1Item[] })[] = []
  for (const row of rows) {
    const { section, number, issuedAt, isCredit, buyerGstin, buyerName, place, supply } = row
    const last = documents.at(-1)
    const isSame =
      last?.number === number &&
      last.section === section &&
      last.buyerGstin === buyerGstin &&
      last.place === place &&
      last.supply === supply
    const sides = { isCredit, buyerGstin, buyerName, place, supply }
    const document = isSame
      ? last
      : { section, number, issuedAt: new Date(issuedAt), ...sides, valuePaise: 0, items: [] }
    document.valuePaise += Number(row.value)
    document.items.push(toItem(row))
    if (!isSame) documents.push(document)
  }
  return documents
}

async function readSums(tx: Tx, lines: SQL): Promise<Gstr1Sum[]> {
  const { rows } = await tx.execute<PartsRow & Pick<Gstr1Sum, 'place' | 'supply'>>(sql`
    select l.place, l.supply, ${sumOf(sql`l.sign`)} from ${lines} where l.class = 'b2cs'
     group by l.place, l.supply, l.rate_bp order by l.place, l.supply, l.rate_bp desc`)
  return rows.map((row) => ({ place: row.place, supply: row.supply, ...toItem(row) })).filter(isSomething)
}

async function readCodes(tx: Tx, lines: SQL): Promise<Gstr1Code[]> {
  const { rows } = await tx.execute<PartsRow & Pick<Gstr1Code, 'isB2b' | 'sac'>>(sql`
    select l.class = 'b2b' as "isB2b", l.sac, ${sumOf(sql`l.sign`)} from ${lines}
     group by 1, l.sac, l.rate_bp order by 1 desc, l.sac, l.rate_bp desc`)
  return rows
    .map((row) => ({ isB2b: row.isB2b, sac: row.sac, valuePaise: Number(row.value), ...toItem(row) }))
    .filter(isSomething)
}

/** Not for sales whose notes have cancelled all of them. */
const isSomething = ({ parts }: Gstr1Item) => Object.values(parts).some((paise) => paise !== 0)

/**
 * Numbers have no gaps, but the last document of a month may come after the first of the next one, so consecutive
 * numbers are one row, and others several.
 */
async function readSeries(tx: Tx, period: BooksPeriod, gstin: string): Promise<Gstr1Series[]> {
  const { rows } = await tx.execute<{ kind: Gstr1Series['kind']; first: string; last: string; count: number }>(sql`
    select kind, (array_agg(number order by serial))[1] as first, (array_agg(number order by serial desc))[1] as last,
           count(*)::int as count
      from (select kind, number, series, serial,
                   serial - row_number() over (partition by kind, series order by serial) as run
              from (select d.kind, d.number, regexp_replace(d.number, '[0-9]+$', '') as series,
                           substring(d.number from '[0-9]+$')::bigint as serial
                      from billing_documents d
                     where ${isIn(period)} and d.seller ->> 'taxNumber' = ${gstin} and d.kind <> 'receipt') numbers) runs
     group by kind, series, run
     order by array_position(array['invoice', 'debit-note', 'credit-note'], kind), series, run`)
  return rows
}
