import { createHmac } from 'node:crypto'
import { resolve } from 'node:path'
import { deriveSandboxKeys } from '@vitrine/providers/payment/razorpay'
import { sql } from 'drizzle-orm'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../tests/database.ts'
import { addApiRoutes } from './api-route.ts'
import { addBrowserRoutes } from './browser-route.ts'
import { OUTCOMES, type Outcome } from './payment-engine.ts'
import { openSandboxPayment, type Post, type SandboxPayment } from './sandbox-payment.ts'
import { deleteOldOrders, findDispute, findOrder, findPayment, findRefund, listDeliveries, saveOrder } from './store.ts'
import { createId } from './tables.ts'

const database = useDatabase()
const keys = deriveSandboxKeys('s'.repeat(64))
const authorization = `Basic ${btoa(`${keys.keyId}:${keys.keySecret}`)}`
const HOUR_MS = 60 * 60 * 1000

interface Call {
  event: string
  eventId: string
  at: number
  body: string
  signature: string
}

let calls: Call[]
/** The store's response; throws for an unreachable store. */
let answer: (call: Call) => number
let clockMs: number
let sandbox: SandboxPayment
let app: FastifyInstance

const receive: Post = async (body, headers) => {
  const call = {
    event: JSON.parse(body).event,
    eventId: String(headers['x-razorpay-event-id']),
    signature: String(headers['x-razorpay-signature']),
    at: clockMs,
    body,
  }
  calls.push(call)
  return { status: answer(call), text: 'as told' }
}
/** As one of several servers opens it. */
const openServer = (post: Post = receive) =>
  openSandboxPayment({
    db: database.db,
    keys,
    browserFolder: resolve(import.meta.dirname, 'browser'),
    post,
    now: () => new Date(clockMs),
    onFault: (error) => {
      throw error
    },
  })

beforeEach(async () => {
  clockMs = Date.parse('2026-11-21T06:00:00Z')
  calls = []
  answer = () => 200
  // Its due work is done by `pass`, at the time of the test.
  sandbox = openServer()
  app = Fastify({ bodyLimit: 64 * 1024 })
  app.register(async (scope) => addApiRoutes(scope, sandbox), { prefix: '/sandbox/payment/v1' })
  app.register(async (scope) => addBrowserRoutes(scope, sandbox), { prefix: '/sandbox/payment' })
  await app.ready()
})
afterEach(async () => {
  await sandbox.stop()
  await app.close()
  await database.db.execute(sql`delete from sandbox_payment.orders`)
})

async function api(method: 'GET' | 'POST', path: string, payload?: object, headers: Record<string, string> = {}) {
  const answered = await app.inject({
    method,
    url: `/sandbox/payment/v1${path}`,
    headers: { authorization, ...headers },
    ...(payload && { payload }),
  })
  return { status: answered.statusCode, body: answered.json() }
}

async function browser(path: string, payload?: object) {
  const url = `/sandbox/payment/api/${path}`
  const answered = await app.inject(payload ? { method: 'POST', url, payload } : { method: 'GET', url })
  return { status: answered.statusCode, body: answered.json() }
}

let receipts = 0
async function openOrder(amount = 39_900): Promise<string> {
  receipts += 1
  return (await api('POST', '/orders', { amount, currency: 'INR', receipt: `r-${receipts}` })).body.id
}

const pay = async (orderId: string, outcome: Outcome = 'succeed') =>
  (await browser('payments', { keyId: keys.keyId, orderId, outcome })).body
const act = (action: string, id: string, more: object = {}) => browser('actions', { action, id, ...more })
const status = async (paymentId: string) => (await api('GET', `/payments/${paymentId}`)).body.status

/** Lets time pass, and everything that becomes due in it happen, however often it leads to something else. */
async function pass(ms: number): Promise<void> {
  const endMs = clockMs + ms
  for (;;) {
    const next = await sandbox.doDue()
    if (next === undefined || next.getTime() > endMs) break
    clockMs = next.getTime()
  }
  clockMs = endMs
}
const settle = () => pass(0)

describe('the payment form', () => {
  const open = (query: Record<string, string>) =>
    app.inject({ method: 'GET', url: `/sandbox/payment/checkout?${new URLSearchParams(query)}` })

  it('shows the order in the store’s words, and no order that cannot be paid', async () => {
    const orderId = await openOrder()
    const form = await open({ keyId: keys.keyId, orderId, name: '<b>Bloom & Co</b>', description: '500 credits' })
    expect(form.statusCode).toBe(200)
    for (const words of ['&lt;b&gt;Bloom &amp; Co&lt;/b&gt;', '500 credits', '₹399.00'])
      expect(form.body).toContain(words)
    const buttons = [...form.body.matchAll(/<button name="outcome" value="(\w+)"/g)].map(([, outcome]) => outcome)
    expect(buttons).toEqual(OUTCOMES)
    await pay(orderId)
    for (const [query, reason] of [
      [{ keyId: keys.keyId, orderId }, 'This order is already paid.'],
      [{ keyId: keys.keyId, orderId: 'order_00000000000000' }, 'The id provided does not exist'],
      [{ keyId: 'rzp_test_x', orderId }, 'The api key provided is invalid'],
    ] as const) {
      const { body } = await open(query)
      expect(body).toContain(reason)
      expect(body).not.toContain('<form')
    }
  })

  it.each([
    ['succeed', 'captured'],
    ['fail', 'failed'],
    ['later', 'authorized'],
    ['never', 'created'],
  ] as const)('%s', async (outcome, expected) => {
    const orderId = await openOrder()
    const { paymentId, response, error } = await pay(orderId, outcome)
    expect(await status(paymentId)).toBe(expected)
    const signature = createHmac('sha256', keys.keySecret).update(`${orderId}|${paymentId}`).digest('hex')
    const isPaid = outcome === 'succeed' || outcome === 'later'
    expect(response?.razorpay_signature).toBe(isPaid ? signature : undefined)
    expect(error?.reason).toBe(outcome === 'fail' ? 'payment_failed' : undefined)
  })

  it('takes no other outcome, and no other key', async () => {
    const orderId = await openOrder()
    for (const wrong of [{ outcome: 'maybe' }, { outcome: undefined }, { keyId: 'rzp_test_x' }, { colour: 'red' }]) {
      const { status } = await browser('payments', { keyId: keys.keyId, orderId, outcome: 'succeed', ...wrong })
      expect(status).toBeGreaterThanOrEqual(400)
    }
    expect((await api('GET', `/orders/${orderId}/payments`)).body.count).toBe(0)
  })
})

describe('a slow bank', () => {
  it('waits for a click, may decline, and may confirm later', async () => {
    const { paymentId } = await pay(await openOrder(), 'never')
    await act('fail', paymentId)
    expect(await status(paymentId)).toBe('failed')
    await act('authorize', paymentId)
    expect(await status(paymentId)).toBe('captured')
    expect((await api('GET', `/payments/${paymentId}`)).body.error_description).toBeNull()
    expect((await act('authorize', paymentId)).status).toBe(400)
  })

  it('may capture a second payment of an order, which the store must refund', async () => {
    const orderId = await openOrder()
    const late = await pay(orderId, 'never')
    await pay(orderId)
    expect(await pay(orderId)).toMatchObject({ error: { description: 'Payment already done for this order.' } })
    await act('authorize', late.paymentId)
    const { items } = (await api('GET', `/orders/${orderId}/payments`)).body
    expect(items.map((item: { status: string }) => item.status)).toEqual(['captured', 'captured'])
    expect((await api('GET', `/orders/${orderId}`)).body).toMatchObject({ amount_paid: 39_900, amount_due: 0 })
    await settle()
    expect(calls.filter(({ event }) => event === 'order.paid')).toHaveLength(1)
  })
})

describe('webhooks', () => {
  const PAID = ['payment.authorized', 'payment.captured', 'order.paid']
  const events = () => calls.map(({ event }) => event)

  it('are sent at once, signed, each with its own id', async () => {
    await pay(await openOrder())
    await settle()
    expect(events().toSorted()).toEqual(PAID.toSorted())
    expect(new Set(calls.map(({ eventId }) => eventId)).size).toBe(3)
    for (const { body, signature } of calls) {
      expect(signature).toBe(createHmac('sha256', keys.webhookSecret).update(body).digest('hex'))
    }
  })

  it('are held while they are switched off, and sent again on request', async () => {
    await act('switch-off', '')
    const { paymentId } = await pay(await openOrder())
    await pass(HOUR_MS)
    expect(events()).toEqual([])
    const { payment, deliveries } = (await browser('overview')).body.orders[0].payments[0]
    expect(payment.id).toBe(paymentId)
    expect(deliveries.map((delivery: { state: string }) => delivery.state)).toEqual(Array(3).fill('withheld'))
    for (let count = 0; count < 2; count++) {
      await act('resend', String(deliveries[2].id))
      await settle()
    }
    expect(events()).toEqual(['order.paid', 'order.paid'])
    await act('switch-on', '')
  })

  it('are repeated with growing delays until the store accepts them', async () => {
    answer = ({ event }) =>
      event === 'order.paid' && calls.filter((call) => call.event === event).length < 4 ? 500 : 200
    await pay(await openOrder())
    await pass(20_000)
    const tries = calls.filter(({ event }) => event === 'order.paid')
    const pauses = tries.slice(1).map(({ at }, index) => at - (tries[index]?.at ?? 0))
    expect(pauses).toEqual([1000, 2000, 4000])
    expect(new Set(tries.map(({ eventId, body, signature }) => eventId + body + signature)).size).toBe(1)
    expect(calls).toHaveLength(6)
  })

  it('end after a day without success, until they are switched on again', async () => {
    answer = () => {
      throw new Error('nobody listens')
    }
    await pay(await openOrder())
    await pass(25 * HOUR_MS)
    const before = calls.length
    expect(before).toBeLessThan(150)
    expect((await browser('overview')).body.isWebhookOn).toBe(false)
    answer = () => 200
    await pay(await openOrder())
    await pass(HOUR_MS)
    expect(calls).toHaveLength(before)
    await act('switch-on', '')
    await pay(await openOrder())
    await settle()
    expect(calls.length).toBe(before + 3)
  })
})

describe('refunds and disputes', () => {
  it('one key creates one refund', async () => {
    const { paymentId } = await pay(await openOrder())
    const refund = (key: string, body: object) =>
      api('POST', `/payments/${paymentId}/refund`, body, { 'x-refund-idempotency': key })
    const first = await refund('key-0123456789', { amount: 10_000 })
    expect((await refund('key-0123456789', { amount: 10_000 })).body).toEqual(first.body)
    expect((await refund('key-0123456789', { amount: 20_000 })).status).toBe(400)
    expect((await refund('short', { amount: 10_000 })).status).toBe(400)
    expect((await refund('key-9876543210', { amount: 30_000 })).body.error.description).toMatch(/greater than/)
    expect((await api('GET', `/payments/${paymentId}/refunds`)).body.count).toBe(1)
  })

  it('a dispute ends once, and a payment is disputed once', async () => {
    const { paymentId } = await pay(await openOrder())
    await act('open-dispute', paymentId)
    expect((await act('open-dispute', paymentId)).status).toBe(400)
    const { disputes } = (await browser('overview')).body.orders[0].payments[0]
    await act('win-dispute', disputes[0].id)
    expect((await act('lose-dispute', disputes[0].id)).status).toBe(400)
    await settle()
    expect(
      calls
        .slice(-2)
        .map(({ event }) => event)
        .toSorted(),
    ).toEqual(['payment.dispute.created', 'payment.dispute.won'])
  })

  it('disputes are listed newest first, by time and in pages', async () => {
    const disputed: string[] = []
    for (let count = 0; count < 3; count++) {
      const { paymentId } = await pay(await openOrder())
      await act('open-dispute', paymentId)
      disputed.unshift(paymentId)
    }
    const list = async (query: string) => (await api('GET', `/disputes${query}`)).body
    const listPaymentIds = ({ items }: { items: { payment_id: string }[] }) => items.map((item) => item.payment_id)
    const newest = await list('?count=3')
    expect(newest).toMatchObject({ entity: 'collection', count: 3 })
    expect(listPaymentIds(newest)).toEqual(disputed)
    expect(listPaymentIds(await list('?count=2&skip=1'))).toEqual(disputed.slice(1))
    const [{ id, created_at: raisedAt }] = newest.items
    expect(listPaymentIds(await list(`?from=${raisedAt - 60}&to=${raisedAt + 60}&count=3`))).toEqual(disputed)
    expect(await list(`?from=${raisedAt + 60}`)).toMatchObject({ count: 0, items: [] })
    expect((await api('GET', `/disputes/${id}`)).body).toEqual(newest.items[0])
    expect((await api('GET', '/disputes/disp_00000000000000')).status).toBe(400)
    for (const wrong of ['count=0', 'count=101', 'count=-1', 'skip=1.5', 'from=yesterday', 'to=1&to=2']) {
      expect((await api('GET', `/disputes?${wrong}`)).status, wrong).toBe(400)
    }
  })
})

describe('settlements', () => {
  const list = async (query: string) => (await api('GET', `/settlements/recon/combined?${query}`)).body

  it('pay out every captured payment and refund once, and are listed by the day and month of India', async () => {
    expect((await act('settle', '')).body.error.description).toBe('There is nothing to settle')
    const { paymentId } = await pay(await openOrder())
    await pay(await openOrder(), 'later')
    // Half an hour before the month ends in India.
    clockMs = Date.parse('2026-11-30T18:00:00Z')
    await act('settle', '')
    await act('refund', paymentId, { amount: 10_000 })
    const second = await pay(await openOrder(100_00))
    await pass(HOUR_MS)
    await act('settle', '')
    expect((await act('settle', '')).status).toBe(400)

    const november = await list('year=2026&month=11')
    expect(november).toMatchObject({
      entity: 'collection',
      count: 1,
      items: [{ entity_id: paymentId, type: 'payment', amount: 39_900, credit: 38_958, fee: 942, tax: 144 }],
    })
    const december = await list('year=2026&month=12')
    expect(december.items).toMatchObject([
      { entity_id: second.paymentId, type: 'payment', credit: 9764, fee: 236, tax: 36, payment_id: null },
      { type: 'refund', debit: 10_000, credit: 0, fee: 0, tax: 0, payment_id: paymentId },
    ])
    const [one, other] = december.items
    expect(one.settlement_id).toMatch(/^setl_\w{14}$/)
    expect(one.settlement_id).toBe(other.settlement_id)
    expect(one.settlement_id).not.toBe(november.items[0].settlement_id)
    expect((await list('year=2026&month=12&count=1&skip=1')).items).toEqual([other])
    expect((await list('year=2026&month=12&day=1')).count).toBe(2)
    expect((await list('year=2026&month=12&day=2')).count).toBe(0)
    expect((await list('month=12')).error).toMatchObject({ field: 'year' })
    expect((await list('year=2026&month=13')).error).toMatchObject({ field: 'month' })
    const { orders } = (await browser('overview')).body
    expect(orders.at(-1).payments[0].settlement).toEqual(november.items[0])
  })
})

describe('the server API', () => {
  it('requires the keys', async () => {
    for (const wrong of [
      '',
      'Basic',
      `Basic ${btoa('a:b')}`,
      `Basic ${btoa(`${keys.keyId}:`)}`,
      `Bearer ${keys.keySecret}`,
    ]) {
      expect((await api('GET', '/orders/order_1', undefined, { authorization: wrong })).status, wrong).toBe(401)
    }
  })

  it.each([
    ['amount', {}, /amount field is required/],
    ['amount', { amount: 99 }, /at least INR 1.00/],
    ['amount', { amount: 100.5 }, /must be an integer/],
    ['amount', { amount: '39900' }, /must be an integer/],
    ['amount', { amount: 1e9 }, /maximum amount/],
    ['currency', { amount: 100, currency: 'USD' }, /Currency/],
    ['receipt', { amount: 100, currency: 'INR', receipt: 'x'.repeat(41) }, /40 characters/],
    ['notes', { amount: 100, currency: 'INR', notes: 'text' }, /notes/],
    ['notes', { amount: 100, currency: 'INR', notes: { a: 'x'.repeat(257) } }, /256 characters/],
    [undefined, { amount: 100, currency: 'INR', colour: 'red' }, /colour is\/are not required/],
  ])('names what is wrong with an order: %s %j', async (field, body, words) => {
    const answered = await api('POST', '/orders', body)
    expect(answered.status).toBe(400)
    expect(answered.body.error).toMatchObject({ code: 'BAD_REQUEST_ERROR', description: expect.stringMatching(words) })
    expect(answered.body.error.field).toBe(field)
  })

  it('opens a second order with the same receipt only when allowed', async () => {
    const open = async (more: object) =>
      (await api('POST', '/orders', { amount: 100, currency: 'INR', receipt: 'same', ...more })).body.id
    const first = await open({ unique_receipt: true })
    expect(await open({ unique_receipt: true })).toBe(first)
    expect(await open({})).not.toBe(first)
  })

  it('captures an authorized payment manually, in its exact amount', async () => {
    const { paymentId } = await pay(await openOrder(), 'later')
    expect((await api('POST', `/payments/${paymentId}/capture`, { amount: 100, currency: 'INR' })).status).toBe(400)
    const captured = await api('POST', `/payments/${paymentId}/capture`, { amount: 39_900, currency: 'INR' })
    expect(captured.body).toMatchObject({ status: 'captured', captured: true, fee: 942, tax: 144 })
    expect((await api('POST', `/payments/${paymentId}/capture`, { amount: 39_900 })).status).toBe(400)
    expect((await api('POST', '/payments/pay_1/refund', {})).status).toBe(400)
  })

  it('answers too large, broken or unknown requests in its own format', async () => {
    const send = (payload: string, path = '/orders') =>
      app.inject({
        method: 'POST',
        url: `/sandbox/payment/v1${path}`,
        payload,
        headers: { authorization, 'content-type': 'application/json' },
      })
    for (const answered of [
      await send('{'),
      await send(`"${'x'.repeat(70_000)}"`),
      await send('{}', '/nothing'),
      await send('[]'),
    ]) {
      expect(answered.statusCode).toBeGreaterThanOrEqual(400)
      expect(answered.statusCode).toBeLessThan(500)
      expect(answered.json().error.code).toBe('BAD_REQUEST_ERROR')
    }
  })
})

describe('several servers', () => {
  it('send each call once', async () => {
    const other = openServer()
    for (let count = 0; count < 12; count++) await pay(await openOrder())
    await Promise.all([sandbox.doDue(), other.doDue()])
    expect(calls).toHaveLength(36)
    expect(new Set(calls.map(({ eventId }) => eventId)).size).toBe(36)
  })

  it('send what another one was sending when it died, a moment after it would have given up', async () => {
    const taken = Promise.withResolvers<void>()
    const dying = openServer(() => {
      taken.resolve()
      return new Promise(() => {})
    })
    await pay(await openOrder())
    void dying.doDue()
    await taken.promise
    await pass(9000)
    expect(calls).toEqual([])
    await pass(1000)
    expect(calls).toHaveLength(3)
  })

  it('send again at once what was cut off by a shutdown', async () => {
    const taken = Promise.withResolvers<void>()
    const stopping = openServer((_body, _headers, signal) => {
      taken.resolve()
      return new Promise((_done, fail) => signal.addEventListener('abort', () => fail(signal.reason)))
    })
    await pay(await openOrder())
    stopping.start()
    await taken.promise
    await stopping.stop()
    await settle()
    expect(calls).toHaveLength(3)
  })

  it('open one order for a receipt, and refund once for a key, however many requests come at once', async () => {
    const at = { amount: 39_900, currency: 'INR', receipt: 'at-once', unique_receipt: true }
    const opened = await Promise.all(Array.from({ length: 8 }, () => api('POST', '/orders', at)))
    expect(new Set(opened.map(({ body }) => body.id)).size).toBe(1)
    const paid = await Promise.all(Array.from({ length: 4 }, () => pay(opened[0]?.body.id)))
    const paymentIds = paid.flatMap(({ paymentId }) => paymentId ?? [])
    expect(paymentIds).toHaveLength(1)
    const refund = () =>
      api('POST', `/payments/${paymentIds[0]}/refund`, { amount: 30_000 }, { 'x-refund-idempotency': 'key-0123456789' })
    const refunded = await Promise.all(Array.from({ length: 4 }, refund))
    expect(new Set(refunded.map(({ body }) => body.id)).size).toBe(1)
  })
})

describe('its tables', () => {
  it('keep a bounded number of orders, and drop the oldest with all that belongs to them', async () => {
    const { db } = database
    const created: { orderId: string; paymentId: string; refundId: string; disputeId: string }[] = []
    for (let count = 0; count < 5; count++) {
      const orderId = await openOrder()
      const { paymentId } = await pay(orderId)
      await act('open-dispute', paymentId)
      const { body: refund } = await api('POST', `/payments/${paymentId}/refund`, { amount: 100 })
      const { disputes } = (await browser('overview')).body.orders[0].payments[0]
      created.push({ orderId, paymentId, refundId: refund.id, disputeId: disputes[0].id })
    }
    await sandbox.change(({ tx }) => deleteOldOrders(tx, 3))
    const found = await Promise.all(
      created.map(async ({ orderId, paymentId, refundId, disputeId }) => [
        (await findOrder(db, orderId)) !== undefined,
        (await findPayment(db, paymentId)) !== undefined,
        (await findRefund(db, refundId)) !== undefined,
        (await findDispute(db, disputeId)) !== undefined,
        (await listDeliveries(db, [paymentId])).length > 0,
      ]),
    )
    expect(found).toEqual([false, false, true, true, true].map((isFound) => Array(5).fill(isFound)))
  })

  it('lose a change that fails half-way', async () => {
    const orderId = await openOrder()
    const half = sandbox.change(async ({ tx }) => {
      const order = await findOrder(tx, orderId)
      if (order) await saveOrder(tx, { ...order, amount_paid: 39_900 })
      throw new Error('half-way')
    })
    await expect(half).rejects.toThrow('half-way')
    expect(await findOrder(database.db, orderId)).toMatchObject({ amount_paid: 0 })
  })

  it('name things as Razorpay does', () => {
    const ids = Array.from({ length: 1000 }, () => createId('order'))
    expect(new Set(ids).size).toBe(1000)
    for (const id of ids) expect(id).toMatch(/^order_[A-Za-z0-9]{14}$/)
  })
})
