// The API for server and worker: Razorpay's paths, fields and responses. As with Razorpay, only the keys protect it.

import { timingSafeEqual } from 'node:crypto'
import type { Db } from '@vitrine/database/connection'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  GatewayFault,
  readBody,
  readCount,
  readNotes,
  readText,
  requireAmount,
  requireKnown,
  sendFault,
} from './fault.ts'
import { capture, createOrder, refund } from './payment-engine.ts'
import type { SandboxPayment } from './sandbox-payment.ts'
import {
  findDispute,
  findOrder,
  findPayment,
  findRefund,
  listPayments,
  listRefunds,
  pageDisputes,
  pageSettledItems,
} from './store.ts'

const ORDER_FIELDS = [
  'amount',
  'currency',
  'receipt',
  'notes',
  'unique_receipt',
  'partial_payment',
  'payment',
  'payment_capture',
]
const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{10,}$/

type ById = { Params: { id: string } }
type Query = Readonly<Record<string, unknown>>

/** Adds the routes below `/v1` to their own scope. */
export function addApiRoutes(api: FastifyInstance, { db, keys, change }: SandboxPayment): void {
  const expected = Buffer.from(`Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`)
  api.setErrorHandler(sendFault)
  api.addHook('onRequest', async (request) => requireKeys(request, expected))
  addOrderRoutes(api, { db, change })
  addPaymentRoutes(api, { db, change })
  addSettlementRoutes(api, db)

  api.get<{ Querystring: Query }>('/disputes', async ({ query }) => {
    const count = readCount(query, 'count', { least: 1, most: 100, otherwise: 10 })
    const skip = readCount(query, 'skip', { otherwise: 0 })
    const from = readCount(query, 'from', { otherwise: 0 })
    const to = readCount(query, 'to', { otherwise: Number.MAX_SAFE_INTEGER })
    return toCollection(await pageDisputes(db, { from, to, count, skip }))
  })
  api.get<ById>('/disputes/:id', async ({ params }) => requireKnown(await findDispute(db, params.id)))
  api.get<ById>('/refunds/:id', async ({ params }) => requireKnown(await findRefund(db, params.id)))
  api.all('/*', () => {
    throw new GatewayFault('The requested URL was not found on the server.', { status: 404 })
  })
}

type State = Pick<SandboxPayment, 'db' | 'change'>

function addOrderRoutes(api: FastifyInstance, { db, change }: State): void {
  api.post('/orders', (request) => {
    const body = readBody(request.body, ORDER_FIELDS)
    const amount = requireAmount(body, 'amount')
    if (body.currency !== 'INR') throw new GatewayFault('Currency is not supported', { field: 'currency' })
    const receipt = readText(body, 'receipt', { max: 40 }) || null
    const order = {
      amount,
      currency: 'INR',
      receipt,
      notes: readNotes(body),
      isReceiptUnique: body.unique_receipt === true,
    }
    return change((opened) => createOrder(opened, order))
  })
  api.get<ById>('/orders/:id', async ({ params }) => requireKnown(await findOrder(db, params.id)))
  api.get<ById>('/orders/:id/payments', async ({ params }) => {
    const { id } = requireKnown(await findOrder(db, params.id))
    return toCollection(await listPayments(db, [id]))
  })
}

function addPaymentRoutes(api: FastifyInstance, { db, change }: State): void {
  const getPayment = async (id: string) => requireKnown(await findPayment(db, id))

  api.get<ById>('/payments/:id', ({ params }) => getPayment(params.id))
  api.post<ById>('/payments/:id/capture', async (request) => {
    const { id, amount } = await getPayment(request.params.id)
    const body = readBody(request.body, ['amount', 'currency'])
    if (requireAmount(body, 'amount') !== amount) {
      throw new GatewayFault('Capture amount must be equal to the amount authorized', { field: 'amount' })
    }
    return change((captured) => capture(captured, id))
  })
  api.post<ById>('/payments/:id/refund', (request) => {
    const body = readBody(request.body, ['amount', 'notes', 'receipt', 'speed'])
    const key = request.headers['x-refund-idempotency']
    if (key !== undefined && !IDEMPOTENCY_KEY.test(String(key))) {
      throw new GatewayFault('The idempotency key must have at least 10 letters, digits, hyphens or underscores')
    }
    const requested = {
      paymentId: request.params.id,
      amount: body.amount === undefined ? undefined : requireAmount(body, 'amount'),
      notes: readNotes(body),
      receipt: readText(body, 'receipt', { max: 40 }) || null,
      key: key === undefined ? null : String(key),
    }
    return change((refunded) => refund(refunded, requested))
  })
  api.get<ById>('/payments/:id/refunds', async ({ params }) => {
    const { id } = await getPayment(params.id)
    return toCollection(await listRefunds(db, [id]))
  })
}

/** Days and months are those of India. */
const INDIA_SECONDS = 5.5 * 60 * 60

function addSettlementRoutes(api: FastifyInstance, db: Db): void {
  api.get<{ Querystring: Query }>('/settlements/recon/combined', async ({ query }) => {
    const [year, month, day] = [
      readCount(query, 'year', { least: 2000, most: 9999 }),
      readCount(query, 'month', { least: 1, most: 12 }),
      readCount(query, 'day', { least: 1, most: 31, otherwise: 0 }),
    ]
    const count = readCount(query, 'count', { least: 1, most: 1000, otherwise: 10 })
    const skip = readCount(query, 'skip', { otherwise: 0 })
    const toSeconds = (...date: [number, number, number]) => Date.UTC(...date) / 1000 - INDIA_SECONDS
    const [from, before] =
      day === 0
        ? [toSeconds(year, month - 1, 1), toSeconds(year, month, 1)]
        : [toSeconds(year, month - 1, day), toSeconds(year, month - 1, day + 1)]
    return toCollection(await pageSettledItems(db, { from, before, count, skip }))
  })
}

const toCollection = <T>(items: T[]) => ({ entity: 'collection', count: items.length, items })

function requireKeys(request: FastifyRequest, expected: Buffer): void {
  const received = Buffer.from(request.headers.authorization ?? '')
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) {
    throw new GatewayFault('Authentication failed', { status: 401, reason: 'authentication_failed' })
  }
}
