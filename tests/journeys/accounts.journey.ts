// Accounts in a real browser, as people live with them: register, come back tomorrow, forget the password, arrive with
// Google, change the name, work in two tabs, leave for good. The journeys share one member and run in this order.
import { expect, type Page, test } from '@playwright/test'
import { takePhoto } from '../purchase-flow/photo.ts'
import { expectAccessible } from './accessible.ts'
import { watchConsole } from './console-watch.ts'
import { enterCode, readCode } from './outbox.ts'
import { press } from './press.ts'

test.describe.configure({ mode: 'serial' })

const mark = Date.now().toString(36)
const member = { email: `meera-${mark}@example.org`, username: `meera-${mark}`, password: 'quiet-lantern-7' }
const weekMs = 604_800_000

test('registering needs a verified address and a verified number', async ({ page }) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  await page.goto('/register')
  await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible()
  const create = page.getByRole('button', { name: 'Create account' })
  const number = `97${String(Date.now()).slice(-8)}`
  await page.getByLabel('Full name').fill('Meera Iyer')
  await page.getByLabel('Username').fill(member.username)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Country').selectOption({ label: 'India (+91)' })
  await page.getByLabel('Phone number').fill(number)
  await page.getByLabel('Employment field').selectOption('Others')
  await page.getByLabel('Your employment field').fill('Florist')
  await press(page.getByRole('button', { name: 'Send code' }).first())
  await enterCode(page, member.email)
  await expect(page.getByRole('status').filter({ hasText: 'Verified' })).toBeFocused()

  await test.step('a phone that discards the page while the message is read keeps everything but the password', async () => {
    await press(page.getByRole('button', { name: 'Send code' }))
    await expect(page.getByLabel('One-time code')).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByLabel('Full name')).toHaveValue('Meera Iyer')
    await expect(page.getByLabel('Email')).toHaveValue(member.email)
    await expect(page.getByText('Verified')).toHaveCount(1)
    await expect(page.getByLabel('Your employment field')).toHaveValue('Florist')
    await expect(page.getByLabel('One-time code')).toBeFocused()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  })

  await test.step('the account is created with 500 credits', async () => {
    await enterCode(page, `+91${number}`)
    await page.getByLabel('Password', { exact: true }).fill(member.password)
    await page.getByLabel('Confirm password').fill(member.password)
    await press(create)
    await expect(page).toHaveURL('/')
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('vitrine-registration'))).toBeNull()
    await expect(page.getByText('Welcome to Vitrine, Meera Iyer! You have 500 credits to start with.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'You have 500 credits' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Register' })).toBeHidden()
    await expect(page.getByRole('main').getByRole('link', { name: 'Create an account' })).toBeHidden()
    await expect(page.getByRole('main').getByRole('link', { name: 'My Downloads' })).toBeVisible()
  })
  expectQuiet()
})

test('the forms preselect the visitor’s country', async ({ page }) => {
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '49.36.0.1' })
  await page.goto('/register')
  await expect(page.getByLabel('Country').locator('option:checked')).toHaveText('India (+91)')
})

test('a session is shared with a new tab, ends in both, and shows why when it ended elsewhere', async ({ page }) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  await page.goto('/login')
  await signIn(page)
  await expect(page).toHaveURL('/templates-list')
  const second = await page.context().newPage()
  const quiet = watchConsole(second, { expectsErrorResponses: true })
  await second.goto('/profile')
  await expect(second.getByRole('heading', { name: 'Meera Iyer' })).toBeVisible()
  expect(await second.evaluate(() => localStorage.getItem('vitrine-token'))).toBeNull()

  const { token } = JSON.parse((await page.evaluate(() => sessionStorage.getItem('vitrine-token'))) ?? '{}') as {
    token: string
  }
  await page.request.post('/api/logout', { headers: { authorization: `Bearer ${token}` } })
  await press(second.getByRole('tab', { name: 'Generated Videos' }))
  const dialog = second.getByRole('dialog', { name: 'You have been signed out' })
  await expect(dialog.getByText('It expired, or it was ended on another device or by a password change.')).toBeVisible()
  await expectAccessible(second)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  // Who signs in now, above the page that waits, is signed in in the other tab, too.
  await press(dialog.getByRole('button', { name: 'Sign In' }))
  const sheet = second.getByRole('dialog', { name: /^Continue with/ })
  await sheet.getByLabel('Password', { exact: true }).fill(member.password)
  await press(sheet.getByRole('button', { name: 'Sign In', exact: true }))
  await expect(sheet).toBeHidden()
  await expect(second).toHaveURL('/profile?tab=videos')
  await expect(page.getByRole('link', { name: 'You have 500 credits' })).toBeVisible()
  quiet()
  expectQuiet()
})

test('signing in lasts as long as chosen, and leads back to the page that required it', async ({ page }) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })

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

  await test.step('a wrong password says so and stores nothing', async () => {
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', /^\/register/)
    await expectAccessible(page)
    await signIn(page, 'wrong-password')
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeVisible()
    expect(await readRecord(page)).toBeNull()
  })

  await test.step('the navigation shows the account', async () => {
    const banner = page.getByRole('banner')
    await expect(banner.getByRole('link', { name: 'Register' })).toHaveAttribute('href', /^\/register/)
    await signIn(page)
    await expect(page).toHaveURL('/templates-list')
    await expect(banner.getByRole('link', { name: 'You have 500 credits' })).toBeVisible()
    await expect(banner.getByRole('link', { name: 'Register' })).toBeHidden()
    await press(banner.getByRole('button', { name: /Meera/ }))
    const menu = page.locator('#user-menu')
    await expect(menu.getByRole('link', { name: 'My Profile' })).toHaveAttribute('href', '/profile')
    await expect(menu.getByRole('link', { name: 'Buy Credits' })).toHaveAttribute('href', '/buy-credits')
    await expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('without remember-me the token is in this tab alone', async () => {
    expect(await readRecord(page)).toMatchObject({ place: 'session', expiry: null, rememberMe: false })
    await logOut(page)
    expect(await readRecord(page)).toBeNull()
  })

  await test.step('a protected page asks to sign in and is returned to', async () => {
    await page.goto('/LIKED')
    await expect(page).toHaveURL(/\/login\?next=/)
    await page.getByLabel('Remember me for 7 days').check()
    await signIn(page)
    await expect(page).toHaveURL(/\/liked$/i)
    await expect(page.getByText('No liked templates yet')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('with remember-me it lasts seven days, and not longer', async () => {
    const record = await readRecord(page)
    expect(record).toMatchObject({ place: 'local', rememberMe: true })
    const left = (record?.expiry ?? 0) - Date.now()
    expect(left).toBeGreaterThan(weekMs - 60_000)
    expect(left).toBeLessThanOrEqual(weekMs)
    await page.clock.install({ time: Date.now() + weekMs + 1000 })
    await page.reload()
    await expect(page).toHaveURL(/\/login/)
    expect(await readRecord(page)).toBeNull()
  })
  expectQuiet()
})

test('a forgotten password is replaced in three steps', async ({ page }) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  await page.clock.install()
  await page.goto('/login')
  const open = () => press(page.getByRole('button', { name: 'Forgot your password?' }))
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Send code' })

  await test.step('the address must be one that is known', async () => {
    await open()
    await expect(dialog.getByLabel('Email')).toBeFocused()
    // A dialog that has just opened ignores Enter: it may be the second half of the press that opened it.
    await expect(dialog).toHaveCSS('pointer-events', 'auto')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Please enter your email address')).toBeVisible()
    await dialog.getByLabel('Email').fill(`nobody-${mark}@example.org`)
    await press(send)
    await expect(dialog.getByText('No user found with this email address. Please create a new account.')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await open()
    await expect(dialog.getByLabel('Email')).toHaveValue('')
  })

  await test.step('the code must be the one that was sent, and the next one takes a minute', async () => {
    await dialog.getByLabel('Email').fill(member.email)
    await press(send)
    await expect(dialog.getByRole('button', { name: /Resend code in \d+ s/ })).toBeDisabled()
    // Closed by mistake and opened again: the code that was sent is still valid, without waiting for another.
    await page.keyboard.press('Escape')
    await page.getByRole('main').getByLabel('Email').fill(member.email)
    await open()
    await expect(dialog.getByLabel('Email')).toHaveValue(member.email)
    await press(send)
    await expect(dialog.getByRole('button', { name: /Resend code in \d+ s/ })).toBeDisabled()
    await dialog.getByLabel('One-time code').fill('12ab 34')
    await expect(dialog.getByLabel('One-time code')).toHaveValue('1234')
    const code = await readCode(page, member.email)
    await dialog.getByLabel('One-time code').fill(code === '000000' ? '000001' : '000000')
    await expect(dialog.getByText('That code isn’t correct.')).toBeVisible()
    await page.clock.fastForward(61_000)
    await expect(dialog.getByRole('button', { name: 'Resend code', exact: true })).toBeEnabled()
    await expectAccessible(page)
    await enterCode(page, member.email)
  })

  await test.step('the new password is typed twice', async () => {
    const reset = dialog.getByRole('button', { name: 'Reset password' })
    await expect(dialog.getByLabel('New password', { exact: true })).toBeFocused()
    member.password = 'brass-compass-3'
    await dialog.getByLabel('New password', { exact: true }).fill(member.password)
    await dialog.getByLabel('Confirm new password').fill(member.password)
    await press(reset)
    await expect(page.getByText('Password reset successfully! Please log in with your new password.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await signIn(page)
    await expect(page).toHaveURL('/templates-list')
  })
  expectQuiet()
})

test('a customer who signs up with Google completes their profile once and is rewarded', async ({ page }) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  // Somebody new, who has answered nothing yet.
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
  await page.goto('/register')
  await allowGoogle(page, 'Sign up with Google', { email: member.email, name: 'Meera Iyer' })
  const dialog = page.getByRole('dialog', { name: 'You already have an account' })
  await expect(dialog.getByText(member.email)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Password', { exact: true }).fill('not-my-password')
  await press(dialog.getByRole('button', { name: 'Connect and sign in' }))
  await expect(dialog.getByRole('alert')).toHaveText(/.+/)
  await dialog.getByLabel('Password', { exact: true }).fill(member.password)
  await press(dialog.getByRole('button', { name: 'Connect and sign in' }))
  await expect(page).toHaveURL('/profile')
  await expect(page.getByText('Email and password, or Google')).toBeVisible()
  await logOut(page)
  await page.goto('/login')
  await allowGoogle(page, 'Sign in with Google', { email: member.email, name: 'Meera Iyer' })
  await expect(page).toHaveURL('/profile')
  await logOut(page)
  expectQuiet()
})

test('a profile is edited field by field, and a new username appears in every tab', async ({ page }) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  await page.goto('/login?next=/profile')
  await signIn(page)
  await expect(page.getByRole('heading', { name: 'Meera Iyer' })).toBeVisible()
  await expectAccessible(page)
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveText(['Profile', 'Generated Videos', 'Liked Templates'])
  await tabs.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Generated Videos', selected: true })).toBeFocused()
  await expect(page.getByText('No generated videos yet')).toBeVisible()
  await expect(page).toHaveURL(/[?&]tab=videos/)
  await press(tabs.first())
  await press(page.getByRole('button', { name: 'Edit profile' }))
  await page.getByLabel('Full name', { exact: true }).fill('Meera Nair')
  await press(page.getByRole('button', { name: 'Save', exact: true }))
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Meera Nair' })).toBeVisible()

  await test.step('a new username renews the token, here and in a copy of this tab', async () => {
    const [copy] = await Promise.all([
      page.context().waitForEvent('page'),
      // A window opened by the page starts with a copy of its session storage.
      page.evaluate(() => void window.open('/profile')),
    ])
    await expect(copy.getByRole('heading', { name: 'Meera Nair' })).toBeVisible()
    const before = await readRecord(page)
    await press(page.getByRole('button', { name: 'Edit profile' }))
    await page.getByLabel('Username').fill('demo')
    await expect(page.getByText('Username is already taken')).toBeVisible()
    await page.getByLabel('Username').fill(`nair-${mark}`)
    await expect(page.getByText('Username is available')).toBeVisible()
    const refetch = page.waitForRequest(
      (request) => request.method() === 'GET' && request.url().endsWith('/api/profile'),
    )
    await press(page.getByRole('button', { name: 'Save', exact: true }))
    await refetch
    await expect(page.getByText(`nair-${mark}`, { exact: true })).toBeVisible()
    const after = await readRecord(page)
    expect(after).toMatchObject({ place: 'session', expiry: null, rememberMe: false })
    expect(after?.token).not.toBe(before?.token)
    await expect.poll(async () => (await readRecord(copy))?.token).toBe(after?.token)
    await expect(copy.getByText(`nair-${mark}`, { exact: true })).toBeVisible()
    await logOut(page)
    await expect(copy.getByText('Please log in to view your profile')).toBeVisible()
    await copy.close()
  })
  expectQuiet()
})

test('two tabs always show the same account', async ({ page, context }) => {
  const expectQuiet = watchConsole(page)
  const other = await context.newPage()
  await other.goto('/profile')
  await expect(other.getByText('Please log in to view your profile')).toBeVisible()
  await signInRemembered(page)
  await expect(other.getByRole('heading', { name: 'Meera Nair' })).toBeVisible()
  const credits = other.getByRole('complementary', { name: 'Credits' })
  await expect(credits.getByText('500 credits')).toBeVisible()
  await expect(credits.getByRole('link', { name: 'Browse Templates' })).toHaveAttribute('href', '/templates-list')
  await expect(credits.getByRole('link', { name: 'Buy Credits' })).toHaveAttribute('href', '/buy-credits')
  await press(credits.getByRole('button', { name: 'Sign Out', exact: true }))
  await expect(other).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await other.close()
  expectQuiet()
})

test('picture, password, other devices and deletion are on one page', async ({ page, browser, baseURL }) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) })
  const there = await elsewhere.newPage()
  await signInRemembered(there)
  await page.request.post('/api/login', { data: { email: member.email, password: member.password } })
  await signInRemembered(page)
  await page.goto('/profile')

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
    await expect(picture).toBeVisible()
    expect(await picture.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBe(512)
    await press(page.getByRole('button', { name: 'Remove' }))
    await expect(picture).toBeHidden()
  })

  await test.step('another device is signed out from here', async () => {
    const rows = page.getByRole('region', { name: 'Where you’re signed in' }).getByRole('listitem')
    await expect(rows.first()).toContainText('This device')
    await expect(rows).toHaveCount(3)
    await press(rows.nth(1).getByRole('button'))
    await expect(rows).toHaveCount(2)
    await press(page.getByRole('button', { name: 'Sign out everywhere else' }))
    await expect(rows).toHaveCount(1)
    await there.reload()
    await expect(there.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await elsewhere.close()
  })

  await test.step('the password is changed with the old one', async () => {
    await press(page.getByRole('button', { name: 'Change password' }))
    await page.getByLabel('Current password').fill('not-my-password')
    await page.getByLabel('New password', { exact: true }).fill('paper-garden-9')
    await page.getByLabel('Confirm new password').fill('paper-garden-9')
    await press(page.getByRole('button', { name: 'Save password' }))
    await expect(page.getByText('Your current password is incorrect')).toBeVisible()
    await page.getByLabel('Current password').fill(member.password)
    await press(page.getByRole('button', { name: 'Save password' }))
    await expect(page.getByText('Password changed successfully!')).toBeVisible()
    member.password = 'paper-garden-9'
  })

  await test.step('deletion first says what is deleted and what stays', async () => {
    await press(page.getByRole('button', { name: 'Delete my account' }))
    const dialog = page.getByRole('dialog', { name: 'Delete your account' })
    await expect(dialog.getByRole('heading', { name: 'Kept' })).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Your password').fill(member.password)
    await press(dialog.getByRole('button', { name: 'Delete permanently' }))
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await page.goto('/login')
    await signIn(page)
    await expect(page.getByText('Invalid email or password')).toBeVisible()
  })
  expectQuiet()
})

/** Fills in and sends the sign-in form of the page. */
async function signIn(page: Page, password = member.password): Promise<void> {
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page.getByRole('button', { name: 'Sign In', exact: true }))
}

/** Signs in on the sign-in page, for seven days. */
async function signInRemembered(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Remember me for 7 days').check()
  await signIn(page)
  await expect(page).toHaveURL(/\/templates-list$/)
}

async function logOut(page: Page): Promise<void> {
  await press(page.getByRole('banner').getByRole('button', { name: /Meera/ }))
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
