// Prometheus metrics of a process and the port that serves them. They are counts and durations by route and kind of work,
// never by person.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Log } from '../log/log.ts'
import { beginSpan } from '../tracing/tracing.ts'

export interface Metrics {
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void
  observeQuery(query: { isGood: boolean; seconds: number }): void
  observeJob(job: { task: string; outcome: 'done' | 'failed' | 'handed-back'; seconds: number }): void
  countUpload(bytes: number): void
  countPaymentEvent(event: { type: string; outcome: string }): void
  /** Adds a figure that is read on demand. An unreadable figure is omitted. */
  addGauge(gauge: GaugeSpec): void
  /** All metrics in the text format of Prometheus. */
  read(): Promise<string>
}

interface GaugeSpec {
  readonly name: `vitrine_${string}`
  readonly help: string
  readonly labels?: readonly string[]
  read(): Promise<readonly Measured[]> | readonly Measured[]
}

interface Measured {
  readonly value: number
  readonly labels?: Readonly<Record<string, string>>
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const QUERY_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const JOB_SECONDS = [0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800]

/** `process` is the value of the label of that name. */
export function createMetrics(process: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ process })
  const registers = [registry]
  const requests = new Histogram({
    name: 'vitrine_http_request_duration_seconds',
    help: 'Requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const queries = new Histogram({
    name: 'vitrine_database_query_duration_seconds',
    help: 'Statements sent to PostgreSQL',
    labelNames: ['outcome'],
    buckets: QUERY_SECONDS,
    registers,
  })
  const jobs = new Histogram({
    name: 'vitrine_job_duration_seconds',
    help: 'Runs of background jobs; renders have the task render',
    labelNames: ['task', 'outcome'],
    buckets: JOB_SECONDS,
    registers,
  })
  const uploads = new Counter({
    name: 'vitrine_upload_bytes_total',
    help: 'Bytes that customers uploaded',
    registers,
  })
  const payments = new Counter({
    name: 'vitrine_payment_events_total',
    help: 'Messages of the payment gateway, by what became of them',
    labelNames: ['type', 'outcome'],
    registers,
  })
  let hasDefaults = false
  return {
    observeRequest: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    observeQuery: ({ isGood, seconds }) => queries.observe({ outcome: isGood ? 'done' : 'failed' }, seconds),
    observeJob: ({ seconds, ...labels }) => jobs.observe(labels, seconds),
    countUpload: (bytes) => uploads.inc(bytes),
    countPaymentEvent: (labels) => payments.inc(labels),
    addGauge({ name, help, labels = [], read }) {
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers,
        async collect() {
          this.reset()
          const measured = await Promise.resolve(read()).catch(() => [])
          for (const { value, labels: named = {} } of measured) this.set(named, value)
          // Without labels a reset gauge would wrongly report 0.
          if (measured.length === 0 && labels.length === 0) this.set(Number.NaN)
        },
      })
    },
    async read() {
      // Watching the event loop costs a timer, so it starts with the first scrape.
      if (!hasDefaults) collectDefaultMetrics({ register: registry })
      hasDefaults = true
      return await registry.metrics()
    },
  }
}

interface MetricsPort {
  readonly port: number
  close(): Promise<void>
}

/** Serves `metrics` at `/metrics` on a separate port, which visitors of the store cannot reach. */
export async function openMetricsPort(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<MetricsPort> {
  const server = createServer((request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('The figures are at /metrics\n')
      return
    }
    metrics.read().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, host, done))
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

// The statements that a process sends to PostgreSQL: durations for metrics, spans for traces, and slow statements.
// Parameter values are not visible here.

const SLOW_SECONDS = 0.5
/** Capacity for different statements; a store has a few hundred. */
const REMEMBERED = 200

interface ObservedStatement {
  readonly statement: string
  readonly calls: number
  readonly meanMs: number
  readonly longestMs: number
}

export interface QueryObserver {
  begin(text: string): (error?: unknown) => void
  /** The statements with the longest single execution since this process began. */
  listSlowest(limit: number): ObservedStatement[]
}

export function createQueryObserver({ metrics, log }: { metrics: Metrics; log: Pick<Log, 'warn'> }): QueryObserver {
  const statements = new Map<string, { calls: number; sumMs: number; longestMs: number }>()

  function remember(text: string, ms: number): void {
    const known = statements.get(text) ?? { calls: 0, sumMs: 0, longestMs: 0 }
    // Only statements that were once slow are worth an entry.
    if (known.calls === 0 && ms < SLOW_SECONDS * 100) return
    if (known.calls === 0 && statements.size >= REMEMBERED) return
    known.calls++
    known.sumMs += ms
    known.longestMs = Math.max(known.longestMs, ms)
    statements.set(text, known)
  }

  return {
    begin(text) {
      const startedAt = performance.now()
      const [verb = 'query'] = text.trimStart().split(/\s/, 1)
      const span = beginSpan(verb.toLowerCase(), {
        kind: 'client',
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, 1000) },
      })
      return (error) => {
        const ms = performance.now() - startedAt
        span.end(error === undefined ? {} : { error })
        metrics.observeQuery({ isGood: error === undefined, seconds: ms / 1000 })
        remember(text, ms)
        if (ms > SLOW_SECONDS * 1000) {
          log.warn({ durationMs: Math.round(ms), statement: shorten(text) }, 'slow statement')
        }
      }
    },
    listSlowest(limit) {
      return [...statements]
        .map(([text, { calls, sumMs, longestMs }]) => {
          return { statement: shorten(text), calls, meanMs: sumMs / calls, longestMs }
        })
        .toSorted((a, b) => b.longestMs - a.longestMs)
        .slice(0, limit)
    },
  }
}

const shorten = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 500)
