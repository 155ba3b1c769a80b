// Entity tags for answers that rarely change: a browser that has the present one is told so instead of sent it again.
import { createHash } from 'node:crypto'
import type { ApiScope } from './api-scope.ts'

/** Tags every successful JSON answer to GET in this scope, and answers 304 when the caller has it already. */
export function addEtags(scope: ApiScope): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    // Weak, because the same tag stands for the compressed and the plain bytes.
    const etag = `W/"${createHash('sha1').update(payload).digest('base64url')}"`
    reply.headers({ etag, 'cache-control': 'public, no-cache' })
    if (!matchesEtag(request.headers['if-none-match'], etag)) return payload
    reply.code(304).removeHeader('content-length').removeHeader('content-type')
    return ''
  })
}

/** Whether one of the tags in If-None-Match is ours, strength ignored (RFC 9110 §13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const opaque = etag.replace(/^W\//, '')
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === opaque)
}
