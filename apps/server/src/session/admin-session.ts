// The admin of a request, once it has passed the admin guard.
import assert from 'node:assert/strict'
import type { SignedInAdmin } from '@vitrine/shop/admin/admin-sign-in'
import type { Actor } from '@vitrine/shop/admin/audit-log'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `open`: an admin route that needs no admin session. */
    readonly gate?: 'open'
  }
  interface FastifyRequest {
    admin: SignedInAdmin | undefined
  }
}

/** The admin of a request that has passed the guard. */
export function adminOf(request: FastifyRequest): SignedInAdmin {
  assert(request.admin, `${request.routeOptions.url} has no admin guard`)
  return request.admin
}

/** The same as the actor of an audit event. */
export function actorOf(request: FastifyRequest): Actor {
  const { userId, username } = adminOf(request)
  return { userId, name: username, ip: request.ip }
}
