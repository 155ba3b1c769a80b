// The list of billing documents: what it shows of each, its search and filter, and the file.
import type { AdminDocument } from '@vitrine/contract/admin'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { ok, startFakeServer } from '../../../testing/fake-server.ts'
import { press } from '../../../testing/press.ts'
import { Queries } from '../../../testing/queries.tsx'
import { renderPage } from '../../../testing/render-page.tsx'
import { RoleProvider } from '../api/role.tsx'
import DocumentsPage from './documents-page.tsx'

// Written as a value: the linter takes the literal for a role of HTML.
const role = 'accountant'
const path = '/internal-dashboard-admin/documents'
const invoice: AdminDocument = {
  kind: 'invoice',
  number: 'I-2627-000001',
  issuedAt: '2026-11-30T18:30:00.000Z',
  totalPaise: 39_900,
  taxPaise: 6086,
  userId: '00000000-0000-7000-8000-000000000000',
  username: 'asha',
  email: 'asha@example.test',
  buyer: 'Lamp House Pvt Ltd',
  originalNumber: null,
  paymentId: 'pay_1',
}
const note: AdminDocument = {
  ...invoice,
  kind: 'credit-note',
  number: 'C-2627-000001',
  originalNumber: 'I-2627-000001',
}

function openPage(items: readonly AdminDocument[], search = '') {
  const server = startFakeServer({ 'GET /api/admin/documents': ok({ items, matchingDocuments: items.length }) })
  renderPage(
    <Queries>
      <RoleProvider role={role}>
        <main>
          <DocumentsPage />
        </main>
      </RoleProvider>
    </Queries>,
    { at: path + search, path },
  )
  return { asked: () => new URLSearchParams(server.requests.at(-1)?.path.split('?')[1]) }
}

test('a document shows kind, buyer, tax, total and what it corrects, and is a file', async () => {
  const { asked } = openPage([note, invoice])
  const row = page.getByRole('row').filter({ hasText: 'Credit note' })
  for (const text of ['C-2627-000001', 'Lamp House Pvt Ltd', 'I-2627-000001', '-₹60.86', '-₹399.00']) {
    await expect.element(row.getByText(text, { exact: true })).toBeVisible()
  }
  // Midnight in India: a document of December, like in the books.
  await expect.element(row.getByText('1 Dec 2026, 12:00 am', { exact: true })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Download I-2627-000001 as PDF' }))
    .toHaveAttribute('href', '/api/admin/documents/I-2627-000001/pdf')
  expect(asked().get('timeZone')).toBe('Asia/Kolkata')
  await expectAccessible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
})

test('documents are searched and filtered by kind, and that nothing was found is said', async () => {
  const { asked } = openPage([], '?search=pay_1')
  await expect.element(page.getByText('No documents match the filters.')).toBeVisible()
  expect(asked().get('search')).toBe('pay_1')
  await press(page.getByRole('combobox', { name: 'Kind' }))
  await page.getByRole('combobox', { name: 'Kind' }).selectOptions('Debit note')
  await expect.poll(() => asked().get('kind')).toBe('debit-note')
  await expectAccessible()
})
