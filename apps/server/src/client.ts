// Who is calling: address, browser, and the cookie by which an account recognizes a browser it knows.
import type { Client, SignedIn } from '@vitrine/shop/accounts'
import type { FastifyReply, FastifyRequest } from 'fastify'

const DEVICE_COOKIE = 'vitrine-device'
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** What an account is told about the caller. */
export function clientOf(request: FastifyRequest): Client {
  const brought = new RegExp(`(?:^|;\\s*)${DEVICE_COOKIE}=([\\w-]{32})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]
  return { ip: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 500), deviceToken: brought }
}

/** Lets the browser keep what it is recognized by. It opens nothing: whoever has it still needs the password. */
export function rememberDevice(request: FastifyRequest, reply: FastifyReply, { deviceToken }: SignedIn): void {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${DEVICE_COOKIE}=${deviceToken}; Path=/api; HttpOnly; SameSite=Lax; Max-Age=${YEAR_SECONDS}${secure}`,
  )
}
