// During the setup of a store, every page redirects to the setup and nothing else responds; afterwards the setup redirects to the
// home page.
import { ApiError } from '@vitrine/contract/api-error'
import { ENGLISH, localPath, splitAddress } from '@vitrine/language/language'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'

/** The setup's page with its texts, the health check, and the payment sandbox, which the worker calls. */
const NEEDED =
  /^\/(setup(\.data)?|__manifest|api\/setup(\/.*)?|api\/health|assets\/.*|media\/.*|favicon\..*|apple-touch-icon.*|share\.png|icon(-\w+)?\.png|manifest\.webmanifest|typefaces\.css|texts\/.*|sandbox\/payment\/v1\/.*)$/i
/** Vite's own paths. */
const IN_DEVELOPMENT = /^\/(@|app\/|node_modules\/)/

export function addSetupGate(app: FastifyInstance, { settings, pages }: Pick<AppDeps, 'settings' | 'pages'>): void {
  app.addHook('onRequest', async (request, reply) => {
    const address = request.url.split('?', 1)[0] ?? ''
    const found = splitAddress(address, settings.get().pageLanguages)
    const path = found?.rest ?? address
    const lead = (to: string) =>
      reply.header('cache-control', 'no-store').redirect(localPath(found?.language ?? ENGLISH, to), 302)
    const isOpen = settings.get().setup === 'open'
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    if (!isOpen) {
      if (pages && isReading && /^\/setup\/?$/i.test(path)) return lead('/')
      return
    }
    if (NEEDED.test(path.replace(/(.)\/$/, '$1'))) return
    if (pages?.isDevelopment && IN_DEVELOPMENT.test(path)) return
    if (!isReading || !pages || /^\/(api|files|v1|receipts|sandbox)(\/|$)/i.test(path))
      throw new ApiError('store-not-set-up')
    return lead('/setup')
  })
}
