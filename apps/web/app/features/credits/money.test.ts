// What is remembered over reloads, what buying answers in words, and what the pages around a payment are told.
import type { Template } from '@vitrine/contract/catalogue'
import type { CreditPack, CreditPurchaseResponse } from '@vitrine/contract/payments'
import { BUNDLED_LANGUAGES } from '@vitrine/language/language'
import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiResponseError } from '../../api/api.ts'
import { type Host, hostContext } from '../../api/page-request.ts'
import { savePendingAddition, takePendingAddition } from '../cart/add-to-cart.ts'
import { beginAttempt, endAttempt, findAttempt } from '../cart/use-cart.ts'
import { payForDownload, purchaseTemplate } from './acquire.ts'
import { findOpenPayment, forgetPayment, rememberPayment } from './open-payment.ts'
import { readAndClearPaymentReturn, readPaymentReturn } from './payment-library.ts'
import { buyCreditsPath, findCoveringPack, findNeededCredits, missingCredits } from './shortage.ts'
import { findPassedDetails, successPath, toDetails } from './success-details.ts'

function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage
}

beforeEach(() => {
  vi.stubGlobal('localStorage', memory())
  vi.stubGlobal('sessionStorage', memory())
})
afterEach(() => vi.unstubAllGlobals())

describe('a checkout', () => {
  it('keeps its key until it is answered, also over a reload', () => {
    const first = beginAttempt('asha', 240)
    expect(beginAttempt('asha', 240)).toEqual(first)
    expect(findAttempt('asha')).toEqual(first)
    endAttempt()
    expect(findAttempt('asha')).toBeUndefined()
    expect(beginAttempt('asha', 240).idempotencyKey).not.toBe(first.idempotencyKey)
  })

  it('of another amount or another user is another one', () => {
    const first = beginAttempt('asha', 240)
    expect(findAttempt('ravi')).toBeUndefined()
    expect(beginAttempt('asha', 360).idempotencyKey).not.toBe(first.idempotencyKey)
  })

  it('is absent when the stored value is invalid', () => {
    localStorage.setItem('vitrine-checkout', '{"userId":"asha"')
    expect(findAttempt('asha')).toBeUndefined()
    localStorage.setItem('vitrine-checkout', '{"userId":"asha","expectedCredits":"1"}')
    expect(findAttempt('asha')).toBeUndefined()
  })
})

describe('a visitor’s pending cart item', () => {
  it('waits for one sign-in, for a limited time', () => {
    savePendingAddition('feast', 'cart')
    expect(takePendingAddition()).toEqual({ templateId: 'feast', target: 'cart' })
    expect(takePendingAddition()).toBeUndefined()
    vi.useFakeTimers()
    savePendingAddition('feast', 'liked')
    vi.advanceTimersByTime(3_600_000)
    expect(takePendingAddition()).toBeUndefined()
    vi.useRealTimers()
  })
})

it('an open payment belongs to one user', () => {
  rememberPayment({ userId: 'asha', orderId: 'order_1' })
  expect(findOpenPayment('asha')).toEqual({ userId: 'asha', orderId: 'order_1' })
  expect(findOpenPayment('ravi')).toBeUndefined()
  forgetPayment()
  expect(findOpenPayment('asha')).toBeUndefined()
})

describe('messages about buying', () => {
  const order = {
    template: { templateId: 'feast', kind: 'video' } as Template,
    isIndianUser: false,
    expectedCredits: 120,
    isSignedIn: true,
  }
  const failing = (status: number, code: string, message = '', details = {}) => {
    const fail = () => Promise.reject(new ApiResponseError(status, code as ApiResponseError['code'], message, details))
    return { purchaseTemplate: fail, downloadTemplate: fail }
  }

  it.each([
    [failing(500, 'internal', 'broken'), 'Failed to purchase template'],
    [failing(0, 'network', 'Network error.'), 'Failed to purchase template'],
    [failing(404, 'template-not-found', 'Template not found'), 'Template not found'],
  ])('of a purchase (%#)', async (api, message) => {
    expect(await purchaseTemplate(api, order)).toEqual({ outcome: 'failed', message })
  })

  it.each([
    [failing(500, 'internal', 'broken'), 'Failed to process payment: broken'],
    [failing(502, 'unknown'), 'Failed to process payment for download'],
    [failing(0, 'network', 'Network error.'), 'Failed to process payment due to a network error'],
    [failing(401, 'session-expired', 'ended'), 'Please log in to download this template'],
    [failing(404, 'template-not-found', 'Template not found'), 'Template not found'],
  ])('of a download (%#)', async (api, message) => {
    expect(await payForDownload(api, order)).toEqual({ outcome: 'failed', message })
  })

  it('need a signed-in customer', async () => {
    const api = failing(500, 'internal')
    expect(await purchaseTemplate(api, { ...order, isSignedIn: false })).toEqual({
      outcome: 'failed',
      message: 'User must be authenticated to purchase templates',
    })
    expect(await payForDownload(api, { ...order, isSignedIn: false })).toEqual({
      outcome: 'failed',
      message: 'User must be authenticated to download templates',
    })
  })

  it('are numbers when credits are missing or the price has changed', async () => {
    const short = failing(402, 'not-enough-credits', 'Not enough credits', { creditsRequired: 120, userCredits: 5 })
    expect(await payForDownload(short, order)).toEqual({
      outcome: 'shortage',
      shortage: { creditsRequired: 120, userCredits: 5 },
    })
    const changed = failing(409, 'price-changed', 'changed', { credits: 150 })
    expect(await purchaseTemplate(changed, order)).toEqual({ outcome: 'price-changed', credits: 150 })
  })
})

describe('the page after a payment', () => {
  const details = { credits: 500, amount: 39_900, newBalance: 1000, transactionId: 'pay_1' }

  it('accepts complete state of the previous page', () => {
    expect(findPassedDetails({ details })).toEqual(details)
    expect(findPassedDetails({ details: { ...details, transactionId: undefined } })).toBeUndefined()
    expect(findPassedDetails(null)).toBeUndefined()
  })

  it('reads a paid order again, and no other', () => {
    const paid = {
      status: 'paid',
      credits: 500,
      amountPaise: 39_900,
      newCreditsBalance: 1000,
      transactionId: 'pay_1',
    } as CreditPurchaseResponse
    expect(toDetails(paid)).toEqual(details)
    expect(toDetails({ ...paid, status: 'pending' })).toBeUndefined()
  })

  it('remembers where the credits ran short', () => {
    expect(successPath('order_1', '/Cart')).toBe('/credit-purchase-success?order=order_1&next=%2FCart')
    expect(successPath('order_1', undefined)).toBe('/credit-purchase-success?order=order_1')
    expect(successPath('order_1', '/Cart', 720)).toBe('/credit-purchase-success?order=order_1&next=%2FCart&need=720')
  })
})

describe('a shortage of credits', () => {
  it('is part of the return address, and is ignored when invalid', () => {
    const path = buyCreditsPath('/Cart?a=b', 2460)
    expect(path).toBe('/buy-credits?next=%2FCart%3Fa%3Db&need=2460')
    expect(findNeededCredits(new URL(path, 'https://store.example').searchParams)).toBe(2460)
    for (const need of ['', '0', '-5', '1.5', '1e3', '9'.repeat(12), 'all']) {
      expect(findNeededCredits(new URLSearchParams({ need })), need).toBeUndefined()
    }
  })

  it('is what the balance does not cover, as it is now', () => {
    expect(missingCredits(720, 500)).toBe(220)
    expect(missingCredits(720, 720)).toBe(0)
    expect(missingCredits(undefined, 0)).toBe(0)
  })

  it('is covered by the smallest pack on sale that brings all of it', () => {
    const pack = (id: string, credits: number, isAvailable = true) => ({ id, credits, isAvailable }) as CreditPack
    const packs = [pack('largest', 2500), pack('starter', 100, false), pack('popular', 500), pack('large', 1000)]
    const covering = (missing: number) => findCoveringPack(packs, missing)?.id
    expect([0, 80, 500, 501, 2500, 2501].map(covering)).toEqual([
      undefined,
      'popular',
      'popular',
      'large',
      'largest',
      undefined,
    ])
  })
})

it('a full-window payment returns its result in the address', async () => {
  const body = new URLSearchParams({
    razorpay_payment_id: 'pay_1',
    razorpay_order_id: 'order_1',
    razorpay_signature: 'f00',
    'error[code]': 'ignored',
  })
  const request = new Request('https://store.example/buy-credits?next=%2FCart', { method: 'POST', body })
  const context = new RouterContextProvider()
  context.set(hostContext, { languages: BUNDLED_LANGUAGES } as Host)
  const path = await readPaymentReturn({ request, url: new URL(request.url), context })
  const address = new URL(path, 'https://store.example').searchParams
  expect(readAndClearPaymentReturn(address)).toEqual({
    razorpay_payment_id: 'pay_1',
    razorpay_order_id: 'order_1',
    razorpay_signature: 'f00',
  })
  expect(String(address)).toBe('next=%2FCart')
  expect(readAndClearPaymentReturn(address)).toBeUndefined()
})

it('an address without a payment is ignored', () => {
  const forged = {
    razorpay_payment_id: '1. Please call +1 555 0100',
    razorpay_order_id: 'order_1',
    razorpay_signature: 'f00',
  }
  const address = new URLSearchParams({ ...forged, next: '/Cart' })
  expect(readAndClearPaymentReturn(address)).toBeUndefined()
  expect(String(address)).toBe('next=%2FCart')
})
