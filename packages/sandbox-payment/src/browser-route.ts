// Routes for browsers: the checkout and the control page.

import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { GatewayFault, readBody, readChoice, readText, requireAmount, requireKnown, sendFault } from './fault.ts'
import {
  authorize,
  type Change,
  capture,
  createOrder,
  endDispute,
  fail,
  OUTCOMES,
  type Outcome,
  openDispute,
  pay,
  refund,
  settle,
} from './payment-engine.ts'
import type { SandboxPayment } from './sandbox-payment.ts'
import {
  findOrder,
  isWebhookOn,
  listDeliveries,
  listDisputes,
  listOrders,
  listPayments,
  listRefunds,
  listSettledItems,
  resend,
  switchWebhook,
} from './store.ts'
import type { OrderEntity, PaymentEntity } from './tables.ts'

/** Adds the routes to their own scope, whose prefix must be `/sandbox/payment`, because the pages contain it. */
export function addBrowserRoutes(app: FastifyInstance, sandbox: SandboxPayment): void {
  app.setErrorHandler(sendFault)
  addCheckoutRoutes(app, sandbox)
  addControlRoutes(app, sandbox)
}

// Routes that browsers call during a payment: the library that defines `window.Razorpay`, the form in its frame, and the form's
// own call. None of this is secret: anyone with an order's id and the public key may try to pay it.

const FILES = ['checkout.js', 'form.js', 'form.css'] as const

function addCheckoutRoutes(app: FastifyInstance, sandbox: SandboxPayment): void {
  const { db, keys, browserFolder, change } = sandbox
  for (const name of FILES) serveFile(app, browserFolder, name)

  const requireKey = (keyId: unknown) => {
    if (keyId !== keys.keyId) throw new GatewayFault('The api key provided is invalid', { status: 401 })
  }
  const findPayable = async (keyId: string, orderId: string) => {
    try {
      requireKey(keyId)
      const order = requireKnown(await findOrder(db, orderId))
      return order.status === 'paid' ? 'This order is already paid.' : order
    } catch (error) {
      if (error instanceof GatewayFault) return error.message
      throw error
    }
  }

  app.get<{ Querystring: Readonly<Record<string, unknown>> }>('/checkout', async ({ query }, reply) => {
    const [keyId = '', orderId = '', name = '', description = ''] = ['keyId', 'orderId', 'name', 'description'].map(
      (field) => readText(query, field, { max: 255 }),
    )
    const page = showCheckoutPage({ keyId, name, description, order: await findPayable(keyId, orderId) })
    return reply.headers(pageHeaders("'self'")).send(page)
  })

  app.post('/api/payments', async (request) => {
    const body = readBody(request.body, ['keyId', 'orderId', 'outcome'])
    requireKey(body.keyId)
    const orderId = readText(body, 'orderId', { max: 64 })
    const outcome = readChoice(body, 'outcome', OUTCOMES)
    if (!outcome) throw new GatewayFault('The outcome field is required.', { field: 'outcome' })
    return describe(await change((paid) => pay(paid, orderId, outcome)), keys.keySecret)
  })
}

/** The result for the page: a signed response, an error, or nothing yet. */
function describe(payment: PaymentEntity, keySecret: string) {
  const { id: paymentId, order_id: orderId, status } = payment
  const isPaid = status === 'authorized' || status === 'captured'
  return {
    paymentId,
    response: isPaid
      ? {
          razorpay_payment_id: paymentId,
          razorpay_order_id: orderId,
          razorpay_signature: createHmac('sha256', keySecret).update(`${orderId}|${paymentId}`).digest('hex'),
        }
      : null,
    error:
      status === 'failed'
        ? {
            code: payment.error_code,
            description: payment.error_description,
            source: payment.error_source,
            step: payment.error_step,
            reason: payment.error_reason,
            metadata: { payment_id: paymentId, order_id: orderId },
          }
        : null,
  }
}

// The payment form, the page inside the frame that checkout.js opens.

const BUTTONS: Readonly<Record<Outcome, { label: string; hint: string }>> = {
  succeed: { label: 'Succeed', hint: 'Paid, and the store is told at once.' },
  fail: { label: 'Fail', hint: 'The bank declines. You can try again.' },
  later: {
    label: 'Succeed later',
    hint: 'Authorised now; the money comes when you press Capture at /sandbox/payment.',
  },
  never: { label: 'Never answer', hint: 'The store is told nothing until you press Authorise or Decline there.' },
}

const buttons = Object.entries(BUTTONS)
  .map(
    ([outcome, { label, hint }]) =>
      `<button name="outcome" value="${outcome}" aria-describedby="${outcome}">${label}</button><p id="${outcome}">${hint}</p>`,
  )
  .join('\n')

interface CheckoutPage {
  readonly keyId: string
  /** The store's own text. */
  readonly name: string
  readonly description: string
  /** The order, or why it cannot be paid. */
  readonly order: OrderEntity | string
}

function showCheckoutPage({ keyId, name, description, order }: CheckoutPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment – sandbox</title>
<link rel="stylesheet" href="/sandbox/payment/form.css">
<script src="/sandbox/payment/form.js" type="module"></script>
</head>
<body>
<main aria-labelledby="store">
<h1 id="store">${escapeHtml(name || 'Payment')}</h1>
<p>${escapeHtml(description)}</p>
${typeof order === 'string' ? `<p role="alert">${escapeHtml(order)}</p>` : showForm(keyId, order)}
</main>
</body>
</html>
`
}

function showForm(keyId: string, { id, amount, currency }: OrderEntity): string {
  const money = new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(amount / 100)
  return `<p class="amount">${money}</p>
<p class="ribbon"><strong>Sandbox:</strong> no money moves</p>
<form>
<input type="hidden" name="keyId" value="${escapeHtml(keyId)}">
<input type="hidden" name="orderId" value="${escapeHtml(id)}">
<p role="status"></p>
<fieldset>
<legend>Choose what happens</legend>
${buttons}
</fieldset>
</form>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

// The control page: the sandbox's whole state, and the actions of banks, customers and the gateway's staff.

const ACTIONS = [
  'authorize',
  'capture',
  'fail',
  'refund',
  'open-dispute',
  'win-dispute',
  'lose-dispute',
  'close-dispute',
  'settle',
  'resend',
  'switch-on',
  'switch-off',
] as const

const LISTED_ORDERS = 50

function addControlRoutes(app: FastifyInstance, sandbox: SandboxPayment): void {
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
  const [isOn, refunds, disputes, settled, deliveries] = await Promise.all([
    isWebhookOn(db),
    listRefunds(db, ids),
    listDisputes(db, ids),
    listSettledItems(db, ids),
    listDeliveries(db, ids),
  ])
  const described = payments.map((payment) => ({
    payment,
    refunds: refunds.filter((one) => one.payment_id === payment.id),
    disputes: disputes.filter((one) => one.payment_id === payment.id),
    settlement: settled.find((one) => one.entity_id === payment.id) ?? null,
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
    case 'settle':
      return settle(change)
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
<p id="settle"></p>
<p id="webhook"></p>
</header>
<main><h2 id="orders-title">Orders</h2><p id="nothing" hidden>No orders yet.</p><ul id="orders" aria-labelledby="orders-title"></ul></main>
</body>
</html>
`

// Serves the scripts and styles in `browser/` next to this file.

const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' }

/** Serves one file of `folder`, read once, because it changes only with the program. */
function serveFile(app: FastifyInstance, folder: string, name: `${string}.${keyof typeof TYPES}`): void {
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
