import { describe, expect, it } from 'vitest'
import { useApp } from '../app-for-test.ts'

describe('requests of browsers to the sandbox gateway', () => {
  const shop = useApp()

  it('goes through the shop’s own origin, with the gateway’s own policy', async () => {
    const script = await shop.call('GET', shop.deps.payments.scriptUrl)
    expect(script.status).toBe(200)
    expect(script.headers['content-type']).toContain('text/javascript')
    expect(script.text).toContain('window.Razorpay')
    expect((await shop.call('GET', '/sandbox')).text).toContain('href="/sandbox/payment"')
    const dialog = await shop.call('GET', '/sandbox/payment/checkout')
    expect(dialog.headers['content-security-policy']).toMatch(
      /default-src 'none'; script-src 'self';.*frame-ancestors 'self'/,
    )
    for (const path of ['/sandbox/payment', '/sandbox/payment/']) {
      const control = await shop.call('GET', path)
      expect(control.status, path).toBe(200)
      expect(control.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
  })

  it('lets a customer pay', async () => {
    const { payments } = shop.deps
    const { orderId } = await payments.createOrder({ amountPaise: 39_900, currency: 'INR', receipt: 'r-1', notes: {} })
    const body = { keyId: payments.keyId, orderId, method: 'upi', account: 'success@razorpay' }
    const paid = await shop.call('POST', '/sandbox/payment/api/payments', { body })
    expect(paid).toMatchObject({ status: 200, body: { status: 'captured', response: { razorpay_order_id: orderId } } })
    const wrong = await shop.call('POST', '/sandbox/payment/api/payments', { body: { ...body, keyId: 'rzp_test_x' } })
    expect(wrong).toMatchObject({ status: 401, body: { error: { code: 'BAD_REQUEST_ERROR' } } })
  })

  it('does not expose the server interface', async () => {
    for (const path of ['/v1/orders', '/sandbox/payment/../../v1/orders', '/sandbox/payment/%2e%2e/%2e%2e/v1/orders']) {
      const answer = await shop.call('POST', path, { body: { amount: 100, currency: 'INR' } })
      expect([401, 404], path).toContain(answer.status)
      expect(answer.text).not.toContain('order_')
    }
  })

  it('rejects what a page of another origin could send', async () => {
    const headers = { 'content-type': 'text/plain' }
    const body = JSON.stringify({ action: 'switch-off', id: '' })
    const answer = await shop.call('POST', '/sandbox/payment/api/actions', { headers, body })
    expect(answer.status).toBe(400)
    expect((await shop.gateway.overview()).isWebhookOn).toBe(true)
  })
})

describe('while the gateway is unreachable', () => {
  const shop = useApp(() => ({ sandboxGatewayUrl: 'http://127.0.0.1:1' }))
  it('says so', async () => {
    const answer = await shop.call('GET', '/sandbox/payment/checkout')
    expect(answer).toMatchObject({ status: 503, body: { code: 'payment-unavailable' } })
  })
})

describe('with the real Razorpay', () => {
  const shop = useApp(() => ({ sandboxGatewayUrl: undefined }))
  it('there is no sandbox', async () => {
    expect((await shop.call('GET', '/sandbox/payment/')).status).toBe(404)
    expect((await shop.call('GET', '/sandbox')).text).not.toContain('/sandbox/payment')
    expect((await shop.call('POST', '/sandbox/payment/api/payments', { body: {} })).status).toBe(404)
  })
})
