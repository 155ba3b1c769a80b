// The admin dashboard of the second seed.
import { expect, mustEqual, mustHave, type Statement } from './statement.ts'

const adminPath = '/internal-dashboard-admin'
const notAllowed =
  'Authentication failed. Please log in to your account first and make sure you have admin permissions.'

export const adminStatements: readonly Statement[] = [
  ...['users', 'templates'].map(
    (name): Statement => ({
      at: '2.8',
      says: `GET /api/admin/${name} without the admin's cookie is 401 with its sentence`,
      check: async (shop) => {
        const { status, body } = await shop.asBuyer('GET', `/api/admin/${name}`)
        mustEqual([status, body.error], [401, notAllowed], 'the answer')
      },
    }),
  ),
  {
    at: '2.2',
    says: 'Gate: Internal Access, Enter password to continue, Access Dashboard disabled when empty, Back to Main Site',
    check: async (shop) => {
      const page = await shop.buyer()
      await page.goto(adminPath)
      await expect(page.getByRole('heading', { name: 'Internal Access' })).toBeVisible()
      await expect(page.getByText('Enter password to continue')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Access Dashboard' })).toBeDisabled()
      await expect(page.getByRole('link', { name: 'Back to Main Site' })).toHaveAttribute('href', '/')
    },
  },
  {
    at: '2.2',
    says: 'Three tabs, Logout, five periods, a Showing badge',
    check: async (shop) => {
      const page = await shop.owner()
      await page.goto(adminPath)
      await expect(page.getByRole('tab')).toHaveText(['Users', 'Templates', 'Revenue'])
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
      for (const period of ['All Time', 'This Week', 'This Month', 'Past 60 Days', 'Custom Range']) {
        await expect(page.getByText(period, { exact: true }).first(), period).toBeAttached()
      }
      await expect(page.getByText(/Showing/).first()).toBeVisible()
    },
  },
  {
    at: '2.2',
    says: 'Users: the four columns; with a period: Users with activity in the period',
    check: async (shop) => {
      const page = await shop.owner()
      await page.goto(adminPath)
      const columns = page.getByRole('table', { name: 'Users', exact: true }).getByRole('columnheader')
      await expect(columns).toHaveText(['User', 'Credits Info', 'Templates Purchased', 'Revenue Contribution'])
      await page.goto(`${adminPath}?period=week`)
      await expect(page.getByText('Users with activity in the period')).toBeVisible()
    },
  },
  {
    at: '2.2',
    says: 'Revenue: four cards, the breakdown, and its text when nobody paid',
    check: async (shop) => {
      const page = await shop.owner()
      await page.goto(`${adminPath}?tab=revenue&period=custom&from=2001-01-01&to=2001-01-02`)
      for (const card of ['Total Revenue', 'Paying Users', 'Total Purchases', 'Avg. Revenue/User']) {
        await expect(page.getByText(card, { exact: true })).toBeVisible()
      }
      await expect(page.getByText('No revenue data found for the period')).toBeVisible()
    },
  },
  {
    at: '2.3',
    says: 'Admin analytics: the fields of users and templates, with their variants for a period',
    check: async (shop) => {
      const page = await shop.owner()
      const read = async (name: string) => (await page.request.get(`/api/admin/${name}?period=week`)).json()
      const users = await read('users')
      const totals = ['totalUsers', 'totalTemplates', 'totalPurchases', 'totalRevenue', 'payingUsers']
      mustHave(users, ['users', ...totals], 'users')
      const own = ['username', 'actualName', 'email', 'isGoogleUser', 'credits', 'creditsPurchased', 'moneySpent']
      const filtered = ['filteredCreditsPurchased', 'filteredMoneySpent', 'filteredTemplatesPurchased']
      mustHave(users.users[0], [...own, 'templatesPurchased', ...filtered], 'a user')
      mustHave((await read('templates')).templates[0], ['purchaseCount', 'filteredPurchaseCount'], 'a template')
    },
  },
]
