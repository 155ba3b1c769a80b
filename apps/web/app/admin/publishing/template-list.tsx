// All templates: on sale, drafts, withdrawn, and imports in progress.
import type { PublishingList, PublishingRow } from '@vitrine/contract/publishing'
import Plus from 'lucide-react/icons/plus'
import { Link, useSearchParams } from 'react-router'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { AdminData } from '../admin-data.tsx'
import { useAdminQuery } from '../admin-query.ts'
import { FilterSelect, readFilter } from '../filter-select.tsx'
import { NoTemplates } from '../no-templates.tsx'
import { SearchField } from '../search-field.tsx'
import { type AdminColumn, AdminTable } from '../table.tsx'
import { useTableState } from '../table-state.ts'
import { ImportList } from './import-list.tsx'
import { kindLabels, momentText, statusLabels, statusTones } from './label.ts'
import { newTemplatePath, templatePagePath } from './publishing-api.ts'

const sorts = ['updatedAt', 'templateName', 'purchaseCount', 'templatePrice'] as const
type Sort = (typeof sorts)[number]

const number = new Intl.NumberFormat('en-IN')

const columns: readonly AdminColumn<PublishingRow, Sort>[] = [
  { header: 'Template', sort: 'templateName', cell: (row) => <Name row={row} /> },
  { header: 'State', cell: (row) => <State row={row} /> },
  { header: 'Price', sort: 'templatePrice', isNumber: true, cell: (row) => <Prices row={row} /> },
  { header: 'Sales', sort: 'purchaseCount', isNumber: true, cell: ({ purchaseCount }) => number.format(purchaseCount) },
  { header: 'Changed', sort: 'updatedAt', isDate: true, cell: ({ updatedAt }) => momentText(updatedAt) },
]

export default function TemplateList() {
  const [address] = useSearchParams()
  const table = useTableState({ sorts })
  const filters = { status: readFilter(address, 'status', statusLabels), kind: readFilter(address, 'kind', kindLabels) }
  const query = useAdminQuery<PublishingList>('/publishing', { ...table.parts, ...filters, ...table.pageParts })
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h1 className="font-headline text-headline">Publishing</h1>
          {query.data && <Counts counts={query.data.counts} />}
        </div>
        <LinkButton to={newTemplatePath}>
          <Plus aria-hidden="true" size={18} />
          New template
        </LinkButton>
      </div>
      <ImportList />
      <section aria-label="Templates">
        <div className="mb-5 grid grid-cols-2 gap-3 md:flex">
          <div className="col-span-2 flex md:flex-1">
            <SearchField label="Search templates" placeholder="Name or id" {...table.searching} />
          </div>
          <FilterSelect label="Kind" name="kind" all="All kinds" values={kindLabels} />
          <FilterSelect label="Status" name="status" all="Any status" values={statusLabels} />
        </div>
        <AdminData query={query} loadingText="Loading templates...">
          {({ items, matching, counts: { draft, published, withdrawn } }) => (
            <AdminTable
              label="Templates"
              columns={columns}
              rows={items}
              rowKey={({ templateId }) => templateId}
              {...table.ordering}
              paging={table.paging(matching)}
              isStale={query.isStale}
              empty={<NoTemplates isShopEmpty={draft + published + withdrawn === 0} />}
            />
          )}
        </AdminData>
      </section>
    </div>
  )
}

function Counts({ counts: { draft, published, withdrawn } }: Pick<PublishingList, 'counts'>) {
  return (
    <p className="mt-1 text-muted tabular-nums">
      {number.format(published)} on sale · {number.format(draft)} {draft === 1 ? 'draft' : 'drafts'} ·{' '}
      {number.format(withdrawn)} withdrawn
    </p>
  )
}

function Name({ row }: { row: PublishingRow }) {
  const { templateId, templateName, kind, thumbnail, dominantColor, width, height } = row
  return (
    <div className="flex items-center gap-4">
      <span
        className="flex h-14 w-20 shrink-0 items-center justify-center overflow-hidden rounded-control"
        style={{ backgroundColor: dominantColor }}
      >
        {thumbnail && (
          <img
            src={`${thumbnail}?w=320`}
            alt=""
            loading="lazy"
            width={width ?? undefined}
            height={height ?? undefined}
            className="size-full object-contain"
          />
        )}
      </span>
      <div className="min-w-0">
        <Link to={templatePagePath(templateId)} className="rounded-control font-medium break-words hover:underline">
          {templateName}
        </Link>
        <p className="text-caption wrap-anywhere text-muted">
          {kindLabels[kind]}
          {width !== null && ` · ${width}×${height}`} · #{templateId}
        </p>
      </div>
    </div>
  )
}

function State({ row: { status, preview, hasNewerVersion, versions } }: { row: PublishingRow }) {
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>
      {preview === 'failed' && <Badge tone="bad">Preview failed</Badge>}
      {(preview === 'waiting' || preview === 'making') && <Badge>Making preview</Badge>}
      {hasNewerVersion && <Badge tone="warn">New version unpublished</Badge>}
      {versions > 1 && <span className="text-caption text-muted tabular-nums">{versions} versions</span>}
    </div>
  )
}

function Prices({ row: { templatePrice, templatePriceIND } }: { row: PublishingRow }) {
  return (
    <>
      <p>{number.format(templatePrice)}</p>
      {templatePriceIND !== templatePrice && (
        <p className="text-caption text-muted">{number.format(templatePriceIND)} in India</p>
      )}
    </>
  )
}
