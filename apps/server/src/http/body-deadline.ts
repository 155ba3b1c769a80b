// Ends requests whose body arrives too slowly: at a byte a minute one would hold a connection and whatever waits for the
// body.
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerConnectionFault } from './error-answer.ts'

/** The largest body but a file has a megabyte, which takes ten seconds over a slow line. */
const BODY_DEADLINE_MS = 60_000
/**
 * How long the rest of a body may take after the response: browsers read no response before they have sent the whole
 * body.
 */
const REST_DEADLINE_MS = 10_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads its body itself, and ends what comes too slowly. */
    readonly hasOwnDeadline?: boolean
  }
}

/**
 * Closes the connection of a request whose body has not arrived in time: with a 408 `bodyMs` after its head, without a word
 * `restMs` after its response.
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

/** Calls `act` unless the body of the request has arrived, or its connection is closed, by then. */
function after(ms: number, { raw }: FastifyRequest, act: () => void): void {
  if (raw.complete) return
  const timer = setTimeout(() => {
    if (!raw.complete) act()
  }, ms)
  timer.unref()
  // The request's own event: listeners on the socket would pile up over the requests of one connection.
  raw.once('close', () => clearTimeout(timer))
}
