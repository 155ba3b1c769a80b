// Routes of the tus protocol: every request is authenticated and reaches only the user's own uploads.
import type { ApiScope } from '../http/serve.ts'
import { getSession, signedIn } from '../session/authentication.ts'
import type { Uploads } from '../uploads/uploads.ts'

export async function addUploadRoutes(api: ApiScope, uploads: Uploads): Promise<void> {
  await api.register(async (scope) => {
    // The tus server reads the body itself, as a stream.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const options = {
      schema: { hide: true },
      config: { ...signedIn, hasNoConcurrencyLimit: true, hasOwnDeadline: true },
    }

    scope.route({
      ...options,
      method: ['POST', 'OPTIONS'],
      url: '/uploads',
      handler: (request, reply) => {
        reply.hijack()
        reply.raw.setHeaders(new Headers(reply.getHeaders() as Record<string, string>))
        return uploads.handle({ userId: getSession(request).userId }, request.raw, reply.raw)
      },
    })
    scope.route<{ Params: { uploadId: string } }>({
      ...options,
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: '/uploads/:uploadId',
      handler: async (request, reply) => {
        const { userId } = getSession(request)
        const { uploadId } = request.params
        await uploads.requireOwner(userId, uploadId)
        reply.hijack()
        reply.raw.setHeaders(new Headers(reply.getHeaders() as Record<string, string>))
        await uploads.handle({ userId, uploadId }, request.raw, reply.raw)
      },
    })
  })
}
