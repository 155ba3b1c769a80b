// Access to the sandbox's pages: everyone in a trial store, only the owner in production, where the outbox contains everyone's
// codes and the consent page would let anyone sign in as anyone.
import { ApiError } from '@vitrine/contract/api-error'
import type { Providers } from '../deps/current-providers.ts'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { checkAdmin } from './admin-session.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `everybody`: a file of the sandbox without personal data. */
    readonly sandbox?: 'everybody'
  }
}

/**
 * Hides all routes of this scope while the store does not use them. Where the sandbox is private, requires a session of the
 * owner's dashboard: in production, and as soon as one service is live, because real customers come then.
 */
export function guardSandbox(scope: ApiScope, deps: AppDeps, isUsed: (providers: Providers) => boolean): void {
  scope.addHook('onRequest', async (request, reply) => {
    const now = deps.providers.get()
    if (!isUsed(now)) throw new ApiError('not-found')
    if (!deps.isSandboxPrivate && Object.values(now.states).every(({ mode }) => mode !== 'live')) return
    if (request.routeOptions.config.sandbox === 'everybody') return
    try {
      await checkAdmin(deps, request, 'services')
    } catch (error) {
      const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
      if (!(error instanceof ApiError) || !isPage) throw error
      reply.headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      })
      return reply.code(error.status).send(OWNER_ONLY)
    }
  })
}

const OWNER_ONLY = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>For the owner only</title>
<h1>For the owner only</h1>
<p>This is a test page of the store. Its owner can see it after <a href="/internal-dashboard-admin">opening the dashboard</a>.</p>
</html>
`
