// Routes of admin sign-in: what the caller can sign in with, each way of doing it, the current session, signing out. They are
// called with the bearer token of a signed-in account, which gets a cookie for everything else.

import { messageResponse } from '@vitrine/contract/accounts'
import { adminLoginRequest, adminSession } from '@vitrine/contract/admin'
import { ApiError } from '@vitrine/contract/api-error'
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import { isStaff } from '@vitrine/contract/permission'
import { adminEntry, codeLoginRequest, passkeyLoginRequest, passkeyOptions } from '@vitrine/contract/staff'
import type { Session } from '@vitrine/shop/accounts/session'
import {
  closeAdminSession,
  describeEntry,
  type OpenedAdminSession,
  openAdminSession,
  openWithCode,
  openWithPasskey,
} from '@vitrine/shop/admin/admin-sign-in'
import { askForPasskey } from '@vitrine/shop/admin/passkey'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { dropAdminToken, findAdminToken, keepAdminToken } from '../session/admin-cookie.ts'
import { adminOf } from '../session/admin-session.ts'
import { clientOf } from '../session/client.ts'
import { passkeySite } from '../session/passkey-site.ts'

const tags = ['admin']
const config = { gate: 'open', auth: 'optional' } as const
const refused = { 400: apiErrorBody, 401: apiErrorBody, 403: apiErrorBody, 409: apiErrorBody, 429: apiErrorBody }
const response = { 200: adminSession, ...refused }

export function addAdminSignInRoutes(scope: ApiScope, deps: AppDeps): void {
  addEntryRoutes(scope, deps)
  addPasskeyRoutes(scope, deps)
  addSessionRoutes(scope, deps)
}

function addEntryRoutes(scope: ApiScope, deps: AppDeps): void {
  const { db, adminPasswordHash, cipher } = deps
  scope.get(
    '/entry',
    {
      config,
      schema: {
        tags,
        summary: 'What a signed-in account can open the admin area with',
        response: { 200: adminEntry, ...refused },
      },
    },
    (request) => describeEntry(db, callerOf(request), adminPasswordHash),
  )

  scope.post(
    '/login',
    {
      config,
      schema: {
        tags,
        summary: 'Signs a signed-in owner in to the admin area with its password, for 8 hours',
        body: adminLoginRequest,
        response,
      },
    },
    async (request, reply) => {
      const { password } = request.body
      const given = { password, ...clientOf(deps, request), configuredHash: adminPasswordHash }
      return keepSession({ request, reply }, await openAdminSession(db, callerOf(request), given))
    },
  )

  scope.post(
    '/login/code',
    {
      config,
      schema: {
        tags,
        summary: 'The same with a code of an authenticator app or a recovery code; each works once',
        body: codeLoginRequest,
        response,
      },
    },
    async (request, reply) => {
      const given = { code: request.body.code, ...clientOf(deps, request), cipher }
      return keepSession({ request, reply }, await openWithCode(db, callerOf(request), given))
    },
  )
}

function addPasskeyRoutes(scope: ApiScope, deps: AppDeps): void {
  const { db } = deps
  scope.post(
    '/login/passkey/options',
    {
      config,
      schema: {
        tags,
        summary: 'What a browser asks a passkey of the caller with; works once, for five minutes',
        response: { 200: passkeyOptions, 404: apiErrorBody, ...refused },
      },
    },
    async (request) => {
      const session = callerOf(request)
      if (!isStaff(session.role)) throw new ApiError('admin-required')
      return { options: { ...(await askForPasskey(db, session, passkeySite(deps, request))) } }
    },
  )

  scope.post(
    '/login/passkey',
    {
      config,
      schema: {
        tags,
        summary: 'Signs in to the admin area with a passkey',
        body: passkeyLoginRequest,
        response,
      },
    },
    async (request, reply) => {
      const given = { response: request.body.response, ...clientOf(deps, request), site: passkeySite(deps, request) }
      return keepSession({ request, reply }, await openWithPasskey(db, callerOf(request), given))
    },
  )
}

function addSessionRoutes(scope: ApiScope, deps: AppDeps): void {
  scope.get(
    '/session',
    {
      config: { permission: 'own-sign-in' },
      schema: {
        tags,
        summary: 'The signed-in admin, the role, and when the session ends',
        response: { 200: adminSession, 401: apiErrorBody },
      },
    },
    async (request) => {
      const { username, role, expiresAt } = adminOf(request)
      return { username, role, expiresAt: expiresAt.toISOString() }
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
      if (token !== undefined) await closeAdminSession(deps.db, token, request.ip)
      dropAdminToken(request, reply)
      return { message: 'Logged out' }
    },
  )
}

/** The account that wants to get in. Refuses admin-required, as for accounts that may not. */
function callerOf({ session }: FastifyRequest): Session {
  if (!session) throw new ApiError('admin-required')
  return session
}

/** Sets the cookie of an admin session that the caller has just opened, and describes it. */
export function keepSession(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  opened: OpenedAdminSession,
) {
  const { username, role } = callerOf(request)
  if (!isStaff(role)) throw new ApiError('admin-required')
  keepAdminToken(request, reply, opened)
  return { username, role, expiresAt: opened.expiresAt.toISOString() }
}
