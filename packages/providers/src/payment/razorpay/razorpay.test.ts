import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { itBehavesAsPaymentGateway } from '../../../testing/gateway-contract.ts'
import { openRecordedGateway, type RecordedGateway } from '../../../testing/recorded-gateway.ts'
import { chooseProviders, createPaymentGateway } from '../../choice/provider-choice.ts'
import { readProviderEnvironment } from '../../choice/provider-environment.ts'
import { readVariables } from '../../configuration/configuration.ts'
import { createTextCipher } from '../../secret/installation-secret.ts'
import { emptyProviderSettings } from '../../service/service-settings.ts'
import { PaymentGatewayRefused, PaymentGatewayUnavailable } from '../payment.ts'
import { createSandboxGateway, deriveSandboxKeys, RazorpayGateway, type RazorpayOptions } from './razorpay.ts'

const options: RazorpayOptions = {
  keyId: 'rzp_test_1',
  keySecret: 'key secret',
  webhookSecrets: ['new secret', 'old secret'],
  apiUrl: 'http://127.0.0.1:1',
  scriptUrl: 'https://checkout.razorpay.com/v1/checkout.js',
  isSandbox: false,
  pauseMs: 1,
}
const sign = (secret: string, body: string | Buffer) => createHmac('sha256', secret).update(body).digest('hex')

describe('Razorpay by recorded exchanges', () => {
  let recorded: RecordedGateway
  beforeAll(async () => {
    recorded = await openRecordedGateway()
  })
  afterAll(() => recorded.close())
  afterEach(() => expect(recorded.complaints).toEqual([]))

  itBehavesAsPaymentGateway(() => recorded)

  it('exposes only the public key', () => {
    expect(JSON.stringify(recorded.gateway)).not.toContain('recorded-key-secret')
    expect(recorded.gateway).toMatchObject({ keyId: expect.stringMatching(/^rzp_test_/), isSandbox: false })
  })
})

describe('webhooks of Razorpay', () => {
  const gateway = new RazorpayGateway(options)
  const read = (body: unknown, secret = 'new secret', eventId: string | undefined = 'evt_1') => {
    const rawBody = typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body))
    return gateway.readWebhook(rawBody, { signature: sign(secret, rawBody), eventId })
  }
  const event = (name: string, payload: object = {}) => ({
    entity: 'event',
    event: name,
    payload,
    created_at: 1_795_150_000,
  })

  it('carry what was noted as the reason of a refund, or an empty list for no notes', () => {
    const refund = { id: 'rfnd_1', entity: 'refund', payment_id: 'pay_1', amount: 100, status: 'processed' }
    const readNoted = (notes: unknown) =>
      read(event('refund.processed', { refund: { entity: { ...refund, notes } } }))?.refund
    expect(readNoted({ reason: 'Ordered twice' })).toMatchObject({ refundId: 'rfnd_1', notedReason: 'Ordered twice' })
    expect(readNoted([])?.notedReason).toBeUndefined()
  })

  it('are accepted with the new secret and, during a rotation, with the old one', () => {
    expect(read(event('invoice.paid'))).toEqual({ eventId: 'evt_1', type: 'other', createdAt: expect.any(Date) })
    expect(read(event('invoice.paid'), 'old secret')).toMatchObject({ type: 'other' })
    // The key's secret signs the browser's result; such a signature must not be valid for a webhook.
    for (const wrong of ['key secret', 'older secret', '']) expect(read(event('invoice.paid'), wrong)).toBeUndefined()
    const after = new RazorpayGateway({ ...options, webhookSecrets: ['new secret'] })
    const rawBody = Buffer.from(JSON.stringify(event('invoice.paid')))
    expect(after.readWebhook(rawBody, { signature: sign('old secret', rawBody), eventId: 'e' })).toBeUndefined()
  })

  it('tolerate unknown types, unknown fields and unreadable entities', () => {
    const payment = {
      id: 'pay_1',
      entity: 'payment',
      amount: 100,
      currency: 'INR',
      status: 'captured',
      order_id: 'order_1',
      created_at: 1_795_150_000,
      never_seen_before: { deep: [1, 2] },
    }
    expect(read(event('payment.captured', { payment: { entity: payment }, moon: { entity: {} } }))).toMatchObject({
      type: 'payment.captured',
      payment: {
        paymentId: 'pay_1',
        amountPaise: 100,
        method: '',
        refundedPaise: 0,
        errorDescription: null,
        errorReason: null,
      },
      createdAt: new Date('2026-11-20T04:46:40Z'),
    })
    for (const broken of [{ amount: '100' }, { amount: 1.5 }, { status: 'teleported' }, { id: '' }, { currency: 7 }]) {
      const payload = { payment: { entity: { ...payment, ...broken } } }
      expect(read(event('payment.captured', payload)), JSON.stringify(broken)).toMatchObject({ type: 'other' })
    }
    expect(read(event('payment.captured'))).toEqual({
      eventId: 'evt_1',
      type: 'payment.captured',
      createdAt: expect.any(Date),
    })
    expect(read(event('constructor'))).toMatchObject({ type: 'other' })
  })

  it('that are signed but not an event are rejected', () => {
    for (const body of ['', 'null', '[]', '7', '{}', '{"event":7}', '{"event":"order.paid"', '\u0000']) {
      expect(read(body), body).toBeUndefined()
    }
  })

  it('without an event id are identified by their bytes, so that a replay is recognised', () => {
    const first = read(event('invoice.paid'), 'new secret', '')
    expect(first?.eventId).toMatch(/^body_[0-9a-f]{64}$/)
    expect(read(event('invoice.paid'), 'old secret', '')).toEqual(first)
    expect(read({ ...event('invoice.paid'), created_at: 1 }, 'new secret', '')?.eventId).not.toBe(first?.eventId)
  })

  it('cannot be configured without a secret', () => {
    expect(() => new RazorpayGateway({ ...options, webhookSecrets: [] })).toThrow(/webhook secret/)
    expect(() => new RazorpayGateway({ ...options, webhookSecrets: ['good', ''] })).toThrow(/webhook secret/)
    expect(() => new RazorpayGateway({ ...options, keySecret: '' })).toThrow(/key secret/)
  })
})

describe('Razorpay during failures', () => {
  let server: Server
  let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void
  let calls: { path: string; body: string; key: unknown }[] = []
  let gateway: RazorpayGateway

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const body = await readText(request)
      calls.push({ path: request.url ?? '', body, key: request.headers['x-refund-idempotency'] })
      answer(request, response, body)
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    gateway = new RazorpayGateway({ ...options, apiUrl, timeoutMs: 300 })
  })
  afterEach(() => {
    calls = []
  })

  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const say =
    (status: number, body: unknown = {}) =>
    (_request: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  const order = {
    id: 'order_1',
    entity: 'order',
    amount: 100,
    amount_paid: 0,
    currency: 'INR',
    receipt: 'r',
    status: 'created',
    created_at: 1,
  }
  const create = () => gateway.createOrder({ amountPaise: 100, currency: 'INR', receipt: 'r', notes: {} })
  const refund = () => gateway.refund({ paymentId: 'pay_1', idempotencyKey: 'key-0123456789' })

  it('is retried with the same request, and then fails', async () => {
    for (const status of [500, 502, 503, 429, 409]) {
      answer = say(status)
      calls = []
      await expect(refund(), String(status)).rejects.toBeInstanceOf(PaymentGatewayUnavailable)
      expect(calls).toHaveLength(3)
      expect(new Set(calls.map((call) => JSON.stringify(call))).size).toBe(1)
      expect(calls[0]?.key).toBe('key-0123456789')
    }
  })

  it('that is short is hidden by retries', async () => {
    answer = (request, response) => (calls.length < 3 ? say(503) : say(200, order))(request, response)
    expect(await create()).toMatchObject({ orderId: 'order_1' })
    expect(calls.map(({ body }) => JSON.parse(body))).toEqual(
      Array(3).fill({
        ...{ amount: 100, currency: 'INR', receipt: 'r', unique_receipt: true, notes: {} },
        payment: expect.objectContaining({ capture: 'automatic' }),
      }),
    )
  })

  it('that never answers, disconnects, answers nonsense or redirects is a failure too', async () => {
    answer = () => {}
    await expect(gateway.findOrder('order_1')).rejects.toBeInstanceOf(PaymentGatewayUnavailable)
    answer = (request) => void request.socket.destroy()
    await expect(gateway.findOrder('order_1')).rejects.toBeInstanceOf(PaymentGatewayUnavailable)
    for (const nonsense of ['<html>', '', 'null', '[]', { ...order, amount: '100' }, { ...order, status: 'lost' }]) {
      answer = say(200, nonsense)
      await expect(gateway.findOrder('order_1')).rejects.toBeInstanceOf(PaymentGatewayUnavailable)
    }
    answer = (_request, response) => void response.writeHead(302, { location: 'https://elsewhere.example/' }).end()
    await expect(gateway.findOrder('order_1')).rejects.toBeInstanceOf(PaymentGatewayUnavailable)
    const unreachable = new RazorpayGateway(options)
    const error = await unreachable.findPayment('pay_1').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(PaymentGatewayUnavailable)
    expect((error as Error).cause).toBeInstanceOf(Error)
    expect(String((error as Error).message)).not.toContain('key secret')
  })

  it('is distinguished from a rejection, which is not retried', async () => {
    answer = say(400, {
      error: { code: 'BAD_REQUEST_ERROR', description: 'The amount is wrong', field: 'amount', reason: 'NA' },
    })
    await expect(create()).rejects.toMatchObject({
      name: 'PaymentGatewayRefused',
      message: 'The amount is wrong',
      code: 'BAD_REQUEST_ERROR',
      field: 'amount',
      reason: null,
    })
    expect(calls).toHaveLength(1)
    answer = say(401, { error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' } })
    // Wrong keys must never look like an order that does not exist.
    await expect(gateway.findOrder('order_1')).rejects.toBeInstanceOf(PaymentGatewayRefused)
    answer = say(403, 'no')
    await expect(gateway.findPayment('pay_1')).rejects.toMatchObject({ code: 'HTTP_403' })
  })

  it('a list of several pages is read to its end, and an endless one is cut off', async () => {
    const disputes = Array.from({ length: 230 }, (_, index) => ({
      id: `disp_${index}`,
      entity: 'dispute',
      payment_id: 'pay_1',
      amount: 100,
      amount_deducted: 0,
      status: index % 2 === 0 ? 'open' : 'under_review',
      reason_code: 'fraud',
    }))
    const page = (skip: number) => ({ entity: 'collection', items: disputes.slice(skip, skip + 100) })
    answer = (request, response) =>
      say(200, page(Number(new URL(request.url ?? '', 'http://x').searchParams.get('skip'))))(request, response)
    const all = await gateway.listDisputes(new Date(1_795_150_000_999))
    expect(all.map(({ disputeId }) => disputeId)).toEqual(disputes.map(({ id }) => id))
    expect(calls.map(({ path }) => path)).toEqual(
      [0, 100, 200].map((skip) => `/v1/disputes?from=1795150000&count=100&skip=${skip}`),
    )
    calls = []
    answer = say(200, page(0))
    expect(await gateway.listDisputes(new Date(0))).toHaveLength(100)
    expect(calls).toHaveLength(2)
  })

  it('items whose money is still at Razorpay are not settled, and kinds without a meaning here are other ones', async () => {
    const item = { entity_id: 'pay_1', type: 'payment', fee: 942, tax: 144, settled: true, settled_at: 1_795_322_880 }
    const settled = { ...item, settlement_id: 'setl_1', settlement_utr: null }
    const items = [
      settled,
      { ...settled, entity_id: 'trf_1', type: 'transfer' },
      { ...item, entity_id: 'pay_2', settled: false, settled_at: null, settlement_id: null },
    ]
    answer = say(200, { entity: 'collection', items })
    const month = { year: 2026, month: 3 }
    const listed = await gateway.listSettledItems(month)
    expect(listed.map(({ entityId, kind, utr }) => [entityId, kind, utr])).toEqual([
      ['pay_1', 'payment', null],
      ['trf_1', 'other', null],
    ])
    expect(calls[0]?.path).toBe('/v1/settlements/recon/combined?year=2026&month=03&count=100&skip=0')
    for (const broken of [{ fee: '942' }, { entity_id: null }, { settled_at: 'today' }]) {
      answer = say(200, { entity: 'collection', items: [{ ...settled, ...broken }] })
      await expect(gateway.listSettledItems(month)).rejects.toBeInstanceOf(PaymentGatewayUnavailable)
    }
  })

  it('an order of another amount under our receipt is never taken for ours', async () => {
    for (const other of [{ amount: 99_900 }, { currency: 'USD' }, { receipt: 'other' }]) {
      answer = say(200, { ...order, ...other })
      await expect(create()).rejects.toMatchObject({ name: 'PaymentGatewayRefused', reason: 'receipt_used' })
    }
  })

  it('does not receive requests that are invalid', async () => {
    answer = say(500)
    const wrong = { currency: 'INR' as const, receipt: 'r', notes: {} }
    for (const amountPaise of [0, 99, 100.5, Number.NaN, -100]) {
      await expect(gateway.createOrder({ ...wrong, amountPaise })).rejects.toThrow(/at least 100 paise/)
    }
    await expect(gateway.createOrder({ ...wrong, amountPaise: 100, receipt: 'x'.repeat(41) })).rejects.toThrow(
      /receipt/,
    )
    expect(() => gateway.refund({ paymentId: 'pay_1/../x', idempotencyKey: 'key-0123456789' })).toThrow(
      /id of a payment/,
    )
    expect(() => gateway.refund({ paymentId: 'pay_1', idempotencyKey: 'short' })).toThrow(/idempotency key/)
    expect(calls).toEqual([])
  })
})

const secret = 'a'.repeat(64)
const DATABASE_URL = 'postgresql://localhost/vitrine'
const read = (variables: Record<string, string>) => {
  const problems: string[] = []
  const environment = readProviderEnvironment(readVariables({ DATABASE_URL, ...variables }), problems)
  const { payment } = chooseProviders(emptyProviderSettings, { ...environment, cipher: createTextCipher([secret]) })
  return { payment, problems, serverUrl: environment.serverUrl }
}
const keys = {
  VITRINE_RAZORPAY_KEY_ID: 'rzp_live_AbCdEfGhIjKlMn',
  VITRINE_RAZORPAY_KEY_SECRET: 'secret',
  VITRINE_RAZORPAY_WEBHOOK_SECRET: 'new,old',
}

it('the sandbox runs without configured keys, with keys of its own per installation', () => {
  expect(read({})).toMatchObject({ payment: { kind: 'sandbox' }, problems: [] })
  const mine = deriveSandboxKeys(secret)
  expect(mine).toEqual(deriveSandboxKeys(secret))
  const theirs = deriveSandboxKeys('b'.repeat(64))
  expect(new Set([...Object.values(mine), ...Object.values(theirs)]).size).toBe(6)
  const gateway = createSandboxGateway('http://127.0.0.1:3000', secret)
  expect(gateway).toMatchObject({ keyId: mine.keyId, isSandbox: true, scriptUrl: '/sandbox/payment/checkout.js' })
})

it('Razorpay runs with its keys, and with old and new webhook secret during a rotation', () => {
  const { payment, problems, serverUrl } = read(keys)
  expect(problems).toEqual([])
  const gateway = createPaymentGateway(payment, { serverUrl, secret })
  const scriptUrl = 'https://checkout.razorpay.com/v1/checkout.js'
  expect(gateway).toMatchObject({ keyId: keys.VITRINE_RAZORPAY_KEY_ID, isSandbox: false, scriptUrl })
})

it('an incomplete configuration is rejected, naming what is missing', () => {
  const { VITRINE_RAZORPAY_KEY_ID, ...others } = keys
  expect(read({ VITRINE_RAZORPAY_KEY_ID }).problems).toEqual([
    'VITRINE_RAZORPAY_KEY_SECRET must be set when VITRINE_RAZORPAY_KEY_ID is',
    'VITRINE_RAZORPAY_WEBHOOK_SECRET must be set when VITRINE_RAZORPAY_KEY_ID is',
  ])
  expect(read(others).problems).toHaveLength(2)
  expect(() => read({ ...keys, VITRINE_RAZORPAY_KEY_ID: 'my key' })).toThrow(/KEY_ID must be .*rzp_live_/)
  expect(() => read({ ...keys, VITRINE_RAZORPAY_WEBHOOK_SECRET: 'new,,old' })).toThrow(/WEBHOOK_SECRET/)
  expect(() => read({ ...keys, VITRINE_RAZORPAY_API: 'api.razorpay.com' })).toThrow(/RAZORPAY_API/)
})
