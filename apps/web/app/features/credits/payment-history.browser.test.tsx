// The note above the payment history while a bank has not confirmed a payment.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { ok, startFakeServer } from '../../../testing/fake-server.ts'
import { Queries } from '../../../testing/queries.tsx'
import { renderPage } from '../../../testing/render-page.tsx'
import { PendingPayments } from './payment-history.tsx'

test('a payment that the bank has not confirmed stands above the history, with the way to its status', async () => {
  const purchase = { orderId: 'order_1', credits: 100, amountPaise: 100, createdAt: '2026-01-02T10:00:00.000Z' }
  startFakeServer({
    'GET /api/credit-purchases': ok({ items: [{ ...purchase, status: 'pending' }], nextCursor: null }),
  })
  renderPage(
    <Queries>
      <main>
        <h1>Payment history</h1>
        <PendingPayments />
      </main>
    </Queries>,
  )
  const pending = page.getByRole('region', { name: 'Pending payments' })
  await expect.element(pending).toBeVisible()
  expect(pending.element().textContent).toMatch(/^100\scredits\s+pending.*₹1\.00/)
  const way = pending.getByRole('link', { name: 'View status' })
  await expect.element(way).toHaveAttribute('href', '/credit-purchase-success?order=order_1')
  await expectAccessible()
})
