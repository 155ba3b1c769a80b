// A sandbox gateway of a test's own: the real one, on a port of this machine.
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import type { Db } from '@vitrine/database/connection'
import type { RazorpayGateway } from '@vitrine/providers/payment/razorpay'
import { createPaymentGateway, deriveSandboxKeys, type SandboxKeys } from '@vitrine/providers/payment/settings'
import { openSandboxPayment, type SandboxPayment, type SandboxPaymentOptions } from '@vitrine/sandbox-payment'
import { addApiRoutes } from '@vitrine/sandbox-payment/api-route'
import { addBrowserRoutes } from '@vitrine/sandbox-payment/browser-route'
import type { Outcome, WebhookMode } from '@vitrine/sandbox-payment/scenario'
import Fastify from 'fastify'

/** The page's view of a payment; `response` once it is authorised or captured. */
export interface PaymentAnswer {
  readonly paymentId: string
  readonly status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded'
  readonly isPageNotified: boolean
  readonly response: {
    readonly razorpay_payment_id: string
    readonly razorpay_order_id: string
    readonly razorpay_signature: string
  } | null
  readonly error: { readonly description: string; readonly reason: string } | null
}

export interface PayOptions {
  readonly outcome?: Outcome
  readonly webhooks?: WebhookMode
  /** How long banks and late webhooks take; 0, the default: until `act` says so. */
  readonly delaySeconds?: number
}

export interface TestGateway {
  /** The shop's side of it. */
  readonly payments: RazorpayGateway
  /** For a server that serves it, too. */
  readonly sandbox: SandboxPayment
  readonly keys: SandboxKeys
  /** The address of its API, without `/v1`. */
  readonly url: string
  /** Does what a customer does in the dialog. */
  pay(orderId: string, options?: PayOptions): Promise<PaymentAnswer>
  /** Does what a click on the control page does: `authorize`, `capture`, `refund`, `open-dispute`, `resend`, … */
  act(action: string, id: string, amountPaise?: number): Promise<void>
  /** What the control page shows. */
  overview(): Promise<{ isWebhookOn: boolean; orders: OverviewOrder[] }>
  close(): Promise<void>
}

export interface OverviewOrder {
  readonly order: { readonly id: string; readonly status: string }
  readonly payments: readonly {
    readonly payment: { readonly id: string; readonly status: string }
    readonly disputes: readonly { readonly id: string; readonly status: string }[]
    readonly deliveries: readonly {
      readonly id: number
      readonly event: string
      readonly state: string
      readonly attempts: number
    }[]
  }[]
}

export interface TestGatewayOptions extends Partial<SandboxPaymentOptions> {
  /** Its state; migrated. */
  readonly db: Db
}

/** `post` takes the webhook calls; without it they go nowhere and are answered 200. */
export async function startTestGateway(options: TestGatewayOptions): Promise<TestGateway> {
  const secret = randomBytes(32).toString('hex')
  const keys = deriveSandboxKeys(secret)
  const sandbox = openSandboxPayment({
    keys,
    browserFolder: resolve(import.meta.dirname, '../packages/sandbox-payment/src/browser'),
    post: async () => ({ status: 200, text: '' }),
    firstPauseMs: 20,
    onFault: (error) => console.error(error),
    ...options,
  })
  const app = Fastify({ forceCloseConnections: true })
  await app.register(async (api) => addApiRoutes(api, sandbox), { prefix: '/sandbox/payment/v1' })
  await app.register(async (pages) => addBrowserRoutes(pages, sandbox), { prefix: '/sandbox/payment' })
  await app.listen({ host: '127.0.0.1', port: 0 })
  sandbox.start()
  const serverUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const ask = async <T>(path: string, body?: unknown): Promise<T> => {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(`${serverUrl}/sandbox/payment/api/${path}`, body === undefined ? {} : post)
    const answer = (await response.json()) as T & { error?: { description: string } | null }
    if (!response.ok) throw new Error(answer.error?.description ?? `the gateway answered ${response.status}`)
    return answer
  }
  return {
    payments: createPaymentGateway({ kind: 'sandbox', serverUrl }, secret),
    sandbox,
    keys,
    url: `${serverUrl}/sandbox/payment`,
    pay: (orderId, { delaySeconds = 0, ...choice } = {}) => {
      const details = { keyId: keys.keyId, orderId, method: 'upi', account: 'success@razorpay' }
      return ask<PaymentAnswer>('payments', { ...details, ...choice, delaySeconds })
    },
    async act(action, id, amount) {
      await ask('actions', { action, id, ...(amount !== undefined && { amount }) })
    },
    overview: () => ask('overview'),
    async close() {
      await sandbox.stop()
      await app.close()
    },
  }
}
