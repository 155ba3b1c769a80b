import { describe, expect, it } from 'vitest'
import { useApp } from '../../testing/app.ts'
import { replaceProviders } from '../../testing/deps.ts'

describe('requests of browsers to the sandbox gateway', () => {
  const store = useApp()

  it('goes through the store’s own origin, with the gateway’s own policy', async () => {
    const script = await store.call('GET', store.deps.providers.get().payments.scriptUrl)
    expect(script.status).toBe(200)
    expect(script.headers['content-type']).toContain('text/javascript')
    expect(script.text).toContain('window.Razorpay')
    expect((await store.call('GET', '/sandbox')).text).toContain('href="/sandbox/payment"')
    const form = await store.call('GET', '/sandbox/payment/checkout')
    expect(form.headers['content-security-policy']).toMatch(
      /default-src 'none'; script-src 'self';.*frame-ancestors 'self'/,
    )
    for (const path of ['/sandbox/payment', '/sandbox/payment/']) {
      const control = await store.call('GET', path)
      expect(control.status, path).toBe(200)
      expect(control.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
  })

  it('lets a customer pay', async () => {
    const { payments } = store.deps.providers.get()
    const { orderId } = await payments.createOrder({ amountPaise: 39_900, currency: 'INR', receipt: 'r-1', notes: {} })
    const body = { keyId: payments.keyId, orderId, outcome: 'succeed' }
    const paid = await store.call('POST', '/sandbox/payment/api/payments', { body })
    expect(paid).toMatchObject({ status: 200, body: { response: { razorpay_order_id: orderId } } })
    const wrong = await store.call('POST', '/sandbox/payment/api/payments', { body: { ...body, keyId: 'rzp_test_x' } })
    expect(wrong).toMatchObject({ status: 401, body: { error: { code: 'BAD_REQUEST_ERROR' } } })
  })

  it('keeps its server API to those who have the keys, and out of the description of the store’s', async () => {
    const { keyId, keySecret } = store.gateway.keys
    const body = { amount: 100, currency: 'INR' }
    for (const authorization of ['', `Basic ${btoa(`${keyId}:`)}`, `Basic ${btoa(`${keyId}:${keyId}`)}`]) {
      const answer = await store.call('POST', '/sandbox/payment/v1/orders', { body, headers: { authorization } })
      expect(answer).toMatchObject({ status: 401, body: { error: { reason: 'authentication_failed' } } })
    }
    const headers = { authorization: `Basic ${btoa(`${keyId}:${keySecret}`)}` }
    const opened = await store.call('POST', '/sandbox/payment/v1/orders', { body, headers })
    expect(opened).toMatchObject({ status: 200, body: { status: 'created' } })
    // Keys are checked first: without them, no one learns what exists, or sends large bodies.
    const large = { ...body, filler: 'x'.repeat(1_000_000) }
    expect((await store.call('POST', '/sandbox/payment/v1/orders', { body: large })).status).toBe(401)
    expect((await store.call('GET', '/sandbox/payment/v1/nothing')).status).toBe(401)
    expect((await store.call('GET', '/sandbox/payment/v1/nothing', { headers })).status).toBe(404)
    expect((await store.call('GET', '/api/openapi.json')).text).not.toContain('/sandbox/payment')
  })

  it('rejects what a page of another origin could send', async () => {
    const headers = { 'content-type': 'text/plain' }
    const body = JSON.stringify({ action: 'switch-off', id: '' })
    const answer = await store.call('POST', '/sandbox/payment/api/actions', { headers, body })
    expect(answer.status).toBe(400)
    expect((await store.gateway.overview()).isWebhookOn).toBe(true)
  })
})

describe('with the real Razorpay', () => {
  const store = useApp((deps) =>
    replaceProviders(deps, {
      payments: Object.create(deps.providers.get().payments, { isSandbox: { value: false } }),
    }),
  )
  it('there is no sandbox', async () => {
    expect((await store.call('GET', '/sandbox/payment/')).status).toBe(404)
    expect((await store.call('GET', '/sandbox')).text).not.toContain('/sandbox/payment')
    expect((await store.call('POST', '/sandbox/payment/api/payments', { body: {} })).status).toBe(404)
  })
})
