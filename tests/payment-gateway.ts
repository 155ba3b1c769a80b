// A sandbox gateway of a test's own: the real one, on a port of this machine.
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import type { Db } from '@vitrine/database/connection'
import {
  createSandboxGateway,
  deriveSandboxKeys,
  type RazorpayGateway,
  type SandboxKeys,
} from '@vitrine/providers/payment/razorpay'
import { openSandboxPayment, type SandboxPayment, type SandboxPaymentOptions } from '@vitrine/sandbox-payment'
import { addApiRoutes } from '@vitrine/sandbox-payment/api-route'
import { addBrowserRoutes } from '@vitrine/sandbox-payment/browser-route'
import type { Outcome } from '@vitrine/sandbox-payment/payment-engine'
import Fastify from 'fastify'

/** The page's view of a payment; `response` once it is authorised or captured. */
interface PaymentAnswer {
  readonly paymentId: string
  readonly response: {
    readonly razorpay_payment_id: string
    readonly razorpay_order_id: string
    readonly razorpay_signature: string
  } | null
  readonly error: { readonly description: string; readonly reason: string } | null
}

interface PayOptions {
  readonly outcome?: Outcome
  /** The network loses the webhook calls about this order, or delivers each of them twice. */
  readonly webhooks?: 'never' | 'twice'
}

export interface TestGateway {
  /** The store's side of the gateway. */
  readonly payments: RazorpayGateway
  /** For a server that serves it, too. */
  readonly sandbox: SandboxPayment
  readonly keys: SandboxKeys
  /** The address of its API, without `/v1`. */
  readonly url: string
  /** Does what a customer does in the payment form. */
  pay(orderId: string, options?: PayOptions): Promise<PaymentAnswer>
  /** Does what a click on the control page does: `authorize`, `capture`, `refund`, `open-dispute`, `resend`, … */
  act(action: string, id: string, amountPaise?: number): Promise<void>
  /** What the control page shows. */
  overview(): Promise<{ isWebhookOn: boolean; orders: OverviewOrder[] }>
  close(): Promise<void>
}

interface OverviewOrder {
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

interface TestGatewayOptions extends Partial<SandboxPaymentOptions> {
  /** Its state; migrated. */
  readonly db: Db
}

/** `post` takes the webhook calls; without it they go nowhere and are answered 200. */
export async function startTestGateway(options: TestGatewayOptions): Promise<TestGateway> {
  const secret = randomBytes(32).toString('hex')
  const keys = deriveSandboxKeys(secret)
  const webhooks = new Map<string, PayOptions['webhooks']>()
  const sandbox = openSandboxPayment({
    keys,
    browserFolder: resolve(import.meta.dirname, '../packages/sandbox-payment/src/browser'),
    firstPauseMs: 20,
    onFault: (error) => console.error(error),
    ...options,
    async post(body, ...rest) {
      const post = options.post ?? (async () => ({ status: 200, text: '' }))
      const mode = webhooks.get(JSON.parse(body).payload.payment.entity.order_id)
      if (mode === 'never') return { status: 200, text: 'lost' }
      const answers = await Promise.all((mode === 'twice' ? [1, 2] : [1]).map(() => post(body, ...rest)))
      return answers.reduce((worst, answer) => (answer.status > worst.status ? answer : worst))
    },
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
    payments: createSandboxGateway(serverUrl, secret),
    sandbox,
    keys,
    url: `${serverUrl}/sandbox/payment`,
    pay: (orderId, { outcome = 'succeed', webhooks: mode } = {}) => {
      webhooks.set(orderId, mode)
      return ask<PaymentAnswer>('payments', { keyId: keys.keyId, orderId, outcome })
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
