// Route of the visitor's region.
import { regionRoutes } from '@vitrine/contract/routes/region'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { findRegion } from '../http/region.ts'
import { serve } from '../http/serve.ts'

export function addRegionRoutes(api: ApiScope, { countries, settings }: AppDeps): void {
  serve(api, regionRoutes, {
    'GET /api/geo': async (request, reply) => {
      reply.header('cache-control', 'private, no-store')
      return findRegion(countries, request.ip, settings.get().pricing)
    },
  })
}
