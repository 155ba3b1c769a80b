import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginSpan, inSpan, readTracingUrl, startTracing, withinSpan } from './tracing.ts'

interface Sent {
  readonly headers: Record<string, unknown>
  readonly spans: { name: string; traceId: string; spanId: string; parentSpanId?: string; status: { code?: number } }[]
}

const sent: Sent[] = []
const receiver = createServer(async (request, response) => {
  const body = (await json(request)) as { resourceSpans: { scopeSpans: { spans: Sent['spans'] }[] }[] }
  const spans = body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  sent.push({ headers: request.headers, spans })
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
let url: string
beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/v1/traces`
})
afterAll(() => new Promise((done) => receiver.close(done)))

it('does nothing when no receiver is configured', async () => {
  const tracing = await startTracing(undefined)
  expect(await inSpan('work', {}, async (span) => span.traceparent)).toBeUndefined()
  await tracing.close()
})

it('sends one trace of work that goes on in another process', async () => {
  const tracing = await startTracing({ url, headers: { 'api-key': 'k' }, service: 'vitrine-server', version: '1.2.3' })
  const request = beginSpan('request', { kind: 'server', attributes: { 'http.request.method': 'GET' } })
  await withinSpan(request, () => inSpan('sql', { kind: 'client' }, async () => undefined))
  request.end({ attributes: { 'http.response.status_code': 200 }, name: 'GET /a' })
  const job = inSpan('job', { kind: 'consumer', parent: request.traceparent }, () =>
    inSpan('render', {}, async () => Promise.reject(new TypeError('asha@example.test'))),
  )
  await expect(job).rejects.toThrow(TypeError)
  await tracing.close()

  const spans = sent.flatMap((delivery) => delivery.spans)
  const named = (name: string) => spans.find((span) => span.name === name)
  expect(spans.map(({ name }) => name).toSorted()).toEqual(['GET /a', 'job', 'render', 'sql'])
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
  expect(named('sql')?.parentSpanId).toBe(named('GET /a')?.spanId)
  expect(named('job')?.parentSpanId).toBe(named('GET /a')?.spanId)
  expect(named('render')?.parentSpanId).toBe(named('job')?.spanId)
  expect(named('render')?.status.code).toBe(2)
  expect(sent[0]?.headers['api-key']).toBe('k')
  expect(JSON.stringify(sent)).not.toContain('asha@')
})

it('reads the endpoint from the variables of OpenTelemetry', () => {
  const problems: string[] = []
  expect(readTracingUrl({}, problems)).toBeUndefined()
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/', OTEL_EXPORTER_OTLP_HEADERS: 'a=b%20c,d=e' }
  expect(readTracingUrl(variables, problems)).toEqual({
    url: 'http://collector:4318/v1/traces',
    headers: { a: 'b c', d: 'e' },
  })
  expect(problems).toEqual([])
  readTracingUrl({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }, problems)
  expect(problems[0]).toMatch(/OTEL_EXPORTER_OTLP_ENDPOINT must be/)
})
