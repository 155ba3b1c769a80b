import { createHmac, randomUUID } from 'node:crypto'
import { RazorpayGateway } from '@vitrine/providers/payment/razorpay'
import { checkMoney } from '@vitrine/store/invariants/ledger-check'
import { reconcilePayments } from '@vitrine/store/payments/reconcile'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { useApp } from '../../testing/app.ts'
import { replaceProviders } from '../../testing/deps.ts'
import { readMails } from '../../testing/email.ts'
import { insertMember, type MemberForTest } from '../../testing/member.ts'
import { addTemplate } from '../../testing/template.ts'

/** Webhooks of the gateway are queued: each test decides when they arrive, in which order and how often. */
const calls: { body: string; headers: Readonly<Record<string, string>> }[] = []
const store = useApp(undefined, {
  post: async (body, headers) => {
    calls.push({ body, headers })
    return { status: 200, text: 'held' }
  },
})
/** The same store during a rotation of its webhook secret, with an unreachable gateway. */
const NEW_SECRET = 'the secret that replaces the present one'
const away = useApp((deps) =>
  replaceProviders(deps, {
    payments: new RazorpayGateway({
      ...store.gateway.keys,
      webhookSecrets: [NEW_SECRET, store.gateway.keys.webhookSecret],
      apiUrl: 'http://127.0.0.1:1',
      scriptUrl: '/checkout.js',
      isSandbox: true,
      pauseMs: 1,
    }),
  }),
)
/** The same store with a key that the gateway does not know. */
const wronglyKeyed = useApp((deps) =>
  replaceProviders(deps, {
    payments: new RazorpayGateway({
      ...store.gateway.keys,
      keySecret: 'not the secret of this key',
      webhookSecrets: [store.gateway.keys.webhookSecret],
      apiUrl: store.gateway.url,
      scriptUrl: '/checkout.js',
      isSandbox: true,
      pauseMs: 1,
    }),
  }),
)

afterEach(async () => {
  expect((await checkMoney(store.db)).faults).toEqual([])
  // The next test must find no call that this one left behind.
  await expect.poll(countWaitingCalls).toBe(0)
  calls.length = 0
})

const call = (member: MemberForTest | undefined, method: string, path: string, body?: unknown) =>
  store.call(method, `/api/${path}`, { token: member?.token, body })
const readCredits = async (member: MemberForTest) => (await call(member, 'GET', 'user-credits')).body.credits
const order = async (member: MemberForTest, credits = 500) =>
  String((await call(member, 'POST', 'create-razorpay-order', { amount: 1, currency: 'INR', credits })).body.orderId)
const verify = (member: MemberForTest, response: object | null, claims: object = {}) =>
  call(member, 'POST', 'verify-razorpay-payment', { ...response, ...claims })
const reconcile = () => reconcilePayments(store.db, store.gateway.payments, new Date(Date.now() + 5 * 60_000))

async function countWaitingCalls(): Promise<number> {
  const { orders } = await store.gateway.overview()
  const deliveries = orders.flatMap(({ payments }) => payments.flatMap(({ deliveries }) => deliveries))
  return deliveries.filter(({ state }) => state === 'waiting').length
}

/** Waits for so many calls and takes them. */
async function takeCalls(count: number) {
  while (calls.length < count) await new Promise((done) => setTimeout(done, 5))
  return calls.splice(0)
}
const deliver = ({ body, headers }: { body: string; headers: Readonly<Record<string, string>> }) =>
  store.call('POST', '/api/webhooks/razorpay', { body, headers: { ...headers } })
const sign = (body: string, secret = store.gateway.keys.webhookSecret) =>
  createHmac('sha256', secret).update(body).digest('hex')

describe('packs', () => {
  it('are those of the specification, for everybody', async () => {
    const { status, body } = await call(undefined, 'GET', 'credit-packs')
    expect(status).toBe(200)
    const packs = body.packs as Record<string, unknown>[]
    expect(packs.map(({ id, credits, price, popular, savings }) => [id, credits, price, popular, savings])).toEqual([
      ['starter', 100, 1, false, null],
      ['popular', 500, 399, true, '20% savings'],
      ['large', 1000, 699, false, '30% savings'],
      ['largest', 2500, 1499, false, '40% savings'],
    ])
    expect(packs.every(({ isAvailable, currency }) => isAvailable === true && currency === 'INR')).toBe(true)
  })

  it('return what a page needs to open the checkout, and nothing secret', async () => {
    const { body, text } = await call(undefined, 'GET', 'payment-config')
    expect(body).toEqual({
      keyId: store.gateway.keys.keyId,
      scriptUrl: '/sandbox/payment/checkout.js',
      isSandbox: true,
    })
    expect(text).not.toContain(store.gateway.keys.keySecret)
  })

  it('include the starter pack once per account, also for two orders of it that were open at once', async () => {
    const member = await insertMember(store)
    const [first, second] = [await order(member, 100), await order(member, 100)]
    const paid = await verify(member, (await store.gateway.pay(first)).response)
    expect(paid.body).toMatchObject({ success: true, credits: 100, amount: 100, newCreditsBalance: 600 })
    const { body } = await call(member, 'GET', 'credit-packs')
    expect(body.packs).toMatchObject([{ isStarter: true, isAvailable: false }, {}, {}, {}])
    expect(await call(member, 'POST', 'create-razorpay-order', { credits: 100 })).toMatchObject({
      status: 409,
      body: { code: 'starter-pack-used' },
    })
    // The other order was opened before. Its money buys nothing and goes back.
    const late = await verify(member, (await store.gateway.pay(second)).response)
    expect(late).toMatchObject({ status: 409, body: { code: 'payment-returned', reason: 'starter-pack-used' } })
    expect(await reconcile()).toMatchObject({ paymentsReturned: 1, isGatewayUnavailable: false })
    expect(await readCredits(member)).toBe(600)
  })
})

describe('an order', () => {
  it('costs what the store says, whatever amount and currency the page sends', async () => {
    const member = await insertMember(store)
    const forged = { amount: 1, currency: 'USD', credits: 2500 }
    const { status, body } = await call(member, 'POST', 'create-razorpay-order', forged)
    expect(status).toBe(200)
    expect(body).toEqual({
      orderId: expect.stringMatching(/^order_/),
      amount: 149_900,
      currency: 'INR',
      credits: 2500,
      keyId: store.gateway.keys.keyId,
      prefill: { name: 'A Member', email: member.email, contact: '+919876543210' },
    })
    expect(await store.gateway.payments.findOrder(String(body.orderId))).toMatchObject({ amountPaise: 149_900 })
  })

  it('is rejected for unknown packs, and for visitors', async () => {
    const member = await insertMember(store)
    const attempt = (body: object) => call(member, 'POST', 'create-razorpay-order', body)
    for (const body of [{ credits: 501 }, { credits: 1_000_000, amount: 100 }, { packId: 'free' }]) {
      expect(await attempt(body)).toMatchObject({ status: 404, body: { code: 'pack-not-found' } })
    }
    for (const body of [{}, { credits: 0 }, { credits: -500 }, { credits: 1.5 }, { credits: '500' }]) {
      expect((await attempt(body)).status).toBe(400)
    }
    expect((await call(undefined, 'POST', 'create-razorpay-order', { credits: 500 })).status).toBe(401)
    expect((await call(undefined, 'POST', 'verify-razorpay-payment', {})).status).toBe(401)
    expect((await call(undefined, 'GET', 'credit-purchases')).status).toBe(401)
  })

  it('can be opened thirty times in an hour', async () => {
    const member = await insertMember(store)
    for (let round = 0; round < 30; round++) await order(member)
    const refused = await call(member, 'POST', 'create-razorpay-order', { credits: 500 })
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate-limited' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
  })

  it.each([
    ['is away', away],
    ['does not know our key', wronglyKeyed],
  ])('cannot be opened while the gateway %s, in the words of the specification', async (_, closed) => {
    const member = await insertMember(closed)
    const answer = await closed.call('POST', '/api/create-razorpay-order', {
      token: member.token,
      body: { credits: 500 },
    })
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'payment-unavailable', error: 'Failed to initiate payment. Please try again.' },
    })
  })
})

describe('a payment', () => {
  it('grants the credits of its order once, whatever the page claims, and can be read again by its owner', async () => {
    const member = await insertMember(store)
    const orderId = await order(member)
    const purchase = () => call(member, 'GET', `credit-purchases/${orderId}`)
    expect((await purchase()).body).toMatchObject({ status: 'created', newCreditsBalance: 500, transactionId: null })
    const { response, paymentId } = await store.gateway.pay(orderId)
    const first = await verify(member, response, { credits: 1_000_000, amount: 1, currency: 'USD' })
    expect(first.body).toEqual({
      success: true,
      newCreditsBalance: 1000,
      credits: 500,
      amount: 39_900,
      currency: 'INR',
      transactionId: paymentId,
      orderId,
    })
    expect((await verify(member, response)).body).toEqual(first.body)
    const read = await purchase()
    expect(read.body).toMatchObject({
      status: 'paid',
      credits: 500,
      amountPaise: 39_900,
      transactionId: paymentId,
      newCreditsBalance: 1000,
      receiptNumber: expect.stringMatching(/^R-\d{4}-\d{2}-\d{6}$/),
    })
    expect(read.headers['cache-control']).toBe('no-store')
    const { body: profile } = await call(member, 'GET', 'profile')
    expect(profile).toMatchObject({ credits: 1000 })
    expect(profile.creditPurchaseHistory).toMatchObject([
      { creditsPurchased: 500, amountPaid: 399, transactionId: paymentId },
    ])
  })

  it('is confirmed by one mail with the number of its receipt', async () => {
    const member = await insertMember(store)
    const orderId = await order(member)
    const { response } = await store.gateway.pay(orderId)
    await verify(member, response)
    for (const message of await takeCalls(3)) await deliver(message)
    const { body } = await call(member, 'GET', `credit-purchases/${orderId}`)
    const receipts = (await readMails(store, member.email)).filter(({ subject }) => subject.startsWith('Your receipt'))
    expect(receipts.map(({ subject }) => subject)).toEqual([`Your receipt ${body.receiptNumber}`])
    expect(receipts[0]?.text).toContain('500 credits for ₹399.00')
  })

  it('of another customer is not found', async () => {
    const [owner, thief] = [await insertMember(store), await insertMember(store)]
    const orderId = await order(owner)
    const { response } = await store.gateway.pay(orderId)
    for (const answer of [
      await verify(thief, response),
      await call(thief, 'GET', `credit-purchases/${orderId}`),
      await verify(thief, response, { razorpay_order_id: 'order_none' }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'payment-order-not-found' } })
    }
    expect((await call(thief, 'GET', 'credit-purchases')).body).toEqual({ items: [] })
    expect(await readCredits(thief)).toBe(500)
    expect((await verify(owner, response)).body).toMatchObject({ newCreditsBalance: 1000 })
  })

  it('needs the gateway’s signature of this order and this payment', async () => {
    const member = await insertMember(store)
    const [cheap, dear] = [await order(member, 500), await order(member, 2500)]
    const { response } = await store.gateway.pay(cheap)
    const signature = String(response?.razorpay_signature)
    for (const change of [
      { razorpay_signature: 'f'.repeat(64) },
      { razorpay_signature: signature.toUpperCase().slice(0, 63) },
      { razorpay_signature: sign(`${cheap}|${response?.razorpay_payment_id}`, 'not the secret') },
      { razorpay_payment_id: 'pay_other0000000' },
      { razorpay_order_id: dear },
    ]) {
      expect(await verify(member, { ...response, ...change })).toMatchObject({
        status: 400,
        body: { error: 'Payment verification failed. Please contact support.', code: 'payment-signature-invalid' },
      })
    }
    expect(await readCredits(member)).toBe(500)
  })

  it('that is only authorized is pending, and is granted when it is captured', async () => {
    const member = await insertMember(store)
    const orderId = await order(member)
    const { response, paymentId } = await store.gateway.pay(orderId, { outcome: 'later' })
    expect(await verify(member, response)).toMatchObject({
      status: 202,
      body: { success: false, status: 'pending', orderId },
    })
    expect((await call(member, 'GET', `credit-purchases/${orderId}`)).body).toMatchObject({ status: 'pending' })
    await store.gateway.act('capture', paymentId)
    expect((await verify(member, response)).body).toMatchObject({ success: true, newCreditsBalance: 1000 })
  })

  it('that failed has a reason, and a second attempt of the same order still counts', async () => {
    const member = await insertMember(store)
    const orderId = await order(member)
    const failed = await store.gateway.pay(orderId, { outcome: 'fail' })
    await deliver((await takeCalls(1))[0] as (typeof calls)[0])
    expect((await call(member, 'GET', `credit-purchases/${orderId}`)).body).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('declined by the bank'),
    })
    const signature = sign(`${orderId}|${failed.paymentId}`, store.gateway.keys.keySecret)
    const signed = {
      razorpay_order_id: orderId,
      razorpay_payment_id: failed.paymentId,
      razorpay_signature: signature,
    }
    expect(await verify(member, signed)).toMatchObject({
      status: 402,
      body: { error: expect.stringMatching(/^Payment failed: Your payment was declined/), code: 'payment-failed' },
    })
    const { response } = await store.gateway.pay(orderId)
    expect((await verify(member, response)).body).toMatchObject({ success: true, newCreditsBalance: 1000 })
  })

  it('made just before the tab closed is granted by the webhook alone, or by the reconciler alone', async () => {
    for (const bring of [
      async () => Promise.all((await takeCalls(3)).map(deliver)),
      async () => expect((await reconcile()).ordersPolled).toBeGreaterThan(0),
    ]) {
      const member = await insertMember(store)
      const orderId = await order(member)
      await store.gateway.pay(orderId)
      expect(await readCredits(member)).toBe(500)
      await bring()
      expect(await readCredits(member)).toBe(1000)
      calls.length = 0
    }
  })

  it('is granted once when page, webhooks and reconciler report it at the same time', async () => {
    const member = await insertMember(store)
    for (let round = 1; round <= 5; round++) {
      const orderId = await order(member)
      const { response } = await store.gateway.pay(orderId)
      const messages = await takeCalls(3)
      const answers = await Promise.all([
        verify(member, response),
        ...messages.map(deliver),
        reconcile(),
        verify(member, response),
        ...messages.map(deliver),
        reconcile(),
      ])
      for (const answer of answers) if ('status' in answer) expect(answer.status).toBe(200)
      expect(await readCredits(member)).toBe(500 + round * 500)
    }
  })

  it('that was refunded loses its credits, as far as they are left', async () => {
    const member = await insertMember(store)
    const orderId = await order(member)
    const { response, paymentId } = await store.gateway.pay(orderId)
    await verify(member, response)
    await takeCalls(3)
    await store.gateway.act('refund', paymentId)
    const refunded = await takeCalls(1)
    for (let round = 0; round < 2; round++)
      for (const message of refunded) expect((await deliver(message)).status).toBe(200)
    expect(await readCredits(member)).toBe(500)
    expect((await call(member, 'GET', `credit-purchases/${orderId}`)).body).toMatchObject({
      status: 'refunded',
      refundedPaise: 39_900,
    })
  })
})

describe('a webhook of the gateway', () => {
  const signed = (body: string, secret?: string) => ({
    'content-type': 'application/json',
    'x-razorpay-event-id': randomUUID(),
    'x-razorpay-signature': sign(body, secret),
  })

  it('is applied in any order and however often it arrives', async () => {
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2, 1, 1],
    ]
    for (const places of orders) {
      const member = await insertMember(store)
      const orderId = await order(member)
      await store.gateway.pay(orderId)
      const messages = await takeCalls(3)
      for (const place of places) expect((await deliver(messages[place] as (typeof calls)[0])).status).toBe(200)
      expect(await readCredits(member)).toBe(1000)
      expect((await call(member, 'GET', `credit-purchases/${orderId}`)).body).toMatchObject({ status: 'paid' })
    }
  })

  it('is accepted only with a signature over the raw body', async () => {
    const member = await insertMember(store)
    const orderId = await order(member)
    await store.gateway.pay(orderId)
    const captured = (await takeCalls(3)).find(({ body }) => body.includes('"payment.captured"')) as (typeof calls)[0]
    const { body, headers } = captured
    const { 'x-razorpay-signature': _, ...unsigned } = headers
    const reformatted = JSON.stringify(JSON.parse(body), null, 2)
    for (const forged of [
      { body, headers: unsigned },
      { body, headers: { ...headers, 'x-razorpay-signature': '' } },
      { body, headers: { ...headers, 'x-razorpay-signature': 'zz' } },
      { body, headers: { ...headers, 'x-razorpay-signature': sign(body, store.gateway.keys.keySecret) } },
      { body: body.replace('39900', '39901'), headers },
      { body: reformatted, headers },
      { body: `${body} `, headers },
    ]) {
      expect(await deliver(forged)).toMatchObject({ status: 400, body: { code: 'payment-signature-invalid' } })
    }
    expect(await readCredits(member)).toBe(500)
    // The bytes count, not what they say they are.
    expect((await deliver({ body, headers: { ...headers, 'content-type': 'text/plain' } })).status).toBe(200)
    expect(await readCredits(member)).toBe(1000)
  })

  it('that is not JSON, empty, huge, or unrelated changes nothing', async () => {
    const before = await store.db.execute(sql`select count(*)::int as count from payments`)
    for (const body of ['', 'not json', '[]', 'null', '{"event":7}']) {
      expect((await deliver({ body, headers: signed(body) })).status, body).toBe(400)
    }
    const huge = JSON.stringify({ event: 'payment.captured', filler: 'x'.repeat(300_000) })
    expect(await deliver({ body: huge, headers: signed(huge) })).toMatchObject({
      status: 413,
      body: { code: 'payload-too-large' },
    })
    const unknown = JSON.stringify({ entity: 'event', event: 'invoice.paid', payload: {}, created_at: 1_790_000_000 })
    expect(await deliver({ body: unknown, headers: signed(unknown) })).toMatchObject({ status: 200 })
    // An order of another store at the same gateway.
    const foreign = await store.gateway.payments.createOrder({
      amountPaise: 39_900,
      currency: 'INR',
      receipt: randomUUID(),
      notes: {},
    })
    await store.gateway.pay(foreign.orderId)
    for (const message of await takeCalls(3)) expect((await deliver(message)).status).toBe(200)
    expect((await store.db.execute(sql`select count(*)::int as count from payments`)).rows).toEqual(before.rows)
  })

  it('may be signed with the old secret during a rotation', async () => {
    for (const [secret, status] of [
      [NEW_SECRET, 200],
      [store.gateway.keys.webhookSecret, 200],
      ['one from before', 400],
    ] as const) {
      const body = JSON.stringify({ entity: 'event', event: 'invoice.paid', payload: {}, created_at: 1_790_000_000 })
      const headers = signed(body, secret)
      const answer = await away.call('POST', '/api/webhooks/razorpay', { body, headers })
      expect(answer.status, secret).toBe(status)
    }
  })

  it('that needs the gateway while it is unreachable is requested again, and then applied', async () => {
    const member = await insertMember(store)
    const { paymentId } = await store.gateway.pay(await order(member))
    await takeCalls(3)
    await store.gateway.act('refund', paymentId)
    const [refunded] = await takeCalls(1)
    // Without the payment in it, the gateway must be queried for the refunded payment.
    const event = JSON.parse(refunded?.body ?? '') as { payload: { payment?: unknown } }
    delete event.payload.payment
    const body = JSON.stringify(event)
    const headers = signed(body)
    const early = await away.call('POST', '/api/webhooks/razorpay', { body, headers: { ...headers } })
    expect(early).toMatchObject({ status: 503, body: { code: 'payment-unavailable' } })
    expect((await deliver({ body, headers })).status).toBe(200)
    expect(await readCredits(member)).toBe(500)
  })

  it('needs no token, and none helps', async () => {
    const member = await insertMember(store)
    const body = JSON.stringify({ event: 'payment.captured' })
    const answer = await store.call('POST', '/api/webhooks/razorpay', {
      token: member.token,
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(400)
    expect((await store.call('GET', '/api/webhooks/razorpay')).status).toBe(404)
  })
})

describe('money and credits together', () => {
  it('the missing credits are bought, and the cart is still there', async () => {
    const member = await insertMember(store)
    const palace = await addTemplate(store.db, { priceCredits: 900 })
    await call(member, 'POST', 'add-to-cart', { templateId: palace })
    const checkOut = () => call(member, 'POST', 'cart/checkout', { expectedCredits: 900, idempotencyKey: randomUUID() })
    expect(await checkOut()).toMatchObject({ status: 402, body: { creditsRequired: 900, userCredits: 500 } })
    await verify(member, (await store.gateway.pay(await order(member))).response)
    expect((await checkOut()).body).toMatchObject({ charged: 900, remainingCredits: 100 })
  })
})
