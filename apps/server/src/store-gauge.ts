// Gauges of the whole store, which every server reports alike: the queue, renders, the last backup and ledger check. They are
// read from the database when Prometheus scrapes.
import type { Db } from '@vitrine/database/connection'
import type { Metrics } from '@vitrine/providers/metrics'
import { type OtpCeiling, readOtpFigures } from '@vitrine/store/accounts/otp-ceiling'
import { readDatabase, readQueue, readRenderFigures } from '@vitrine/store/monitoring/figures'
import { findLastMaintenance } from '@vitrine/store/monitoring/maintenance'

export function addStoreGauges(metrics: Metrics, db: Db, otpCeiling: OtpCeiling): void {
  const pool = db.$client
  // Gauges of one scrape are read at the same time, so those with the same source share one query.
  const queue = coalesce(() => readQueue(db))
  const codes = coalesce(() => readOtpFigures(db, otpCeiling))
  metrics.addGauge({
    name: 'vitrine_database_pool_connections',
    help: 'Connections of this process to PostgreSQL, and requests that wait for one',
    labels: ['state'],
    read: () => [
      { value: pool.totalCount - pool.idleCount, labels: { state: 'busy' } },
      { value: pool.idleCount, labels: { state: 'idle' } },
      { value: pool.waitingCount, labels: { state: 'waiting' } },
    ],
  })
  metrics.addGauge({
    name: 'vitrine_queue_jobs',
    help: 'Background jobs by task and state',
    labels: ['task', 'state'],
    async read() {
      const states = ['waiting', 'running', 'planned', 'givenUp'] as const
      return (await queue()).flatMap((each) =>
        states.map((state) => ({
          value: each[state],
          labels: { task: each.task, state: state === 'givenUp' ? 'given_up' : state },
        })),
      )
    },
  })
  metrics.addGauge({
    name: 'vitrine_queue_oldest_seconds',
    help: 'How long the oldest waiting job has been due',
    labels: ['task'],
    read: async () => (await queue()).map(({ task, oldestSeconds }) => ({ value: oldestSeconds, labels: { task } })),
  })
  metrics.addGauge({
    name: 'vitrine_renders_last_day',
    help: 'Renders requested within 24 hours that completed or failed',
    labels: ['status'],
    async read() {
      const { completed, failed } = await readRenderFigures(db)
      return [
        { value: completed, labels: { status: 'completed' } },
        { value: failed, labels: { status: 'failed' } },
      ]
    },
  })
  metrics.addGauge({
    name: 'vitrine_database_connections_share',
    help: 'Share of the connections that PostgreSQL allows which are taken',
    async read() {
      const { connections, maxConnections } = await readDatabase(db)
      return [{ value: connections / maxConnections }]
    },
  })
  metrics.addGauge({
    name: 'vitrine_codes_share',
    help: 'One-time codes sent since yesterday, as a share of the configured limit',
    labels: ['channel'],
    read: async () =>
      (await codes()).map(({ channel, sent, perDay }) => ({
        value: sent / perDay,
        labels: { channel },
      })),
  })
  metrics.addGauge({
    name: 'vitrine_codes_closed_seconds',
    help: 'Until one-time codes are sent again; 0 while they are',
    labels: ['channel'],
    read: async () =>
      (await codes()).map(({ channel, closedSeconds }) => ({
        value: closedSeconds,
        labels: { channel },
      })),
  })
  for (const [kind, name] of [
    ['backup', 'backup'],
    ['ledger-check', 'ledger_check'],
  ] as const) {
    metrics.addGauge({
      name: `vitrine_${name}_last_seconds`,
      help: 'When it was last done, in seconds since 1970, by what came of it',
      labels: ['outcome'],
      async read() {
        const last = await findLastMaintenance(db, kind)
        const outcome = last?.isGood ? 'good' : 'bad'
        return last ? [{ value: last.endedAt.getTime() / 1000, labels: { outcome } }] : []
      },
    })
  }
}

/** Coalesces concurrent calls. */
function coalesce<T>(read: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined
  return () => {
    underWay ??= read().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}
