// Turns the bearer token of a request into a session before its route runs, and describes a new session to its owner.
import assert from 'node:assert/strict'
import type { Profile, SessionResponse } from '@vitrine/contract/accounts'
import type { Db } from '@vitrine/database/connection'
import { getProfile } from '@vitrine/store/account-lifecycle'
import { findSession, type OpenedSession, requireSession, type Session } from '@vitrine/store/accounts/session'
import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'
import { linksTo } from '../http/private-link.ts'
import type { ApiScope } from '../http/serve.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `required`: only for signed-in users. `optional`: identifies signed-in users and serves everyone. Absent: the session is
     * not read.
     */
    readonly auth?: 'required' | 'optional'
  }
  interface FastifyRequest {
    session: Session | undefined
  }
}

/** Route options for signed-in users only. */
export const signedIn = { auth: 'required' } as const

/** Looks the session up for the routes of this scope that declare `auth`. */
export function addAuthentication(api: ApiScope, db: Db): void {
  api.decorateRequest('session', undefined)
  api.addHook('onRequest', async (request) => {
    const { auth } = request.routeOptions.config
    if (!auth) return
    const token = findBearerToken(request)
    if (auth === 'required') request.session = await requireSession(db, token)
    else if (token !== undefined) request.session = await findSession(db, token)
  })
}

/** The session of a request to a route for signed-in users. */
export function getSession(request: FastifyRequest): Session {
  assert(request.session, `${request.routeOptions.url} does not declare that it needs a session`)
  return request.session
}

/** The token in `Authorization: Bearer …`; undefined without one. */
export function findBearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([A-Za-z0-9._~+/=-]{1,500})$/i.exec(request.headers.authorization?.trim() ?? '')?.[1]
}

/** A profile with links to its own files. */
export function describeProfile({ db, storage }: AppDeps, userId: string): Promise<Profile> {
  return getProfile(db, userId, linksTo(storage))
}

/** A session that was just opened, with the profile of its owner. */
export async function describeOpenedSession(
  deps: AppDeps,
  { token, expiresAt, userId }: OpenedSession,
): Promise<SessionResponse> {
  return { token, expiresAt: expiresAt.toISOString(), user: await describeProfile(deps, userId) }
}
