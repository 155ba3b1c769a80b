// The admin area in a real browser: its gate, the dashboard behind it, and what ends a session of it.
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { adminPassword, createOwner, expireAdminSessions } from './admin-owner.ts'
import { watchConsole } from './console-watch.ts'
import { createMember, signInAs } from './member.ts'
import { press } from './press.ts'

const adminPath = '/internal-dashboard-admin'
const closedWords =
  'Authentication failed. Please log in to your account first and make sure you have admin permissions.'

// The tries at the gate are counted per address.
const address = `8.9.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`
test.use({ viewport: { width: 1440, height: 900 }, extraHTTPHeaders: { 'x-forwarded-for': address } })

const gate = (page: Page) => page.getByRole('heading', { name: 'Internal Access' })
const users = (page: Page) => page.getByRole('table', { name: 'Users', exact: true })
const readFlag = (page: Page) => page.evaluate(() => sessionStorage.getItem('admin-authenticated'))

async function tryPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page.getByRole('button', { name: 'Access Dashboard' }))
}

test('an owner enters with the password by keyboard, reads the dashboard, and is told when the session has ended', async ({
  page,
}) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  const owner = await createOwner(page)
  await page.goto(adminPath)
  await expect(page).toHaveURL('/login?next=%2Finternal-dashboard-admin')
  await signInAs(page, owner)
  await page.goto(adminPath)
  await expect(gate(page)).toBeVisible()
  await expect(page.getByText('Enter password to continue')).toBeVisible()
  const password = page.getByLabel('Password', { exact: true })
  await expect(page.getByRole('button', { name: 'Access Dashboard' })).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Back to Main Site' })).toHaveAttribute('href', '/')
  await expectAccessible(page)
  await tryPassword(page, 'not the password')
  await expect(page.getByText('Invalid password. Access denied.')).toBeVisible()
  await expect(password).toHaveValue('')
  expect(await readFlag(page)).toBeNull()

  // Delayed, to check what is shown meanwhile.
  const held = Promise.withResolvers<void>()
  await page.route('**/api/admin/login', (route) => held.promise.then(() => route.continue()))
  await password.focus()
  await page.keyboard.type(adminPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Verifying...' })).toBeDisabled()
  expect(await readFlag(page)).toBeNull()
  held.resolve()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  expect(await readFlag(page)).toBe('true')
  const cookies = await page.context().cookies(new URL('/api/admin', page.url()).href)
  const cookie = cookies.find(({ name }) => name === 'vitrine-admin')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/admin' })

  await test.step('the dashboard has who registered, as it is searched, and as a file; nothing in the page opens it', async () => {
    const call = page.waitForRequest((request) => request.url().includes('/api/admin/users'))
    await page.reload()
    expect(await (await call).headerValue('authorization')).toBeNull()
    await page.getByRole('searchbox', { name: 'Search users' }).fill(owner.email)
    const row = users(page).locator('tbody').getByRole('row')
    await expect(row).toHaveCount(1)
    for (const words of ['Asha Rao', owner.email, 'Email User', 'Owner', '500 credits', 'N/A per credit'])
      await expect(row).toContainText(words)
    await press(page.getByRole('radio', { name: 'Past 60 Days' }))
    await expect(page.getByText('Showing: Past 60 Days')).toBeVisible()
    await expect(page.getByText('Nobody found')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search users' }).fill('')
    await expect(page).not.toHaveURL(/search=/)
    const file = page.waitForEvent('download')
    await press(page.getByRole('link', { name: 'Download CSV' }))
    expect((await file).suggestedFilename()).toBe('users-60days.csv')
    await press(page.getByRole('tab', { name: 'Revenue' }))
    await expect(page.getByRole('figure')).toHaveAccessibleName(/^Revenue over time: ₹/)
    await expectAccessible(page)
  })
  await test.step('a session that has ended says how to return', async () => {
    await expireAdminSessions()
    await press(page.getByRole('tab', { name: 'Templates' }))
    const failure = page.getByRole('alert')
    await expect(failure.getByText(closedWords)).toBeVisible()
    await press(failure.getByRole('button', { name: 'Go to Login Page' }))
    // A signed-in user sees the page, and is not redirected immediately.
    await expect(page.getByText(`You are signed in as ${owner.email}.`)).toBeVisible()
    await press(page.getByRole('link', { name: 'Continue' }))
    await expect(gate(page)).toBeVisible()
    expect(await readFlag(page)).toBeNull()
    await tryPassword(page, adminPassword)
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    await press(page.getByRole('button', { name: 'Logout' }))
    await expect(gate(page)).toBeVisible()
    expect(await readFlag(page)).toBeNull()
    await expect.poll(async () => (await page.request.get('/api/admin/users')).status()).toBe(401)
  })
  await test.step('somebody who is no owner is rejected, and the flag alone opens nothing', async () => {
    const stranger = await page
      .context()
      .browser()
      ?.newPage({ baseURL: new URL(page.url()).origin })
    if (!stranger) throw new Error('the browser is closed')
    await signInAs(stranger, await createMember(stranger))
    await stranger.goto(adminPath)
    await tryPassword(stranger, adminPassword)
    await expect(stranger.getByText(closedWords)).toBeVisible()
    await stranger.evaluate(() => sessionStorage.setItem('admin-authenticated', 'true'))
    await stranger.reload()
    await expect(stranger.getByRole('alert').getByText(closedWords)).toBeVisible()
    await stranger.close()
  })
  expectQuiet()
})
