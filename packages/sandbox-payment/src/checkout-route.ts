// Routes that browsers call during a payment: the library that defines `window.Razorpay`, the dialog in its frame, and the
// dialog's own calls. Nothing here is secret: whoever knows an order's id and the public key may try to pay it.
import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { renderSVG } from 'uqr'
import { pageHeaders, serveFile } from './browser-file.ts'
import { CHECKOUT_PAGE, UPI_PAGE } from './checkout-page.ts'
import { GatewayFault, requireKnown } from './fault.ts'
import { type Body, oneOf, readBody, textOf } from './field.ts'
import { pay } from './payment-engine.ts'
import type { SandboxPayment } from './sandbox-payment.ts'
import {
  findTestDetails,
  OUTCOMES,
  outcomeOfAmount,
  type PayDetails,
  type Plan,
  WEBHOOK_MODES,
  webhooksOfAmount,
} from './scenario.ts'
import { findOrder, findPayment, listPayments, type PaymentRecord } from './store.ts'

const FILES = ['checkout.js', 'dialog.js', 'dialog.css', 'upi.js', 'page-api.js'] as const

const METHODS = ['upi', 'card', 'netbanking'] as const
const PAY_FIELDS = [
  'keyId',
  'orderId',
  'method',
  'account',
  'email',
  'contact',
  'description',
  'outcome',
  'webhooks',
  'delaySeconds',
]
const DEFAULT_DELAY_SECONDS = 10
const MAX_DELAY_SECONDS = 24 * 60 * 60

export function addCheckoutRoutes(app: FastifyInstance, sandbox: SandboxPayment): void {
  const { db, keys, browserFolder, change } = sandbox
  for (const name of FILES) serveFile(app, browserFolder, name)

  app.get('/checkout', (_request, reply) => reply.headers(pageHeaders("'self'")).send(CHECKOUT_PAGE))
  app.get('/upi', (_request, reply) => reply.headers(pageHeaders("'none'")).send(UPI_PAGE))

  const requireKey = (keyId: unknown) => {
    if (keyId !== keys.keyId) throw new GatewayFault('The api key provided is invalid', { status: 401 })
  }
  const sign = (orderId: string, paymentId: string) =>
    createHmac('sha256', keys.keySecret).update(`${orderId}|${paymentId}`).digest('hex')

  app.get<{ Params: { id: string }; Querystring: { keyId?: string } }>('/api/orders/:id', async ({ params, query }) => {
    requireKey(query.keyId)
    const order = requireKnown(await findOrder(db, params.id))
    const [newest] = await listPayments(db, [order.id])
    const { id: orderId, amount, currency, status } = order
    return { orderId, amount, currency, status, newestPaymentId: newest?.entity.id ?? null }
  })

  app.get<{ Params: { id: string }; Querystring: { keyId?: string } }>(
    '/api/orders/:id/qr.svg',
    async ({ params, query, protocol, host }, reply) => {
      requireKey(query.keyId)
      const order = requireKnown(await findOrder(db, params.id))
      const address = `${protocol}://${host}/sandbox/payment/upi?${new URLSearchParams({ order: order.id, key: keys.keyId })}`
      return reply.headers({ 'content-type': 'image/svg+xml', 'cache-control': 'no-store' }).send(renderSVG(address))
    },
  )

  app.post('/api/payments', async (request) => {
    const body = readBody(request.body, PAY_FIELDS)
    requireKey(body.keyId)
    const orderId = textOf(body, 'orderId', { max: 64 })
    const order = requireKnown(await findOrder(db, orderId))
    const details = readDetails(body)
    const tested = findTestDetails(details)
    if (!tested) throw new GatewayFault(WRONG_DETAILS[details.method], { field: 'account' })
    const outcome = oneOf(body, 'outcome', OUTCOMES) ?? outcomeOfAmount(order.amount) ?? tested.outcome
    const payment = {
      orderId,
      ...details,
      email: textOf(body, 'email', { max: 254 }),
      contact: textOf(body, 'contact', { max: 20 }),
      description: textOf(body, 'description', { max: 255 }) || null,
      plan: {
        outcome,
        webhooks: oneOf(body, 'webhooks', WEBHOOK_MODES) ?? webhooksOfAmount(order.amount),
        delayMs: readDelay(body),
      },
      fault: tested.fault,
    }
    return notifyDialog(await change((paid) => pay(paid, payment)), sign)
  })

  app.get<{ Params: { id: string }; Querystring: { keyId?: string } }>(
    '/api/payments/:id',
    async ({ params, query }) => {
      requireKey(query.keyId)
      return notifyDialog(requireKnown(await findPayment(db, params.id)), sign)
    },
  )
}

const WRONG_DETAILS: Readonly<Record<PayDetails['method'], string>> = {
  upi: 'Please choose what the UPI app does.',
  card: 'Only test cards work here. Please never type a real one.',
  netbanking: 'Please choose one of the test banks.',
}

function readDetails(body: Body): PayDetails {
  const method = oneOf(body, 'method', METHODS)
  if (!method) throw new GatewayFault('The method field is required.', { field: 'method' })
  const account = textOf(body, 'account', { max: 100 }).trim()
  if (method === 'card') return { method, account: account.replaceAll(/\D/g, '') }
  return { method, account: method === 'upi' ? account.toLowerCase() : account.toUpperCase() }
}

function readDelay({ delaySeconds = DEFAULT_DELAY_SECONDS }: Body): Plan['delayMs'] {
  if (typeof delaySeconds !== 'number' || !(delaySeconds >= 0 && delaySeconds <= MAX_DELAY_SECONDS)) {
    throw new GatewayFault(`The delay must be from 0 to ${MAX_DELAY_SECONDS} seconds.`, { field: 'delaySeconds' })
  }
  return Math.round(delaySeconds * 1000)
}

/** The dialog's view of its payment. `page` says whether the page that began it is notified of success. */
function notifyDialog({ entity, plan }: PaymentRecord, sign: (orderId: string, paymentId: string) => string) {
  const { id: paymentId, order_id: orderId, status } = entity
  const isPaid = status === 'authorized' || status === 'captured' || status === 'refunded'
  return {
    paymentId,
    status,
    isPageNotified: plan.outcome !== 'tab-closed',
    response: isPaid
      ? {
          razorpay_payment_id: paymentId,
          razorpay_order_id: orderId,
          razorpay_signature: sign(orderId, paymentId),
        }
      : null,
    error:
      status === 'failed'
        ? {
            code: entity.error_code,
            description: entity.error_description,
            source: entity.error_source,
            step: entity.error_step,
            reason: entity.error_reason,
            metadata: { payment_id: paymentId, order_id: orderId },
          }
        : null,
  }
}
