// The page of payments: what is known of a payment's fee and settlement.
import type { AdminPayment } from '@vitrine/contract/admin'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { ok, startFakeServer } from '../../../testing/fake-server.ts'
import { Queries } from '../../../testing/queries.tsx'
import { renderPage } from '../../../testing/render-page.tsx'
import PaymentsPage from './payments-page.tsx'

const path = '/internal-dashboard-admin/payments'
const payment: AdminPayment = {
  ...{ paymentId: 'pay_Settled0000001', orderId: 'order_1', receiptNumber: 'R-2026-27-000001' },
  ...{ userId: '00000000-0000-7000-8000-000000000000', username: 'asha', email: 'asha@example.test' },
  ...{ amountPaise: 39_900, returnedPaise: 10_000, currency: 'INR', method: 'upi', status: 'captured' },
  ...{ outcome: 'granted', errorDescription: null, errorReason: null, unappliedReason: null },
  ...{ creditsGranted: 500, creditsClawedBack: 125, creditsShort: 0 },
  ...{ createdAt: '2026-11-01T00:00:00.000Z', settledAt: '2026-11-01T00:00:00.000Z' },
  ...{ feePaise: 942, feeTaxPaise: 144, settlementId: 'setl_RecSetl0000001' },
  settledByBankAt: '2026-11-03T06:00:00.000Z',
}
const unknown = { feePaise: null, feeTaxPaise: null, settlementId: null, settledByBankAt: null }

test('a payment shows its fee and settlement once they are known', async () => {
  const items = [payment, { ...payment, ...unknown, paymentId: 'pay_Captured000001' }]
  startFakeServer({ 'GET /api/admin/payments': ok({ items, matchingPayments: 2 }) })
  renderPage(
    <Queries>
      <main>
        <PaymentsPage />
      </main>
    </Queries>,
    { at: path, path },
  )
  await expect.element(page.getByText('Fee ₹9.42 · setl_RecSetl0000001')).toBeVisible()
  expect(page.getByText(/Fee ₹/).elements()).toHaveLength(1)
  await expectAccessible()
})
