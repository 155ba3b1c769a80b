// Logs each request: one line at its end, a metric by its route, and a span when tracing is on. The jobs that it enqueues carry
// the request id.
import type { IncomingMessage } from 'node:http'
import { runWithOrigin } from '@vitrine/database/jobs'
import type { Metrics } from '@vitrine/providers/metrics'
import { beginSpan, type Span, withinSpan } from '@vitrine/providers/tracing'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'

/** The route label of unknown paths in metrics, because their number is unlimited. */
const UNKNOWN_ROUTE = 'unknown'

export function addRequestLog(app: FastifyInstance, metrics: Metrics): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  const within = (request: FastifyRequest, work: () => void) => {
    const span = spans.get(request)
    const traceparent = span?.traceparent
    const origin = { requestId: request.id, ...(traceparent !== undefined && { traceparent }) }
    runWithOrigin(origin, () => (span ? withinSpan(span, work) : work()))
  }

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    const attributes = { 'http.request.method': request.method, 'vitrine.request.id': request.id }
    spans.set(request, beginSpan(request.method, { kind: 'server', attributes }))
    within(request, done)
  })
  // Reading the body loses the async context, because the socket calls what follows, so it is entered again here.
  app.addHook('preValidation', (request, _reply, done) => within(request, done))

  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const { statusCode: status, elapsedTime } = reply
    const route = request.routeOptions.url ?? UNKNOWN_ROUTE
    metrics.observeRequest({ method, route, status, seconds: elapsedTime / 1000 })
    spans.get(request)?.end({
      name: `${method} ${route}`,
      attributes: { 'http.route': route, 'http.response.status_code': status },
      ...(status >= 500 && { error: new Error('answered with an error of ours') }),
    })
    const userId = request.session?.userId
    const path = stripQuery(request.url)
    request.log.info({ method, path, status, durationMs: Math.round(elapsedTime), userId }, 'request')
    done()
  })
}

/** Keeps queries, which may contain signatures, and addresses of visitors, which are personal data, out of the log. */
const stripQuery = (url: string) => url.split('?', 1)[0]

/** Begins the record of a request; the returned function ends it. */
export type RequestRecorder = (request: IncomingMessage, id: string) => (route: string, status: number) => void

/** Logs requests that bypass the framework in the same way: one line, a metric, a span. */
export function createRequestRecorder(metrics: Metrics, log: () => Pick<FastifyBaseLogger, 'info'>): RequestRecorder {
  return ({ method = '', url = '' }, requestId) => {
    const began = performance.now()
    const span = beginSpan(method, {
      kind: 'server',
      attributes: { 'http.request.method': method, 'vitrine.request.id': requestId },
    })
    return (route, status) => {
      const durationMs = performance.now() - began
      metrics.observeRequest({ method, route, status, seconds: durationMs / 1000 })
      const attributes = { 'http.route': route, 'http.response.status_code': status }
      span.end({ name: `${method} ${route}`, attributes })
      log().info({ requestId, method, path: stripQuery(url), status, durationMs: Math.round(durationMs) }, 'request')
    }
  }
}
