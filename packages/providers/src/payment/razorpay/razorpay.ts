// The payment gateway over Razorpay's HTTP API, at Razorpay itself or at a server with the same API such as the sandbox gateway.
import assert from 'node:assert/strict'
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { backoffMs } from '@vitrine/contract/backoff'
import { msg } from '@vitrine/language/texts'
import { z } from 'zod'
import { fromVariable, type Provider, secret, variable, word } from '../../provider/provider.ts'
import {
  type CheckoutSignature,
  type GatewayDispute,
  type GatewayMonth,
  type GatewayOrder,
  type GatewayPayment,
  type GatewayRefund,
  type GatewaySettledItem,
  type NewGatewayOrder,
  type NewGatewayRefund,
  type PaymentDeps,
  type PaymentEvent,
  type PaymentGateway,
  PaymentGatewayRefused,
  PaymentGatewayUnavailable,
  type WebhookHeaders,
} from '../payment.ts'
import {
  readDisputes,
  readEvent,
  readOrder,
  readPayment,
  readPayments,
  readRefund,
  readRefunds,
  readSettledItems,
  UnreadableAnswer,
} from './razorpay-wire.ts'

// Razorpay in the settings.

const API = 'https://api.razorpay.com'
const SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js'

const KEY_ID = /^rzp_(test|live)_\w+$/
const EXAMPLE = 'a key id such as rzp_live_AbCdEfGhIjKlMn'

/** Several during a rotation: newest first, separated by commas. */
const splitSecrets = (list: string) => list.split(',').map((each) => each.trim())

const isComplete = (list: string) => !list.includes(',') || !splitSecrets(list).includes('')

const fields = {
  keyId: word(60, {
    label: msg('Key id'),
    hint: { text: msg('From Razorpay, Account & Settings, API keys'), values: {} },
    required: msg('Enter the key id'),
    isDestination: true,
    checks: [{ accepts: KEY_ID, message: `Enter ${EXAMPLE}` }],
    variable: variable(
      'VITRINE_RAZORPAY_KEY_ID',
      { meaning: 'the key of Razorpay, which takes payments ([how](docs/payments.md))' },
      z.string().regex(KEY_ID, `must be ${EXAMPLE}`).optional(),
    ),
  }),
  keySecret: secret({
    label: msg('Key secret'),
    required: msg('Enter the key secret'),
    variable: variable('VITRINE_RAZORPAY_KEY_SECRET', {
      meaning: 'the key’s secret; required with `VITRINE_RAZORPAY_KEY_ID`',
    }),
  }),
  webhookSecret: secret({
    label: msg('Webhook secret'),
    hint: {
      text: msg('You choose it at Razorpay for the webhook {webhookUrl}'),
      values: { webhookUrl: '{publicUrl}/api/webhooks/razorpay' },
    },
    required: msg('Enter the webhook secret'),
    variable: variable(
      'VITRINE_RAZORPAY_WEBHOOK_SECRET',
      {
        meaning: 'the webhook’s secret; required with `VITRINE_RAZORPAY_KEY_ID`; `new,old` while it is replaced',
      },
      z.string().refine(isComplete, 'must hold one secret, or several separated by commas').optional(),
    ),
  }),
  /** URL of the API, if not Razorpay's. */
  apiUrl: fromVariable(
    variable(
      'VITRINE_RAZORPAY_API',
      {},
      z.url({ protocol: /^https?$/, error: `must be an address such as ${API}` }).optional(),
    ),
  ),
}

const isTest = ({ keyId }: { readonly keyId: string }) => keyId.startsWith('rzp_test_')

export const razorpay: Provider<PaymentGateway, PaymentDeps, typeof fields> = {
  id: 'razorpay',
  name: 'Razorpay',
  chosenBy: 'VITRINE_RAZORPAY_KEY_ID',
  isRefusedInPart: true,
  fields,
  isTest,
  place: (settings) => (isTest(settings) ? 'Razorpay, test mode' : 'razorpay'),
  create: ({ keyId, keySecret, webhookSecret, apiUrl }) =>
    new RazorpayGateway({
      keyId,
      keySecret,
      webhookSecrets: splitSecrets(webhookSecret).filter(Boolean),
      apiUrl: apiUrl || API,
      scriptUrl: SCRIPT,
      isSandbox: false,
    }),
}

export interface RazorpayOptions {
  readonly keyId: string
  readonly keySecret: string
  /** Secrets of the webhook, newest first. During a rotation, calls signed with either are valid. */
  readonly webhookSecrets: readonly string[]
  /** The URL before `/v1/…`: scheme, host, port and an optional path. */
  readonly apiUrl: string
  readonly scriptUrl: string
  readonly isSandbox: boolean
  /** Time limit of one attempt. */
  readonly timeoutMs?: number
  /** How long to wait before the second attempt; doubled before the third. */
  readonly pauseMs?: number
}

/** Every call is idempotent: orders by their unique receipt, refunds by their idempotency key. */
const ATTEMPTS = 3
const TIMEOUT_MS = 6000
const PAUSE_MS = 250

/** Ids become path segments; a text of another form cannot be an id and is not requested. */
const ID = /^[A-Za-z0-9_]{1,64}$/
const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{10,255}$/
const MAX_SIGNATURE_CHARACTERS = 256
const MIN_AMOUNT_PAISE = 100
/**
 * The gateway captures payments automatically, including those that a bank authorises days later, regardless of the dashboard's
 * settings (https://razorpay.com/docs/payments/payments/capture-settings/api). In minutes, at most five days.
 */
const CAPTURE = {
  capture: 'automatic',
  capture_options: { automatic_expiry_period: 7200, manual_expiry_period: 7200, refund_speed: 'normal' },
}
/** The maximum length of a list in one response. */
const PAGE = 100

interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

export class RazorpayGateway implements PaymentGateway {
  readonly keyId: string
  readonly scriptUrl: string
  readonly isSandbox: boolean
  readonly #keySecret: string
  readonly #webhookSecrets: readonly string[]
  readonly #apiUrl: string
  readonly #authorization: string
  readonly #timeoutMs: number
  readonly #pauseMs: number

  constructor(options: RazorpayOptions) {
    assert(options.keyId && options.keySecret, 'a payment gateway needs a key id and a key secret')
    assert(
      options.webhookSecrets.length > 0 && options.webhookSecrets.every((secret) => secret !== ''),
      'a payment gateway needs a webhook secret: without one anybody could announce a payment',
    )
    this.keyId = options.keyId
    this.scriptUrl = options.scriptUrl
    this.isSandbox = options.isSandbox
    this.#keySecret = options.keySecret
    this.#webhookSecrets = options.webhookSecrets
    this.#apiUrl = options.apiUrl.replace(/\/$/, '')
    this.#authorization = `Basic ${Buffer.from(`${options.keyId}:${options.keySecret}`).toString('base64')}`
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS
    this.#pauseMs = options.pauseMs ?? PAUSE_MS
  }

  async createOrder({ amountPaise, currency, receipt, notes }: NewGatewayOrder): Promise<GatewayOrder> {
    assert(
      Number.isSafeInteger(amountPaise) && amountPaise >= MIN_AMOUNT_PAISE,
      `an order is for at least ${MIN_AMOUNT_PAISE} paise, got ${amountPaise}`,
    )
    assert(receipt.length > 0 && receipt.length <= 40, `a receipt has 1 to 40 characters, got "${receipt}"`)
    const order = await this.#ask(
      {
        method: 'POST',
        path: '/v1/orders',
        body: { amount: amountPaise, currency, receipt, unique_receipt: true, notes, payment: CAPTURE },
      },
      readOrder,
    )
    // The order of a reused receipt may have another amount: the customer would pay that one, while the store expects this one.
    if (order.amountPaise !== amountPaise || order.currency !== currency || order.receipt !== receipt) {
      throw new PaymentGatewayRefused(`the receipt ${receipt} already names another order, ${order.orderId}`, {
        code: 'BAD_REQUEST_ERROR',
        field: 'receipt',
        reason: 'receipt_used',
      })
    }
    return order
  }

  findOrder(orderId: string): Promise<GatewayOrder | undefined> {
    return this.#find(orderId, (id) => `/v1/orders/${id}`, readOrder)
  }

  async listPayments(orderId: string): Promise<GatewayPayment[]> {
    return (await this.#find(orderId, (id) => `/v1/orders/${id}/payments`, readPayments)) ?? []
  }

  findPayment(paymentId: string): Promise<GatewayPayment | undefined> {
    return this.#find(paymentId, (id) => `/v1/payments/${id}`, readPayment)
  }

  async listRefunds(paymentId: string): Promise<GatewayRefund[]> {
    return (await this.#find(paymentId, (id) => `/v1/payments/${id}/refunds?count=${PAGE}`, readRefunds)) ?? []
  }

  async listDisputes(since: Date): Promise<GatewayDispute[]> {
    const from = Math.floor(since.getTime() / 1000)
    return this.#list(`/v1/disputes?from=${from}`, readDisputes, ({ disputeId }) => disputeId)
  }

  async listSettledItems({ year, month }: GatewayMonth): Promise<GatewaySettledItem[]> {
    const path = `/v1/settlements/recon/combined?year=${year}&month=${String(month).padStart(2, '0')}`
    const items = await this.#list(path, readSettledItems, ({ entityId }) => entityId)
    return items.filter((item) => item.settlementId !== null)
  }

  refund({ paymentId, amountPaise, idempotencyKey, notes }: NewGatewayRefund): Promise<GatewayRefund> {
    assert(ID.test(paymentId), `not the id of a payment: ${paymentId}`)
    assert(IDEMPOTENCY_KEY.test(idempotencyKey), `not an idempotency key of a refund: ${idempotencyKey}`)
    return this.#ask(
      {
        method: 'POST',
        path: `/v1/payments/${paymentId}/refund`,
        headers: { 'x-refund-idempotency': idempotencyKey },
        body: { ...(amountPaise !== undefined && { amount: amountPaise }), ...(notes && { notes }) },
      },
      readRefund,
    )
  }

  isCheckoutSignatureValid({ orderId, paymentId, signature }: CheckoutSignature): boolean {
    // Otherwise an id with a bar in it could shift the border between the two.
    if (!ID.test(orderId) || !ID.test(paymentId)) return false
    return isSignedWith(this.#keySecret, `${orderId}|${paymentId}`, signature)
  }

  readWebhook(rawBody: Buffer, { signature, eventId }: WebhookHeaders): PaymentEvent | undefined {
    if (signature === undefined) return undefined
    // Tries every secret, so that the duration does not reveal which one matched.
    const fits = this.#webhookSecrets.filter((secret) => isSignedWith(secret, rawBody, signature))
    if (fits.length === 0) return undefined
    // A proxy may have dropped the header; then equal bytes are the same event.
    return readEvent(rawBody, eventId || `body_${createHash('sha256').update(rawBody).digest('hex')}`)
  }

  async #find<T>(id: string, path: (id: string) => string, read: (answer: unknown) => T): Promise<T | undefined> {
    if (!ID.test(id)) return undefined
    try {
      return await this.#ask({ method: 'GET', path: path(id) }, read)
    } catch (error) {
      if (error instanceof PaymentGatewayRefused && isAboutUnknownId(error)) return undefined
      throw error
    }
  }

  /** Reads a list to its end, page by page. */
  async #list<T>(path: string, read: (answer: unknown) => T[], toId: (item: T) => string): Promise<T[]> {
    const found = new Map<string, T>()
    for (let skip = 0; ; skip += PAGE) {
      const page = await this.#ask({ method: 'GET', path: `${path}&count=${PAGE}&skip=${skip}` }, read)
      const before = found.size
      for (const item of page) found.set(toId(item), item)
      // A page without new items ends the list, too: a gateway that ignores `skip` would otherwise answer for ever.
      if (page.length < PAGE || found.size === before) return [...found.values()]
    }
  }

  async #ask<T>(call: Call, read: (answer: unknown) => T): Promise<T> {
    const { status, body } = await this.#repeat(call)
    if (status >= 200 && status < 300) {
      try {
        return read(body)
      } catch (error) {
        if (!(error instanceof UnreadableAnswer)) throw error
        throw new PaymentGatewayUnavailable(`${call.method} ${call.path}: ${error.message}`, { cause: error })
      }
    }
    throw toRefusal(status, body)
  }

  /** Sends a call, and repeats it after a pause when the gateway has a temporary failure. Throws `PaymentGatewayUnavailable`. */
  async #repeat(call: Call): Promise<{ status: number; body: unknown }> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#send(call)
      if (!(answer instanceof PaymentGatewayUnavailable)) return answer
      if (attempt === ATTEMPTS) throw answer
      await sleep(backoffMs(attempt, { firstMs: this.#pauseMs, isSpread: true }))
    }
  }

  async #send({
    method,
    path,
    body,
    headers,
  }: Call): Promise<{ status: number; body: unknown } | PaymentGatewayUnavailable> {
    const about = `${method} ${path}`
    try {
      const response = await fetch(this.#apiUrl + path, {
        method,
        headers: {
          accept: 'application/json',
          authorization: this.#authorization,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(this.#timeoutMs),
        redirect: 'error',
      })
      const text = await response.text()
      // 409: an earlier attempt of the same refund is still in progress.
      if (response.status >= 500 || response.status === 429 || response.status === 409) {
        return new PaymentGatewayUnavailable(`${about}: the payment gateway answered ${response.status}`)
      }
      return { status: response.status, body: parseJson(text) }
    } catch (error) {
      return new PaymentGatewayUnavailable(`${about}: the payment gateway did not answer`, { cause: error })
    }
  }
}

/** Compares in constant time. `signature` is the hexadecimal value from the request. */
function isSignedWith(secret: string, message: string | Buffer, signature: string): boolean {
  if (signature.length > MAX_SIGNATURE_CHARACTERS) return false
  const expected = Buffer.from(createHmac('sha256', secret).update(message).digest('hex'))
  const received = Buffer.from(signature)
  return received.length === expected.length && timingSafeEqual(received, expected)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function toRefusal(status: number, body: unknown): PaymentGatewayRefused {
  const error = ((body as { error?: unknown } | undefined)?.error ?? {}) as Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' && value !== '' && value !== 'NA' ? value : null)
  return new PaymentGatewayRefused(text(error.description) ?? `the payment gateway answered ${status}`, {
    code: text(error.code) ?? `HTTP_${status}`,
    field: text(error.field),
    reason: text(error.reason),
  })
}

/** Razorpay answers 400, not 404, for an id that it does not know. */
function isAboutUnknownId({ code, message }: PaymentGatewayRefused): boolean {
  return code === 'HTTP_404' || /does not exist|not a valid id|no db records found/i.test(message)
}

// The store's side of the Razorpay sandbox, a part of the server with the same API.

/** The keys of the sandbox gateway. */
export interface SandboxKeys {
  readonly keyId: string
  readonly keySecret: string
  readonly webhookSecret: string
}

/** The path below which the server serves the sandbox. */
const SANDBOX_PATH = '/sandbox/payment'

/** A gateway that calls the sandbox of the server at `serverUrl`, with keys derived from the installation's `secret`. */
export function createSandboxGateway(serverUrl: string, secret: string): RazorpayGateway {
  const { keyId, keySecret, webhookSecret } = deriveSandboxKeys(secret)
  return new RazorpayGateway({
    keyId,
    keySecret,
    webhookSecrets: [webhookSecret],
    apiUrl: serverUrl + SANDBOX_PATH,
    scriptUrl: `${SANDBOX_PATH}/checkout.js`,
    isSandbox: true,
  })
}

/** Keys that are stable for one installation and differ between installations. */
export function deriveSandboxKeys(secret: string): SandboxKeys {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `vitrine sandbox gateway ${purpose}`, bytes)).toString('hex')
  return {
    keyId: `rzp_test_${derive('key id', 7)}`,
    keySecret: derive('key secret', 16),
    webhookSecret: derive('webhook secret', 32),
  }
}
