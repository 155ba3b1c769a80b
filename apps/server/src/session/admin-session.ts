// The session of the admin area: the admin of a request, the permissions that its route requires, its cookie, and who may set
// up a second factor.
import assert from 'node:assert/strict'
import { ADMIN_COOKIE } from '@vitrine/contract/admin'
import { ApiError } from '@vitrine/contract/api-error'
import { mayAny, type Permission } from '@vitrine/contract/permission'
import { describeEntry, requireAdmin, type SignedInAdmin } from '@vitrine/store/admin/admin-sign-in'
import type { Actor } from '@vitrine/store/admin/audit-log'
import type { Enroller } from '@vitrine/store/admin/second-factor'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `open`: an admin route that needs no admin session. `set-up`: for setting up a second factor, see `findEnroller`. */
    readonly gate?: 'open' | 'set-up'
    /** Permissions of which the admin's role needs one. Every other admin route must declare it, or the server does not start. */
    readonly permission?: Permission | readonly Permission[]
  }
  interface FastifyRequest {
    admin: SignedInAdmin | undefined
    /** Set on routes with the gate `set-up`. */
    enroller: Enroller | undefined
  }
}

/**
 * Finds the admin of a request and checks the role, both from the database. Throws `admin-required` and `permission-required`.
 */
export async function checkAdmin(
  { db, adminPasswordHash }: Pick<AppDeps, 'db' | 'adminPasswordHash'>,
  request: FastifyRequest,
  needed: Permission | readonly Permission[],
): Promise<SignedInAdmin> {
  const admin = await requireAdmin(db, findAdminToken(request), adminPasswordHash)
  requirePermission(admin, needed)
  return admin
}

/** For permissions that depend on more than the route. Throws `permission-required`. */
export function requirePermission(
  { role }: Pick<SignedInAdmin, 'role'>,
  needed: Permission | readonly Permission[],
): void {
  const permissions: readonly Permission[] = typeof needed === 'string' ? [needed] : needed
  if (!mayAny(role, permissions)) throw new ApiError('permission-required', { permissions })
}

/** For changes of staff and second factors. Throws `admin-sign-in-again`. */
export function requireRecentSignIn({ isFresh }: SignedInAdmin): void {
  if (!isFresh) throw new ApiError('admin-sign-in-again')
}

/** The admin of a request behind the guard. */
export function getAdmin(request: FastifyRequest): SignedInAdmin {
  assert(request.admin, `${request.routeOptions.url} has no admin guard`)
  return request.admin
}

/** The same as the actor of an audit event. */
export function getActor(request: FastifyRequest): Actor & { readonly userId: string } {
  const { userId, username } = getAdmin(request)
  return { userId, name: username, ip: request.ip }
}

// The cookie of the admin session: reading, setting and clearing it.

const PATTERN = new RegExp(`(?:^|;\\s*)${ADMIN_COOKIE}=([\\w-]{43})(?:;|$)`)

/** The token of the cookie; undefined without one. */
export function findAdminToken(request: FastifyRequest): string | undefined {
  return PATTERN.exec(request.headers.cookie ?? '')?.[1]
}

/**
 * Paths to which a browser sends the token, each with its own cookie. The sandbox's pages may become private during a session, so
 * they have one from the beginning.
 */
const PATHS = ['/api/admin', '/sandbox']

/** Sets the cookie until the token expires; no script can read it and no other site can send it. */
export function setAdminCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, expiresAt }: { token: string; expiresAt: Date },
): void {
  setCookie(request, reply, `${token}; Expires=${expiresAt.toUTCString()}`)
}

/** Clears the cookie. */
export function clearAdminCookie(request: FastifyRequest, reply: FastifyReply): void {
  setCookie(request, reply, '; Max-Age=0')
}

function setCookie(request: FastifyRequest, reply: FastifyReply, value: string): void {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  for (const path of PATHS) {
    reply.header('set-cookie', `${ADMIN_COOKIE}=${value}; Path=${path}; HttpOnly; SameSite=Strict${secure}`)
  }
}

// Who sets up a second factor: a user inside the admin area, or a staff member who has no other way into it.

/**
 * Finds the user who sets up a second factor. Throws `admin-required` for everyone else: the account alone never adds another way
 * in. Throws `admin-sign-in-again` inside of the admin area.
 */
export async function findEnroller(deps: AppDeps, request: FastifyRequest): Promise<Enroller> {
  const { session, ip } = request
  if (session && (await describeEntry(deps.db, session, deps.adminPasswordHash)).mustSetUp) {
    const { id: sessionId, userId, username } = session
    return { userId, username, sessionId, ip, tokenHash: undefined }
  }
  request.admin = await checkAdmin(deps, request, 'own-sign-in')
  return getFreshEnroller(request)
}

/** The enroller of a request that has passed the gate `set-up`. */
export function getEnroller({ enroller, routeOptions }: FastifyRequest): Enroller {
  assert(enroller, `${routeOptions.url} does not declare the gate set-up`)
  return enroller
}

/** The admin of a request as an enroller. Throws `admin-sign-in-again`. */
export function getFreshEnroller(request: FastifyRequest): Enroller {
  const admin = getAdmin(request)
  requireRecentSignIn(admin)
  return { ...admin, ip: request.ip }
}
