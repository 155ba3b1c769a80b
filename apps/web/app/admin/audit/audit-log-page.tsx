// The audit log, newest first, filtered by action, actor and subject.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import X from 'lucide-react/icons/x'
import { useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { adminCall } from '../api/admin-api.ts'
import { adminKey } from '../api/admin-query.ts'
import { AdminPages } from '../ui/admin-data.tsx'
import { auditActionLabels } from '../ui/label.ts'
import { FilterSelect, readFilter, SearchField } from '../ui/table-controls.tsx'
import { useTableState } from '../ui/table-state.ts'
import { AuditEventList } from './audit-event-list.tsx'

const sorts = ['newest'] as const

export default function AuditLogPage() {
  const [searchParams, setSearchParams] = useSearchParams()
  const { search, searchProps } = useTableState({ sorts })
  const action = readFilter(searchParams, 'action', auditActionLabels())
  const actor = searchParams.get('actor') ?? undefined
  const everybody = () => {
    const next = new URLSearchParams(searchParams)
    next.delete('actor')
    setSearchParams(next, { preventScrollReset: true })
  }
  return (
    <>
      <h1 className="font-headline text-headline">
        <Trans>Audit log</Trans>
      </h1>
      <p className="mt-2 mb-6 max-w-[60ch] text-muted">
        <Trans>Every action in the admin area and on the command line. Entries can’t be changed or removed.</Trans>
      </p>
      <div className="mb-6 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <SearchField label={t`Account, payment or template`} placeholder={t`Name, email or id`} {...searchProps} />
        <FilterSelect label={t`Action`} name="action" all={t`All actions`} values={auditActionLabels()} />
        {actor && (
          <Button variant="secondary" onClick={everybody}>
            <span>{actor === 'command-line' ? t`On the command line` : t`By one owner`}</span>
            <X aria-hidden="true" size={16} />
            <span className="sr-only">
              <Trans>: show everybody</Trans>
            </span>
          </Button>
        )}
      </div>
      <AdminPages
        queryKey={adminKey('GET /api/admin/audit', { query: { search, action, actor } })}
        read={(page, signal) =>
          adminCall('GET /api/admin/audit', { query: { search, action, actor, ...page }, signal })
        }
        loadingText={t`Loading the log...`}
        empty={
          search || action || actor ? (
            <EmptyState title={t`Nothing found`}>
              <Trans>No actions match the filters.</Trans>
            </EmptyState>
          ) : (
            <EmptyState title={t`No actions yet`}>
              <Trans>What you do to accounts, payments and templates is recorded here, with your reason.</Trans>
            </EmptyState>
          )
        }
      >
        {(events) => <AuditEventList events={events} />}
      </AdminPages>
    </>
  )
}
