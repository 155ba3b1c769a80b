// The sandbox over HTTP, as the store and its customers reach it, in a process that is killed.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { createSandboxGateway, type RazorpayGateway } from '@vitrine/providers/payment/razorpay'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../tests/database.ts'
import { findFreePort } from '../../../tests/free-port.ts'
import { endChild } from '../../../tests/process-list.ts'
import {
  type GatewayUnderTest,
  itBehavesAsPaymentGateway,
  type WebhookCall,
} from '../../providers/testing/gateway-contract.ts'
import type { Outcome } from './payment-engine.ts'

const database = useDatabase()
const SECRET = 's'.repeat(64)
const program = resolve(import.meta.dirname, '../testing/sandbox-process.ts')

/** A store that trusts every message, and records it. */
const calls: (WebhookCall & { type: string; orderId: string })[] = []
let store: Server
let serverUrl: string
let gateway: RazorpayGateway
let child: ChildProcess

beforeAll(async () => {
  store = createServer(async (request, response) => {
    const body = await readText(request)
    const { event, payload } = JSON.parse(body)
    calls.push({
      rawBody: Buffer.from(body),
      signature: String(request.headers['x-razorpay-signature']),
      eventId: String(request.headers['x-razorpay-event-id']),
      type: event,
      orderId: payload.payment.entity.order_id,
    })
    response.end()
  }).listen(0, '127.0.0.1')
  await once(store, 'listening')
  serverUrl = `http://127.0.0.1:${await findFreePort()}`
  gateway = createSandboxGateway(serverUrl, SECRET)
  child = await start()
})
afterAll(async () => {
  await endChild(child)
  store.closeAllConnections()
  store.close()
})

async function start(): Promise<ChildProcess> {
  const started = fork(program, [], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      SECRET,
      PORT: new URL(serverUrl).port,
      WEBHOOK_URL: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
    },
  })
  const [message] = await Promise.race([once(started, 'message'), once(started, 'exit')])
  expect(message).toBe('ready')
  return started
}

async function post<T>(path: string, body: object): Promise<T> {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(`${serverUrl}/sandbox/payment/api/${path}`, request)
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

interface Paid {
  paymentId: string
  response: { razorpay_signature: string } | null
}

const pay = (orderId: string, outcome: Outcome = 'succeed') =>
  post<Paid>('payments', { keyId: gateway.keyId, orderId, outcome })

const OUTCOMES = { success: 'succeed', failure: 'fail', authorized: 'later' } as const

async function waitFor<T>(find: () => T | undefined): Promise<T> {
  await expect.poll(find, { interval: 10 }).toBeDefined()
  return find() as T
}

describe('the sandbox over HTTP', () => {
  let orderId = ''
  let scenes = 0
  const underTest: GatewayUnderTest = {
    get gateway() {
      return gateway
    },
    begin: (scene) => `vt-${scene}-${++scenes}`,
    async pay(id, how) {
      orderId = id
      const { paymentId, response } = await pay(id, OUTCOMES[how])
      return { paymentId, signature: response?.razorpay_signature }
    },
    get month() {
      const [year = 0, month = 0] = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })
        .format()
        .split('-')
        .map(Number)
      return { year, month }
    },
    async act(action, paymentId) {
      if (action !== 'lose-dispute') {
        await post('actions', { action, id: paymentId })
        return
      }
      const { disputeId } = await waitForDispute(paymentId)
      await post('actions', { action, id: disputeId })
    },
    webhook: (type) =>
      waitFor(() => calls.find((candidate) => candidate.type === type && candidate.orderId === orderId)),
  }
  const waitForDispute = (paymentId: string) =>
    waitFor(() => {
      const events = calls.map(({ rawBody, ...headers }) => gateway.readWebhook(rawBody, headers))
      return events.find((event) => event?.dispute?.paymentId === paymentId)?.dispute
    })

  itBehavesAsPaymentGateway(() => underTest)
})

describe('kill -9', () => {
  it('loses no order, no payment and no confirmed webhook', { tags: ['full'] }, async () => {
    const opened = new Set<string>()
    for (let round = 0; round < 2; round++) {
      const required = opened.size + 1 + round * 3
      let onEnough = () => {}
      const isEnough = new Promise<void>((enough) => {
        onEnough = enough
      })
      // Orders and payments go on while the process is killed; only what was answered counts.
      const work = Promise.allSettled(
        Array.from({ length: 20 }, async (_, index) => {
          const receipt = `kill-${round}-${index}`
          const { orderId } = await gateway.createOrder({ amountPaise: 39_900, currency: 'INR', receipt, notes: {} })
          await pay(orderId)
          opened.add(orderId)
          if (opened.size === required) onEnough()
        }),
      )
      await isEnough
      await Promise.all([work, endChild(child)])
      child = await start()
    }
    expect(opened.size).toBeGreaterThan(0)
    for (const orderId of opened) {
      expect(await gateway.findOrder(orderId)).toMatchObject({ status: 'paid', amountPaidPaise: 39_900 })
      const payments = await gateway.listPayments(orderId)
      expect(payments.map(({ status }) => status)).toEqual(['captured'])
    }
    const isReported = (orderId: string) => calls.some((call) => call.type === 'order.paid' && call.orderId === orderId)
    await expect.poll(() => [...opened].filter((orderId) => !isReported(orderId))).toEqual([])
    for (const { rawBody, signature, eventId } of calls) {
      expect(gateway.readWebhook(rawBody, { signature, eventId })).toBeDefined()
    }
  })
})
