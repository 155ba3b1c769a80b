// The status page of the admin area: problems and remedies first, then every part. It refreshes while it is open.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { StoreStatus } from '@vitrine/contract/status'
import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { serverText } from '../../language/server-text.ts'
import { Button } from '../../ui/button.tsx'
import { adminCall } from '../api/admin-api.ts'
import { adminKey, findFailure } from '../api/admin-query.ts'
import { AdminData } from '../ui/admin-data.tsx'
import { LaunchChecklist } from './launch-checklist.tsx'
import { MaintenanceFacts, PartFacts } from './status-part.tsx'
import { JobTable, QueryTable, QueueTable, RenderSummary } from './status-table.tsx'
import { moment } from './status-text.ts'

const REFRESH_MS = 15_000

export default function StatusPage() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: adminKey('GET /api/admin/status'),
    queryFn: ({ signal }) => adminCall('GET /api/admin/status', { signal }),
    refetchInterval: REFRESH_MS,
  })
  const failure = findFailure(data, error)
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-headline text-headline">
          <Trans>Status</Trans>
        </h1>
        <Button variant="secondary" isBusy={isFetching} onClick={() => void refetch()}>
          <Trans>Refresh</Trans>
        </Button>
      </div>
      <AdminData query={{ data, failure, isStale: false, isFetching, refetch }} loadingText={t`Loading status...`}>
        {(status) => <Status status={status} isOld={error !== null} />}
      </AdminData>
    </>
  )
}

function Status({ status, isOld }: { status: StoreStatus; isOld: boolean }) {
  const { version } = status
  const time = moment(status.at)
  return (
    <div className="flex flex-col gap-10">
      {isOld && (
        <p role="status" className="rounded-card bg-warn-wash p-4 text-warn">
          <Trans>The server does not answer at the moment. Showing the status at {time}.</Trans>
        </p>
      )}
      <Alerts alerts={status.alerts} />
      <LaunchChecklist />
      <PartFacts status={status} />
      <MaintenanceFacts status={status} />
      <Section title={t`Background jobs`}>
        <QueueTable queue={status.queue} />
        {status.stuckJobs.length > 0 && <JobTable jobs={status.stuckJobs} />}
      </Section>
      <Section title={t`Videos of the last 24 hours`}>
        <RenderSummary renders={status.renders} />
      </Section>
      <Section title={t`Slow statements`}>
        <p className="text-caption text-muted">
          {status.slowQueries.source === 'pg_stat_statements'
            ? t`Counted by PostgreSQL since its statistics were last reset.`
            : t`Measured by the server that answered, since it started.`}
        </p>
        <QueryTable queries={status.slowQueries.queries} />
      </Section>
      <p className="text-caption text-muted">
        <Trans>About: this store runs on Vitrine {version}.</Trans>
      </p>
    </div>
  )
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <h2 className="font-headline text-title">{title}</h2>
      {children}
    </section>
  )
}

function Alerts({ alerts }: { alerts: StoreStatus['alerts'] }) {
  if (alerts.length === 0) {
    return (
      <p className="flex items-center gap-3 rounded-card bg-good-wash p-4 text-good md:p-5">
        <CircleCheck aria-hidden="true" size={22} className="shrink-0" />
        <Trans>All is well: nothing needs your attention.</Trans>
      </p>
    )
  }
  return (
    <section aria-label={t`Needs attention`} className="flex flex-col gap-3">
      {alerts.map(({ code, severity, what, whatText, todo, todoText, values }) => (
        <article
          key={code}
          className={`flex gap-3 rounded-card p-4 md:p-5 ${severity === 'critical' ? 'bg-bad-wash' : 'bg-warn-wash'}`}
        >
          <TriangleAlert
            aria-hidden="true"
            size={22}
            className={`mt-0.5 shrink-0 ${severity === 'critical' ? 'text-bad' : 'text-warn'}`}
          />
          <div className="flex min-w-0 flex-col gap-1">
            <h2 className="font-medium break-words">
              {severity === 'critical' && (
                <span className="sr-only">
                  <Trans>Urgent:</Trans>{' '}
                </span>
              )}
              <span>{serverText(what, whatText, values)}</span>
            </h2>
            <p className="break-words text-ink">{serverText(todo, todoText, values)}</p>
          </div>
        </article>
      ))}
    </section>
  )
}
