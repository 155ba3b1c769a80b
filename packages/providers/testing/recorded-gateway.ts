// Test server that replays the exchanges of Razorpay's documentation in order and reports every request that differs from the
// recorded one.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { RazorpayGateway, type RazorpayOptions } from '../src/payment/razorpay/razorpay.ts'
import type { GatewayUnderTest, Scene } from './gateway-contract.ts'
import recorded from './recorded-exchange.json' with { type: 'json' }

interface Recording {
  readonly exchanges: readonly {
    readonly request: { method: string; path: string; headers?: Record<string, string>; body?: unknown }
    readonly response: { status: number; body: unknown }
  }[]
  readonly payments: Readonly<Record<string, { paymentId: string; signature?: string }>>
  readonly webhooks: readonly { type: string; rawBody: string; signature: string; eventId: string }[]
}

export interface RecordedGateway extends GatewayUnderTest {
  /** Requests that are not in the recording. */
  readonly complaints: readonly string[]
  close(): void
}

const { keyId, keySecret, webhookSecret } = recorded
const scenes: Readonly<Record<Scene, Recording>> = recorded.scenes
const AUTHORIZATION = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

/** `change` replaces options of the gateway, such as its webhook secrets. */
export async function openRecordedGateway(change: Partial<RazorpayOptions> = {}): Promise<RecordedGateway> {
  const complaints: string[] = []
  let scene = scenes.open
  let position = 0

  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const text = await readText(request)
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    const expected = scene.exchanges[position]
    const isExpected =
      expected !== undefined &&
      expected.request.method === method &&
      expected.request.path === url &&
      headers.authorization === AUTHORIZATION &&
      (body === undefined || headers['content-type'] === 'application/json') &&
      Object.entries(expected.request.headers ?? {}).every(([name, value]) => headers[name] === value) &&
      isDeepStrictEqual(body, expected.request.body)
    if (!isExpected) {
      complaints.push(`${method} ${url} ${text} instead of ${JSON.stringify(expected?.request)}`)
      response.writeHead(418).end('{}')
      return
    }
    position += 1
    response.writeHead(expected.response.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(expected.response.body))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    gateway: new RazorpayGateway({
      keyId,
      keySecret,
      webhookSecrets: [webhookSecret],
      apiUrl,
      scriptUrl: 'https://checkout.razorpay.com/v1/checkout.js',
      isSandbox: false,
      pauseMs: 1,
      ...change,
    }),
    complaints,
    begin(name) {
      scene = scenes[name]
      position = 0
      return `vt-contract-${name}`
    },
    async pay(_orderId, how) {
      const payment = scene.payments[how]
      if (!payment) throw new Error(`no payment of this kind was recorded: ${how}`)
      return { paymentId: payment.paymentId, signature: payment.signature }
    },
    async act() {},
    month: { year: 2026, month: 11 },
    async webhook(type) {
      const call = scene.webhooks.find((candidate) => candidate.type === type)
      if (!call) throw new Error(`no such call was recorded: ${type}`)
      return { rawBody: Buffer.from(call.rawBody), signature: call.signature, eventId: call.eventId }
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
