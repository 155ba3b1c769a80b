// The route by which a file of the brand comes in: one body, whole, as small as such files are. Admin area and setup have it both.
import { ApiError } from '@vitrine/contract/api-error'
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import type { Permission } from '@vitrine/contract/permission'
import { type BrandFileKind, brandFileKind, brandFileResponse } from '@vitrine/contract/settings'
import type { FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { BRAND_FILE_BYTES, storeBrandFile } from '../media/store-brand-file.ts'

interface BrandFileAccess {
  readonly tags: string[]
  /** Without the kind. */
  readonly address?: string
  readonly kinds?: z.ZodType<BrandFileKind>
  readonly permission?: Permission
  readonly require?: (request: FastifyRequest) => Promise<unknown>
}

/** `permission` is that of the admin area; `require` refuses callers who may not, before the body is read. */
export async function addBrandFileUpload(
  scope: ApiScope,
  deps: AppDeps,
  { tags, address = '/brand-files', kinds = brandFileKind, permission, require }: BrandFileAccess,
): Promise<void> {
  await scope.register(async (plain) => {
    const route: ApiScope = plain.withTypeProvider<ZodTypeProvider>()
    route.removeAllContentTypeParsers()
    route.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BRAND_FILE_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    if (require) route.addHook('onRequest', async (request) => void (await require(request)))
    route.post(
      `${address}/:kind`,
      {
        bodyLimit: BRAND_FILE_BYTES,
        ...(permission && { config: { permission } }),
        schema: {
          tags,
          summary: 'Publishes a file for the section `brand` or a page; the body is the file itself',
          params: z.object({ kind: kinds }),
          response: {
            200: brandFileResponse,
            400: apiErrorBody,
            401: apiErrorBody,
            413: apiErrorBody,
            415: apiErrorBody,
            422: apiErrorBody,
          },
        },
      },
      async (request) => {
        const { body } = request
        if (!Buffer.isBuffer(body) || body.length === 0) throw new ApiError('upload-type-not-allowed')
        return storeBrandFile(deps, request.params.kind, body)
      },
    )
  })
}
