// The control page: the sandbox's whole state, and the actions of banks, customers and the gateway's staff.
import type { FastifyInstance } from 'fastify'
import { pageHeaders, serveFile } from './browser-file.ts'
import { GatewayFault } from './fault.ts'
import { readBody, readChoice, readText, requireAmount } from './field.ts'
import {
  authorize,
  type Change,
  capture,
  createOrder,
  endDispute,
  fail,
  openDispute,
  refund,
} from './payment-engine.ts'
import type { SandboxPayment } from './sandbox-payment.ts'
import {
  isWebhookOn,
  listDeliveries,
  listDisputes,
  listOrders,
  listPayments,
  listRefunds,
  resend,
  switchWebhook,
} from './store.ts'

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

export function addControlRoutes(app: FastifyInstance, sandbox: SandboxPayment): void {
  const { keys, browserFolder, change } = sandbox
  for (const name of ['control.js', 'control.css'] as const) serveFile(app, browserFolder, name)

  app.get('/', (_request, reply) => reply.headers(pageHeaders("'none'")).send(CONTROL_PAGE))

  app.get('/api/overview', (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return describeState(sandbox)
  })

  /** An order without a buyer, to try the checkout out. */
  app.post('/api/test-orders', async (request) => {
    const amount = requireAmount(readBody(request.body, ['amount']), 'amount')
    const order = { amount, currency: 'INR', receipt: null, notes: {}, isReceiptUnique: false }
    const { id } = await change((opened) => createOrder(opened, order))
    return { keyId: keys.keyId, orderId: id, amount, currency: 'INR' }
  })

  app.post('/api/actions', async (request) => {
    const body = readBody(request.body, ['action', 'id', 'amount'])
    const action = readChoice(body, 'action', ACTIONS)
    if (!action) throw new GatewayFault('The action field is required.', { field: 'action' })
    const amount = body.amount === undefined ? undefined : requireAmount(body, 'amount')
    const id = readText(body, 'id', { max: 64 })
    await change((changed) => act(changed, action, id, amount))
    return { isDone: true }
  })
}

async function describeState({ db, keys }: SandboxPayment) {
  const orders = await listOrders(db, LISTED_ORDERS)
  const payments = await listPayments(
    db,
    orders.map(({ id }) => id),
  )
  const ids = payments.map(({ id }) => id)
  const [isOn, refunds, disputes, deliveries] = await Promise.all([
    isWebhookOn(db),
    listRefunds(db, ids),
    listDisputes(db, ids),
    listDeliveries(db, ids),
  ])
  const described = payments.map((payment) => ({
    payment,
    refunds: refunds.filter((one) => one.payment_id === payment.id),
    disputes: disputes.filter((one) => one.payment_id === payment.id),
    deliveries: deliveries.filter((one) => one.paymentId === payment.id),
  }))
  return {
    keyId: keys.keyId,
    isWebhookOn: isOn,
    orders: orders.map((order) => ({
      order,
      payments: described.filter(({ payment }) => payment.order_id === order.id),
    })),
  }
}

async function act(change: Change, action: (typeof ACTIONS)[number], id: string, amount?: number): Promise<unknown> {
  switch (action) {
    case 'authorize':
      return authorize(change, id)
    case 'capture':
      return capture(change, id)
    case 'fail':
      return fail(change, id)
    case 'refund':
      return refund(change, { paymentId: id, amount, notes: {}, receipt: null, key: null })
    case 'open-dispute':
      return openDispute(change, id)
    case 'win-dispute':
      return endDispute(change, id, 'won')
    case 'lose-dispute':
      return endDispute(change, id, 'lost')
    case 'close-dispute':
      return endDispute(change, id, 'closed')
    case 'resend': {
      const isKnown = /^\d{1,15}$/.test(id) && (await resend(change.tx, Number(id), change.now))
      if (!isKnown) throw new GatewayFault('Webhook call not found')
      return
    }
    case 'switch-on':
      return switchWebhook(change.tx, true)
    case 'switch-off':
      return switchWebhook(change.tx, false)
  }
}

const CONTROL_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payments – sandbox</title>
<link rel="stylesheet" href="/sandbox/payment/control.css">
<script src="/sandbox/payment/checkout.js" defer></script>
<script src="/sandbox/payment/control.js" type="module"></script>
</head>
<body>
<header>
<p><a href="/sandbox">Outbox</a></p>
<h1>Payments</h1>
<p>This is the sandbox in place of Razorpay: no money moves. Here you act as the bank, the customer’s card company and the gateway.</p>
<form id="test-order">
<label for="rupees">Try the checkout with an order of</label>
<span class="money">₹ <input id="rupees" type="number" min="1" max="500000" step="0.01" value="399"></span>
<button id="open-checkout" disabled>Open checkout</button>
</form>
<p id="result" role="status"></p>
<p id="webhook"></p>
</header>
<main><h2 id="orders-title">Orders</h2><p id="nothing" hidden>No orders yet.</p><ul id="orders" aria-labelledby="orders-title"></ul></main>
</body>
</html>
`
