// Serves the scripts and styles in `browser/` next to this file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' }

/** Serves one file of `folder`, read once, because it changes only with the program. */
export function serveFile(app: FastifyInstance, folder: string, name: `${string}.${keyof typeof TYPES}`): void {
  const content = readFileSync(join(folder, name), 'utf8')
  const type = TYPES[name.endsWith('.css') ? 'css' : 'js']
  app.get(`/${name}`, (_request, reply) =>
    reply.headers({ 'content-type': type, 'cache-control': 'no-cache' }).send(content),
  )
}

/** Headers of a page of the gateway. Its scripts and styles are files, so nothing inline runs. `framedBy` is a CSP source. */
export function pageHeaders(framedBy: "'self'" | "'none'") {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors ${framedBy}`,
  }
}
