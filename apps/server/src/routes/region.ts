// Route of the visitor's region.
import { region } from '@vitrine/contract/region'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { findRegion } from '../http/region.ts'

export function addRegionRoutes(api: ApiScope, { countries, settings }: AppDeps): void {
  api.get(
    '/geo',
    { schema: { tags: ['shop'], summary: 'The region of the caller', response: { 200: region } } },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store')
      return findRegion(countries, request.ip, settings.get().pricing)
    },
  )
}
