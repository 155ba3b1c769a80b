// Compares what the accountant gets, month-end and GSTR-1, with the model: for each financial year, to the paisa.
import assert from 'node:assert/strict'
import type { Db } from '@vitrine/database/connection'
import { type BooksPeriod, resolveBooksPeriod } from '../../packages/store/src/analytics/books-period.ts'
import { readGstr1 } from '../../packages/store/src/analytics/gstr1.ts'
import { readMonthEnd } from '../../packages/store/src/analytics/month-end.ts'
import type { BilledBuyer, ModelDocument, ModelLine } from './billing-model.ts'

type Counted = ModelLine & { readonly kind: ModelDocument['kind']; readonly sign: number }

/** `[gross, value, half, IGST, other, rounding]` by a key; credit notes subtract. */
function addUp(lines: readonly Counted[], keyOf: (line: Counted) => string): Map<string, number[]> {
  const sums = new Map<string, number[]>()
  for (const line of lines) {
    const before = sums.get(keyOf(line)) ?? [0, 0, 0, 0, 0, 0]
    sums.set(
      keyOf(line),
      [line.gross, ...line.parts].map((paise, index) => (before[index] ?? 0) + line.sign * paise),
    )
  }
  return sums
}

const GST = ['intra', 'inter', 'export', 'export-paid']

export async function assertExports(db: Db, models: readonly BilledBuyer[], years: readonly string[]): Promise<void> {
  const documents = models.flatMap((model) => model.documents)
  for (const year of years) {
    const value = `${year}-${String((Number(year) + 1) % 100).padStart(2, '0')}`
    const period = resolveBooksPeriod({ kind: 'year', value }, new Date(Date.UTC(Number(year) + 1, 3, 2)))
    const lines = documents
      .filter((document) => document.year === year)
      .flatMap(({ kind, lines }) => lines.map((line) => ({ ...line, kind, sign: kind === 'credit-note' ? -1 : 1 })))
    await assertMonthEnd(db, period, lines)
    await assertGstr1(db, period, lines)
  }
}

async function assertMonthEnd(db: Db, period: BooksPeriod, lines: readonly Counted[]): Promise<void> {
  const { sales, documents, checks, faults } = await readMonthEnd(db, period, '')
  assert.deepEqual(faults, [])
  assert.deepEqual(
    checks.filter(({ isEqual }) => !isEqual),
    [],
  )
  const figures = (row: (typeof sales)[number] | (typeof documents)[number]) => [
    row.grossPaise,
    row.taxablePaise,
    row.cgstPaise,
    row.igstPaise,
    row.otherPaise,
    row.roundingPaise,
  ]
  assert.deepEqual(
    new Map(sales.map((row) => [`${row.supply} ${row.rateBp} ${row.place}`, figures(row)])),
    addUp(lines, ({ terms }) => `${terms.supply} ${terms.rateBp} ${terms.place}`),
    `sales of ${period.value}`,
  )
  assert.deepEqual(
    new Map(documents.map((row) => [row.kind, figures(row)])),
    addUp(lines, ({ kind }) => kind),
    `documents of ${period.value}`,
  )
}

/** The summary by code covers everything, and so do the documents that are reported one by one with the sums of the others. */
async function assertGstr1(db: Db, period: BooksPeriod, lines: readonly Counted[]): Promise<void> {
  const taxed = lines.filter(({ terms }) => GST.includes(terms.supply))
  if (taxed.length === 0) return
  const { codes, documents, sums } = await readGstr1(db, period, { settings: '' })
  /** A return leaves out what comes to nothing, such as sales that were all cancelled in the same period. */
  const omitNothing = (rows: Iterable<readonly [string, readonly (number | undefined)[]]>) =>
    new Map([...rows].filter(([, paise]) => paise.some((each) => each !== 0)))
  const expected = omitNothing(
    [...addUp(taxed, ({ terms }) => String(terms.rateBp))].map(([rate, [, value, half, igst]]) => [
      rate,
      [value, half, igst],
    ]),
  )
  const rates = (
    items: readonly {
      sign: number
      item: (typeof codes)[number] | (typeof sums)[number] | (typeof documents)[number]['items'][number]
    }[],
  ) => {
    const found = new Map<string, number[]>()
    for (const { sign, item } of items) {
      const { taxable, cgst, igst } = item.parts
      const before = found.get(String(item.rateBp)) ?? [0, 0, 0]
      found.set(
        String(item.rateBp),
        [taxable, cgst, igst].map((paise, index) => (before[index] ?? 0) + sign * paise),
      )
    }
    return omitNothing(found)
  }
  assert.deepEqual(rates(codes.map((item) => ({ sign: 1, item }))), expected, `codes of ${period.value}`)
  const reported = documents.flatMap(({ isCredit, items }) => items.map((item) => ({ sign: isCredit ? -1 : 1, item })))
  assert.deepEqual(
    rates([...reported, ...sums.map((item) => ({ sign: 1, item }))]),
    expected,
    `sections of ${period.value}`,
  )
}
