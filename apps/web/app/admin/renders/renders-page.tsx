// Renders of all customers, with failed and stuck ones one click away.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { adminCall } from '../api/admin-api.ts'
import { adminKey } from '../api/admin-query.ts'
import { AdminPages } from '../ui/admin-data.tsx'
import { renderStates } from '../ui/label.ts'
import { DownloadLink, FilterSelect, readFilter, SearchField } from '../ui/table-controls.tsx'
import { useTableState } from '../ui/table-state.ts'
import { hasActiveRenders, RenderTable } from './render-table.tsx'

const sorts = ['newest'] as const

export default function RendersPage() {
  const [searchParams] = useSearchParams()
  const { search, searchProps } = useTableState({ sorts })
  const status = readFilter(searchParams, 'status', renderStates())
  return (
    <>
      <h1 className="mb-6 font-headline text-headline">
        <Trans>Videos</Trans>
      </h1>
      <div className="mb-6 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <SearchField label={t`Search videos`} placeholder={t`Customer, template or video id`} {...searchProps} />
        <FilterSelect label={t`State`} name="status" all={t`All states`} values={renderStates()} />
        <DownloadLink path="/renders.csv" parts={{ search, status }} />
      </div>
      <AdminPages
        queryKey={adminKey('GET /api/admin/renders', { query: { search, status } })}
        read={(page, signal) => adminCall('GET /api/admin/renders', { query: { search, status, ...page }, signal })}
        loadingText={t`Loading videos...`}
        isActive={hasActiveRenders}
        empty={
          <EmptyState title={t`No videos`}>
            {status === 'failed' || status === 'stuck'
              ? t`All is well: no video is in this state.`
              : search || status
                ? t`No videos match the filters.`
                : t`The videos that customers request are listed here.`}
          </EmptyState>
        }
      >
        {(renders) => <RenderTable renders={renders} />}
      </AdminPages>
    </>
  )
}
