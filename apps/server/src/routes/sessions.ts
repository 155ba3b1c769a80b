// Routes of the session list: where the caller is signed in, and signing out elsewhere.
import { messageResponse } from '@vitrine/contract/accounts'
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import { endSessionsResponse, sessionList } from '@vitrine/contract/sessions'
import { transaction } from '@vitrine/database/connection'
import { endOtherSessions, listSessions, revokeSession } from '@vitrine/shop/accounts/session'
import { z } from 'zod'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { sessionOf, signedIn } from '../session/authentication.ts'

const tags = ['accounts']
const params = z.object({ sessionId: z.string().max(100) })

export function addSessionListRoutes(api: ApiScope, { db }: AppDeps): void {
  api.get(
    '/sessions',
    {
      config: signedIn,
      schema: { tags, summary: 'The caller’s sessions', response: { 200: sessionList, 401: apiErrorBody } },
    },
    async (request) => {
      const own = sessionOf(request)
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
  )

  api.delete(
    '/sessions/:sessionId',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Signs one device out',
        params,
        response: { 200: messageResponse, 401: apiErrorBody, 404: apiErrorBody },
      },
    },
    async (request) => {
      await revokeSession(db, sessionOf(request).userId, request.params.sessionId)
      return { message: 'Signed out on that device' }
    },
  )

  api.delete(
    '/sessions',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Signs all other devices out',
        response: { 200: endSessionsResponse, 401: apiErrorBody },
      },
    },
    async (request) => {
      const sessionsEnded = await transaction(db, (tx) => endOtherSessions(tx, sessionOf(request)))
      return { message: 'Signed out on all other devices', sessionsEnded }
    },
  )
}
