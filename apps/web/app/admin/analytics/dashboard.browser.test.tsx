// The dashboard of the admin area while its figures load, when they cannot be loaded, and where there are none.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { type Answer, ok, startFakeServer } from '../../../testing/fake-server.ts'
import { press } from '../../../testing/press.ts'
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

function openDashboard(search = '', users: Answer = noUsers) {
  const server = startFakeServer({
    'GET /api/admin/users': users,
    'GET /api/admin/templates': ok({ ...noTemplates, totalCreditsSpent: 0 }),
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
  // What the server says is shown as it says it.
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
