// The cookie of the admin session: reading, setting and clearing it.
import { ADMIN_COOKIE } from '@vitrine/contract/admin'
import type { FastifyReply, FastifyRequest } from 'fastify'

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
