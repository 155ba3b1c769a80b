// Routes of the session list: where the caller is signed in, and signing out elsewhere.
import { sessionsRoutes } from '@vitrine/contract/routes/sessions'
import { transaction } from '@vitrine/database/connection'
import { endOtherSessions, listSessions, revokeSession } from '@vitrine/store/accounts/session'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { serve } from '../http/serve.ts'
import { getSession } from '../session/authentication.ts'

export function addSessionListRoutes(api: ApiScope, { db }: AppDeps): void {
  serve(api, sessionsRoutes, {
    'GET /api/sessions': async (request) => {
      const own = getSession(request)
      const records = await listSessions(db, own.userId)
      const sessions = records.map(({ id, createdAt, lastSeenAt, expiresAt, ...rest }) => ({
        sessionId: id,
        ...rest,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        current: id === own.id,
      }))
      return { sessions: sessions.sort((a, b) => Number(b.current) - Number(a.current)) }
    },

    'DELETE /api/sessions/:sessionId': async (request) => {
      await revokeSession(db, getSession(request).userId, request.params.sessionId)
      return { message: 'Signed out on that device' }
    },

    'DELETE /api/sessions': async (request) => {
      const sessionsEnded = await transaction(db, (tx) => endOtherSessions(tx, getSession(request)))
      return { message: 'Signed out on all other devices', sessionsEnded }
    },
  })
}
