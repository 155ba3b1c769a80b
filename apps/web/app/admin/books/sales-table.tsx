// Sales and tax: by supply, rate and place, and by kind of document.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { DocumentsLine, SalesLine } from '@vitrine/contract/books'
import { useMemo } from 'react'
import { countryText, rateText } from '../../language/format.ts'
import { stateName } from '../../language/place-names.ts'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countText, paiseText } from '../ui/rupees.ts'
import { type AdminColumn, AdminTable } from '../ui/table.tsx'

type Sums = Omit<SalesLine, 'supply' | 'rateBp' | 'place'>
/** A sum of rows has no key of its own. */
type Row = Sums & { key: string; label: string; rateBp?: number; place?: string; isTotal?: boolean }

const supplyNames = (): Readonly<Record<SalesLine['supply'], string>> => ({
  none: t`No tax charged`,
  intra: t`Within the state`,
  inter: t`Between states`,
  export: t`Export without tax`,
  'export-paid': t`Export with tax`,
  flat: t`Taxed at one rate`,
  eu: t`VAT`,
  'eu-reverse': t`Reverse charge`,
  outside: t`Not taxable here`,
})

const kindNames = (): Readonly<Record<DocumentsLine['kind'], string>> => ({
  receipt: t`Receipts`,
  invoice: t`Invoices`,
  'credit-note': t`Credit notes`,
  'debit-note': t`Debit notes`,
})

type AmountName = Exclude<keyof Sums, 'documents'>

const amountNames = (): Readonly<Record<AmountName, string>> => ({
  taxablePaise: t`Taxable value`,
  cgstPaise: t({ message: 'CGST', comment: 'Central tax of India' }),
  sgstPaise: t({ message: 'SGST/UTGST', comment: 'State tax of India' }),
  igstPaise: t({ message: 'IGST', comment: 'Tax between states of India' }),
  otherPaise: t`Tax`,
  roundingPaise: t`Rounding`,
  grossPaise: t`Total`,
})

const sumNames = [
  'documents',
  'taxablePaise',
  'cgstPaise',
  'sgstPaise',
  'igstPaise',
  'otherPaise',
  'roundingPaise',
  'grossPaise',
] as const

/** The name of an Indian state or of a country. */
function placeText(place: string): string {
  if (place === '') return '–'
  if (/^\d/.test(place)) return stateName(place)
  return countryText(place)
}

function toRow({ supply, rateBp, place, ...sums }: SalesLine): Row {
  return { ...sums, key: `${supply} ${rateBp} ${place}`, label: supplyNames()[supply], rateBp, place }
}

function addUp(rows: readonly Row[]): Row {
  const sums = Object.fromEntries(sumNames.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]))
  return { ...(sums as Sums), key: 'total', label: t`Total`, isTotal: true }
}

/** A dash for a tax that a row does not have, so that those it has stand out. */
const amountText = (row: Row, name: AmountName) =>
  row[name] === 0 && name !== 'taxablePaise' && name !== 'grossPaise' ? '–' : paiseText(row[name])

const text = (header: string, read: (row: Row) => string): AdminColumn<Row> => ({
  header,
  cell: (row) => <span className={classNames(row.isTotal && 'font-medium')}>{read(row)}</span>,
})

/** A column for each amount that is not 0 in all rows. */
function listColumns(rows: readonly Row[], isBySupply: boolean): readonly AdminColumn<Row>[] {
  const shown = (Object.keys(amountNames()) as AmountName[]).filter(
    (name) => name === 'taxablePaise' || name === 'grossPaise' || rows.some((row) => row[name] !== 0),
  )
  const amounts = shown.map((name) => ({
    ...text(amountNames()[name], (row) => amountText(row, name)),
    isNumber: true,
  }))
  return [
    { ...text(isBySupply ? t`Supply` : t`Kind of document`, ({ label }) => label) },
    ...(isBySupply
      ? [
          text(t`Rate`, ({ rateBp }) => (rateBp === undefined ? '–' : rateText(rateBp))),
          text(t`Place of supply`, ({ place }) => placeText(place ?? '')),
        ]
      : []),
    // Documents with lines in several rows would be counted twice in a total.
    { ...text(t`Documents`, (row) => (row.isTotal ? '–' : countText(row.documents))), isNumber: true },
    ...amounts,
  ]
}

function SumsTable({ label, rows, isBySupply }: { label: string; rows: readonly Row[]; isBySupply: boolean }) {
  // Columns are made once per function.
  const columns = useMemo(() => () => listColumns(rows, isBySupply), [rows, isBySupply])
  return <AdminTable label={label} columns={columns} rows={rows} rowKey={({ key }) => key} />
}

/** Receipts of credits that are taxed when they are spent would count twice, so the total is of taxed sales only. */
export function SalesTable({ sales, documents }: { sales: readonly SalesLine[]; documents: readonly DocumentsLine[] }) {
  const bySupply = useMemo(() => {
    const taxed = sales.filter(({ supply }) => supply !== 'none').map(toRow)
    const untaxed = sales.filter(({ supply }) => supply === 'none').map(toRow)
    return [...taxed, ...(taxed.length > 1 ? [addUp(taxed)] : []), ...untaxed]
  }, [sales])
  const byKind = useMemo(
    () => documents.map(({ kind, ...sums }): Row => ({ ...sums, key: kind, label: kindNames()[kind] })),
    [documents],
  )
  return (
    <section aria-labelledby="sales-heading" className="flex flex-col gap-4">
      <h2 id="sales-heading" className="font-headline text-title">
        <Trans>Sales and tax</Trans>
      </h2>
      {sales.length === 0 ? (
        <EmptyState title={t`No documents in this period`}>
          <Trans>Receipts, invoices and notes that are issued in the period are added up here.</Trans>
        </EmptyState>
      ) : (
        <>
          <SumsTable label={t`Sales and tax`} rows={bySupply} isBySupply />
          <h3 className="mt-2 font-medium">
            <Trans>By kind of document</Trans>
          </h3>
          <SumsTable label={t`By kind of document`} rows={byKind} isBySupply={false} />
        </>
      )}
    </section>
  )
}
