// Who sets up a second factor: a user inside the admin area, or a staff member who has no other way into it.
import assert from 'node:assert/strict'
import { describeEntry } from '@vitrine/store/admin/admin-sign-in'
import type { Enroller } from '@vitrine/store/admin/second-factor'
import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'
import { checkAdmin, getAdmin, refuseStale } from './admin-session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes with the gate `set-up`. */
    enroller: Enroller | undefined
  }
}

/**
 * Finds the user who sets up a second factor. Refuses admin-required for everyone else: the account alone never adds another way
 * in. Refuses admin-sign-in-again inside of the admin area.
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

/** The admin of a request as an enroller. Refuses admin-sign-in-again. */
export function getFreshEnroller(request: FastifyRequest): Enroller {
  const admin = getAdmin(request)
  refuseStale(admin)
  return { ...admin, ip: request.ip }
}
