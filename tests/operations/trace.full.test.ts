// Follows one press of a customer through the store: the request, its statements, its job, and the rendering process, as one
// trace in an OpenTelemetry receiver; and by its request id in the logs.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { watchQueries } from '@vitrine/database/connection'
import { startJobRunner } from '@vitrine/database/jobs'
import { runBoundedChild } from '@vitrine/process/bounded-child'
import { createLog } from '@vitrine/providers/log'
import { createMetrics, createQueryObserver } from '@vitrine/providers/metrics'
import { startTracing } from '@vitrine/providers/tracing'
import { RENDER_TASK } from '@vitrine/store/renders/state'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { useApp } from '../../apps/server/testing/app.ts'
import { insertMember } from '../../apps/server/testing/member.ts'
import { addTemplate } from '../../apps/server/testing/template.ts'
import { watchJobs } from '../../apps/worker/src/watch-job.ts'

interface SentSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
}

const lines: string[] = []
const log = createLog({ level: 'info', format: 'json', name: 'server', write: (line) => lines.push(line) })
const metrics = createMetrics('server')
const store = useApp(({ db }) => {
  watchQueries(db, createQueryObserver({ metrics, log }))
  return { logger: log, metrics }
})
const spans: SentSpan[] = []
const receiver = createServer(async (request, response) => {
  const { resourceSpans } = (await json(request)) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }
  for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans)
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
let url: string
beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/v1/traces`
})
afterAll(() => new Promise((done) => receiver.close(done)))

it('is one trace and one request id, from the click to the video', async () => {
  // Connections opened before tracing serve no request meanwhile.
  const pool = store.db.$client
  const unwatched = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
  onTestFinished(() => unwatched.forEach((client) => void client.release()))
  const templateId = await addTemplate(store.db)
  const { token, email } = await insertMember(store)
  const project = await store.call('POST', '/api/projects', { token, body: { templateId } })
  const tracing = await startTracing({ url, headers: {}, service: 'vitrine', version: '1.2.3' })
  const body = { projectId: project.body.projectId, kind: 'preview', idempotencyKey: randomUUID() }
  const asked = await store.call('POST', '/api/renders', { token, body })
  expect(asked.status).toBe(202)
  const requestId = asked.headers['x-request-id'] ?? ''

  const created = Promise.withResolvers<void>()
  const runner = await startJobRunner(
    store.databaseUrl,
    {
      [RENDER_TASK]: async () => {
        // Not a video, but a process of its own all the same: it fails at once, and says so.
        const path = join(import.meta.dirname, 'no-such-process.ts')
        const limits = { durationMs: 20_000, silenceMs: 20_000, memoryBytes: 2 ** 30 }
        await runBoundedChild({}, { path, name: 'render', limits }).catch(() => {})
        created.resolve()
      },
    },
    { around: watchJobs({ log, metrics }) },
  )
  await created.promise
  await runner.stop()
  await tracing.close()

  const request = spans.find(({ name }) => name === 'POST /api/renders')
  const ofTrace = spans.filter(({ traceId }) => traceId === request?.traceId)
  const named = (name: string) => ofTrace.find((span) => span.name === name)
  expect(named('insert')).toBeDefined()
  expect(named('job render')?.parentSpanId).toBe(request?.spanId)
  expect(named('render')?.parentSpanId).toBe(named('job render')?.spanId)

  const entries = lines.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId)
  expect(entries.map(({ msg }) => msg)).toEqual(['request', 'job done'])
  expect(JSON.stringify(spans) + lines.join('')).not.toContain(email)
  const figures = await metrics.read()
  expect(figures).toMatch(/vitrine_http_request_duration_seconds_count\{[^}]*route="\/api\/renders"[^}]*\} 1/)
  expect(figures).toMatch(/vitrine_job_duration_seconds_count\{[^}]*task="render"[^}]*\} 1/)
})
