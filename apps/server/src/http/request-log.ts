// Logs each request: one line when it ends, a metric by its route, and a span when tracing is on. The request id is passed
// on to the jobs that it enqueues.
import { runFrom } from '@vitrine/database/origin'
import type { Metrics } from '@vitrine/providers/metrics'
import type { Span } from '@vitrine/providers/tracer'
import { beginSpan, withinSpan } from '@vitrine/providers/tracing'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The route label of unknown paths in metrics, because their number is unlimited. */
const UNKNOWN_ROUTE = 'unknown'

export function addRequestLog(app: FastifyInstance, metrics: Metrics): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  const within = (request: FastifyRequest, work: () => void) => {
    const span = spans.get(request)
    const traceparent = span?.traceparent
    const origin = { requestId: request.id, ...(traceparent !== undefined && { traceparent }) }
    runFrom(origin, () => (span ? withinSpan(span, work) : work()))
  }

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    const attributes = { 'http.request.method': request.method, 'vitrine.request.id': request.id }
    spans.set(request, beginSpan(request.method, { kind: 'server', attributes }))
    within(request, done)
  })
  // Reading a body ends what was begun above: what follows is called by the socket.
  app.addHook('preValidation', (request, _reply, done) => within(request, done))

  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const { statusCode: status, elapsedTime } = reply
    const route = request.routeOptions.url ?? UNKNOWN_ROUTE
    metrics.observeRequest({ method, route, status, seconds: elapsedTime / 1000 })
    spans.get(request)?.end({
      name: `${method} ${route}`,
      attributes: { 'http.route': route, 'http.response.status_code': status },
      ...(status >= 500 && { error: new Error('answered with an error of ours') }),
    })
    // Queries stay out of it, as they may carry signatures; addresses, as they are people's.
    const path = request.url.split('?', 1)[0]
    const userId = request.session?.userId
    request.log.info({ method, path, status, durationMs: Math.round(elapsedTime), userId }, 'request')
  })
}
