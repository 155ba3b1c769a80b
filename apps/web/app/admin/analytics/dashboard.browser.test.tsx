// The dashboard of the admin area while its figures load, when loading fails, and without data.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { type Answer, ok, startFakeServer } from '../../../testing/fake-server.ts'
import { atDesk, press } from '../../../testing/press.ts'
import { Queries } from '../../../testing/queries.tsx'
import { renderPage } from '../../../testing/render-page.tsx'
import Dashboard from './dashboard.tsx'

const path = '/internal-dashboard-admin'
const visits = { countedFrom: null, covers: 'all' }
const noTotals = { totalRevenue: 0, totalRefunded: 0, payingUsers: 0, totalPurchases: 0, totalUsers: 3 }
const noUsers = ok({ users: [], matchingUsers: 0 })
const noRevenue = ok({ ...noTotals, interval: 'month', series: [], topUsers: [] })
const noTemplates = { visits, templates: [], matchingTemplates: 0, totalTemplates: 0, totalPurchases: 0 }
const unpublished = {
  ...{ templateId: 'draft', templateName: 'Draft', kind: 'video', status: 'draft', videoLayout: '' },
  ...{ templatePrice: 0, templatePriceIND: 0, purchaseCount: 0, filteredPurchaseCount: 0, filteredViews: 0 },
}

function openDashboard(search = '', users: Answer = noUsers, templates?: Answer) {
  const server = startFakeServer({
    'GET /api/admin/users': users,
    'GET /api/admin/templates': templates ?? ok({ ...noTemplates, totalCreditsSpent: 0 }),
    'GET /api/admin/revenue': noRevenue,
    'GET /api/admin/funnel': ok({ visits, steps: [] }),
  })
  renderPage(
    <Queries>
      <main>
        <Dashboard />
      </main>
    </Queries>,
    { at: path + search, path },
  )
  return server
}

test.each([
  ['offline', 'Network error. Please check your connection and try again.'],
  [{ status: 500 }, 'Failed to fetch admin data. Please try again.'],
  // The server's message is shown unchanged.
  [{ status: 503, body: { error: 'The books are being balanced.', code: 'busy' } }, 'The books are being balanced.'],
] as const)(
  'figures that cannot be loaded (%j) say why and what to do, and appear on another try',
  async (answer, words) => {
    const server = openDashboard('', answer)
    const failure = page.getByRole('alert')
    await expect.element(failure.getByText(words)).toBeVisible()
    await expect.element(failure.getByRole('button', { name: 'Go to Login Page' })).toBeVisible()
    await expect.element(failure.getByRole('listitem')).toHaveLength(3)
    server.answer('GET /api/admin/users', noUsers)
    await press(failure.getByRole('button', { name: 'Try Again' }))
    await expect.element(page.getByText('No users yet')).toBeVisible()
  },
)

test.each(['users', 'templates', 'revenue'])('%s say that they load', async (tab) => {
  const server = openDashboard(`?tab=${tab}`)
  server.answer(`GET /api/admin/${tab}`, () => new Promise(() => undefined))
  await expect.element(page.getByText('Loading dashboard data...')).toBeVisible()
  await expectAccessible()
})

test('a period without payments says so', async () => {
  openDashboard('?tab=revenue&period=week')
  await expect.element(page.getByText('No revenue data found for the period.')).toBeVisible()
  await expect.element(page.getByText('₹0.00').last()).toBeVisible()
  await press(page.getByRole('tab', { name: 'Users' }))
  await expect.element(page.getByText('No activity in the period')).toBeVisible()
  await expectAccessible()
})

test('a store without templates leads to the first one; a layout that nobody knows is N/A', async () => {
  const server = openDashboard('?tab=templates')
  const first = page.getByRole('link', { name: 'New template' })
  await expect.element(first).toHaveAttribute('href', `${path}/publishing/new-template`)
  const templates = { ...noTemplates, templates: [unpublished], matchingTemplates: 1, totalTemplates: 1 }
  server.answer('GET /api/admin/templates', ok({ ...templates, totalCreditsSpent: 0 }))
  await press(page.getByRole('radio', { name: 'This Week' }))
  await expect.element(page.getByText('N/A', { exact: true })).toBeVisible()
})

const saleOf = (n: number) => ({ templateId: `t${n}`, creditsCost: 120, purchaseDate: '2026-01-02T10:00:00.000Z' })
const nobody = {
  ...{
    userId: 'u1',
    username: 'asha',
    actualName: '',
    email: 'asha@example.test',
    isGoogleUser: false,
    role: 'customer',
  },
  ...{ isBlocked: false, createdAt: '2026-01-01T10:00:00.000Z', credits: 0, creditsPurchased: 0, moneySpent: 0 },
  ...{ templatesPurchased: [], filteredCreditsPurchased: 0, filteredMoneySpent: 0, filteredTemplatesPurchased: [] },
}
const buyer = {
  ...{ ...nobody, userId: 'u2', username: 'ravi', actualName: 'Ravi Kumar', email: 'ravi@example.test' },
  ...{ isGoogleUser: true, role: 'owner', isBlocked: true, credits: 1250, filteredCreditsPurchased: 500 },
  ...{ filteredMoneySpent: 399, filteredTemplatesPurchased: [1, 2, 3, 4].map(saleOf) },
}
const cells = (table: string) =>
  [...document.querySelectorAll(`[aria-label="${table}"] tbody tr`)].map((row) =>
    [...row.querySelectorAll('td, th')].map((cell) => (cell as HTMLElement).innerText.replace(/\s+/g, ' ').trim()),
  )

atDesk('users have balance, packs, templates and revenue, of the period where one is chosen', async () => {
  openDashboard('?period=60days', ok({ users: [buyer, nobody], matchingUsers: 2 }))
  await expect.element(page.getByRole('heading', { name: 'Users with activity in the period 2' })).toBeVisible()
  await expect.element(page.getByText('Showing: Past 60 Days')).toBeVisible()
  const columns = page.getByRole('table', { name: 'Users' }).getByRole('columnheader')
  const names = ['User', 'Credits Info', 'Templates Purchased', 'Revenue Contribution']
  expect(columns.elements().map(({ textContent }) => textContent)).toEqual(names)
  const bought = [1, 2, 3].map((n) => `#t${n} 120 credits · 2 Jan 2026`).join(' ')
  expect(cells('Users')).toEqual([
    [
      'R Ravi Kumar ravi@example.test Google User Owner Blocked',
      '1,250 credits 500 purchased in the period (₹399.00)',
      `${bought} Show all 4`,
      '₹399.00 ₹0.80 per credit',
    ],
    [
      'A asha asha@example.test Email User',
      '0 credits 0 purchased in the period (₹0.00)',
      'None',
      '₹0.00 N/A per credit',
    ],
  ])
  await expectAccessible()
})

atDesk(
  'templates have their prices and sales, all of them where the period has fewer, and how well they sell',
  async () => {
    const sold = (filteredPurchaseCount: number, purchaseCount = filteredPurchaseCount) => ({
      ...{
        ...unpublished,
        templateId: `t${purchaseCount}`,
        templateName: 'Lamps',
        status: 'published',
        videoLayout: '9:16',
      },
      ...{ templatePrice: 40, templatePriceIND: 30, filteredPurchaseCount, purchaseCount },
    })
    const templates = [sold(11, 14), sold(6), sold(3), sold(0)]
    const totals = { matchingTemplates: 4, totalTemplates: 4, totalPurchases: 20, totalCreditsSpent: 800 }
    openDashboard('?tab=templates&period=week', noUsers, ok({ ...noTemplates, ...totals, templates }))
    await expect
      .poll(() => cells('Templates').map((row) => row.toSpliced(4, 1).slice(1)))
      .toEqual([
        ['9:16', '40 credits', '30 credits', '11 14 all-time', 'Hot'],
        ['9:16', '40 credits', '30 credits', '6', 'Good'],
        ['9:16', '40 credits', '30 credits', '3', 'Active'],
        ['9:16', '40 credits', '30 credits', '0', 'Quiet'],
      ])
    expect(cells('Templates')[0]?.[0]).toContain('#t14')
    const bars = page.getByRole('region', { name: 'Sales by template' }).getByRole('listitem')
    await expect
      .poll(() => bars.elements().map(({ textContent }) => textContent))
      .toEqual(['Lamps11 sales', 'Lamps6 sales', 'Lamps3 sales'])
    await expectAccessible()
  },
)

test('revenue has its cards, who paid most, by month, and how far newcomers come', async () => {
  const server = openDashboard('?tab=revenue')
  const month = { revenue: 798, refunded: 0, creditsPurchased: 1000, purchases: 2, newUsers: 1, date: '2026-01-01' }
  const top = { ...nobody, moneySpent: 798, purchaseCount: 2 }
  const revenue = {
    ...noTotals,
    totalRevenue: 798,
    payingUsers: 1,
    totalPurchases: 5,
    interval: 'month',
    series: [month],
  }
  server.answer('GET /api/admin/revenue', ok({ ...revenue, topUsers: [top] }))
  const signedUp = { step: 'signed-up', users: 3 }
  server.answer('GET /api/admin/funnel', ok({ visits, steps: [signedUp] }))
  for (const [label, value] of [
    ['Total Revenue', '₹798.00'],
    ['Paying Users', '1'],
    ['Total Purchases', '5'],
    ['Avg. Revenue/User', '₹266.00'],
  ]) {
    await expect.element(page.getByText(label ?? '', { exact: true })).toBeVisible()
    const card = page
      .getByText(label ?? '', { exact: true })
      .element()
      .closest('div')
    expect(card?.querySelector('dd')).toHaveTextContent(value ?? '')
  }
  const line = page.getByRole('region', { name: 'Revenue Breakdown' }).getByRole('listitem')
  await expect.element(line).toHaveTextContent('#1ashaasha@example.test₹798.002 credit packs')
  await press(page.getByText('View as table'))
  await expect.poll(() => cells('Revenue over time')[0]?.slice(0, 2).join(' ')).toMatch(/^January 2026.* ₹798\.00$/)
  await expectAccessible()
})

test('a range of days stands in the address, and is cleared', async () => {
  const server = openDashboard()
  const asked = () => server.requests.filter(({ path }) => path.startsWith('/api/admin/users')).at(-1)?.path
  await press(page.getByRole('radio', { name: 'Custom Range' }))
  const to = page.getByLabelText('To', { exact: true })
  await expect.element(to).toBeInViewport()
  await page.getByLabelText('From', { exact: true }).fill('2026-01-05')
  await to.fill('2026-02-15')
  await expect.poll(asked).toMatch(/from=2026-01-05&to=2026-02-15/)
  // Future days cannot be picked.
  await to.fill('2999-01-01')
  expect((to.element() as HTMLInputElement).validity.rangeOverflow).toBe(true)
  expect(asked()).toMatch(/to=2026-02-15/)
  await expectAccessible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
  await press(page.getByRole('button', { name: 'Clear' }))
  await expect.element(page.getByText('Showing: All Time')).toBeVisible()
})

test('an interval that is too short for the period can be changed', async () => {
  const server = openDashboard('?tab=revenue&interval=day')
  const tooShort = { error: 'This interval is too short for the period', code: 'invalid-input' }
  server.answer('GET /api/admin/revenue', ({ path }) =>
    path.includes('interval=day') ? { status: 400, body: tooShort } : noRevenue,
  )
  await expect.element(page.getByText(tooShort.error)).toBeVisible()
  await page.getByLabelText('Interval').selectOptions('Automatic')
  await expect.element(page.getByText('No revenue data found for the period.')).toBeVisible()
})

test('a bar of the chart says its numbers under the mouse or finger, and by arrow keys', async () => {
  const server = openDashboard('?tab=revenue')
  const nothing = { revenue: 0, refunded: 0, creditsPurchased: 0, purchases: 0, newUsers: 0 }
  const series = ['01', '02', '03', '04'].map((month, n) => ({
    ...nothing,
    date: `2026-${month}-01`,
    revenue: n * 19900,
  }))
  server.answer(
    'GET /api/admin/revenue',
    ok({ ...noTotals, totalRevenue: 119_400, interval: 'month', series, topUsers: [] }),
  )
  const chart = page.getByRole('group', { name: 'Revenue', exact: true })
  const numbers = chart.getByRole('status')
  await press(chart)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
  await expect.element(numbers.getByText('₹39,800.00')).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(numbers.getByText('₹59,700.00')).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}')
  await expect.element(numbers.getByText('₹0.00')).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(numbers.getByText('₹0.00')).not.toBeInTheDocument()
})
