// The event streams of operations: one connection per tab follows all slow work of its customer, or of the admin area.

import { Readable } from 'node:stream'
import { ApiError } from '@vitrine/contract/api-error'
import type { OperationEvent } from '@vitrine/contract/operations'
import { adminOperationRoutes, operationRoutes } from '@vitrine/contract/routes/assets'
import { listUnfinishedOperations } from '@vitrine/store/operations'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'
import { type ApiScope, serve } from '../http/serve.ts'
import { checkAdmin, getAdmin } from '../session/admin-session.ts'
import { getSession } from '../session/authentication.ts'

const WATCHERS_PER_USER = 30
const ADMIN_KINDS = ['import', 'preview'] as const

/** Follows the operations of the signed-in customer. */
export function addOperationRoutes(api: ApiScope, { db, operationFeed }: AppDeps): void {
  const send = createEventSender(api)
  serve(api, operationRoutes, {
    'GET /api/operations/events': async (request, reply) => {
      const { userId } = getSession(request)
      return send(
        { request, reply, userId },
        {
          read: async (): Promise<OperationEvent> => ({ operations: await listUnfinishedOperations(db, { userId }) }),
          watch: (onChange) => operationFeed.watch(userId, onChange),
        },
      )
    },
  })
}

/** Follows the operations that the admin area shows, by any user. */
export function addAdminOperationRoutes(scope: ApiScope, deps: AppDeps): void {
  const { db, operationFeed } = deps
  const send = createEventSender(scope)
  const { permission } = adminOperationRoutes['GET /api/admin/operations/events']
  serve(scope, adminOperationRoutes, {
    'GET /api/admin/operations/events': async (request, reply) =>
      send(
        { request, reply, userId: getAdmin(request).userId },
        {
          // Reconnecting checks the admin session and role again.
          read: async (): Promise<OperationEvent> => {
            await checkAdmin(deps, request, permission)
            return { operations: await listUnfinishedOperations(db, { kinds: ADMIN_KINDS }) }
          },
          watch(onChange) {
            const stops = ADMIN_KINDS.map((kind) => operationFeed.watch(kind, onChange))
            return () => {
              for (const stop of stops) stop()
            }
          },
        },
      ),
  })
}

interface Watcher {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly userId: string
}

/** Sends events to each watcher while it is connected, to at most 30 connections per user. */
function createEventSender(api: ApiScope) {
  const open = new Map<ProgressStream, string>()
  // Watchers stay connected; shutdown must not wait for them. They reconnect.
  api.addHook('preClose', async () => {
    for (const watched of open.keys()) watched.end()
  })
  return <State>({ request, reply, userId }: Watcher, source: ProgressSource<State>) => {
    limitWatchers([...open.values()].filter((watcher) => watcher === userId).length)
    const watched = streamProgress(source)
    const { stream } = watched
    open.set(watched, userId)
    stream.once('close', () => open.delete(watched))
    request.raw.once('close', () => stream.destroy())
    reply.headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Tells a proxy to pass events on immediately.
      'x-accel-buffering': 'no',
    })
    return reply.send(stream as never)
  }
}

/** Each watcher reads the state again at every change, so their number is limited. */
function limitWatchers(count: number): void {
  if (count < WATCHERS_PER_USER) return
  const message = 'Too many of your tabs are following videos at the same time. Please close some of them.'
  throw new ApiError('rate-limited', { limit: WATCHERS_PER_USER, retryAfterSeconds: 5 }, message)
}

// One watcher's server-sent events: the current state first, then every change.

const HEARTBEAT_MS = 15_000
const RECONNECT_AFTER_MS = 1000
/** Reconnecting checks the session again, so that users who were signed out or blocked lose access. */
const MAX_STREAM_MS = 5 * 60_000

interface ProgressSource<State> {
  /** Reads the present state. */
  read(): Promise<State>
  /** Calls back whenever the state may have changed; returns the function that stops it. */
  watch(onChange: () => void): () => void
}

interface ProgressStream {
  readonly stream: Readable
  /** Ends the events early; the watcher connects again. */
  end(): void
}

/**
 * Sends events `progress` with the state as JSON; ends after five minutes, or when the state cannot be read (the watcher then
 * connects again). Reads never overlap, so an older state cannot follow a newer one; changes during a read are folded into the
 * next.
 */
function streamProgress<State>(source: ProgressSource<State>, heartbeatMs: number = HEARTBEAT_MS): ProgressStream {
  const stream = new Readable({ read() {} })
  let isReading = false
  let isStale = false
  let isEnded = false
  let lastSent = ''

  const write = (text: string) => {
    if (!isEnded) stream.push(text)
  }
  const end = () => {
    if (!isEnded) stream.push(null)
    isEnded = true
  }

  const advance = async () => {
    isStale = true
    if (isReading) return
    isReading = true
    try {
      while (isStale && !isEnded) {
        isStale = false
        const data = JSON.stringify(await source.read())
        if (data !== lastSent) write(`event: progress\ndata: ${data}\n\n`)
        lastSent = data
      }
    } catch {
      end()
    } finally {
      isReading = false
    }
  }

  // Watches before the first read, so that a change between the two is seen twice rather than never.
  const unwatch = source.watch(() => void advance())
  // Keeps proxies from closing a quiet connection, and reads again in case a notification was lost.
  const heartbeat = setInterval(() => {
    write(': still here\n\n')
    void advance()
  }, heartbeatMs)
  const lifetime = setTimeout(end, MAX_STREAM_MS)
  stream.once('close', () => {
    isEnded = true
    unwatch()
    clearTimeout(lifetime)
    clearInterval(heartbeat)
  })
  write(`retry: ${RECONNECT_AFTER_MS}\n\n`)
  void advance()
  return { stream, end }
}
