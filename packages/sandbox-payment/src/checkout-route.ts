// Routes that browsers call during a payment: the library that defines `window.Razorpay`, the form in its frame, and the form's
// own call. None of this is secret: anyone with an order's id and the public key may try to pay it.
import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { pageHeaders, serveFile } from './browser-file.ts'
import { showCheckoutPage } from './checkout-page.ts'
import type { PaymentEntity } from './entity.ts'
import { GatewayFault, requireKnown } from './fault.ts'
import { readBody, readChoice, readText } from './field.ts'
import { OUTCOMES, pay } from './payment-engine.ts'
import type { SandboxPayment } from './sandbox-payment.ts'
import { findOrder } from './store.ts'

const FILES = ['checkout.js', 'form.js', 'form.css'] as const

export function addCheckoutRoutes(app: FastifyInstance, sandbox: SandboxPayment): void {
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
