// Limits concurrent writes per customer. Such requests wait for each other at a database lock, each holding a connection: without
// a limit, one customer could take all connections.
import { ApiError } from '@vitrine/contract/api-error'
import type { FastifyRequest, onRequestAsyncHookHandler, RouteOptions } from 'fastify'
import { ConcurrencyLimiter } from '../http/concurrency-limiter.ts'
import type { ApiScope } from '../http/serve.ts'

/** A third of the connections of a server. */
const MAX_RUNNING = 3
/** More than a page ever sends at a time, and cheap: only the head of a waiting request has been read. */
const MAX_WAITING = 100

const READING: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Exempts a route that takes no lock and may last long. */
    readonly hasNoConcurrencyLimit?: boolean
  }
}

/** Call after `addAuthentication`, before the routes. */
export function limitCustomerConcurrency(api: ApiScope): void {
  const limiter = new ConcurrencyLimiter({ maxRunning: MAX_RUNNING, maxWaiting: MAX_WAITING })
  const slots = new WeakMap<FastifyRequest, { release: () => void; isWorking: boolean }>()

  const acquireSlot: onRequestAsyncHookHandler = async (request) => {
    const { session } = request
    if (!session || READING.includes(request.method) || request.routeOptions.config.hasNoConcurrencyLimit) return
    const slot = limiter.acquire(session.userId)
    if (!slot) throw new ApiError('rate-limited', { retryAfterSeconds: 1 })
    const release = await slot
    // The client disconnected while waiting: no response will release this slot.
    if (request.raw.socket?.destroyed) {
      release()
      throw new ApiError('rate-limited')
    }
    slots.set(request, { release, isWorking: false })
  }
  api.addHook('onRequest', acquireSlot)

  // A disconnect does not stop the handler: the slot is held until it returns.
  api.addHook('onRoute', (route: RouteOptions) => {
    const { handler } = route
    if ([route.method].flat().every((method) => READING.includes(method))) return
    route.handler = async function (request, reply) {
      const slot = slots.get(request)
      if (!slot) return handler.call(this, request, reply)
      slot.isWorking = true
      try {
        return await handler.call(this, request, reply)
      } finally {
        slot.release()
      }
    }
  })
  api.addHook('onResponse', async (request) => {
    const slot = slots.get(request)
    if (slot && !slot.isWorking) slot.release()
  })
}
