// Parses JSON bodies and times out slow ones. Bodies that are expensive to parse are rejected unparsed: a megabyte of `[],[],…`
// costs ten times as much as the largest project.
import { isUtf8 } from 'node:buffer'
import { Socket } from 'node:net'
import { ApiError } from '@vitrine/contract/api-error'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendConnectionError } from './error-answer.ts'

/** Slightly above the number of values in the largest valid body, a whole project. */
const MAX_VALUES = 250_000
/** Twice as deep as any valid body; deeper values exhaust the stack of recursive code. */
const MAX_DEPTH = 64

/** Route options for bodies with a whole project or template. */
export const wholeProject = { bodyLimit: 1024 * 1024 } as const

/** Above this number of keys V8 stores an object as a hash table, in which a key costs as much as several values. */
const CHEAP_KEYS = 100
const KEY_WEIGHT = 5

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d])

export function addJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer
    if (request.headers['content-encoding'] !== undefined && request.headers['content-encoding'] !== 'identity') {
      return done(new ApiError('invalid-json', {}, 'Send the request without a content encoding'))
    }
    if (!isUtf8(bytes)) return done(new ApiError('invalid-json'))
    const { values, depth } = measureJson(bytes)
    if (values > MAX_VALUES) return done(new ApiError('payload-too-large', { limitValues: MAX_VALUES }))
    if (depth > MAX_DEPTH) return done(new ApiError('invalid-json', {}, 'The request is nested too deeply'))
    return parse(request, bytes.toString('utf8'), done)
  })
}

/** The approximate number of values in some JSON, and their depth; stops counting above the limits. */
function measureJson(bytes: Buffer): { values: number; depth: number } {
  let [values, depth, deepest] = [0, 0, 0]
  let isInString = false
  /** Number of keys so far of the object at each depth. */
  const keys: number[] = [0]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (isInString) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) isInString = false
    } else if (byte === QUOTE) isInString = true
    else if (byte === COMMA) values++
    else if (byte === COLON) {
      const count = (keys[depth] ?? 0) + 1
      keys[depth] = count
      if (count > CHEAP_KEYS) values += KEY_WEIGHT
    } else if (OPENING.has(byte)) {
      values++
      depth++
      keys[depth] = 0
      deepest = Math.max(deepest, depth)
    } else if (CLOSING.has(byte)) depth--
    if (values > MAX_VALUES || deepest > MAX_DEPTH) break
  }
  return { values, depth: deepest }
}

// Times out requests whose body arrives too slowly: a client that sends a byte a minute would hold its connection open.

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
    if (!(raw.socket instanceof Socket) || !hasBody(request)) return
    reply.raw.once('finish', () => runUnlessComplete(restMs, request, () => raw.socket.destroy()))
    if (request.routeOptions.config.hasOwnDeadline) return
    runUnlessComplete(bodyMs, request, () => {
      const error = Object.assign(new Error('the body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      if (!reply.raw.headersSent) sendConnectionError(error, raw.socket)
      else raw.socket.destroy()
    })
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Calls `act` after `ms`, unless the body is complete or the connection closed by then. */
function runUnlessComplete(ms: number, { raw }: FastifyRequest, act: () => void): void {
  if (raw.complete) return
  const timer = setTimeout(() => {
    if (!raw.complete) act()
  }, ms)
  timer.unref()
  // The request's own event, because listeners on the socket would accumulate over the requests of one connection.
  raw.once('close', () => clearTimeout(timer))
}
