// The admin of a request behind the admin guard, and the permissions that the route requires.
import assert from 'node:assert/strict'
import { ApiError } from '@vitrine/contract/api-error'
import { mayAny, type Permission } from '@vitrine/contract/permission'
import { requireAdmin, type SignedInAdmin } from '@vitrine/store/admin/admin-sign-in'
import type { Actor } from '@vitrine/store/admin/audit-log'
import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'
import { findAdminToken } from './admin-cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `open`: an admin route that needs no admin session. `set-up`: for setting up a second factor, see enroller.ts. */
    readonly gate?: 'open' | 'set-up'
    /** Permissions of which the admin's role needs one. Every other admin route must declare it, or the server does not start. */
    readonly permission?: Permission | readonly Permission[]
  }
  interface FastifyRequest {
    admin: SignedInAdmin | undefined
  }
}

/** Finds the admin of a request and checks the role, both from the database. Refuses admin-required and permission-required. */
export async function checkAdmin(
  { db, adminPasswordHash }: Pick<AppDeps, 'db' | 'adminPasswordHash'>,
  request: FastifyRequest,
  needed: Permission | readonly Permission[],
): Promise<SignedInAdmin> {
  const admin = await requireAdmin(db, findAdminToken(request), adminPasswordHash)
  refuseWithout(admin, needed)
  return admin
}

/** For permissions that depend on more than the route. Refuses permission-required. */
export function refuseWithout({ role }: Pick<SignedInAdmin, 'role'>, needed: Permission | readonly Permission[]): void {
  const permissions: readonly Permission[] = typeof needed === 'string' ? [needed] : needed
  if (!mayAny(role, permissions)) throw new ApiError('permission-required', { permissions })
}

/** For changes of staff and second factors. Refuses admin-sign-in-again. */
export function refuseStale({ isFresh }: SignedInAdmin): void {
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
