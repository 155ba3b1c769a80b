// The page that closes a month: its period in the address, its tables, and what it says when figures differ or are missing.

import { creditLineNames, type MonthEnd } from '@vitrine/contract/books'
import { monthAt, periodOfMonth, stepPeriod } from '@vitrine/contract/books-period'
import type { Gstr1Summary } from '@vitrine/contract/gstr1'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { type Answer, ok, startFakeServer } from '../../../testing/fake-server.ts'
import { press } from '../../../testing/press.ts'
import { Queries } from '../../../testing/queries.tsx'
import { renderPage } from '../../../testing/render-page.tsx'
import { RoleProvider } from '../api/role.tsx'
import MonthEndPage from './month-end-page.tsx'

const path = '/internal-dashboard-admin/month-end'
const noSums = { taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0, otherPaise: 0, roundingPaise: 0 }
const noMoney = {
  ...{ payments: 0, receivedPaise: 0, refundedPaise: 0, disputedPaise: 0, unappliedReceivedPaise: 0 },
  ...{ unappliedReturnedPaise: 0, settledPaise: 0, feePaise: 0, feeTaxPaise: 0, waitingPaise: 0 },
}
const lines = (values: Partial<Record<(typeof creditLineNames)[number], readonly [number, number, number, number]>>) =>
  creditLineNames.map((line) => {
    const [promotional, paid, paidPaise, untaxedPaise] = values[line] ?? [0, 0, 0, 0]
    return { line, promotional, paid, paidPaise, untaxedPaise }
  })
const nothing: MonthEnd = {
  period: {
    ...{ kind: 'month', value: '2026-01', isUnfinished: false },
    ...{ from: '2025-12-31T18:30:00.000Z', to: '2026-01-31T18:30:00.000Z' },
  },
  ...{ gstins: [], credits: lines({}), sales: [], documents: [], money: noMoney, checks: [], faults: [] },
}
const intra = { taxablePaise: 33_814, cgstPaise: 3043, sgstPaise: 3043, grossPaise: 39_900 }
const inter = { taxablePaise: 33_814, igstPaise: 6087, roundingPaise: -1, grossPaise: 39_900 }
const january: MonthEnd = {
  ...nothing,
  credits: lines({
    ...{ opening: [200, 0, 0, 0], sold: [0, 1000, 79_800, 0], spent: [-100, -100, -7980, 0] },
    closing: [100, 900, 71_820, 0],
  }),
  sales: [
    { supply: 'inter', rateBp: 1800, place: '29', documents: 1, ...noSums, ...inter },
    { supply: 'intra', rateBp: 1800, place: '27', documents: 1, ...noSums, ...intra },
    { supply: 'none', rateBp: 0, place: '', documents: 1, ...noSums, taxablePaise: 10_000, grossPaise: 10_000 },
  ],
  documents: [
    { kind: 'receipt', documents: 1, ...noSums, taxablePaise: 10_000, grossPaise: 10_000 },
    {
      ...{ kind: 'invoice', documents: 2, ...noSums, taxablePaise: 67_628, cgstPaise: 3043, sgstPaise: 3043 },
      ...{ igstPaise: 6087, roundingPaise: -1, grossPaise: 79_800 },
    },
  ],
  money: {
    ...noMoney,
    payments: 2,
    receivedPaise: 89_800,
    settledPaise: 39_900,
    feePaise: 942,
    feeTaxPaise: 144,
    waitingPaise: 49_900,
  },
  checks: [{ check: 'documents', left: 89_800, right: 89_800, explained: 0, isEqual: true }],
}
const payment = {
  ...{
    paymentId: 'pay_1',
    receiptNumber: 'R-2025-26-000001',
    capturedAt: '2026-01-10T10:00:00.000Z',
    grossPaise: 39_900,
  },
  ...{
    returnedPaise: 0,
    feePaise: 942,
    feeTaxPaise: 144,
    settlementId: 'setl_1',
    settledAt: '2026-01-12T06:00:00.000Z',
  },
}
const unsettled = {
  ...payment,
  paymentId: 'pay_2',
  feePaise: null,
  feeTaxPaise: null,
  settlementId: null,
  settledAt: null,
}

const role = 'accountant'

function openPage(search: string, answer: Answer, gstr1: Answer = 'offline') {
  const server = startFakeServer({
    'GET /api/admin/month-end': answer,
    'GET /api/admin/month-end/gstr1': gstr1,
    'GET /api/admin/month-end/payments': ok({ items: [payment, unsettled], matchingPayments: 2 }),
  })
  renderPage(
    <Queries>
      <RoleProvider role={role}>
        <main>
          <MonthEndPage />
        </main>
      </RoleProvider>
    </Queries>,
    { at: path + search, path },
  )
  const asked = () => server.requests.findLast(({ path: sent }) => /month-end\?/.test(sent))?.path.split('?')[1]
  return { server, asked }
}

const cells = (table: string) =>
  [...document.querySelectorAll(`[aria-label="${table}"] tbody tr`)].map((row) =>
    [...row.querySelectorAll('td > div')].map((cell) => (cell as HTMLElement).innerText.replace(/\s+/g, ' ').trim()),
  )

test('a month shows credits, sales and tax, and money, with a total of taxed sales only', async () => {
  openPage('?period=2026-01', ok(january))
  await expect.element(page.getByText('January 2026')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Ledger, documents and money agree' })).toBeVisible()
  await expect.poll(() => cells('Credits')[1]).toEqual(['Bought with money', '0', '1,000', '₹798.00', '₹0.00'])
  expect(cells('Credits').at(-1)).toEqual(['Balance at the end', '100', '900', '₹718.20', '₹0.00'])
  expect(cells('Sales and tax')).toEqual([
    ['Between states', '18%', 'Karnataka', '1', '₹338.14', '–', '–', '₹60.87', '-₹0.01', '₹399.00'],
    ['Within the state', '18%', 'Maharashtra', '1', '₹338.14', '₹30.43', '₹30.43', '–', '–', '₹399.00'],
    ['Total', '–', '–', '–', '₹676.28', '₹30.43', '₹30.43', '₹60.87', '-₹0.01', '₹798.00'],
    ['No tax charged', '0%', '–', '1', '₹100.00', '–', '–', '–', '–', '₹100.00'],
  ])
  expect(cells('By kind of document').map((row) => [row[0], row.at(-1)])).toEqual([
    ['Receipts', '₹100.00'],
    ['Invoices', '₹798.00'],
  ])
  await expect.element(page.getByText('₹389.58')).toBeVisible()
  await expect.element(page.getByText('₹499.00 not paid out yet')).toBeVisible()
  await expect
    .poll(() => cells('Payments').map((row) => row.slice(3)))
    .toEqual([
      ['₹9.42 of which ₹1.44 tax', expect.stringMatching(/^setl_1 12 Jan 2026, 11:30/)],
      ['–', 'Not paid out yet'],
    ])
  await expectAccessible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
})

test('the period stands in the address, is stepped through, and ends with the running one', async () => {
  const { asked } = openPage('?period=2026-01', ok(january))
  await expect.poll(asked).toBe('kind=month&value=2026-01')
  await press(page.getByRole('button', { name: 'Previous period' }))
  await expect.poll(asked).toBe('kind=month&value=2025-12')
  await expect.element(page.getByText('December 2025')).toBeVisible()
  await press(page.getByRole('radio', { name: 'Quarter' }))
  await expect.poll(asked).toBe('kind=quarter&value=2025-26-Q3')
  await expect.element(page.getByText('October – December 2025')).toBeVisible()
  await press(page.getByRole('radio', { name: 'Financial year' }))
  await expect.poll(asked).toBe('kind=year&value=2025-26')
  await expect.element(page.getByText('April 2025 – March 2026')).toBeVisible()
  await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBeNull()
  await expectAccessible()
})

test.each(['', '?period=2026-13', '?period=2999-01'])(
  'the last month is shown for the address “%s”',
  async (search) => {
    const last = periodOfMonth('month', monthAt(new Date()) - 1)
    const { asked } = openPage(search, ok(nothing))
    await expect.poll(asked).toBe(`kind=month&value=${last.value}`)
    await press(page.getByRole('button', { name: 'Next period' }))
    await expect.poll(asked).toBe(`kind=month&value=${stepPeriod(last, 1).value}`)
    await expect.element(page.getByRole('button', { name: 'Next period' })).toBeDisabled()
  },
)

test('the files are those of the period, of the same rows', async () => {
  openPage('?period=2025-26-Q4', ok(january))
  const query = 'kind=quarter&value=2025-26-Q4'
  for (const [name, file] of [
    ['Credits (CSV)', '/credits.csv'],
    ['Sales and tax (CSV)', '/sales.csv'],
    ['Payments (CSV)', '/payments.csv'],
    ['All documents (ZIP)', '/documents.zip'],
    ['All figures (JSON)', ''],
  ] as const) {
    const link = page.getByRole('link', { name })
    await expect.element(link).toHaveAttribute('href', `/api/admin/month-end${file}?${query}`)
  }
})

test('what differs is said first, with the receipts that it is about', async () => {
  const checks: MonthEnd['checks'] = [
    { check: 'documents', left: 89_800, right: 79_800, explained: 0, isEqual: false },
    { check: 'invoices', left: 7980, right: 0, explained: 7980, isEqual: true },
  ]
  const faults = [{ receiptNumber: 'R-2025-26-000001', moneyPaise: 10_000, documentsPaise: 0 }]
  openPage('?period=2026-01', ok({ ...january, checks, faults }))
  const alert = page.getByRole('alert')
  await expect.element(alert.getByText('Ledger, documents and money do not agree')).toBeVisible()
  await expect.element(page.getByText('R-2025-26-000001: money ₹100.00, documents ₹0.00')).toBeVisible()
  await expect
    .poll(() => cells('What was compared').map((row) => row[2]))
    .toEqual(['Differs', 'Agrees ₹79.80 was spent while no tax was charged.'])
  await expectAccessible()
})

test('an empty period, and one that is not finished, say so', async () => {
  const { server } = openPage('?period=2026-01', ok({ ...nothing, period: { ...nothing.period, isUnfinished: true } }))
  await expect.element(page.getByText('Not finished: the figures still change')).toBeVisible()
  await expect.element(page.getByText('No documents in this period')).toBeVisible()
  await expect.element(page.getByText('No payments in this period')).toBeVisible()
  // Without a GSTIN there is no return to ask for.
  expect(server.requests.filter(({ path: sent }) => sent.includes('gstr1'))).toEqual([])
  await expectAccessible()
})

test('a period that cannot be loaded says why, and appears on another try', async () => {
  const { server } = openPage('?period=2026-01', 'offline')
  const failure = page.getByRole('alert')
  await expect.element(failure.getByText('Network error. Please check your connection and try again.')).toBeVisible()
  server.answer('GET /api/admin/month-end', ok(nothing))
  await press(failure.getByRole('button', { name: 'Try Again' }))
  await expect.element(page.getByText('No payments in this period')).toBeVisible()
})

test('a registered store has the sections of its return, for each GSTIN, as files; a year has none', async () => {
  const gstins = ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4']
  const sections: Gstr1Summary['sections'] = [
    { section: 'b2b', rows: 0, taxablePaise: 0, taxPaise: 0 },
    { section: 'b2cs', rows: 2, taxablePaise: -25_339, taxPaise: -4560 },
    { section: 'docs', rows: 1, taxablePaise: 0, taxPaise: 0 },
  ]
  const { server } = openPage('?period=2026-01', ok({ ...january, gstins }), ok({ gstin: gstins[0], sections }))
  await expect
    .poll(() => cells('Sections of GSTR-1').map(([, ...rest]) => rest))
    .toEqual([
      ['0', '₹0.00', '₹0.00', '–'],
      ['2', '-₹253.39', '-₹45.60', 'CSV'],
      ['1', '–', '–', 'CSV'],
    ])
  const query = 'kind=month&value=2026-01&gstin=27AAPFU0939F1ZV'
  await expect
    .element(page.getByRole('link', { name: 'File for the GST portal (JSON)' }))
    .toHaveAttribute('href', `/api/admin/month-end/gstr1.json?${query}`)
  await expect
    .element(page.getByRole('link', { name: 'Download B2CS as CSV' }))
    .toHaveAttribute('href', `/api/admin/month-end/gstr1/b2cs.csv?${query}`)
  await page.getByRole('combobox', { name: 'GSTIN' }).selectOptions('29AAGCB7383J1Z4')
  await expect.poll(() => server.requests.at(-1)?.path).toContain('gstin=29AAGCB7383J1Z4')
  await expectAccessible()
  const year = { ...january, gstins, period: { ...january.period, kind: 'year', value: '2025-26' } } satisfies MonthEnd
  server.answer('GET /api/admin/month-end', ok(year))
  await press(page.getByRole('radio', { name: 'Financial year' }))
  await expect.element(page.getByText('GST return (GSTR-1)')).not.toBeInTheDocument()
})
