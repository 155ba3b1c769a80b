// Routes of admin sign-in: signing in with the admin password, the current session, signing out.

import { messageResponse } from '@vitrine/contract/accounts'
import { adminLoginRequest, adminSession } from '@vitrine/contract/admin'
import { ApiError } from '@vitrine/contract/api-error'
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import { closeAdminSession, openAdminSession } from '@vitrine/shop/admin/admin-sign-in'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { dropAdminToken, findAdminToken, keepAdminToken } from '../session/admin-cookie.ts'
import { adminOf } from '../session/admin-session.ts'
import { SANDBOX_PATH } from '../session/sandbox-guard.ts'

const tags = ['admin']

export function addAdminSignInRoutes(scope: ApiScope, { db, adminPasswordHash, isSandboxPrivate }: AppDeps): void {
  const paths = ['/api/admin', ...(isSandboxPrivate ? [SANDBOX_PATH] : [])]
  scope.post(
    '/login',
    {
      // Called with the bearer token of a signed-in owner, who gets a cookie for everything else.
      config: { gate: 'open', auth: 'optional' },
      schema: {
        tags,
        summary: 'Signs a signed-in owner in to the admin area with its password, for 8 hours',
        body: adminLoginRequest,
        response: { 200: adminSession, 401: apiErrorBody, 403: apiErrorBody, 409: apiErrorBody, 429: apiErrorBody },
      },
    },
    async (request, reply) => {
      const { session } = request
      if (!session) throw new ApiError('admin-required')
      const { password } = request.body
      const opened = await openAdminSession(db, session, {
        password,
        ip: request.ip,
        configuredHash: adminPasswordHash,
      })
      keepAdminToken(request, reply, { ...opened, paths })
      return { username: session.username, expiresAt: opened.expiresAt.toISOString() }
    },
  )

  scope.get(
    '/session',
    {
      schema: {
        tags,
        summary: 'The signed-in admin and when the session ends',
        response: { 200: adminSession, 401: apiErrorBody },
      },
    },
    async (request) => {
      const { username, expiresAt } = adminOf(request)
      return { username, expiresAt: expiresAt.toISOString() }
    },
  )

  scope.post(
    '/logout',
    {
      config: { gate: 'open' },
      schema: { tags, summary: 'Signs this browser out of the admin area', response: { 200: messageResponse } },
    },
    async (request, reply) => {
      const token = findAdminToken(request)
      if (token !== undefined) await closeAdminSession(db, token, request.ip)
      dropAdminToken(request, reply, paths)
      return { message: 'Logged out' }
    },
  )
}
