// The control page: the gateway's whole state, and the actions of banks, customers and the gateway's staff.
import type { FastifyInstance } from 'fastify'
import { pageHeaders, serveFile } from './browser-file.ts'
import { CONTROL_PAGE } from './control-page.ts'
import type { GatewayDeps } from './deps.ts'
import { GatewayFault } from './fault.ts'
import { amountOf, oneOf, readBody, textOf } from './field.ts'

const ACTIONS = [
  'authorize',
  'capture',
  'fail',
  'refund',
  'open-dispute',
  'win-dispute',
  'lose-dispute',
  'close-dispute',
  'resend',
  'switch-on',
  'switch-off',
] as const

const LISTED_ORDERS = 50

export function addControlRoutes(app: FastifyInstance, parts: GatewayDeps): void {
  const { store, engine, dispatcher, keys, browserFolder } = parts
  for (const name of ['control.js', 'control.css'] as const) serveFile(app, browserFolder, name)

  for (const path of ['/sandbox/payment', '/sandbox/payment/']) {
    app.get(path, (_request, reply) => reply.headers(pageHeaders("'none'")).send(CONTROL_PAGE))
  }

  app.get('/sandbox/payment/api/overview', (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const orders = store.listOrders(LISTED_ORDERS).map((order) => ({
      order,
      payments: store.listPayments(order.id).map(({ entity, plan, next }) => ({
        payment: entity,
        plan,
        next,
        refunds: store.listRefunds(entity.id),
        disputes: store.listDisputes(entity.id),
        deliveries: store.listDeliveries(entity.id).map(({ id, event, state, attempts, dueAt, lastAnswer }) => ({
          id,
          event,
          state,
          attempts,
          dueAt,
          lastAnswer,
        })),
      })),
    }))
    return { keyId: keys.keyId, isWebhookOn: dispatcher.isOn(), orders }
  })

  /** An order of nobody's, to try the checkout out. */
  app.post('/sandbox/payment/api/test-orders', (request) => {
    const amount = amountOf(readBody(request.body, ['amount']), 'amount')
    const { id } = engine.createOrder({ amount, currency: 'INR', receipt: null, notes: {}, isReceiptUnique: false })
    return { keyId: keys.keyId, orderId: id, amount, currency: 'INR' }
  })

  app.post('/sandbox/payment/api/actions', (request) => {
    const body = readBody(request.body, ['action', 'id', 'amount'])
    const action = oneOf(body, 'action', ACTIONS)
    if (!action) throw new GatewayFault('The action field is required.', { field: 'action' })
    const amount = body.amount === undefined ? undefined : amountOf(body, 'amount')
    act(parts, action, textOf(body, 'id', { max: 64 }), amount)
    return { isDone: true }
  })
}

function act(
  { engine, dispatcher, scheduler }: GatewayDeps,
  action: (typeof ACTIONS)[number],
  id: string,
  amount?: number,
): void {
  switch (action) {
    case 'authorize':
    case 'capture':
    case 'fail':
      engine[action](id)
      return
    case 'refund':
      engine.refund({ paymentId: id, amount, notes: {}, receipt: null, key: null })
      return
    case 'open-dispute':
      engine.openDispute(id)
      return
    case 'win-dispute':
      engine.endDispute(id, 'won')
      return
    case 'lose-dispute':
      engine.endDispute(id, 'lost')
      return
    case 'close-dispute':
      engine.endDispute(id, 'closed')
      return
    case 'resend':
      if (!dispatcher.resend(Number(id))) throw new GatewayFault('Webhook call not found')
      scheduler.ring()
      return
    case 'switch-on':
      dispatcher.switchOn()
      return
    case 'switch-off':
      dispatcher.switchOff()
      return
  }
}
