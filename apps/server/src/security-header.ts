// The headers that tell browsers what our answers may do.
import type { TagIds } from '@vitrine/contract/tags'
import type { FastifyInstance } from 'fastify'
import { tagSources } from './tag-sources.ts'

const FIXED = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** For answers that are data: nothing in them may run, load or be framed, even when opened in a tab of their own. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"

const TWO_YEARS_SECONDS = 2 * 365 * 24 * 60 * 60

/** Sets the headers of every answer. Pages replace the content security policy by their own. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(FIXED)
    reply.header('content-security-policy', DATA_POLICY)
    if (request.protocol === 'https') reply.header('strict-transport-security', `max-age=${TWO_YEARS_SECONDS}`)
  })
}

/** Google's window for signing in tells its result to the page that opened it; a page cut off from it would never hear. */
export const GOOGLE_OPENER_POLICY = 'same-origin-allow-popups'

/**
 * The policy of a page whose scripts carry `nonce`. In development Vite writes inline scripts and styles of its own and
 * talks over a web socket, which a nonce would forbid. `usesGoogle`: pages load Google's sign-in library, which frames and
 * styles its own button. `tags`: the measuring services a visitor may agree to.
 */
export function pagePolicy(nonce: string, isDevelopment: boolean, usesGoogle = false, tags: TagIds = {}): string {
  const sources = tagSources(tags)
  const also = (origins: readonly string[]) => origins.map((origin) => ` ${origin}`).join('')
  const google = (path: string) => (usesGoogle ? ` https://accounts.google.com/gsi/${path}` : '')
  return [
    "default-src 'self'",
    // WebAssembly shapes text and mixes sound in the editors.
    isDevelopment
      ? `script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'${google('client')}${also(sources.script)}`
      : `script-src 'self' 'nonce-${nonce}' 'wasm-unsafe-eval'${google('client')}${also(sources.script)}`,
    isDevelopment
      ? `style-src 'self' 'unsafe-inline'${google('style')}`
      : `style-src 'self' 'nonce-${nonce}'${google('style')}`,
    // React writes style attributes (positions, dominant colours) while rendering on the server.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' blob: data:${also(sources.image)}`,
    "media-src 'self' blob: data:",
    `font-src 'self' data:${also(sources.font)}`,
    "worker-src 'self' blob:",
    isDevelopment
      ? `connect-src 'self' ws: wss: blob: data:${google('')}${also(sources.connect)}`
      : `connect-src 'self' blob: data:${google('')}${also(sources.connect)}`,
    ...(usesGoogle || sources.frame.length > 0 ? [`frame-src 'self'${google('')}${also(sources.frame)}`] : []),
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
