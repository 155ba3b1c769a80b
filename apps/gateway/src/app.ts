// Puts the sandbox gateway together: the book, the till, the courier, and the HTTP interface on top.
import type { SandboxKeys } from '@vitrine/providers/payment/settings'
import Fastify, { type FastifyInstance } from 'fastify'
import { setAlarm } from './alarm.ts'
import { addApiRoutes } from './api-route.ts'
import { openBook } from './book.ts'
import { addCheckoutRoutes } from './checkout-route.ts'
import { addControlRoutes } from './control-route.ts'
import { type CourierOptions, createCourier } from './courier.ts'
import { faultBody, GatewayFault } from './fault.ts'
import { openTill } from './till.ts'

export interface GatewayOptions extends Pick<CourierOptions, 'post' | 'firstPauseMs' | 'maxPauseMs' | 'giveUpAfterMs'> {
  /** The SQLite file; `:memory:` for tests. */
  readonly file: string
  readonly keys: SandboxKeys
  /** Where the scripts and styles for browsers lie. */
  readonly browserFolder: string
}

const BODY_LIMIT_BYTES = 64 * 1024

/** The gateway, ready to listen. Its `close` ends what it does by itself and closes the file. */
export function buildGateway(options: GatewayOptions): FastifyInstance {
  const { file, keys, browserFolder, ...calls } = options
  const now = () => Date.now()
  const book = openBook(file)
  const courier = createCourier(book, { ...calls, webhookSecret: keys.webhookSecret, now })
  const alarm = setAlarm(book, now, async () => {
    till.takeDueSteps()
    await courier.deliverDue()
  })
  const till = openTill(book, { now, onChange: () => alarm.ring() })

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
  const parts = { book, till, courier, keys, alarm, browserFolder }
  addApiRoutes(app, parts)
  addCheckoutRoutes(app, parts)
  addControlRoutes(app, parts)
  app.addHook('onReady', async () => alarm.ring())
  app.addHook('onClose', async () => {
    courier.stop()
    await alarm.stop()
    book.close()
  })
  return app
}
