// Routes of admin sign-in: the available ways, each way of signing in, the current session, signing out. They take the bearer
// token of a signed-in account, and set a cookie for everything else.

import { ApiError } from '@vitrine/contract/api-error'
import { isStaff } from '@vitrine/contract/permission'
import { adminSignInRoutes } from '@vitrine/contract/routes/admin-staff'
import type { Session } from '@vitrine/store/accounts/session'
import {
  closeAdminSession,
  describeEntry,
  type OpenedAdminSession,
  openAdminSession,
  openWithCode,
  openWithPasskey,
} from '@vitrine/store/admin/admin-sign-in'
import { beginPasskeySignIn, type PasskeySite } from '@vitrine/store/admin/passkey'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '../../deps/deps.ts'
import { type ApiScope, defineHandlers, serve } from '../../http/serve.ts'
import { clearAdminCookie, findAdminToken, getAdmin, setAdminCookie } from '../../session/admin-session.ts'
import { readClient } from '../../session/client.ts'

const handle = defineHandlers<typeof adminSignInRoutes>()

export function addAdminSignInRoutes(scope: ApiScope, deps: AppDeps): void {
  serve(scope, adminSignInRoutes, {
    ...entryHandlers(deps),
    ...passkeyHandlers(deps),
    ...sessionHandlers(deps),
  })
}

function entryHandlers(deps: AppDeps) {
  const { db, adminPasswordHash, cipher } = deps

  return handle({
    'GET /api/admin/entry': (request) => describeEntry(db, requireCaller(request), adminPasswordHash),

    'POST /api/admin/login': async (request, reply) => {
      const { password } = request.body
      const input = { password, ...readClient(deps, request), configuredHash: adminPasswordHash }
      return keepSession({ request, reply }, await openAdminSession(db, requireCaller(request), input))
    },

    'POST /api/admin/login/code': async (request, reply) => {
      const input = { code: request.body.code, ...readClient(deps, request), cipher }
      return keepSession({ request, reply }, await openWithCode(db, requireCaller(request), input))
    },
  })
}

function passkeyHandlers(deps: AppDeps) {
  const { db } = deps

  return handle({
    'POST /api/admin/login/passkey/options': async (request) => {
      const session = requireCaller(request)
      if (!isStaff(session.role)) throw new ApiError('admin-required')
      return { options: { ...(await beginPasskeySignIn(db, session, passkeySite(deps, request))) } }
    },

    'POST /api/admin/login/passkey': async (request, reply) => {
      const input = { response: request.body.response, ...readClient(deps, request), site: passkeySite(deps, request) }
      return keepSession({ request, reply }, await openWithPasskey(db, requireCaller(request), input))
    },
  })
}

function sessionHandlers(deps: AppDeps) {
  return handle({
    'GET /api/admin/session': async (request) => {
      const { username, role, expiresAt } = getAdmin(request)
      return { username, role, expiresAt: expiresAt.toISOString() }
    },

    'POST /api/admin/logout': async (request, reply) => {
      const token = findAdminToken(request)
      if (token !== undefined) await closeAdminSession(deps.db, token, request.ip)
      clearAdminCookie(request, reply)
      return { message: 'Logged out' }
    },
  })
}

/** The account that requests access. Throws `admin-required`, like for accounts that may not enter. */
function requireCaller({ session }: FastifyRequest): Session {
  if (!session) throw new ApiError('admin-required')
  return session
}

/** Sets the cookie of an admin session that the caller has just opened, and describes it. */
export function keepSession(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  opened: OpenedAdminSession,
) {
  const { username, role } = requireCaller(request)
  if (!isStaff(role)) throw new ApiError('admin-required')
  setAdminCookie(request, reply, opened)
  return { username, role, expiresAt: opened.expiresAt.toISOString() }
}

// The store as a site for passkeys, which belong to a host name and work on pages of one origin.

/** The public address, or else the address of the request. */
export function passkeySite({ publicUrl, settings }: AppDeps, request: FastifyRequest): PasskeySite {
  const { origin, hostname } = new URL(publicUrl ?? `${request.protocol}://${request.host}`)
  return { origin, host: hostname, store: settings.get().brand.name }
}
