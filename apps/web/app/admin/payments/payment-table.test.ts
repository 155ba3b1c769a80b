import type { AdminPayment } from '@vitrine/contract/admin'
import { describe, expect, it } from 'vitest'
import { readRupees, refundablePaise, refundShare } from './payment-table.tsx'

const payment: AdminPayment = {
  paymentId: 'pay_1',
  orderId: 'order_1',
  receiptNumber: 'VT-2026-000001',
  userId: '00000000-0000-7000-8000-000000000000',
  username: 'asha',
  email: 'asha@example.test',
  amountPaise: 39_900,
  returnedPaise: 0,
  currency: 'INR',
  method: 'upi',
  status: 'captured',
  outcome: 'granted',
  errorDescription: null,
  errorReason: null,
  unappliedReason: null,
  creditsGranted: 500,
  creditsClawedBack: 0,
  creditsShort: 0,
  createdAt: '2026-11-01T00:00:00.000Z',
  settledAt: '2026-11-01T00:00:00.000Z',
  feePaise: null,
  feeTaxPaise: null,
  settlementId: null,
  settledByBankAt: null,
}

describe('a refund', () => {
  it('takes the share of the credits, rounded down, and only what is left of them', () => {
    expect(refundShare(payment, 39_900, 500)).toEqual({ takenCredits: 500, shortCredits: 0 })
    expect(refundShare(payment, 19_950, 500)).toEqual({ takenCredits: 250, shortCredits: 0 })
    expect(refundShare(payment, 100, 500)).toEqual({ takenCredits: 1, shortCredits: 0 })
    expect(refundShare(payment, 39_900, 120)).toEqual({ takenCredits: 120, shortCredits: 380 })
  })

  it('subtracts earlier refunds', () => {
    const half = { ...payment, returnedPaise: 19_950, creditsClawedBack: 200, creditsShort: 50 }
    expect(refundablePaise(half)).toBe(19_950)
    expect(refundShare(half, 19_950, 900)).toEqual({ takenCredits: 250, shortCredits: 0 })
  })

  it('of an unapplied payment removes no credits, and is unavailable for a payment that was not captured', () => {
    const unapplied = { ...payment, outcome: 'unapplied' as const, creditsGranted: 0 }
    expect(refundablePaise(unapplied)).toBe(39_900)
    expect(refundShare(unapplied, 39_900, 500)).toEqual({ takenCredits: 0, shortCredits: 0 })
    expect(refundablePaise({ ...payment, outcome: 'none', status: 'failed' })).toBe(0)
  })
})

describe('an amount in rupees', () => {
  it('is read as whole paise', () => {
    const typed = ['199', '199.5', ' ₹1,499.00 ', '0.07', '1.2345', '', 'abc', '-5', '1e3', '4.']
    expect(typed.map(readRupees)).toEqual([
      19_900,
      19_950,
      149_900,
      7,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})
