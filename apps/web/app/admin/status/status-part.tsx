// The cards of the status page: processes, dependencies, and the last maintenance runs.

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { StoreStatus } from '@vitrine/contract/status'
import type { ReactElement, ReactNode } from 'react'
import { dayText, numberFormat } from '../../language/format.ts'
import { serverText } from '../../language/i18n.ts'
import { Badge } from '../../ui/indicator.tsx'
import { momentText } from '../ui/label.ts'
import { sentenceText } from '../ui/sentence-text.ts'
import { ago, size } from './status-text.ts'

export function ComponentCards({ status }: { status: StoreStatus }) {
  const { database, storage, providers, codes, processes, version } = status
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
      <Card
        title={t`Programs`}
        badge={
          <Badge tone="good">
            <Trans>Version {version}</Trans>
          </Badge>
        }
      >
        {processes.length === 0 && (
          <p className="text-muted">
            <Trans>None is connected to the database.</Trans>
          </p>
        )}
        {processes.map((each) => (
          <Fact key={`${each.name} ${each.version} ${each.host}`} name={each.name === 'server' ? t`Server` : t`Worker`}>
            <Trans>
              {each.version} on {each.host}
            </Trans>
          </Fact>
        ))}
      </Card>
      <Card
        title={t`Database`}
        badge={
          <Badge tone="good">
            <Trans comment="The database can be reached.">Answers</Trans>
          </Badge>
        }
      >
        <Fact name="PostgreSQL">{database.version}</Fact>
        <Fact name={t`Size`}>{size(database.sizeBytes)}</Fact>
        <Fact name={t`Connections`}>
          <Trans>
            {database.connections} of {database.maxConnections}
          </Trans>
        </Fact>
        <Fact name={t`Migrations`}>{migrationText(database.migration)}</Fact>
      </Card>
      <Card
        title={t`Files`}
        badge={
          <Badge tone={storage.isReachable ? 'good' : 'bad'}>
            {storage.isReachable ? t`Writable` : t`Unavailable`}
          </Badge>
        }
      >
        <Fact name={storage.kind === 's3' ? t`Bucket` : t`Folder`}>
          <bdi>{serverText(storage.detail)}</bdi>
        </Fact>
        {storage.freeBytes !== null && (
          <Fact name={t({ message: 'Free', context: 'disk space' })}>{size(storage.freeBytes)}</Fact>
        )}
      </Card>
      <Card title={t`Outside services`}>
        {providers.map(({ name, isSandbox, detail }) => (
          <Fact key={name} name={serviceName(name)}>
            {/* The badge already shows this. */}
            {detail !== 'sandbox' && (
              <span className="me-2">
                <bdi>{serverText(detail)}</bdi>
              </span>
            )}
            <Badge tone={isSandbox ? 'warn' : 'good'}>{isSandbox ? t`Sandbox` : t`Real`}</Badge>
          </Fact>
        ))}
        {codes.map((code) => {
          const [sent, perDay] = [numberFormat().format(code.sent), numberFormat().format(code.perDay)]
          return (
            <Fact key={code.channel} name={code.channel === 'sms' ? t`Codes by text message` : t`Codes by mail`}>
              <Trans>
                {sent} of {perDay} a day
              </Trans>
            </Fact>
          )
        })}
      </Card>
    </div>
  )
}

/** Formats '50 of 2026-11-25', the server's format. */
function migrationText(migration: string): string {
  const [, count, written] = /^(\d+) of (\d{4}-\d\d-\d\d)$/.exec(migration) ?? []
  if (count === undefined || written === undefined) return migration
  const day = dayText(written)
  return t`${count}, the newest of ${day}`
}

export function MaintenanceFacts({ status }: { status: StoreStatus }) {
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
      <MaintenanceCard title={t`Last backup`} never={t`There has been none.`} at={status.at} last={status.lastBackup} />
      <MaintenanceCard
        title={t`Last ledger check`}
        never={t`There has been none yet. A worker does it once a day.`}
        at={status.at}
        last={status.lastLedgerCheck}
      />
    </div>
  )
}

type MaintenanceCardProps = { title: string; never: string; at: string; last: StoreStatus['lastBackup'] }

function MaintenanceCard({ title, never, at, last }: MaintenanceCardProps) {
  if (!last) {
    return (
      <Card title={title}>
        <p className="text-muted">{never}</p>
      </Card>
    )
  }
  const ended = momentText(last.endedAt)
  const length = ago(Math.max(0, (Date.parse(at) - Date.parse(last.endedAt)) / 1000))
  return (
    <Card title={title} badge={<Badge tone={last.isGood ? 'good' : 'bad'}>{last.isGood ? t`Good` : t`Failed`}</Badge>}>
      <p>{`${ended}, ${length}`}</p>
      <p dir="auto" className="break-words text-muted">
        {sentenceText(last.sentence)}
      </p>
    </Card>
  )
}

function Card({ title, badge, children }: { title: string; badge?: ReactElement; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-raised p-4 md:p-5">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-medium">{title}</h2>
        {badge}
      </div>
      {children}
    </section>
  )
}

function serviceName(name: string): string {
  const names: Readonly<Record<string, string>> = {
    mail: t`Mail`,
    'text messages': t`Text messages`,
    payment: t`Payment`,
    'sign-in': t`Sign-in`,
  }
  return names[name] ?? name
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-caption">
      <span className="text-muted">{name}</span>
      <span className="min-w-0 text-end break-all tabular-nums">{children}</span>
    </div>
  )
}
