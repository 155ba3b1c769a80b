// Assembles the sandbox gateway: store, payment engine, webhook dispatcher, scheduler and HTTP routes.
import type { SandboxKeys } from '@vitrine/providers/payment/settings'
import Fastify, { type FastifyInstance } from 'fastify'
import { addApiRoutes } from './api-route.ts'
import { addCheckoutRoutes } from './checkout-route.ts'
import { addControlRoutes } from './control-route.ts'
import { faultBody, GatewayFault } from './fault.ts'
import { openPaymentEngine } from './payment-engine.ts'
import { startScheduler } from './scheduler.ts'
import { openStore } from './store.ts'
import { createWebhookDispatcher, type WebhookDispatcherOptions } from './webhook-dispatcher.ts'

export interface GatewayOptions
  extends Pick<WebhookDispatcherOptions, 'post' | 'firstPauseMs' | 'maxPauseMs' | 'giveUpAfterMs'> {
  /** The SQLite file; `:memory:` for tests. */
  readonly file: string
  readonly keys: SandboxKeys
  /** Folder of the scripts and styles for browsers. */
  readonly browserFolder: string
}

const BODY_LIMIT_BYTES = 64 * 1024

/** The gateway, ready to listen. Its `close` stops its scheduler and closes the file. */
export function buildGateway(options: GatewayOptions): FastifyInstance {
  const { file, keys, browserFolder, ...calls } = options
  const now = () => Date.now()
  const store = openStore(file)
  const dispatcher = createWebhookDispatcher(store, { ...calls, webhookSecret: keys.webhookSecret, now })
  const scheduler = startScheduler(store, now, async () => {
    engine.takeDueSteps()
    await dispatcher.deliverDue()
  })
  const engine = openPaymentEngine(store, { now, onChange: () => scheduler.ring() })

  const app = Fastify({ bodyLimit: BODY_LIMIT_BYTES, forceCloseConnections: true })
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const fault =
      error instanceof GatewayFault
        ? error
        : new GatewayFault(error.statusCode ? error.message : 'We are facing some trouble completing your request', {
            status: error.statusCode ?? 500,
          })
    if (fault.status >= 500) console.error(error)
    return reply.code(fault.status).send(faultBody(fault))
  })
  app.setNotFoundHandler((_request, reply) =>
    reply
      .code(404)
      .send(faultBody(new GatewayFault('The requested URL was not found on the server.', { status: 404 }))),
  )
  app.get('/health', () => ({ status: 'ok' }))
  const parts = { store, engine, dispatcher, keys, scheduler, browserFolder }
  addApiRoutes(app, parts)
  addCheckoutRoutes(app, parts)
  addControlRoutes(app, parts)
  app.addHook('onReady', async () => scheduler.ring())
  app.addHook('onClose', async () => {
    dispatcher.stop()
    await scheduler.stop()
    store.close()
  })
  return app
}
