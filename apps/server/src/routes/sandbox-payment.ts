// Proxies `/sandbox/payment/…` to the sandbox gateway's process, so that browsers need no second port. Only what its pages
// and scripts use passes; its server API stays on this machine, behind its keys.
import { ApiError } from '@vitrine/contract/api-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiScope } from '../http/api-scope.ts'

const TIMEOUT_MS = 15_000
const FORWARDED_HEADERS = ['content-type', 'cache-control', 'content-security-policy', 'x-robots-tag']

export function addSandboxPaymentRoutes(app: ApiScope, gatewayUrl: string): void {
  const forward = async (request: FastifyRequest, reply: FastifyReply) => {
    // Text would be accepted from pages of other origins without asking; JSON is not.
    if (request.method === 'POST' && typeof request.body !== 'object') throw new ApiError('invalid-json')
    const answer = await ask(gatewayUrl, request)
    for (const name of FORWARDED_HEADERS) {
      const value = answer.headers.get(name)
      if (value !== null) reply.header(name, value)
    }
    return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()))
  }
  for (const url of ['/sandbox/payment', '/sandbox/payment/*']) {
    app.get(url, { schema: { hide: true } }, forward)
    app.post(url, { schema: { hide: true } }, forward)
  }
}

async function ask(gatewayUrl: string, { method, url, body }: FastifyRequest): Promise<Response> {
  try {
    return await fetch(new URL(url, gatewayUrl), {
      method,
      ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    })
  } catch {
    throw new ApiError('payment-unavailable', {}, 'The sandbox gateway does not answer. Please try again in a moment.')
  }
}
