// The parts of the store on the status page: its processes, its dependencies, and its last maintenance.
import type { ShopStatus } from '@vitrine/contract/status'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { moment, size, span } from './status-text.ts'

export function PartFacts({ status }: { status: ShopStatus }) {
  const { database, storage, providers, codes, processes, version } = status
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
      <Card title="Programs" badge={<Badge tone="good">Version {version}</Badge>}>
        {processes.length === 0 && <p className="text-muted">None is connected to the database.</p>}
        {processes.map((each) => (
          <Fact key={`${each.name} ${each.version} ${each.host}`} name={each.name === 'server' ? 'Server' : 'Worker'}>
            {each.version} on {each.host}
          </Fact>
        ))}
      </Card>
      <Card title="Database" badge={<Badge tone="good">Answers</Badge>}>
        <Fact name="PostgreSQL">{database.version}</Fact>
        <Fact name="Size">{size(database.sizeBytes)}</Fact>
        <Fact name="Connections">
          {database.connections} of {database.maxConnections}
        </Fact>
        <Fact name="Migrations">{database.migration}</Fact>
      </Card>
      <Card
        title="Files"
        badge={
          <Badge tone={storage.isReachable ? 'good' : 'bad'}>{storage.isReachable ? 'Writable' : 'Unavailable'}</Badge>
        }
      >
        <Fact name={storage.kind === 's3' ? 'Bucket' : 'Folder'}>{storage.detail}</Fact>
        {storage.freeBytes !== null && <Fact name="Free">{size(storage.freeBytes)}</Fact>}
      </Card>
      <Card title="Outside services">
        {providers.map(({ name, isSandbox, detail }) => (
          <Fact key={name} name={name.charAt(0).toUpperCase() + name.slice(1)}>
            <span className="mr-2">{detail}</span>
            <Badge tone={isSandbox ? 'warn' : 'good'}>{isSandbox ? 'Sandbox' : 'Real'}</Badge>
          </Fact>
        ))}
        {codes.map(({ channel, sent, perDay }) => (
          <Fact key={channel} name={channel === 'sms' ? 'Codes by text message' : 'Codes by mail'}>
            {sent} of {perDay} a day
          </Fact>
        ))}
      </Card>
    </div>
  )
}

export function MaintenanceFacts({ status }: { status: ShopStatus }) {
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
      <MaintenanceCard title="Last backup" never="There has been none." at={status.at} last={status.lastBackup} />
      <MaintenanceCard
        title="Last ledger check"
        never="There has been none yet. A worker does it once a day."
        at={status.at}
        last={status.lastLedgerCheck}
      />
    </div>
  )
}

type MaintenanceCardProps = { title: string; never: string; at: string; last: ShopStatus['lastBackup'] }

function MaintenanceCard({ title, never, at, last }: MaintenanceCardProps) {
  if (!last) {
    return (
      <Card title={title}>
        <p className="text-muted">{never}</p>
      </Card>
    )
  }
  const ago = Math.max(0, (Date.parse(at) - Date.parse(last.endedAt)) / 1000)
  return (
    <Card title={title} badge={<Badge tone={last.isGood ? 'good' : 'bad'}>{last.isGood ? 'Good' : 'Failed'}</Badge>}>
      <p>
        {moment(last.endedAt)}, {span(ago)} ago
      </p>
      <p className="break-words text-muted">{last.summary}</p>
    </Card>
  )
}

function Card({ title, badge, children }: { title: string; badge?: ReactNode; children: ReactNode }) {
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-caption">
      <span className="text-muted">{name}</span>
      <span className="min-w-0 text-right break-all tabular-nums">{children}</span>
    </div>
  )
}
