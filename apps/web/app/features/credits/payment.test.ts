// One payment without a page: every way it can go, and what is said then.
import type { CreditPack, CreditPurchaseResponse } from '@vitrine/contract/payments'
import { afterAll, describe, expect, it, test, vi } from 'vitest'
import { ApiResponseError } from '../../api/api.ts'
import { createI18n, provideI18n } from '../../language/i18n.ts'
import type { OpenPayment } from './open-payment.ts'
import { createPayment, failureText, type PaymentSettings, type PaymentState } from './payment.ts'
import { type CheckoutEvents, needsWholeWindow } from './payment-library.ts'

const pack = {
  id: 'pack-500',
  credits: 500,
  price: 399,
  amountPaise: 39_900,
  payablePaise: 47_082,
  currency: 'INR',
} as CreditPack
const answer = { razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 'f00' }
const order = {
  orderId: 'order_1',
  amount: 39_900,
  currency: 'INR' as const,
  credits: 500,
  keyId: 'key',
  prefill: { name: 'Asha', email: 'asha@example.com', contact: '' },
}
const verified = {
  success: true as const,
  newCreditsBalance: 1000,
  credits: 500,
  amount: 39_900,
  currency: 'INR' as const,
  transactionId: 'pay_1',
  orderId: 'order_1',
}
const pending = { success: false as const, status: 'pending' as const, orderId: 'order_1' }
const apiError = (status: number, code: string, message: string, details = {}) =>
  Promise.reject(new ApiResponseError(status, code as ApiResponseError['code'], message, details))
const purchase = (more: Partial<CreditPurchaseResponse>) =>
  Promise.resolve({ orderId: 'order_1', status: 'created', failure: null, ...more } as CreditPurchaseResponse)

function payment(api: Partial<PaymentSettings['api']> = {}, more: Partial<PaymentSettings> = {}) {
  const states: PaymentState[] = []
  let kept: OpenPayment | undefined
  let events: CheckoutEvents | undefined
  const present = createPayment({
    userId: 'asha',
    api: {
      createOrder: () => Promise.resolve(order),
      verifyPayment: () => Promise.resolve(verified),
      getCreditPurchase: () => purchase({}),
      ...api,
    },
    findCheckout: () => (_order, given) => {
      events = given
    },
    remember: (payment) => {
      kept = payment
    },
    forget: () => {
      kept = undefined
    },
    onState: (state) => states.push(state),
    pause: () => Promise.resolve(),
    ...more,
  })
  const dialog = () => {
    if (!events) throw new Error('the payment dialog was not opened')
    return events
  }
  return { present, states, last: () => states.at(-1), kept: () => kept, dialog }
}

describe('a payment', () => {
  it('goes from the order over the dialog and the verification to the credits', async () => {
    const { present, states, kept, dialog, last } = payment()
    await present.pay(pack)
    expect(states).toEqual([{ step: 'ordering' }, { step: 'paying' }])
    expect(kept()).toEqual({ userId: 'asha', orderId: 'order_1' })
    dialog().onAnswer(answer)
    expect(kept()).toEqual({ userId: 'asha', orderId: 'order_1', answer })
    await expect.poll(last).toEqual({ step: 'paid', answer: verified })
    expect(kept()).toBeUndefined()
  })

  it.each([
    ['price-changed', { step: 'choosing', error: 'The price has changed.' }],
    ['billing-details-missing', { step: 'choosing' }],
  ] as const)('that is refused (%s) says what the page has to do first', async (code, shown) => {
    const createOrder = vi.fn((_order: object) => apiError(409, code, 'The price has changed.'))
    const { present, last, kept } = payment({ createOrder })
    expect(await present.pay(pack)).toBe(code)
    expect(createOrder).toHaveBeenCalledWith(expect.objectContaining({ packId: 'pack-500', expectedPaise: 47_082 }))
    expect(last()).toEqual(shown)
    expect(kept()).toBeUndefined()
  })

  it('needs the script', async () => {
    const { present, last } = payment({}, { findCheckout: () => undefined })
    await present.pay(pack)
    expect(last()).toEqual({
      step: 'choosing',
      error: 'Razorpay is not loaded. Please refresh the page and try again.',
    })
  })

  it.each([
    [
      () => apiError(503, 'payment-unavailable', 'the gateway is away'),
      'Failed to initiate payment. Please try again.',
    ],
    [() => apiError(0, 'network', 'Network error.'), 'Failed to initiate payment. Please try again.'],
    [
      () => apiError(409, 'starter-pack-used', 'The starter pack can be bought once per account'),
      'The starter pack can be bought once per account',
    ],
  ])('that cannot be begun says so (%#)', async (createOrder, error) => {
    const { present, last } = payment({ createOrder })
    await present.pay(pack)
    expect(last()).toEqual({ step: 'choosing', error })
  })

  it('that fails in the dialog says why, and may still succeed there', async () => {
    const { present, dialog, last } = payment()
    await present.pay(pack)
    dialog().onFailed({ description: 'Your card was declined', reason: 'card_declined' })
    expect(last()).toEqual({ step: 'paying', error: 'Payment failed: Your card was declined' })
    dialog().onDismiss()
    expect(last()).toEqual({ step: 'choosing', error: 'Payment failed: Your card was declined' })
    dialog().onAnswer(answer)
    await expect.poll(last).toMatchObject({ step: 'paid' })
  })

  it('that was closed without paying leaves the packs as they were', async () => {
    const { present, dialog, last } = payment()
    await present.pay(pack)
    dialog().onDismiss()
    expect(last()).toEqual({ step: 'choosing', isUnsure: true })
  })

  it('that was made in a closed dialog is found as soon as the server knows it', async () => {
    const getCreditPurchase = vi
      .fn<PaymentSettings['api']['getCreditPurchase']>()
      .mockImplementationOnce(() => purchase({}))
      .mockRejectedValueOnce(new ApiResponseError(0, 'network', 'Network error.'))
      .mockImplementation(() => purchase({ status: 'paid' }))
    const { present, dialog, last } = payment({ getCreditPurchase })
    await present.pay(pack)
    dialog().onDismiss()
    await expect.poll(last).toEqual({ step: 'pending', orderId: 'order_1' })
    expect(getCreditPurchase).toHaveBeenCalledTimes(3)
  })
})

describe('a verification', () => {
  it.each([
    [
      () => apiError(400, 'payment-signature-invalid', 'anything'),
      'Payment verification failed. Please contact support.',
    ],
    [() => apiError(404, 'unknown', ''), 'Payment verification failed. Please contact support.'],
    [
      () => apiError(409, 'payment-mismatch', 'This payment does not belong to this order'),
      'Payment verification failed: This payment does not belong to this order. Transaction ID: pay_1.',
    ],
  ])(
    'that is refused says so, and the order is asked about until its credits are there (%#)',
    async (verifyPayment, error) => {
      const getCreditPurchase = vi
        .fn<PaymentSettings['api']['getCreditPurchase']>()
        .mockImplementationOnce(() => purchase({}))
        .mockImplementationOnce(() => purchase({}))
        .mockImplementation(() => purchase({ status: 'paid' }))
      const { present, states, dialog, kept, last } = payment({ verifyPayment, getCreditPurchase })
      await present.pay(pack)
      dialog().onAnswer(answer)
      await expect.poll(last).toEqual({ step: 'pending', orderId: 'order_1' })
      expect(states.slice(2)).toEqual([
        { step: 'verifying', isLost: false },
        { step: 'unverified', error },
        { step: 'pending', orderId: 'order_1' },
      ])
      expect(getCreditPurchase).toHaveBeenCalledTimes(3)
      // The page of the order forgets it when it has said what became of it.
      expect(kept()).toEqual({ userId: 'asha', orderId: 'order_1', answer })
    },
  )

  it('that stays unclear is stored for the next visit, until the customer starts again', async () => {
    const { present, dialog, last, kept } = payment({
      verifyPayment: () => apiError(400, 'payment-signature-invalid', 'anything'),
    })
    await present.pay(pack)
    dialog().onAnswer(answer)
    await expect.poll(last).toMatchObject({ step: 'unverified' })
    expect(kept()).toBeDefined()
    present.dismiss()
    expect(last()).toEqual({ step: 'choosing' })
    expect(kept()).toBeUndefined()
  })

  it('of an unknown order is rejected and closed', async () => {
    const { present, last, kept } = payment({
      verifyPayment: () => apiError(404, 'unknown', ''),
      getCreditPurchase: () => apiError(404, 'order-not-found', 'No such order'),
    })
    await present.resume({ userId: 'asha', orderId: 'order_1', answer })
    expect(last()).toEqual({ step: 'choosing', error: 'Payment verification failed. Please contact support.' })
    expect(kept()).toBeUndefined()
  })

  it('of a payment that failed says why and is closed', async () => {
    const { present, last, kept } = payment({
      verifyPayment: () => apiError(402, 'payment-failed', 'Payment failed', { description: 'Bank said no' }),
    })
    await present.resume({ userId: 'asha', orderId: 'order_1', answer })
    expect(last()).toEqual({ step: 'choosing', error: 'Payment failed: Bank said no' })
    expect(kept()).toBeUndefined()
  })

  it('without an answer is asked again until there is one', async () => {
    const verifyPayment = vi
      .fn<PaymentSettings['api']['verifyPayment']>()
      .mockRejectedValueOnce(new ApiResponseError(0, 'network', 'Network error.'))
      .mockRejectedValueOnce(new ApiResponseError(503, 'store-unavailable', 'away'))
      .mockResolvedValue(pending)
    const { present, states } = payment({ verifyPayment })
    await present.resume({ userId: 'asha', orderId: 'order_1', answer })
    expect(states.map(({ step }) => step)).toEqual(['verifying', 'verifying', 'verifying', 'pending'])
    expect(states[1]).toEqual({ step: 'verifying', isLost: true })
    expect(verifyPayment).toHaveBeenCalledTimes(3)
  })

  it('stores the payment when the session has ended', async () => {
    const { present, dialog, kept, last } = payment({
      verifyPayment: () => apiError(401, 'session-expired', 'Your session has ended. Please log in again.'),
    })
    await present.pay(pack)
    dialog().onAnswer(answer)
    await expect.poll(last).toMatchObject({ step: 'choosing' })
    expect(kept()).toEqual({ userId: 'asha', orderId: 'order_1', answer })
  })
})

describe('a payment that an earlier visit left open', () => {
  it.each([
    [{ status: 'paid' as const }, { step: 'pending', orderId: 'order_1' }],
    [{ status: 'pending' as const }, { step: 'pending', orderId: 'order_1' }],
    [
      { status: 'failed' as const, failure: 'Your bank declined it' },
      { step: 'choosing', error: 'Payment failed: Your bank declined it' },
    ],
    [{ status: 'created' as const }, undefined],
  ])('is looked up: %j', async (facts, state) => {
    const { present, last } = payment({ getCreditPurchase: () => purchase(facts) })
    await present.resume({ userId: 'asha', orderId: 'order_1' })
    expect(last()).toEqual(state)
  })
})

it('knows the browsers in which the dialog needs the whole window', () => {
  expect(needsWholeWindow('Mozilla/5.0 (iPhone) Instagram 300.0')).toBe(true)
  expect(needsWholeWindow('Mozilla/5.0 (Linux; Android 14) [FBAN/FB4A;FBAV/450]')).toBe(true)
  expect(needsWholeWindow('Mozilla/5.0 (Macintosh) AppleWebKit/605 Safari/605')).toBe(false)
})

const english = createI18n('en', {})
afterAll(() => provideI18n(() => english))

test('English pages say what the gateway says, others what they have for its code', () => {
  const words = 'Payment failed because the balance in the account is too low.'
  expect(failureText(words, 'insufficient_funds')).toBe(words)
  const marathi = createI18n('mr', { 'Your account balance is too low for this payment.': ['पुरेशी रक्कम नाही.'] })
  provideI18n(() => marathi)
  expect(failureText(words, 'insufficient_funds')).toBe('पुरेशी रक्कम नाही.')
  for (const reason of ['invented_yesterday', null, undefined]) expect(failureText(words, reason)).toBe(words)
})
