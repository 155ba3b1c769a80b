// Uploads a file of the brand in a single body, because such files are small. Admin area and setup share this.
import { ApiError } from '@vitrine/contract/api-error'
import type { BrandFileKind } from '@vitrine/contract/settings'
import type { FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { BRAND_FILE_BYTES, storeBrandFile } from '../media/store-brand-file.ts'

export type StoreFile = (request: {
  params: { kind: BrandFileKind }
  body: unknown
}) => ReturnType<typeof storeBrandFile>

/**
 * Adds a scope whose bodies are files; `addRoute` serves the route with `store`. `require` refuses callers before the body is
 * read.
 */
export async function addBrandFileUpload(
  scope: ApiScope,
  deps: AppDeps,
  addRoute: (scope: ApiScope, store: StoreFile) => void,
  require?: (request: FastifyRequest) => Promise<unknown>,
): Promise<void> {
  await scope.register(async (plain) => {
    const route: ApiScope = plain.withTypeProvider<ZodTypeProvider>()
    route.removeAllContentTypeParsers()
    route.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BRAND_FILE_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    if (require) route.addHook('onRequest', async (request) => void (await require(request)))
    addRoute(route, async ({ params, body }) => {
      if (!Buffer.isBuffer(body) || body.length === 0) throw new ApiError('upload-type-not-allowed')
      return storeBrandFile(deps, params.kind, body)
    })
  })
}
