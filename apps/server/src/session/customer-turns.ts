// Limits concurrent writes per customer. Such requests wait for each other at a database lock, each holding a connection:
// without a limit, one customer could take all connections.
import { ApiError } from '@vitrine/contract/api-error'
import type { FastifyRequest, onRequestAsyncHookHandler, RouteOptions } from 'fastify'
import type { ApiScope } from '../http/api-scope.ts'
import { FairTurns } from '../http/fair-turns.ts'

/** A third of the connections of a server. */
const AT_ONCE = 3
/** More than a page ever asks for at a time, and little to keep: nothing of a request that waits has been read but its head. */
const MAX_WAITING = 100

const READING: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests to this route take no lock and may last: they do not count. */
    readonly takesNoTurn?: boolean
  }
}

/** Call after `addAuthentication`, before the routes. */
export function addCustomerTurns(api: ApiScope): void {
  const turns = new FairTurns({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING })
  const ends = new WeakMap<FastifyRequest, { end: () => void; isWorking: boolean }>()

  const takeTurn: onRequestAsyncHookHandler = async (request) => {
    const { session } = request
    if (!session || READING.includes(request.method) || request.routeOptions.config.takesNoTurn) return
    const turn = turns.take(session.userId)
    if (!turn) throw new ApiError('rate-limited', { retryAfterSeconds: 1 })
    const end = await turn
    // The caller disconnected while waiting: no response will end this turn.
    if (request.raw.socket?.destroyed) {
      end()
      throw new ApiError('rate-limited')
    }
    ends.set(request, { end, isWorking: false })
  }
  api.addHook('onRequest', takeTurn)

  // A caller that hangs up ends no work: the turn lasts as long as the handler does.
  api.addHook('onRoute', (route: RouteOptions) => {
    const { handler } = route
    if ([route.method].flat().every((method) => READING.includes(method))) return
    route.handler = async function (request, reply) {
      const turn = ends.get(request)
      if (!turn) return handler.call(this, request, reply)
      turn.isWorking = true
      try {
        return await handler.call(this, request, reply)
      } finally {
        turn.end()
      }
    }
  })
  api.addHook('onResponse', async (request) => {
    const turn = ends.get(request)
    if (turn && !turn.isWorking) turn.end()
  })
}
