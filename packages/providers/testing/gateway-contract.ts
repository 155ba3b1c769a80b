// Contract tests of payment gateways, run against each implementation by its own test file. Each test uses fixed amounts and
// keys, so that recorded exchanges can answer it as well.
import { describe, expect, it } from 'vitest'
import {
  type GatewayMonth,
  type PaymentEvent,
  type PaymentGateway,
  PaymentGatewayRefused,
} from '../src/payment/payment.ts'

export type Scene = 'open' | 'paid' | 'failed' | 'late' | 'refund' | 'dispute' | 'settled' | 'refused'

/** A webhook call as received: bytes and headers. */
export interface WebhookCall {
  readonly rawBody: Buffer
  readonly signature: string
  readonly eventId: string
}

export interface GatewayUnderTest {
  readonly gateway: PaymentGateway
  /** Called before each scene. Returns the receipt of its order. */
  begin(scene: Scene): string
  /** Acts as the customer; the signature exists once the payment is authorised. */
  pay(
    orderId: string,
    how: 'success' | 'failure' | 'authorized',
  ): Promise<{ paymentId: string; signature: string | undefined }>
  /** Acts as the gateway's staff. */
  act(action: 'capture' | 'open-dispute' | 'lose-dispute' | 'settle', paymentId: string): Promise<void>
  /** The month of a settlement that is made now. */
  readonly month: GatewayMonth
  /** Waits for the first webhook call of this type in this scene. */
  webhook(type: PaymentEvent['type']): Promise<WebhookCall>
}

const CONTRACT_NOTES = { account: 'user 7/8', pack: '500' }

type UnderTest = () => GatewayUnderTest

const order = (receipt: string) => ({
  amountPaise: 39_900,
  currency: 'INR' as const,
  receipt,
  notes: CONTRACT_NOTES,
})

export function itBehavesAsPaymentGateway(underTest: UnderTest): void {
  describe('orders', () => itOpensOrders(underTest))
  describe('payments', () => itReportsPayments(underTest))
  describe('refunds', () => itGivesBack(underTest))
  describe('settlements', () => itReportsSettlements(underTest))
  describe('signatures', () => itRejectsForgedSignatures(underTest))
}

async function readCall({ gateway, webhook }: GatewayUnderTest, type: PaymentEvent['type']): Promise<PaymentEvent> {
  const { rawBody, ...headers } = await webhook(type)
  const event = gateway.readWebhook(rawBody, headers)
  if (!event) throw new Error(`the ${type} event was not believed`)
  return event
}

function itOpensOrders(underTest: UnderTest): void {
  it('opens an order, and returns the same one for a repeated request', async () => {
    const { gateway, begin } = underTest()
    const receipt = begin('open')
    const opened = await gateway.createOrder(order(receipt))
    expect(opened).toEqual({
      orderId: expect.stringMatching(/^order_\w{14}$/),
      amountPaise: 39_900,
      amountPaidPaise: 0,
      currency: 'INR',
      receipt,
      status: 'created',
      createdAt: expect.any(Date),
    })
    expect(opened.createdAt.getTime()).toBeGreaterThan(Date.parse('2026-01-01'))
    expect(await gateway.createOrder(order(receipt))).toEqual(opened)
    expect(await gateway.findOrder(opened.orderId)).toEqual(opened)
    expect(await gateway.listPayments(opened.orderId)).toEqual([])
  })

  it('does not find unknown ids', async () => {
    const { gateway, begin } = underTest()
    begin('refused')
    expect(await gateway.findOrder('order_00000000000000')).toBeUndefined()
    expect(await gateway.listPayments('order_00000000000000')).toEqual([])
    expect(await gateway.findPayment('pay_00000000000000')).toBeUndefined()
    expect(await gateway.listRefunds('pay_00000000000000')).toEqual([])
    for (const id of ['', '../payments', 'order_1/payments', 'a'.repeat(65), 'order_é']) {
      expect(await gateway.findOrder(id), id).toBeUndefined()
      expect(await gateway.findPayment(id), id).toBeUndefined()
    }
  })
}

function itReportsPayments(underTest: UnderTest): void {
  it('reports a paid order, on request and by event', async () => {
    const test = underTest()
    const { gateway, begin, pay } = test
    const receipt = begin('paid')
    const { orderId } = await gateway.createOrder(order(receipt))
    const { paymentId, signature = '' } = await pay(orderId, 'success')
    expect(gateway.isCheckoutSignatureValid({ orderId, paymentId, signature })).toBe(true)
    const payment = {
      paymentId,
      orderId,
      amountPaise: 39_900,
      currency: 'INR',
      status: 'captured',
      method: 'upi',
      refundedPaise: 0,
      errorDescription: null,
      errorReason: null,
      createdAt: expect.any(Date),
    }
    expect(await gateway.findPayment(paymentId)).toEqual(payment)
    expect(await gateway.listPayments(orderId)).toEqual([payment])
    expect(await gateway.findOrder(orderId)).toMatchObject({ orderId, amountPaidPaise: 39_900, status: 'paid' })
    const paid = await readCall(test, 'order.paid')
    expect(paid).toMatchObject({ type: 'order.paid', order: { orderId, status: 'paid' }, payment })
    const captured = await readCall(test, 'payment.captured')
    expect(captured).toMatchObject({ type: 'payment.captured', payment })
    expect(captured.eventId).not.toBe(paid.eventId)
  })

  it('reports why a payment failed; its order can be paid again', async () => {
    const test = underTest()
    const { gateway, begin, pay } = test
    const receipt = begin('failed')
    const { orderId } = await gateway.createOrder(order(receipt))
    const { paymentId, signature } = await pay(orderId, 'failure')
    expect(signature).toBeUndefined()
    const failed = {
      paymentId,
      orderId,
      status: 'failed',
      errorDescription: expect.stringMatching(/\w+ \w+/),
      errorReason: expect.stringMatching(/^[a-z_]+$/),
    }
    expect(await gateway.findPayment(paymentId)).toMatchObject(failed)
    expect(await gateway.findOrder(orderId)).toMatchObject({ status: 'attempted', amountPaidPaise: 0 })
    expect(await readCall(test, 'payment.failed')).toMatchObject({ payment: failed })
  })

  it('distinguishes authorized and captured payments', async () => {
    const test = underTest()
    const { gateway, begin, pay, act } = test
    const receipt = begin('late')
    const { orderId } = await gateway.createOrder(order(receipt))
    const { paymentId } = await pay(orderId, 'authorized')
    expect(await gateway.findPayment(paymentId)).toMatchObject({ status: 'authorized' })
    expect(await readCall(test, 'payment.authorized')).toMatchObject({ payment: { paymentId, status: 'authorized' } })
    await act('capture', paymentId)
    expect(await gateway.findPayment(paymentId)).toMatchObject({ status: 'captured' })
  })
}

function itGivesBack(underTest: UnderTest): void {
  it('refunds a part once per key, then the rest, and no more', async () => {
    const test = underTest()
    const { gateway, begin, pay } = test
    const receipt = begin('refund')
    const { orderId } = await gateway.createOrder(order(receipt))
    const { paymentId } = await pay(orderId, 'success')
    const part = { paymentId, amountPaise: 10_000, idempotencyKey: 'vt-contract-part' }
    const refund = await gateway.refund(part)
    expect(refund).toEqual({
      refundId: expect.stringMatching(/^rfnd_\w{14}$/),
      paymentId,
      amountPaise: 10_000,
      status: 'processed',
    })
    expect(await gateway.refund(part)).toEqual(refund)
    expect(await gateway.findPayment(paymentId)).toMatchObject({ status: 'captured', refundedPaise: 10_000 })
    expect(await readCall(test, 'refund.processed')).toMatchObject({ refund, payment: { refundedPaise: 10_000 } })
    expect(await gateway.refund({ paymentId, idempotencyKey: 'vt-contract-rest' })).toMatchObject({
      amountPaise: 29_900,
    })
    expect(await gateway.findPayment(paymentId)).toMatchObject({ status: 'refunded', refundedPaise: 39_900 })
    const all = await gateway.listRefunds(paymentId)
    expect(all.map(({ amountPaise }) => amountPaise).toSorted()).toEqual([10_000, 29_900])
    expect(all).toContainEqual(refund)
    const more = gateway.refund({ paymentId, amountPaise: 100, idempotencyKey: 'vt-contract-more' })
    await expect(more).rejects.toBeInstanceOf(PaymentGatewayRefused)
    await expect(more).rejects.toMatchObject({ code: 'BAD_REQUEST_ERROR' })
  })

  it('reports disputes, and deducts only when one is lost', async () => {
    const test = underTest()
    const { gateway, begin, pay, act } = test
    const receipt = begin('dispute')
    const { orderId } = await gateway.createOrder(order(receipt))
    const { paymentId } = await pay(orderId, 'success')
    await act('open-dispute', paymentId)
    const opened = await readCall(test, 'payment.dispute.created')
    expect(opened.dispute).toEqual({
      disputeId: expect.stringMatching(/^disp_\w{14}$/),
      paymentId,
      amountPaise: 39_900,
      amountDeductedPaise: 0,
      status: 'open',
      reason: expect.stringMatching(/^\w+$/),
    })
    await act('lose-dispute', paymentId)
    const lost = await readCall(test, 'payment.dispute.lost')
    expect(lost.dispute).toEqual({ ...opened.dispute, status: 'lost', amountDeductedPaise: 39_900 })
    // A caller that missed both events can list disputes.
    expect(await gateway.listDisputes(new Date('2026-01-01'))).toContainEqual(lost.dispute)
    expect(await gateway.listDisputes(new Date('2100-01-01'))).toEqual([])
  })
}

function itReportsSettlements(underTest: UnderTest): void {
  it('reports what was transferred to the owner, and its fee including tax', async () => {
    const test = underTest()
    const { gateway, begin, pay, act } = test
    const { orderId } = await gateway.createOrder(order(begin('settled')))
    const { paymentId } = await pay(orderId, 'success')
    const refund = await gateway.refund({ paymentId, amountPaise: 10_000, idempotencyKey: 'vt-contract-settled' })
    await act('settle', paymentId)
    const items = await gateway.listSettledItems(test.month)
    const paid = items.find(({ entityId }) => entityId === paymentId)
    expect(paid).toEqual({
      entityId: paymentId,
      kind: 'payment',
      feePaise: 942,
      feeTaxPaise: 144,
      settlementId: expect.stringMatching(/^setl_\w{14}$/),
      settledAt: expect.any(Date),
      utr: expect.stringMatching(/^\w+$/),
    })
    expect(items).toContainEqual({ ...paid, entityId: refund.refundId, kind: 'refund', feePaise: 0, feeTaxPaise: 0 })
    expect(await gateway.listSettledItems({ year: 2020, month: 1 })).toEqual([])
  })
}

function itRejectsForgedSignatures(underTest: UnderTest): void {
  it('accepts a webhook only with the signature of its exact bytes', async () => {
    const { gateway, begin, pay, webhook } = underTest()
    const receipt = begin('paid')
    const { orderId } = await gateway.createOrder(order(receipt))
    await pay(orderId, 'success')
    const { rawBody, signature, eventId } = await webhook('payment.captured')
    const read = (body: Buffer, by: string | undefined) => gateway.readWebhook(body, { signature: by, eventId })
    expect(read(rawBody, signature)?.eventId).toBe(eventId)
    // Re-serialized JSON has other bytes (an escaped slash), and therefore another signature.
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(rawBody.toString())))
    expect(rewritten.equals(rawBody)).toBe(false)
    expect(read(rewritten, signature)).toBeUndefined()
    expect(read(Buffer.concat([rawBody, Buffer.from('\n')]), signature)).toBeUndefined()
    const flipped = `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`
    for (const wrong of [undefined, '', 'x', flipped, signature.slice(1), `${signature}0`, signature.toUpperCase()]) {
      expect(read(rawBody, wrong), String(wrong)).toBeUndefined()
    }
  })

  it('accepts a payment only for a known order', async () => {
    const { gateway, begin, pay } = underTest()
    const receipt = begin('paid')
    const { orderId } = await gateway.createOrder(order(receipt))
    const { paymentId, signature = '' } = await pay(orderId, 'success')
    const isValid = (changes: object) => gateway.isCheckoutSignatureValid({ orderId, paymentId, signature, ...changes })
    expect(isValid({})).toBe(true)
    expect(isValid({ orderId: 'order_00000000000000' })).toBe(false)
    expect(isValid({ paymentId: 'pay_00000000000000' })).toBe(false)
    expect(isValid({ orderId: `${orderId}|x`, paymentId: 'x' })).toBe(false)
    for (const wrong of [
      '',
      'é'.repeat(64),
      signature.slice(0, 63),
      `${signature} `,
      '0'.repeat(64),
      'f'.repeat(1e6),
    ]) {
      expect(isValid({ signature: wrong })).toBe(false)
    }
  })
}
