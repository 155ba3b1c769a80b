// The owner looks after a buyer in a real browser: finds them, helps with credits, gives money back, blocks and
// unblocks, and finds every act of it in the log.
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { createOwner, signInAsAdmin } from './admin-owner.ts'
import { watchConsole } from './console-watch.ts'
import { createMember, type Member, memberPassword, readCredits, signInAs } from './member.ts'
import { choose } from './pay.ts'
import { press } from './press.ts'

const adminPath = '/internal-dashboard-admin'
const address = `8.7.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`
test.use({ viewport: { width: 1440, height: 900 }, extraHTTPHeaders: { 'x-forwarded-for': address } })

/** A buyer in a browser of their own. */
async function openBuyer(browser: Browser, baseURL: string | undefined): Promise<{ page: Page; buyer: Member }> {
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    extraHTTPHeaders: { 'x-forwarded-for': address.replace('8.7', '8.6') },
  })
  const page = await context.newPage()
  const buyer = await createMember(page)
  await signInAs(page, buyer)
  return { page, buyer }
}

/** Buys 500 credits for 399 rupees at the sandbox's bank, and answers the payment's number. */
async function buyPack(page: Page): Promise<string> {
  await page.goto('/buy-credits?pack=popular')
  await press(page.getByRole('main').getByRole('button', { name: /^Pay ₹/ }))
  await choose(page, 'Succeed')
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  const facts = await page.getByRole('main').locator('dl').innerText()
  return /pay_\w+/.exec(facts)?.[0] ?? ''
}

const findDialog = (page: Page): Locator => page.getByRole('dialog')
const findRows = (page: Page, table: string) =>
  page.getByRole('table', { name: table, exact: true }).locator('tbody').getByRole('row')

/** Searches and waits for the answer: a row of the list before it is replaced, with a dialog opened from it. */
async function search(page: Page, label: string, words: string): Promise<void> {
  const isAnswer = (url: string) => [...new URL(url).searchParams.values()].includes(words)
  const answer = page.waitForResponse((response) => response.url().includes('/api/admin/') && isAnswer(response.url()))
  await page.getByRole('searchbox', { name: label }).fill(words)
  await answer
}

test('a buyer is found, helped, refunded, blocked and unblocked, and the log has it all', { tag: '@smoke' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  const { page: store, buyer } = await openBuyer(browser, baseURL)
  const paymentId = await buyPack(store)
  expect(await readCredits(store, buyer)).toBe(1000)
  const owner = await createOwner(page)
  await signInAsAdmin(page, owner, `${adminPath}/people`)

  // By the number of a payment.
  await search(page, 'Find a person', paymentId)
  await expect(findRows(page, 'People')).toHaveCount(1)
  await expect(findRows(page, 'People')).toContainText(buyer.email)
  await expect(findRows(page, 'People')).toContainText('1,000 credits')
  await press(page.getByRole('link', { name: 'Asha Rao' }))
  await expect(page.getByRole('heading', { name: 'Asha Rao', level: 1 })).toBeVisible()
  const balance = page.locator('dl > div', { hasText: 'Balance' }).first()
  await expect(balance).toContainText('1,000 credits')
  await expect(balance).toContainText('500 free, 500 paid')
  await expectAccessible(page)

  // Credits: never below nothing, never without a reason, once for a double click.
  const dialog = findDialog(page)
  await press(page.getByRole('button', { name: 'Adjust credits' }))
  await press(dialog.getByRole('radio', { name: 'Remove', exact: true }))
  await dialog.getByLabel('Credits').fill('1001')
  await dialog.getByLabel('Reason').fill('Too much')
  await press(dialog.getByRole('button', { name: 'Remove 1,001 credits' }))
  await expect(dialog.getByText('Only 1,000 credits can be removed.')).toBeVisible()
  await press(dialog.getByRole('radio', { name: 'Add', exact: true }))
  await dialog.getByLabel('Credits').fill('250')
  await dialog.getByLabel('Reason').fill(' ')
  await expect(dialog.getByText('1,250 credits')).toBeVisible()
  await press(dialog.getByRole('button', { name: 'Add 250 credits' }))
  await expect(dialog.getByText('Please say why')).toBeVisible()
  await dialog.getByLabel('Reason').fill('A video that failed twice')
  await dialog.getByRole('button', { name: 'Add 250 credits' }).dblclick()
  await expect(page.getByText('250 credits added. The balance is 1,250 credits.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(balance).toContainText('1,250 credits')
  const statement = findRows(page, 'Credit statement')
  await expect(statement.first()).toContainText('Adjusted by the store')
  await expect(statement.first()).toContainText('“A video that failed twice”')
  await expect(statement).toHaveCount(3)

  // Money: half of the payment, and half of its credits with it.
  await press(page.getByRole('tab', { name: 'Payments' }))
  await expect(findRows(page, 'Payments')).toContainText(paymentId)
  await press(page.getByRole('button', { name: `Refund: ${paymentId}` }))
  await expect(dialog.getByText('500 credits of the 500 paid credits will be removed.')).toBeVisible()
  await press(dialog.getByRole('radio', { name: 'Partial refund', exact: true }))
  await dialog.getByLabel('Amount in rupees').fill('400')
  await dialog.getByLabel('Reason').fill('Half of it was not wanted')
  await press(dialog.getByRole('button', { name: 'Refund', exact: true }))
  await expect(dialog.getByText('Only ₹399.00 of this payment can be refunded.')).toBeVisible()
  await dialog.getByLabel('Amount in rupees').fill('199.50')
  await expect(dialog.getByText('250 credits of the 500 paid credits will be removed.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Refund ₹199.50' }).dblclick()
  await expect(page.getByText(/(₹199\.50 refunded|Refund of ₹199\.50 started)\. 250 credits removed\./)).toBeVisible()
  await expect(findRows(page, 'Payments')).toContainText('Partly refunded')
  await expect(findRows(page, 'Payments')).toContainText('250 credits removed')
  await expect(balance).toContainText('750 free')
  await expect(balance).toContainText('1,000 credits')
  expect(await readCredits(store, buyer)).toBe(1000)
  await press(page.getByRole('tab', { name: 'Statement' }))
  await expect(statement.first()).toContainText('Payment refunded')
  await expect(statement.first()).toContainText('−250 credits')

  // A block is felt at once, and said in the buyer's open tab and at the next sign-in.
  await press(page.getByRole('button', { name: 'Block', exact: true }))
  await dialog.getByLabel('Reason').fill('Stolen cards')
  await press(dialog.getByRole('button', { name: 'Block this account' }))
  await expect(page.getByText('Asha Rao is blocked and signed out everywhere.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unblock' })).toBeVisible()
  const refused = await store.request.get('/api/user-credits', { headers: { authorization: `Bearer ${buyer.token}` } })
  expect(refused.status()).toBe(401)
  const signIn = () =>
    store.request.post('/api/login', { data: { email: buyer.email, password: memberPassword, rememberMe: false } })
  await store.goto('/liked')
  const notice = store.getByRole('dialog', { name: 'You have been signed out' })
  await expect(notice.getByText('This account has been blocked. Please contact support.')).toBeVisible()
  await store.keyboard.press('Escape')
  await expect(store).toHaveURL(/\/login\?next=%2Fliked/i)
  await store.getByLabel('Email').fill(buyer.email)
  await store.getByLabel('Password', { exact: true }).fill(memberPassword)
  await press(store.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }))
  await expect(store.getByText('This account has been blocked. Please contact support.').first()).toBeVisible()
  await press(page.getByRole('button', { name: 'Unblock' }))
  await dialog.getByLabel('Reason').fill('It was not them')
  await press(dialog.getByRole('button', { name: 'Unblock this account' }))
  await expect(page.getByText('Asha Rao can sign in again.')).toBeVisible()
  expect((await signIn()).status()).toBe(200)

  // The account's own part of the log, then the whole one.
  await press(page.getByRole('tab', { name: 'Audit log' }))
  const events = page.getByRole('list', { name: 'Actions' }).getByRole('listitem')
  await expect(events).toHaveCount(3)
  for (const [place, words] of ['Account unblocked', 'Account blocked', 'Credits adjusted'].entries()) {
    await expect(events.nth(place)).toContainText(words)
  }
  await expect(events.nth(2)).toContainText('“A video that failed twice”')
  await expect(events.nth(2)).toContainText('1000 → 1250')
  await press(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Audit log' }))
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()
  await search(page, 'Account, payment or template', paymentId)
  await expect(events).toHaveCount(2)
  await expect(events.nth(0)).toContainText('Payment refunded')
  await expect(events.nth(1)).toContainText('Refund requested')
  await press(events.getByRole('link').first())
  await expect(page).toHaveURL(/actor=/)
  await expect(events.first()).toContainText('Account unblocked')
  await press(page.getByRole('button', { name: /By one owner/ }))
  await expect(page).toHaveURL(`${adminPath}/log`)
  expectQuiet()
  await store.context().close()
})
