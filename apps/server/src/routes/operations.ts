// The event streams of operations: one connection per tab follows all slow work of its customer, or of the admin area.
import { ApiError } from '@vitrine/contract/api-error'
import type { OperationEvent } from '@vitrine/contract/operations'
import { adminOperationRoutes, operationRoutes } from '@vitrine/contract/routes/operations'
import { listUnfinishedOperations } from '@vitrine/store/operations'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { serve } from '../http/serve.ts'
import { type ProgressSource, type ProgressStream, streamProgress } from '../renders/progress-stream.ts'
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
    refuseTooManyWatchers([...open.values()].filter((watcher) => watcher === userId).length)
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
function refuseTooManyWatchers(count: number): void {
  if (count < WATCHERS_PER_USER) return
  const message = 'Too many of your tabs are following videos at the same time. Please close some of them.'
  throw new ApiError('rate-limited', { limit: WATCHERS_PER_USER, retryAfterSeconds: 5 }, message)
}
