// Route that counts page views. No response, cookie or stored value can identify a visitor after the end of the day.
import { isStaff } from '@vitrine/contract/permission'
import { visitsRoutes } from '@vitrine/contract/routes/visits'
import type { FastifyRequest } from 'fastify'
import { isbot } from 'isbot'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { serve } from '../http/serve.ts'
import { VisitCounter } from '../visits/visit-counter.ts'

export function addVisitRoutes(api: ApiScope, { db }: AppDeps): void {
  const counter = new VisitCounter(db, api.log)
  api.addHook('onClose', () => counter.close())
  serve(api, visitsRoutes, {
    'POST /api/visits': async (request, reply) => {
      const browser = request.headers['user-agent'] ?? ''
      const isOwn = request.session !== undefined && isStaff(request.session.role)
      // Not awaited: the page needs no result.
      if (!isOwn && !isbot(browser) && browser !== '' && !asksForPrivacy(request)) {
        void counter.add({ address: request.ip, browser }, findLookedAt(request.body.path))
      }
      return reply.code(204).header('cache-control', 'no-store').send(null)
    },
  })
}

/** Global Privacy Control, or its predecessor Do Not Track. */
function asksForPrivacy({ headers }: FastifyRequest): boolean {
  return headers['sec-gpc'] === '1' || headers.dnt === '1'
}

/** The template of a template's page; undefined for other pages. Matches in any case, and with a trailing slash. */
function findLookedAt(path: string): string | undefined {
  return /^\/(?:template|image-template|direct-sell)\/([a-z0-9-]+?)(?:-template)?\/?$/i.exec(path)?.[1]?.toLowerCase()
}
