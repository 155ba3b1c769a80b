// All billing documents, searched and filtered: receipts, invoices, credit and debit notes.
import { t } from '@lingui/core/macro'
import type { AdminDocument } from '@vitrine/contract/admin'
import type { BillingKind } from '@vitrine/contract/billing'
import { useSearchParams } from 'react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useAdminQuery } from '../api/admin-query.ts'
import { AdminData } from '../ui/admin-data.tsx'
import { INDIAN_TIME, momentInIndiaText } from '../ui/label.ts'
import { PeriodBadge, PeriodPicker, periodQuery, usePeriod } from '../ui/period.tsx'
import { PersonLink } from '../ui/person.tsx'
import { paiseText } from '../ui/rupees.ts'
import { type AdminColumn, AdminTable } from '../ui/table.tsx'
import { FilterSelect, PageHeading, readFilter, SearchField } from '../ui/table-controls.tsx'
import { useTableState } from '../ui/table-state.ts'
import { FileLink } from './file-link.tsx'

const sorts = ['newest'] as const

const kindNames = (): Readonly<Record<BillingKind, string>> => ({
  receipt: t`Receipt`,
  invoice: t`Invoice`,
  'credit-note': t`Credit note`,
  'debit-note': t`Debit note`,
})

export default function DocumentsPage() {
  const [searchParams] = useSearchParams()
  const [period] = usePeriod()
  const table = useTableState({ sorts })
  const kind = readFilter(searchParams, 'kind', kindNames())
  const query = useAdminQuery('GET /api/admin/documents', {
    query: { ...periodQuery(period), timeZone: INDIAN_TIME, search: table.search, kind, ...table.pageQuery },
  })
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <PageHeading text={t`Documents`} count={query.data?.matchingDocuments} />
        <PeriodBadge />
      </div>
      <div className="mb-6 flex flex-col gap-4">
        <PeriodPicker />
        <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
          <SearchField label={t`Search documents`} placeholder={t`Number, buyer or payment`} {...table.searchProps} />
          <FilterSelect label={t`Kind`} name="kind" all={t`All kinds`} values={kindNames()} />
        </div>
      </div>
      <AdminData query={query} loadingText={t`Loading documents...`}>
        {({ items, matchingDocuments }) => (
          <AdminTable
            label={t`Documents`}
            columns={listColumns}
            rows={items}
            rowKey={({ number }) => number}
            paging={table.paging(matchingDocuments)}
            isStale={query.isStale}
            empty={
              <EmptyState title={t`No documents`}>
                {table.search || kind || period.name !== 'all'
                  ? t`No documents match the filters.`
                  : t`Receipts, invoices and notes are listed here.`}
              </EmptyState>
            }
          />
        )}
      </AdminData>
    </>
  )
}

const listColumns = (): readonly AdminColumn<AdminDocument>[] => [
  { header: t`Document`, cell: (row) => <NumberAndDate document={row} /> },
  { header: t`Buyer`, cell: (row) => <Buyer document={row} /> },
  {
    header: t`Corrects`,
    cell: ({ originalNumber }) =>
      originalNumber === null ? (
        <span aria-hidden="true">–</span>
      ) : (
        <bdi translate="no" className="whitespace-nowrap">
          {originalNumber}
        </bdi>
      ),
  },
  { header: t`Tax`, isNumber: true, cell: (row) => paiseText(signOf(row) * row.taxPaise) },
  {
    header: t`Total`,
    isNumber: true,
    cell: (row) => <span className="font-medium">{paiseText(signOf(row) * row.totalPaise)}</span>,
  },
  {
    header: t`File`,
    isNumber: true,
    cell: ({ number }) => (
      <FileLink path={`/documents/${encodeURIComponent(number)}/pdf`} form="PDF" label={t`Download ${number} as PDF`} />
    ),
  },
]

/** A credit note takes back. */
const signOf = ({ kind }: AdminDocument) => (kind === 'credit-note' ? -1 : 1)

function NumberAndDate({ document: { kind, number, issuedAt } }: { document: AdminDocument }) {
  return (
    <>
      <p className="font-medium">
        <bdi translate="no" className="whitespace-nowrap">
          {number}
        </bdi>
      </p>
      <p className="text-caption text-muted tabular-nums">
        <span>{kindNames()[kind]}</span> · <time dateTime={issuedAt}>{momentInIndiaText(issuedAt)}</time>
      </p>
    </>
  )
}

/** The account, and the name on the document where it is another one. */
function Buyer({ document: row }: { document: AdminDocument }) {
  return (
    <>
      <PersonLink person={row} />
      {row.buyer !== row.username && (
        <p dir="auto" className="text-caption wrap-anywhere text-muted">
          {row.buyer}
        </p>
      )}
    </>
  )
}
