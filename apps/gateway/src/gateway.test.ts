import { type ChildProcess, fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type GatewayUnderTest, itBehavesAsPaymentGateway, type WebhookCall } from '@vitrine/providers/payment/contract'
import type { RazorpayGateway } from '@vitrine/providers/payment/razorpay'
import { createPaymentGateway } from '@vitrine/providers/payment/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFreePort } from '../../../tests/free-port.ts'
import { endChild } from '../../../tests/process-list.ts'
import { readSettings } from './env.ts'

const secret = 's'.repeat(64)
const program = resolve(import.meta.dirname, 'gateway.ts')

/** A shop that believes everything, and writes down what it was told. */
const calls: (WebhookCall & { type: string; orderId: string })[] = []
let shop: Server
let dataFolder: string
let gatewayUrl: string
let gateway: RazorpayGateway
let child: ChildProcess

beforeAll(async () => {
  shop = createServer(async (request, response) => {
    const body = await readText(request)
    const { event, payload } = JSON.parse(body)
    calls.push({
      rawBody: Buffer.from(body),
      signature: String(request.headers['x-razorpay-signature']),
      eventId: String(request.headers['x-razorpay-event-id']),
      type: request.url === '/api/webhooks/razorpay' ? event : 'at the wrong address',
      orderId: payload.payment.entity.order_id,
    })
    response.end()
  }).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  dataFolder = mkdtempSync(join(tmpdir(), 'vitrine-gateway-'))
  gatewayUrl = `http://127.0.0.1:${await findFreePort()}`
  gateway = createPaymentGateway({ kind: 'sandbox', gatewayUrl }, secret)
  child = await start()
})
afterAll(async () => {
  await endChild(child)
  shop.closeAllConnections()
  shop.close()
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 10 })
})

/** Starts the process as the launcher does, and waits until it is ready. */
async function start(): Promise<ChildProcess> {
  const started = fork(program, [], {
    env: {
      ...process.env,
      VITRINE_SECRET: secret,
      VITRINE_DATA: dataFolder,
      VITRINE_ROOT: resolve(import.meta.dirname, '../../..'),
      VITRINE_GATEWAY_URL: gatewayUrl,
      PORT: String((shop.address() as AddressInfo).port),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [message] = await Promise.race([once(started, 'message'), once(started, 'exit')])
  expect(message).toBe('ready')
  return started
}

async function post<T>(path: string, body: object): Promise<T> {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(`${gatewayUrl}/sandbox/payment/api/${path}`, request)
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

interface Paid {
  paymentId: string
  response: { razorpay_signature: string } | null
}

const pay = (orderId: string, more: object = {}) =>
  post<Paid>('payments', {
    keyId: gateway.keyId,
    orderId,
    method: 'upi',
    account: 'success@razorpay',
    delaySeconds: 0,
    ...more,
  })

describe('the sandbox gateway as a process', () => {
  let orderId = ''
  let scenes = 0
  const underTest: GatewayUnderTest = {
    get gateway() {
      return gateway
    },
    begin: (scene) => `vt-${scene}-${++scenes}`,
    async pay(id, how) {
      orderId = id
      const outcome = how === 'authorized' ? 'captured-late' : how
      const { paymentId, response } = await pay(id, { outcome })
      return { paymentId, signature: response?.razorpay_signature }
    },
    async act(action, paymentId) {
      if (action !== 'lose-dispute') {
        await post('actions', { action, id: paymentId })
        return
      }
      const { disputeId } = await disputeOf(paymentId)
      await post('actions', { action, id: disputeId })
    },
    async webhook(type) {
      for (;;) {
        const call = calls.find((candidate) => candidate.type === type && candidate.orderId === orderId)
        if (call) return call
        await sleep(10)
      }
    },
  }
  const disputeOf = async (paymentId: string) => {
    for (;;) {
      for (const { rawBody, signature, eventId } of calls) {
        const dispute = gateway.readWebhook(rawBody, { signature, eventId })?.dispute
        if (dispute?.paymentId === paymentId) return dispute
      }
      await sleep(10)
    }
  }

  itBehavesAsPaymentGateway(() => underTest)
})

describe('kill -9', () => {
  it('loses no order, no payment and no confirmed webhook', async () => {
    const opened = new Set<string>()
    for (let round = 0; round < 4; round++) {
      const wanted = opened.size + 1 + round * 3
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
          if (opened.size === wanted) onEnough()
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
    const isTold = (orderId: string) => calls.some((call) => call.type === 'order.paid' && call.orderId === orderId)
    while (![...opened].every(isTold)) await sleep(20)
    for (const { rawBody, signature, eventId } of calls) {
      expect(gateway.readWebhook(rawBody, { signature, eventId })).toBeDefined()
    }
  })
})

describe('its settings', () => {
  const read = (more: NodeJS.ProcessEnv = {}) => readSettings({ VITRINE_SECRET: secret, ...more })

  it('use the store’s address, and listen on this machine only', () => {
    expect(read()).toMatchObject({
      host: '127.0.0.1',
      port: 3001,
      webhookUrl: 'http://127.0.0.1:3000/api/webhooks/razorpay',
    })
    expect(read({ HOST: '0.0.0.0', PORT: '80' }).webhookUrl).toBe('http://127.0.0.1:80/api/webhooks/razorpay')
    expect(read({ HOST: '10.0.0.5' }).webhookUrl).toContain('http://10.0.0.5:3000/')
    expect(read({ HOST: '::1' }).webhookUrl).toContain('http://[::1]:3000/')
    expect(read({ VITRINE_GATEWAY_URL: 'http://127.0.0.1:4567' })).toMatchObject({ port: 4567 })
  })

  it('reject the sandbox beside real Razorpay keys', () => {
    const real = {
      VITRINE_RAZORPAY_KEY_ID: 'rzp_live_AbCdEfGhIjKlMn',
      VITRINE_RAZORPAY_KEY_SECRET: 'x',
      VITRINE_RAZORPAY_WEBHOOK_SECRET: 'y',
    }
    expect(() => read(real)).toThrow(/nothing to do/)
    expect(() => readSettings({ VITRINE_DATA: '/nowhere' })).toThrow(/VITRINE_SECRET is not set/)
  })

  it('sign with the secrets derived from the installation’s', () => {
    const { keys } = read()
    expect(keys.keyId).toBe(gateway.keyId)
    const signature = createHmac('sha256', keys.keySecret).update('order_1|pay_1').digest('hex')
    expect(gateway.isCheckoutSignatureValid({ orderId: 'order_1', paymentId: 'pay_1', signature })).toBe(true)
  })
})
