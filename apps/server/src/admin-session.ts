// The admin of a request, once it has passed the admin guard.
import assert from 'node:assert/strict'
import type { SignedInAdmin } from '@vitrine/shop/admin/admin-sign-in'
import type { Actor } from '@vitrine/shop/admin/audit-log'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `open`: a route of the office that can be asked without being inside. */
    readonly gate?: 'open'
  }
  interface FastifyRequest {
    office: SignedInAdmin | undefined
  }
}

/** The session of a request that has passed the gate. */
export function adminOf(request: FastifyRequest): SignedInAdmin {
  assert(request.office, `${request.routeOptions.url} was not guarded by the gate`)
  return request.office
}

/** The same as whoever acts, for the log. */
export function actorOf(request: FastifyRequest): Actor {
  const { userId, username } = adminOf(request)
  return { userId, name: username, ip: request.ip }
}
