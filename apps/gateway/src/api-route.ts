// The API for the shop's server: Razorpay's paths, fields and responses, behind Basic authentication.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { GatewayDeps } from './deps.ts'
import { GatewayFault, unknownId } from './fault.ts'
import { amountOf, countOf, notesOf, readBody, textOf } from './field.ts'

const ORDER_FIELDS = ['amount', 'currency', 'receipt', 'notes', 'unique_receipt', 'partial_payment', 'payment_capture']
const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{10,}$/

type ById = { Params: { id: string } }

export function addApiRoutes(app: FastifyInstance, { store, engine, keys }: GatewayDeps): void {
  const right = Buffer.from(`Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`)
  const requireOrder = (id: string) => {
    const order = store.findOrder(id)
    if (!order) throw unknownId()
    return order
  }
  const requirePayment = (id: string) => {
    const record = store.findPayment(id)
    if (!record) throw unknownId()
    return record.entity
  }

  app.register(
    async (api) => {
      api.addHook('onRequest', async (request) => requireKeys(request, right))

      api.post('/orders', (request) => {
        const body = readBody(request.body, ORDER_FIELDS)
        const amount = amountOf(body, 'amount')
        if (body.currency !== 'INR') throw new GatewayFault('Currency is not supported', { field: 'currency' })
        const receipt = textOf(body, 'receipt', { max: 40 }) || null
        const isReceiptUnique = body.unique_receipt === true
        return engine.createOrder({ amount, currency: 'INR', receipt, notes: notesOf(body), isReceiptUnique })
      })
      api.get<ById>('/orders/:id', ({ params }) => requireOrder(params.id))
      api.get<ById>('/orders/:id/payments', ({ params }) => {
        const items = store.listPayments(requireOrder(params.id).id).map(({ entity }) => entity)
        return { entity: 'collection', count: items.length, items }
      })

      api.get<ById>('/payments/:id', ({ params }) => requirePayment(params.id))
      api.post<ById>('/payments/:id/capture', (request) => {
        const { id, amount } = requirePayment(request.params.id)
        const body = readBody(request.body, ['amount', 'currency'])
        if (amountOf(body, 'amount') !== amount) {
          throw new GatewayFault('Capture amount must be equal to the amount authorized', { field: 'amount' })
        }
        return engine.capture(id).entity
      })
      api.post<ById>('/payments/:id/refund', (request) => {
        const body = readBody(request.body, ['amount', 'notes', 'receipt', 'speed'])
        const key = request.headers['x-refund-idempotency']
        if (key !== undefined && !IDEMPOTENCY_KEY.test(String(key))) {
          throw new GatewayFault('The idempotency key must have at least 10 letters, digits, hyphens or underscores')
        }
        return engine.refund({
          paymentId: requirePayment(request.params.id).id,
          amount: body.amount === undefined ? undefined : amountOf(body, 'amount'),
          notes: notesOf(body),
          receipt: textOf(body, 'receipt', { max: 40 }) || null,
          key: key === undefined ? null : String(key),
        })
      })
      api.get<ById>('/payments/:id/refunds', ({ params }) => {
        const items = store.listRefunds(requirePayment(params.id).id)
        return { entity: 'collection', count: items.length, items }
      })
      api.get<{ Querystring: Readonly<Record<string, unknown>> }>('/disputes', ({ query }) => {
        const count = countOf(query, 'count', { least: 1, most: 100, otherwise: 10 })
        const skip = countOf(query, 'skip', { otherwise: 0 })
        const from = countOf(query, 'from', { otherwise: 0 })
        const to = countOf(query, 'to', { otherwise: Number.MAX_SAFE_INTEGER })
        const items = store.pageDisputes({ from, to, count, skip })
        return { entity: 'collection', count: items.length, items }
      })
      api.get<ById>('/disputes/:id', ({ params }) => {
        const dispute = store.findDispute(params.id)
        if (!dispute) throw unknownId()
        return dispute
      })
      api.get<ById>('/refunds/:id', ({ params }) => {
        const refund = store.findRefund(params.id)
        if (!refund) throw unknownId()
        return refund
      })
    },
    { prefix: '/v1' },
  )
}

function requireKeys(request: FastifyRequest, right: Buffer): void {
  const given = Buffer.from(request.headers.authorization ?? '')
  if (given.length !== right.length || !timingSafeEqual(given, right)) {
    throw new GatewayFault('Authentication failed', { status: 401, reason: 'authentication_failed' })
  }
}
