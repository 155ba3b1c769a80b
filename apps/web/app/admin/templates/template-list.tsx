// All templates: on sale, drafts, withdrawn, and imports in progress.
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { isUnderWay } from '@vitrine/contract/operation-status'
import type { PublishingList, PublishingRow } from '@vitrine/contract/publishing'
import Plus from 'lucide-react/icons/plus'
import { Link, useSearchParams } from 'react-router'
import { LinkButton } from '../../ui/button.tsx'
import { Badge } from '../../ui/indicator.tsx'
import { useAdminQuery } from '../api/admin-query.ts'
import { AdminData } from '../ui/admin-data.tsx'
import { momentText } from '../ui/label.ts'
import { NoTemplates } from '../ui/no-templates.tsx'
import { countText } from '../ui/rupees.ts'
import { type AdminColumn, AdminTable } from '../ui/table.tsx'
import { FilterSelect, readFilter, SearchField } from '../ui/table-controls.tsx'
import { useTableState } from '../ui/table-state.ts'
import { ImportList } from './import-list.tsx'
import { kindLabels, statusLabels, statusTones } from './label.ts'
import { newTemplatePath, templatePagePath } from './publishing-api.ts'

const sorts = ['updatedAt', 'templateName', 'purchaseCount', 'templatePrice'] as const
type Sort = (typeof sorts)[number]

const listColumns = (): readonly AdminColumn<PublishingRow, Sort>[] => [
  { header: t`Template`, sort: 'templateName', cell: (row) => <Name row={row} /> },
  { header: t`State`, cell: (row) => <State row={row} /> },
  { header: t`Price`, sort: 'templatePrice', isNumber: true, cell: (row) => <Prices row={row} /> },
  { header: t`Sales`, sort: 'purchaseCount', isNumber: true, cell: ({ purchaseCount }) => countText(purchaseCount) },
  { header: t`Changed`, sort: 'updatedAt', isDate: true, cell: ({ updatedAt }) => momentText(updatedAt) },
]

export default function TemplateList() {
  const [searchParams] = useSearchParams()
  const table = useTableState({ sorts })
  const filters = {
    status: readFilter(searchParams, 'status', statusLabels()),
    kind: readFilter(searchParams, 'kind', kindLabels()),
  }
  const query = useAdminQuery('GET /api/admin/publishing', {
    query: { ...table.parts, ...filters, ...table.pageQuery },
  })
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h1 className="font-headline text-headline">
            <Trans>Publishing</Trans>
          </h1>
          {query.data && <Counts counts={query.data.counts} />}
        </div>
        <LinkButton to={newTemplatePath}>
          <Plus aria-hidden="true" size={18} />
          <Trans>New template</Trans>
        </LinkButton>
      </div>
      <ImportList />
      <section aria-label={t`Templates`}>
        <div className="mb-5 grid grid-cols-2 gap-3 md:flex">
          <div className="col-span-2 flex md:flex-1">
            <SearchField label={t`Search templates`} placeholder={t`Name or id`} {...table.searchProps} />
          </div>
          <FilterSelect label={t`Kind`} name="kind" all={t`All kinds`} values={kindLabels()} />
          <FilterSelect label={t`Status`} name="status" all={t`Any status`} values={statusLabels()} />
        </div>
        <AdminData query={query} loadingText={t`Loading templates...`}>
          {({ items, matching, counts: { draft, published, withdrawn } }) => (
            <AdminTable
              label={t`Templates`}
              columns={listColumns}
              rows={items}
              rowKey={({ templateId }) => templateId}
              {...table.sortProps}
              paging={table.paging(matching)}
              isStale={query.isStale}
              empty={<NoTemplates isStoreEmpty={draft + published + withdrawn === 0} />}
            />
          )}
        </AdminData>
      </section>
    </div>
  )
}

function Counts({ counts: { draft, published, withdrawn } }: Pick<PublishingList, 'counts'>) {
  const [onSale, drafts, gone] = [countText(published), countText(draft), countText(withdrawn)]
  const counts = [
    t`${onSale} on sale`,
    plural(draft, { one: `${drafts} draft`, other: `${drafts} drafts` }),
    t`${gone} withdrawn`,
  ]
  return <p className="mt-1 text-muted tabular-nums">{counts.join(' · ')}</p>
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
          <bdi translate="no">{templateName}</bdi>
        </Link>
        <p className="text-caption wrap-anywhere text-muted">
          <span>{kindLabels()[kind]}</span>
          {width !== null && (
            <>
              <span>{' · '}</span>
              <bdi translate="no" dir="ltr">{`${width}×${height}`}</bdi>
            </>
          )}
          <span>{' · '}</span>
          <bdi translate="no" dir="ltr">{`#${templateId}`}</bdi>
        </p>
      </div>
    </div>
  )
}

function State({ row: { status, preview, hasNewerVersion, versions } }: { row: PublishingRow }) {
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Badge tone={statusTones[status]}>{statusLabels()[status]}</Badge>
      {preview === 'failed' && (
        <Badge tone="bad">
          <Trans>Preview failed</Trans>
        </Badge>
      )}
      {isUnderWay(preview) && (
        <Badge>
          <Trans>Making preview</Trans>
        </Badge>
      )}
      {hasNewerVersion && (
        <Badge tone="warn">
          <Trans>New version unpublished</Trans>
        </Badge>
      )}
      {versions > 1 && (
        <span className="text-caption text-muted tabular-nums">
          {plural(versions, { one: '# version', other: '# versions' })}
        </span>
      )}
    </div>
  )
}

function Prices({ row: { templatePrice, templatePriceIND } }: { row: PublishingRow }) {
  const inIndia = countText(templatePriceIND)
  return (
    <>
      <p>{countText(templatePrice)}</p>
      {templatePriceIND !== templatePrice && (
        <p className="text-caption text-muted">
          <Trans>{inIndia} in India</Trans>
        </p>
      )}
    </>
  )
}
