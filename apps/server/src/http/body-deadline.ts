// Ends requests whose body arrives too slowly: at a byte a minute, one would hold a connection and everything that waits for the
// body.
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerConnectionFault } from './error-answer.ts'

/** The largest body other than a file has a megabyte, which takes ten seconds over a slow line. */
const BODY_DEADLINE_MS = 60_000
/** How long the rest of a body may take after the response: browsers read no response before they have sent the whole body. */
const REST_DEADLINE_MS = 10_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route reads its body itself and enforces its own deadline. */
    readonly hasOwnDeadline?: boolean
  }
}

/**
 * Closes the connection of a request whose body is late: `bodyMs` after its head with a 408, or `restMs` after its response
 * without one.
 */
export function addBodyDeadline(
  app: FastifyInstance,
  { bodyMs = BODY_DEADLINE_MS, restMs = REST_DEADLINE_MS }: { bodyMs?: number; restMs?: number } = {},
): void {
  app.addHook('onRequest', (request, reply, done) => {
    done()
    const { raw } = request
    // Pages call the API inside the process, without a connection.
    if (!(raw.socket instanceof Socket) || !announcesBody(request)) return
    reply.raw.once('finish', () => after(restMs, request, () => raw.socket.destroy()))
    if (request.routeOptions.config.hasOwnDeadline) return
    after(bodyMs, request, () => {
      const error = Object.assign(new Error('the body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      if (!reply.raw.headersSent) answerConnectionFault(error, raw.socket)
      else raw.socket.destroy()
    })
  })
}

function announcesBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Calls `act` unless the body has arrived, or the connection has closed, by then. */
function after(ms: number, { raw }: FastifyRequest, act: () => void): void {
  if (raw.complete) return
  const timer = setTimeout(() => {
    if (!raw.complete) act()
  }, ms)
  timer.unref()
  // The request's own event, because listeners on the socket would accumulate over the requests of one connection.
  raw.once('close', () => clearTimeout(timer))
}
