// Each statement of both seeds that a browser or a plain call can check, against the running shop. The same list is
// `npm run test:seeds`, for any shop with the sandbox.
import { expect, test } from '@playwright/test'
import { accountStatements } from '../seeds/account-statements.ts'
import { adminStatements } from '../seeds/admin-statements.ts'
import { type OpenedShop, openShop } from '../seeds/open-shop.ts'
import { checkStatements, type Statement } from '../seeds/statement.ts'
import { storeStatements } from '../seeds/store-statements.ts'

test.describe.configure({ mode: 'serial' })

let shop: OpenedShop

test.beforeAll(async ({ browser, baseURL }) => {
  shop = await openShop(browser, baseURL ?? '')
})
test.afterAll(() => shop.close())

async function expectAll(statements: readonly Statement[]): Promise<void> {
  const findings = await checkStatements(shop, statements)
  expect(findings.length).toBeGreaterThan(5)
  expect(findings.filter(({ problem }) => problem !== undefined)).toEqual([])
}

test('the shop does what the first seed states', () => expectAll(accountStatements))

test('the public pages do what the second seed states', () => expectAll(storeStatements))

test('the admin does what the second seed states', () => expectAll(adminStatements))
