// The status page of the admin area: problems and remedies first, the checklist before the store opens, then every
// part. It refreshes while it is open.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { LaunchChecklist as Checklist, LaunchCheck, LaunchTest, StoreStatus } from '@vitrine/contract/status'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { serverText } from '../../language/i18n.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/empty-state.tsx'
import { Badge } from '../../ui/indicator.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useToast } from '../../ui/toast.tsx'
import { adminCall } from '../api/admin-api.ts'
import { adminKey, findFailure } from '../api/admin-query.ts'
import { useMay } from '../api/role.tsx'
import { AdminData } from '../ui/admin-data.tsx'
import { momentText } from '../ui/label.ts'
import { sentenceText } from '../ui/sentence-text.ts'
import { ComponentCards, MaintenanceFacts } from './status-part.tsx'
import { JobTable, QueryTable, QueueTable, RenderSummary } from './status-table.tsx'

const REFRESH_MS = 15_000

const checklistKey = ['admin', '/launch'] as const

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
  const time = momentText(status.at)
  return (
    <div className="flex flex-col gap-10">
      {isOld && (
        <p role="status" className="rounded-card bg-warn-wash p-4 text-warn">
          <Trans>The server does not answer at the moment. Showing the status at {time}.</Trans>
        </p>
      )}
      <Alerts alerts={status.alerts} />
      <LaunchChecklist />
      <ComponentCards status={status} />
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

/** Each line is done, open with instructions, or accepted by the owner. */
function LaunchChecklist() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: checklistKey,
    queryFn: ({ signal }) => adminCall('GET /api/admin/launch', { signal }),
  })
  const open = data?.checks.filter(({ state }) => state === 'open').length
  return (
    <section aria-labelledby="launch-heading" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="launch-heading" className="font-headline text-title">
          <Trans>Before you open</Trans>
        </h2>
        {open !== undefined && (
          <Badge tone={open === 0 ? 'good' : 'warn'}>{open === 0 ? t`Ready` : t`${open} to do`}</Badge>
        )}
      </div>
      {data && (
        <ul className="divide-y divide-line border-y border-line">
          {data.checks.map((check) => (
            <CheckLine key={check.code} check={check} list={data} />
          ))}
        </ul>
      )}
      {!data && error && (
        <LoadFailed title={t`The checklist could not be loaded`} isRetrying={isFetching} onRetry={refetch}>
          {errorText(error, t`Please try again in a moment.`)}
        </LoadFailed>
      )}
      {!data && !error && (
        <div role="status">
          <span className="sr-only">
            <Trans>Loading the checklist...</Trans>
          </span>
          <Skeleton className="h-96" />
        </div>
      )}
    </section>
  )
}

function CheckLine({ check, list }: { check: LaunchCheck; list: Checklist }) {
  const { code, title, state, findings, todo, test } = check
  const { isBusy, act } = useAction()
  const may = useMay()
  const isOpen = state === 'open'
  const accept = (isAccepted: boolean) =>
    act(async () => {
      const others = list.accepted.filter((other) => other !== code)
      const value = { accepted: isAccepted ? [...others, code] : others }
      await adminCall('PUT /api/admin/settings/:section', {
        params: { section: 'launch' },
        body: { value, revision: list.revision },
      })
    })
  const Mark = isOpen ? CircleAlert : CircleCheck
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4">
      <Mark
        aria-hidden="true"
        size={22}
        className={`mt-0.5 shrink-0 ${isOpen ? 'text-warn' : state === 'done' ? 'text-good' : 'text-muted'}`}
      />
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-medium">
          <span>{serverText(title)}</span>{' '}
          <span className="sr-only">{state === 'done' ? t`(done)` : isOpen ? t`(to do)` : ''}</span>
          {state === 'accepted' && (
            <Badge>
              <Trans>Accepted as it is</Trans>
            </Badge>
          )}
        </h3>
        <p dir="auto" className="break-words text-muted">
          {findings.map(sentenceText).join(' ')}
        </p>
        {todo && <p className="break-words">{serverText(todo)}</p>}
      </div>
      <div className="flex gap-2">
        {may('services') && test === 'sign-in' && (
          <LinkButton to="/internal-dashboard-admin/settings?section=providers" variant="secondary" size="small">
            {testLabel(test)}
          </LinkButton>
        )}
        {may('services') && test && test !== 'sign-in' && (
          <Button
            variant="secondary"
            size="small"
            isBusy={isBusy}
            onClick={() => void act(() => adminCall('POST /api/admin/launch/tests/:test', { params: { test } }))}
          >
            {testLabel(test)}
          </Button>
        )}
        {may('services') && isOpen && (
          <Button variant="quiet" size="small" disabled={isBusy} onClick={() => void accept(true)}>
            <Trans>Accept as it is</Trans>
          </Button>
        )}
        {may('services') && state === 'accepted' && (
          <Button variant="quiet" size="small" disabled={isBusy} onClick={() => void accept(false)}>
            <Trans>Check again</Trans>
          </Button>
        )}
      </div>
    </li>
  )
}

function testLabel(test: LaunchTest): string {
  return {
    mail: t`Send a test`,
    sms: t`Send a test`,
    payment: t`Open a test order`,
    address: t`Test`,
    storage: t`Test`,
    'sign-in': t`Test`,
  }[test]
}

/** Runs an action and reloads the list, even after a failure. */
function useAction() {
  const queries = useQueryClient()
  const showToast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const act = async (action: () => Promise<unknown>) => {
    setIsBusy(true)
    try {
      await action()
    } catch (error) {
      showToast('error', errorText(error, t`That did not work.`))
    } finally {
      await queries.invalidateQueries({ queryKey: checklistKey })
      setIsBusy(false)
    }
  }
  return { isBusy, act }
}
