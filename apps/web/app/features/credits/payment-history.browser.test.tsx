// The payment history: the documents of each line, and the note while a bank has not confirmed a payment.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { ok, startFakeServer } from '../../../testing/fake-server.ts'
import { press } from '../../../testing/press.ts'
import { Queries } from '../../../testing/queries.tsx'
import { renderPage } from '../../../testing/render-page.tsx'
import PaymentHistory, { PendingPayments } from './payment-history.tsx'

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

const at = '2026-01-02T10:00:00.000Z'
const pack = {
  kind: 'pack',
  orderId: 'order_1',
  credits: 500,
  amountPaise: 39_900,
  refundedPaise: 10_000,
  currency: 'INR',
  status: 'paid',
  transactionId: 'pay_1',
  purchasedAt: at,
  receiptNumber: 'VTI-2526-000001',
  documents: [
    { kind: 'invoice', number: 'VTI-2526-000001', issuedAt: at, totalPaise: 39_900 },
    { kind: 'credit-note', number: 'VTC-2526-000001', issuedAt: '2026-01-12T10:00:00.000Z', totalPaise: 10_000 },
  ],
}
const template = {
  kind: 'template',
  templateId: 't1',
  templateName: 'Lamps',
  templateType: 'video',
  licences: 1,
  creditsCost: 120,
  purchasedAt: at,
  receiptNumber: 'VT-2026-000001',
  documents: [{ kind: 'invoice', number: 'VTI-2526-000002', issuedAt: at, totalPaise: 9576 }],
}
const former = { ...pack, receiptNumber: 'VT-2025-000009', transactionId: 'pay_2', documents: [] }

test('each payment offers its receipt or invoice, and below it the notes with date and amount', async () => {
  const server = startFakeServer({
    'GET /api/credit-purchases': ok({ items: [] }),
    'GET /api/payment-history': ok({ items: [pack, template, former], nextCursor: null }),
    'POST /api/receipts/VTC-2526-000001/link': { status: 404, body: { error: 'There is no such receipt.' } },
  })
  renderPage(
    <Queries>
      <PaymentHistory />
    </Queries>,
  )
  await expect.element(page.getByText('500 credits bought').first()).toBeVisible()
  const lines = [...document.querySelectorAll('ol > li')]
  const named = lines.map((line) => [...line.querySelectorAll('button')].map((button) => button.ariaLabel))
  expect(named).toEqual([
    ['Invoice VTI-2526-000001 as PDF', 'Credit note VTC-2526-000001 as PDF'],
    ['Invoice VTI-2526-000002 as PDF', 'Receipt VT-2026-000001 as PDF'],
    ['Receipt VT-2025-000009 as PDF'],
  ])
  expect(lines[0]?.querySelector('ul')?.textContent).toBe('Credit note12 Jan 2026 · ₹100.00')
  await press(page.getByRole('button', { name: /^Credit note/ }))
  await expect.element(page.getByText('There is no such receipt.')).toBeVisible()
  expect(server.requests.map(({ path }) => path)).toContain('/api/receipts/VTC-2526-000001/link')
  await expectAccessible()
})
