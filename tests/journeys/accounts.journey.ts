// Accounts in a real browser, as people live with them: two tabs that share a session until the account is deleted, and Google.
import { expect, type Page, test } from '@playwright/test'
import { takePhoto } from '../purchase-flow/photo.ts'
import { expectAccessible } from './accessible.ts'
import { watchConsole } from './console-watch.ts'
import { createMember, type Member, memberPassword } from './member.ts'
import { enterCode } from './outbox.ts'
import { press } from './press.ts'

const mark = Date.now().toString(36)

test('two tabs show the same account, from the sign-in over its end and a new username to the deletion', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  const member = await createMember(page)

  await test.step('what is typed before the script has arrived is kept, and nothing is sent', async () => {
    const { promise: scripts, resolve: arrive } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', (route) => scripts.then(() => route.continue()))
    await page.goto('/login', { waitUntil: 'commit' })
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Email').press('Enter')
    const send = page.getByRole('button', { name: 'Sign In', exact: true })
    await expect(send).toBeDisabled()
    arrive()
    await expect(send).toBeEnabled()
    await expect(page.getByLabel('Email')).toHaveValue(member.email)
    await page.unroute('**/assets/*.js')
  })
  await signIn(page, member)
  await expect(page).toHaveURL('/templates-list')
  const record = await readRecord(page)
  expect(record).toMatchObject({ place: 'session', expiry: null, rememberMe: false })
  const second = await page.context().newPage()
  const expectSecondQuiet = watchConsole(second, { expectsErrorResponses: true })
  await second.goto('/profile')
  await expect(second.getByRole('heading', { name: 'Asha Rao' })).toBeVisible()
  expect(await second.evaluate(() => localStorage.getItem('vitrine-token'))).toBeNull()

  await test.step('a session that ended elsewhere ends in both, and says why; who signs in again is signed in in both', async () => {
    await page.request.post('/api/logout', { headers: { authorization: `Bearer ${record?.token}` } })
    await press(second.getByRole('tab', { name: 'Generated Videos' }))
    const dialog = second.getByRole('dialog', { name: 'You have been signed out' })
    const reason = 'It expired, or it was ended on another device or by a password change.'
    await expect(dialog.getByText(reason)).toBeVisible()
    await expectAccessible(second)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await press(dialog.getByRole('button', { name: 'Sign In' }))
    const sheet = second.getByRole('dialog', { name: /^Continue with/ })
    await sheet.getByLabel('Password', { exact: true }).fill(memberPassword)
    await press(sheet.getByRole('button', { name: 'Sign In', exact: true }))
    await expect(sheet).toBeHidden()
    await expect(second).toHaveURL('/profile?tab=videos')
    await expect(page.getByRole('link', { name: 'You have 500 credits' })).toBeVisible()
  })

  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Asha Rao' })).toBeVisible()
  await expectAccessible(page)
  await test.step('a new username renews the token in both', async () => {
    const before = await readRecord(page)
    await press(page.getByRole('button', { name: 'Edit profile' }))
    await page.getByLabel('Username').fill('demo')
    await expect(page.getByText('Username is already taken')).toBeVisible()
    await page.getByLabel('Username').fill(`nair-${mark}`)
    await expect(page.getByText('Username is available')).toBeVisible()
    await press(page.getByRole('button', { name: 'Save', exact: true }))
    await expect(page.getByText(`nair-${mark}`, { exact: true })).toBeVisible()
    const after = await readRecord(page)
    // With the choice of the last sign-in, which is to be remembered where nothing else was said.
    expect(after).toMatchObject({ place: 'local', rememberMe: true })
    expect(after?.token).not.toBe(before?.token)
    await expect.poll(async () => (await readRecord(second))?.token).toBe(after?.token)
    await press(second.getByRole('tab', { name: 'Profile' }))
    await expect(second.getByText(`nair-${mark}`, { exact: true })).toBeVisible()
  })

  await test.step('a picture is cropped', async () => {
    await page.getByLabel('Profile picture').setInputFiles({
      name: 'me.jpg',
      mimeType: 'image/jpeg',
      buffer: await takePhoto(),
    })
    const frame = page.getByRole('application')
    await expect(page.getByRole('slider', { name: 'Zoom' })).toBeEnabled()
    await expectAccessible(page)
    await frame.press('ArrowDown')
    await frame.press('+')
    await frame.hover()
    await page.mouse.wheel(0, -200)
    const [request] = await Promise.all([
      page.waitForRequest('**/api/profile/picture'),
      press(page.getByRole('button', { name: 'Use this picture' })),
    ])
    const { crop } = request.postDataJSON() as { crop: { left: number; top: number; size: number } }
    expect(crop.size).toBeLessThan(1200)
    await expect(page.getByText('Profile updated successfully!')).toBeVisible()
    const picture = page.getByRole('tabpanel').locator('img')
    // The dialog with the chosen one may be closing still.
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)))
      .toBe(512)
  })

  await test.step('another device is signed out from here', async () => {
    const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) })
    const there = await elsewhere.newPage()
    await there.goto('/login')
    await there.getByLabel('Remember me for 7 days').check()
    await signIn(there, member)
    await expect(there).toHaveURL('/templates-list')
    expect(await readRecord(there)).toMatchObject({ place: 'local', rememberMe: true })
    await page.reload()
    const rows = page.getByRole('region', { name: 'Where you’re signed in' }).getByRole('listitem')
    await expect(rows.first()).toContainText('This device')
    await expect(rows).toHaveCount(2)
    await press(page.getByRole('button', { name: 'Sign out everywhere else' }))
    await expect(rows).toHaveCount(1)
    await there.reload()
    await expect(there.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await elsewhere.close()
  })

  await test.step('deletion first says what is deleted and what stays, and ends both', async () => {
    await press(page.getByRole('button', { name: 'Delete my account' }))
    const dialog = page.getByRole('dialog', { name: 'Delete your account' })
    await expect(dialog.getByRole('heading', { name: 'Kept' })).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Your password').fill(memberPassword)
    await press(dialog.getByRole('button', { name: 'Delete permanently' }))
    await expect(page).toHaveURL('/')
    for (const tab of [page, second])
      await expect(tab.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await page.goto('/login')
    await signIn(page, member)
    await expect(page.getByText('Invalid email or password')).toBeVisible()
    expect(await readRecord(page)).toBeNull()
  })
  expectSecondQuiet()
  expectQuiet()
})

test('a customer who signs up with Google completes their profile once and is rewarded', async ({ page }) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  // A new visitor, who has not answered the consent question.
  await page.context().clearCookies()
  await page.clock.install()
  await page.goto('/login')
  await page.getByLabel('Remember me for 7 days').check()
  await allowGoogle(page, 'Sign in with Google', { email: `ravi-${mark}@gmail.test`, name: 'Ravi Kumar' })
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('link', { name: 'You have 500 credits' })).toBeVisible()
  expect(await readRecord(page)).toMatchObject({ place: 'local', rememberMe: true })
  const dialog = page.getByRole('dialog', { name: 'Complete your profile' })
  const submit = dialog.getByRole('button', { name: 'Complete Profile & Get Credits' })

  await test.step('the popup opens a second after each page load until it is completed', async () => {
    const banner = page.getByRole('button', { name: 'Reject All' })
    await expect(banner).toBeVisible()
    await page.clock.runFor(1_500)
    await expect(dialog).toBeHidden()
    // The banner has been answered: now it is the turn of the next popup.
    await press(banner)
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    await press(dialog.getByRole('button', { name: 'Skip for now' }))
    await expect(dialog).toBeHidden()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    // Google always sends a name; profiles from elsewhere may lack one.
    await page.route('**/api/profile', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), actualName: '' } })
    })
    await page.goto('/templates-list')
    await expect(page.getByRole('link', { name: 'You have 500 credits' })).toBeVisible()
    await page.clock.runFor(900)
    await expect(dialog).toBeHidden()
    // The dialog's own script is fetched now, and React waits for the stopped clock before it shows it.
    await expect(async () => {
      await page.clock.runFor(200)
      await expect(dialog).toBeVisible({ timeout: 200 })
    }).toPass()
    await expect(dialog.getByText('Complete your profile to get the best experience')).toBeVisible()
    await page.unroute('**/api/profile')
  })

  await test.step('then 500 credits are celebrated for six seconds', async () => {
    await dialog.getByLabel('Employment field').selectOption('Media & Entertainment')
    await dialog.getByLabel('Full name').fill('Ravi')
    await dialog.getByLabel('Country').selectOption('IN')
    const number = `96${String(Date.now()).slice(-8)}`
    await dialog.getByLabel('Phone number').fill(number)
    await press(submit)
    await expect(dialog.getByText('Please verify your phone number first')).toBeVisible()
    await press(dialog.getByRole('button', { name: 'Send code' }))
    await enterCode(page, `+91${number}`)
    await press(submit)
    const words = page.getByText('You have received 500 free credits!')
    await expect(words).toBeVisible()
    await expect(page.getByRole('link', { name: 'You have 1,000 credits', includeHidden: true })).toBeAttached()
    await page.clock.runFor(5_900)
    await expect(words).toBeVisible()
    await page.clock.runFor(200)
    await expect(words).toBeHidden()
  })

  await test.step('and the popup does not open again', async () => {
    await page.goto('/profile')
    await expect(page.getByRole('heading', { name: 'Ravi' })).toBeVisible()
    await page.clock.runFor(2_000)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.clock.resume()
    await press(page.getByRole('button', { name: 'Statement' }))
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2)
    await page.keyboard.press('Escape')
  })

  await test.step('a password of their own is set with a code, and signs them out', async () => {
    await press(page.getByRole('button', { name: 'Set a password' }))
    const steps = page.getByRole('dialog', { name: 'Set a password' })
    await expect(steps.getByLabel('Email')).toHaveValue(`ravi-${mark}@gmail.test`)
    await press(steps.getByRole('button', { name: 'Send code' }))
    await enterCode(page, `ravi-${mark}@gmail.test`)
    await steps.getByLabel('New password', { exact: true }).fill('mango-season-4')
    await steps.getByLabel('Confirm new password').fill('mango-season-4')
    await press(steps.getByRole('button', { name: 'Reset password' }))
    await expect(page.getByText('Please log in to view your profile')).toBeVisible()
    expect(await readRecord(page)).toBeNull()
  })
  expectQuiet()
})

test('an existing account is linked with Google only by its password', async ({ page }) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  const member = await createMember(page)
  await page.goto('/register')
  await allowGoogle(page, 'Sign up with Google', { email: member.email, name: 'Asha Rao' })
  const dialog = page.getByRole('dialog', { name: 'You already have an account' })
  await expect(dialog.getByText(member.email)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Password', { exact: true }).fill('not-my-password')
  await press(dialog.getByRole('button', { name: 'Connect and sign in' }))
  await expect(dialog.getByRole('alert')).toHaveText(/.+/)
  await dialog.getByLabel('Password', { exact: true }).fill(memberPassword)
  await press(dialog.getByRole('button', { name: 'Connect and sign in' }))
  await expect(page).toHaveURL('/profile')
  await expect(page.getByText('Email and password, or Google')).toBeVisible()
  await logOut(page)
  await page.goto('/login')
  await allowGoogle(page, 'Sign in with Google', { email: member.email, name: 'Asha Rao' })
  await expect(page).toHaveURL('/profile')
  expectQuiet()
})

/** Fills in and sends the sign-in form of the page. */
async function signIn(page: Page, { email }: Member): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(memberPassword)
  await press(page.getByRole('button', { name: 'Sign In', exact: true }))
}

async function logOut(page: Page): Promise<void> {
  await press(page.getByRole('banner').getByRole('button', { name: /Asha/ }))
  await press(page.getByRole('button', { name: 'Logout' }))
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
}

/** Presses Google's button and agrees on the page that opens. */
async function allowGoogle(page: Page, button: string, person: { email: string; name: string }): Promise<void> {
  const [consent] = await Promise.all([page.waitForEvent('popup'), press(page.getByRole('button', { name: button }))])
  await consent.getByLabel('Use another account').check()
  await consent.getByLabel('Email').fill(person.email)
  await consent.getByLabel('Name').fill(person.name)
  await press(consent.getByRole('button', { name: 'Allow' }))
}

type Record = { place: 'session' | 'local'; token: string; expiry: number | null; rememberMe: boolean }

/** The stored token record, and where it is stored. */
function readRecord(page: Page): Promise<Record | null> {
  return page.evaluate(() => {
    for (const [place, storage] of [
      ['session', sessionStorage],
      ['local', localStorage],
    ] as const) {
      const text = storage.getItem('vitrine-token')
      if (text !== null) return { place, ...JSON.parse(text) }
    }
    return null
  })
}
