// Compares the store's documents, ledger and sums with the model, to the paisa.
import assert from 'node:assert/strict'
import type { Db } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import type { BilledBuyer, ModelDocument, ModelLine } from './billing-model.ts'

interface Row extends Record<string, unknown> {
  number: string
  kind: string
  payment_id: string | null
  year: string
  total: number
  lines: Record<string, unknown>[]
}

/** The documents of a buyer and the value of the paid credits are the model's. Returns how many documents there are. */
export async function assertDocuments(db: Db, userId: string, model: BilledBuyer): Promise<number> {
  const { rows } = await db.execute<Row>(sql`
    select d.number, d.kind, d.payment_id, left(financial_year(d.issued_at), 4) as year, d.total_paise::int as total,
           concat(d.seller ->> 'profile', ', ', d.buyer ->> 'taxNumber') as sides,
           (select jsonb_agg(jsonb_build_object(
              'saleKind', l.sale_kind, 'supply', l.supply, 'rateBp', l.rate_bp, 'place', l.place, 'gross', l.gross_paise,
              'parts', jsonb_build_array(l.taxable_paise, l.cgst_paise, l.igst_paise, l.other_paise, l.rounding_paise),
              'original', l.original_number, 'position', l.original_position) order by l.position)
              from billing_lines l where l.document_id = d.id) as lines
      from billing_documents d where d.user_id = ${userId} order by d.id`)
  const numbers = new Map(model.documents.map((document, index) => [document, rows[index]?.number]))
  assert.deepEqual(
    rows.map(({ number, ...row }, index) => ({ ...row, year: model.documents[index]?.year && row.year })),
    model.documents.map(({ kind, paymentId, sides, year, lines }) => ({
      kind,
      payment_id: paymentId,
      year,
      sides,
      total: lines.reduce((sum, { gross }) => sum + gross, 0),
      lines: lines.map((line) => printLine(line, numbers)),
    })),
    `documents of ${userId}`,
  )
  const { rows: held } = await db.execute<Record<string, unknown>>(sql`
    select (paise - untaxed_paise)::int as taxed, untaxed_paise::int as untaxed from credit_accounts
     where user_id = ${userId} and kind = 'user-paid'`)
  assert.deepEqual(held, [{ taxed: model.taxed, untaxed: model.untaxed }], `value of the credits of ${userId}`)
  return rows.length
}

function printLine(
  { saleKind, terms, gross, parts, original }: ModelLine,
  numbers: Map<ModelDocument, string | undefined>,
) {
  return {
    saleKind,
    ...terms,
    gross,
    parts: [...parts],
    original: original ? numbers.get(original.document) : null,
    position: original ? original.position : null,
  }
}

/** Sums by year, kind of document, supply, rate and place; of sales and of the ledger. */
export async function assertSums(db: Db, models: readonly BilledBuyer[]): Promise<void> {
  const expected = new Map<string, number[]>()
  for (const { kind, year, lines } of models.flatMap(({ documents }) => documents)) {
    for (const { saleKind, terms, gross, parts } of lines) {
      const key = [year, kind, saleKind, terms.supply, terms.rateBp, terms.place].join(' ')
      const before = expected.get(key) ?? []
      expected.set(
        key,
        [1, gross, ...parts].map((paise, index) => paise + (before[index] ?? 0)),
      )
    }
  }
  const { rows } = await db.execute<{ key: string; sums: string[] }>(sql`
    select concat_ws(' ', left(financial_year(d.issued_at), 4), d.kind, l.sale_kind, l.supply, l.rate_bp, l.place) as key,
           array[count(*), sum(l.gross_paise), sum(l.taxable_paise), sum(l.cgst_paise), sum(l.igst_paise), sum(l.other_paise),
                 sum(l.rounding_paise)]::text[] as sums
      from billing_lines l join billing_documents d on d.id = l.document_id group by 1`)
  const found = rows.map(({ key, sums }) => [key.trim(), sums.map(Number)] as const)
  assert.deepEqual(new Map(found), new Map([...expected].map(([key, sums]) => [key.trim(), sums])), 'sums of documents')

  const payments = models.flatMap((model) => [...model.payments.values()])
  const total = (of: (payment: (typeof payments)[number]) => number) =>
    payments.reduce((sum, payment) => sum + of(payment), 0)
  const { rows: sold } = await db.execute<Record<string, unknown>>(sql`
    select coalesce(sum(paise), 0)::float8 as kept, coalesce(sum(returned_paise), 0)::float8 as returned,
           coalesce(sum(credits), 0)::float8 as credits from pack_sales`)
  assert.deepEqual(sold, [
    {
      kept: total(({ quote, returned }) => quote.amountPaise - returned),
      returned: total(({ returned }) => returned),
      credits: total(({ credits, clawed, short }) => credits - clawed - short),
    },
  ])
  const { rows: ledger } = await db.execute<{ account: string; paise: number; untaxed: number }>(sql`
    select account_id as account, sum(paise)::float8 as paise, sum(untaxed_paise)::float8 as untaxed
      from credit_entries where account_id in ('system:packs', 'system:sales') group by 1 order by 1`)
  const sum = (of: (model: BilledBuyer) => number) => models.reduce((all, model) => all + of(model), 0)
  const packs = total(({ quote, untaxed, taxed }) => untaxed + taxed - quote.amountPaise)
  const untaxedPacks = total(({ quote, untaxed }) => untaxed - (quote.taxPoint === 'sold' ? 0 : quote.amountPaise))
  assert.deepEqual(ledger, [
    { account: 'system:packs', paise: packs, untaxed: untaxedPacks },
    {
      account: 'system:sales',
      paise: -packs - sum(({ untaxed, taxed }) => untaxed + taxed),
      untaxed: -untaxedPacks - sum(({ untaxed }) => untaxed),
    },
  ])
}
