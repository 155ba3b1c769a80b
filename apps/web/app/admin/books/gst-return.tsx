// GSTR-1 of a month or quarter: what its sections come to, and their files. Nothing for a store without a GSTIN.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { MonthEnd } from '@vitrine/contract/books'
import type { Gstr1Section, Gstr1Summary } from '@vitrine/contract/gstr1'
import { useState } from 'react'
import { Select } from '../../ui/control.tsx'
import { useAdminQuery } from '../api/admin-query.ts'
import { AdminData } from '../ui/admin-data.tsx'
import { countText, paiseText } from '../ui/rupees.ts'
import { type AdminColumn, AdminTable } from '../ui/table.tsx'
import { DownloadLink } from '../ui/table-controls.tsx'
import { FileLink } from './file-link.tsx'

type Period = { kind: 'month' | 'quarter'; value: string }

export function GstReturn({ books: { period, gstins } }: { books: Pick<MonthEnd, 'period' | 'gstins'> }) {
  const { kind, value } = period
  // A return is not for a year.
  if (kind === 'year' || gstins.length === 0) return null
  return <ReturnOfPeriod key={value} period={{ kind, value }} gstins={gstins} />
}

function ReturnOfPeriod({ period, gstins }: { period: Period; gstins: readonly string[] }) {
  const [gstin, setGstin] = useState(gstins[0])
  const parts = { ...period, gstin }
  const query = useAdminQuery('GET /api/admin/month-end/gstr1', { query: parts })
  return (
    <section aria-labelledby="gst-heading">
      <h2 id="gst-heading" className="mb-4 font-headline text-title">
        <Trans>GST return (GSTR-1)</Trans>
      </h2>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        {gstins.length > 1 ? (
          <Select aria-label="GSTIN" value={gstin} onChange={({ target }) => setGstin(target.value)}>
            {gstins.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </Select>
        ) : (
          <p translate="no" className="font-medium">
            {`GSTIN ${gstin}`}
          </p>
        )}
        <DownloadLink path="/month-end/gstr1.json" parts={parts} label={t`File for the GST portal (JSON)`} />
      </div>
      <AdminData query={query} loadingText={t`Loading the return...`}>
        {({ gstin, sections }) => (
          <AdminTable
            label={t`Sections of GSTR-1`}
            columns={listColumns}
            rows={sections.map((row) => ({ ...row, parts: { ...period, gstin } }))}
            rowKey={({ section }) => section}
          />
        )}
      </AdminData>
    </section>
  )
}

type Row = Gstr1Summary['sections'][number] & { parts: { kind: string; value: string; gstin: string } }

/** The short names are those of the offline tool. */
const sectionNames = (): Readonly<Record<Gstr1Section, readonly [name: string, meaning: string]>> => ({
  b2b: ['B2B', t`Invoices to buyers with a GSTIN`],
  b2cl: ['B2CL', t`Large invoices to consumers in other states`],
  b2cs: ['B2CS', t`All other sales to consumers`],
  exp: ['EXP', t`Exports`],
  cdnr: ['CDNR', t`Credit and debit notes to buyers with a GSTIN`],
  cdnur: ['CDNUR', t`Credit and debit notes about large invoices and exports`],
  'hsn-b2b': ['HSN B2B', t`By service code: buyers with a GSTIN`],
  'hsn-b2c': ['HSN B2C', t`By service code: all other buyers`],
  docs: ['DOCS', t`Documents issued`],
})

const listColumns = (): readonly AdminColumn<Row>[] => [
  {
    header: t`Section`,
    cell: ({ section }) => {
      const [name, meaning] = sectionNames()[section]
      return (
        <>
          <p translate="no" className="font-medium">
            {name}
          </p>
          <p className="text-caption text-muted">{meaning}</p>
        </>
      )
    },
  },
  { header: t`Rows`, isNumber: true, cell: ({ rows }) => countText(rows) },
  { header: t`Taxable value`, isNumber: true, cell: (row) => amountText(row, row.taxablePaise) },
  { header: t`Tax`, isNumber: true, cell: (row) => amountText(row, row.taxPaise) },
  {
    header: t`File`,
    isNumber: true,
    cell: ({ section, rows, parts }) =>
      rows === 0 ? <span aria-hidden="true">–</span> : <SectionFile section={section} parts={parts} />,
  },
]

const amountText = ({ section }: Row, paise: number) => (section === 'docs' ? '–' : paiseText(paise))

function SectionFile({ section, parts }: Pick<Row, 'section' | 'parts'>) {
  const [name] = sectionNames()[section]
  return (
    <FileLink path={`/month-end/gstr1/${section}.csv`} parts={parts} form="CSV" label={t`Download ${name} as CSV`} />
  )
}
