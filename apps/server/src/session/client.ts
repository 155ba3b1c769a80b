// The caller of a request: address, browser, and the cookie by which an account recognizes a known browser.
import { negotiateLanguage } from '@vitrine/language/language'
import type { Client } from '@vitrine/store/accounts/device'
import type { SignedIn } from '@vitrine/store/accounts/session'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'

const DEVICE_COOKIE = 'vitrine-device'
const YEAR_SECONDS = 365 * 24 * 60 * 60
/** The cookie of a browser that typed a correct one-time code. */
const PROOF_COOKIE = 'vitrine-proof'
const HOUR_SECONDS = 60 * 60

/**
 * Language tag of the page that sends a request: pages send theirs as `Accept-Language`. Undefined when the request names none,
 * or the store offers no choice.
 */
export function findRequestLanguage(
  { settings }: Pick<AppDeps, 'settings'>,
  { headers }: FastifyRequest,
): string | undefined {
  const accepted = headers['accept-language']
  const languages = settings.get().pageLanguages
  return accepted && languages.length > 1 ? negotiateLanguage(accepted, languages).tag : undefined
}

/** The caller's data for the account's functions. */
export function readClient(deps: Pick<AppDeps, 'settings'>, request: FastifyRequest): Client {
  return {
    ip: request.ip,
    language: findRequestLanguage(deps, request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
    deviceToken: findCookie(request, DEVICE_COOKIE),
    proof: findCookie(request, PROOF_COOKIE),
  }
}

/**
 * Sets the cookie by which an account recognizes this browser. It grants nothing: signing in still needs the password.
 */
export function rememberDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  { deviceToken }: Pick<SignedIn, 'deviceToken'>,
): void {
  setCookie(request, reply, `${DEVICE_COOKIE}=${deviceToken}`, `SameSite=Lax; Max-Age=${YEAR_SECONDS}`)
}

/**
 * Sets the cookie by which the browser later proves that it typed a code. It grants nothing without the mark on the
 * server.
 */
export function rememberProof(request: FastifyRequest, reply: FastifyReply, proof: string): void {
  setCookie(request, reply, `${PROOF_COOKIE}=${proof}`, `SameSite=Strict; Max-Age=${HOUR_SECONDS}`)
}

function setCookie(request: FastifyRequest, reply: FastifyReply, cookie: string, attributes: string): void {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  reply.header('set-cookie', `${cookie}; Path=/api; HttpOnly; ${attributes}${secure}`)
}

/** Both cookies hold 24 random bytes; anything else was not set here. */
function findCookie(request: FastifyRequest, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]{32})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]
}
