// The control page: everything the gateway knows, and the buttons by which banks, customers and the gateway's staff act.
import type { FastifyInstance } from 'fastify'
import { pageHeaders, serveFile } from './browser-file.ts'
import { CONTROL_PAGE } from './control-page.ts'
import { GatewayFault } from './fault.ts'
import { amountOf, oneOf, readBody, textOf } from './field.ts'
import type { Parts } from './part.ts'

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

export function addControlRoutes(app: FastifyInstance, parts: Parts): void {
  const { book, till, courier, keys, browserFolder } = parts
  for (const name of ['control.js', 'control.css'] as const) serveFile(app, browserFolder, name)

  for (const path of ['/sandbox/payment', '/sandbox/payment/']) {
    app.get(path, (_request, reply) => reply.headers(pageHeaders("'none'")).send(CONTROL_PAGE))
  }

  app.get('/sandbox/payment/api/overview', (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const orders = book.listOrders(LISTED_ORDERS).map((order) => ({
      order,
      payments: book.listPayments(order.id).map(({ entity, plan, next }) => ({
        payment: entity,
        plan,
        next,
        refunds: book.listRefunds(entity.id),
        disputes: book.listDisputes(entity.id),
        deliveries: book.listDeliveries(entity.id).map(({ id, event, state, attempts, dueAt, lastAnswer }) => ({
          id,
          event,
          state,
          attempts,
          dueAt,
          lastAnswer,
        })),
      })),
    }))
    return { keyId: keys.keyId, isWebhookOn: courier.isOn(), orders }
  })

  /** An order of nobody's, to try the checkout out. */
  app.post('/sandbox/payment/api/test-orders', (request) => {
    const amount = amountOf(readBody(request.body, ['amount']), 'amount')
    const { id } = till.createOrder({ amount, currency: 'INR', receipt: null, notes: {}, isReceiptUnique: false })
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

function act({ till, courier, alarm }: Parts, action: (typeof ACTIONS)[number], id: string, amount?: number): void {
  switch (action) {
    case 'authorize':
    case 'capture':
    case 'fail':
      till[action](id)
      return
    case 'refund':
      till.refund({ paymentId: id, amount, notes: {}, receipt: null, key: null })
      return
    case 'open-dispute':
      till.openDispute(id)
      return
    case 'win-dispute':
      till.endDispute(id, 'won')
      return
    case 'lose-dispute':
      till.endDispute(id, 'lost')
      return
    case 'close-dispute':
      till.endDispute(id, 'closed')
      return
    case 'resend':
      if (!courier.resend(Number(id))) throw new GatewayFault('There is no such call')
      alarm.ring()
      return
    case 'switch-on':
      courier.switchOn()
      return
    case 'switch-off':
      courier.switchOff()
      return
  }
}
