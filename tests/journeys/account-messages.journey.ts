// What the account pages say when something fails, to the letter: the server answers as the journey wants it to. And the
// two lists of the profile, with every state a video can be in.
import { expect, type Page, type Route, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { watchConsole } from './console-watch.ts'
import { press } from './press.ts'
import { tokenColor } from './token-color.ts'

const demo = { email: 'demo@vitrine.test', password: 'demo-vitrine' }

const broken = (route: Route) => route.fulfill({ status: 500, body: '' })
const cut = (route: Route) => route.abort()
const ok = (body: unknown) => (route: Route) => route.fulfill({ status: 200, json: body })

/** Mocks the response of a call for one action, and expects this message. */
async function expectWords(
  page: Page,
  path: string,
  answer: (route: Route) => unknown,
  words: string,
  deed: () => Promise<unknown>,
) {
  await page.route(`**${path}`, answer)
  await deed()
  await expect(page.getByText(words, { exact: true }).first(), `${path}: ${words}`).toBeVisible()
  await page.unroute(`**${path}`)
}

test('signing in reports what failed', async ({ page }) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  // On a slow line people have typed before the script is there: nothing is sent, and nothing lost.
  const { promise: scripts, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(demo.email)
  await page.getByLabel('Password', { exact: true }).fill(demo.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeDisabled()
  arrive()
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
  await page.unroute('**/assets/*.js')
  await expect(page.getByLabel('Email')).toHaveValue(demo.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(demo.password)
  const send = () => press(page.getByRole('button', { name: 'Sign In', exact: true }))
  await expectWords(page, '/api/login', broken, 'Login failed', send)
  await expectWords(page, '/api/login', ok({}), 'Invalid response from server', send)
  await expectWords(page, '/api/login', cut, 'Network error. Please check your connection and try again.', send)

  await press(page.getByRole('button', { name: 'Forgot your password?' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(demo.email)
  const ask = () => press(dialog.getByRole('button', { name: 'Send code' }))
  await expectWords(page, '/api/check-user-exists', broken, 'Failed to check user', ask)
  await expectWords(page, '/api/check-user-exists', cut, 'Network error occurred', ask)
  await expectWords(page, '/api/send-email-otp', broken, 'Failed to send email OTP', ask)
  await expectWords(page, '/api/send-email-otp', cut, 'Network error occurred', ask)
  await page.clock.install()
  await page.route('**/api/send-email-otp', ok({ message: 'sent', retryAfterSeconds: 60 }))
  await ask()
  const verify = () => press(dialog.getByRole('button', { name: 'Verify', exact: true }))
  await verify()
  await expect(dialog.getByText('Please enter the OTP')).toBeVisible()
  // The sixth digit would send it by itself.
  await dialog.getByLabel('One-time code').fill('12345')
  await expectWords(page, '/api/verify-email-otp', broken, 'Failed to verify email OTP', verify)
  await expectWords(page, '/api/verify-email-otp', cut, 'Network error occurred', verify)
  await page.clock.fastForward(61_000)
  const resend = () => press(dialog.getByRole('button', { name: 'Resend code', exact: true }))
  await expectWords(page, '/api/resend-email-otp', broken, 'Failed to resend email OTP', resend)
  await expectWords(page, '/api/resend-email-otp', cut, 'Network error occurred', resend)
  await page.route('**/api/verify-email-otp', ok({ message: 'right', verified: true }))
  await dialog.getByLabel('One-time code').fill('123456')
  await dialog.getByLabel('New password', { exact: true }).fill('long-enough')
  await dialog.getByLabel('Confirm new password').fill('long-enough')
  const reset = () => press(dialog.getByRole('button', { name: 'Reset password' }))
  await expectWords(page, '/api/reset-password', broken, 'Failed to reset password', reset)
  expectQuiet()
})

test('registering reports what failed', async ({ page }) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  for (const path of ['send-email-otp', 'verify-email-otp', 'send-phone-otp', 'verify-phone-otp']) {
    await page.route(`**/api/${path}`, ok({ message: 'ok', verified: true, retryAfterSeconds: 60 }))
  }
  await page.addInitScript(() => {
    Object.assign(window, { OTPCredential: class {} })
    navigator.credentials.get = async () => ({ id: '', type: 'otp', code: '654321' })
  })
  await page.goto('/register')
  await page.getByLabel('Full name').fill('Nobody')
  await page.getByLabel('Username').fill('nobody-yet')
  await page.getByLabel('Email').fill('nobody@example.org')
  await page.getByLabel('Phone number').fill('4155550134')
  await page.getByLabel('Employment field').selectOption('Brand')
  await page.getByLabel('Password', { exact: true }).fill('long-enough')
  await page.getByLabel('Confirm password').fill('long-enough')
  await press(page.getByRole('button', { name: 'Send code' }).first())
  await page.getByLabel('One-time code').fill('123456')
  await expect(page.getByText('Verified')).toHaveCount(1)
  // A phone that reads the text message by itself leaves nothing to type.
  const read = page.waitForRequest('**/api/verify-phone-otp')
  await press(page.getByRole('button', { name: 'Send code' }))
  expect((await read).postDataJSON()).toEqual({ phoneNumber: '+14155550134', otp: '654321' })
  await expect(page.getByText('Verified')).toHaveCount(2)
  const create = () => press(page.getByRole('button', { name: 'Create account' }))
  await expectWords(page, '/api/register', broken, 'Registration failed', create)
  await expectWords(page, '/api/register', cut, 'Network error. Please check your connection and try again.', create)
  const taken = { error: 'Username is already taken', code: 'username-taken' }
  const refuse = (route: Route) => route.fulfill({ status: 409, json: taken })
  await expectWords(page, '/api/register', refuse, 'Username is already taken', create)
  await expect(page.getByLabel('Username')).toBeFocused()
  expectQuiet()
})

test('sign-in with Google reports what failed', async ({ page }) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  // A library that comes back at once with whatever the journey has put into the window.
  const library = `window.google = { accounts: { id: {
    initialize(options) { this.callback = options.callback },
    renderButton(parent) {
      const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Google' })
      button.onclick = () => this.callback({ credential: window.credential })
      parent.replaceChildren(button)
    },
    disableAutoSelect() {},
  } } }`
  await page.route('**/sandbox/sign-in/client.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: library }),
  )
  await page.goto('/login')
  const signInWithGoogle = () => press(page.getByRole('button', { name: 'Google', exact: true }))
  await signInWithGoogle()
  await expect(page.getByText('Invalid Google credential response')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { credential: 'a-credential' }))
  const call = '/api/google-auth'
  await expectWords(page, call, broken, 'Google login failed. Please try again.', signInWithGoogle)
  await expectWords(page, call, cut, 'Network error. Please check your connection and try again.', signInWithGoogle)
  await expectWords(page, call, ok({ token: 'a' }), 'Google login returned no user data', signInWithGoogle)
  await expectWords(page, call, ok({}), 'Invalid response from server', signInWithGoogle)
  const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  expect(keys).not.toContain('vitrine-token')

  const unavailable = 'Google registration failed. Please try registering manually or try again later.'
  await page.route('**/api/google-auth/config', broken)
  await page.goto('/register')
  await expect(page.getByText(unavailable)).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/google-auth/config')
  await press(page.getByRole('button', { name: 'Try again' }))
  await expect(page.getByText(unavailable)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Google', exact: true })).toBeVisible()
  expectQuiet()
})

test('a profile that cannot be loaded or saved reports it, and an ended session keeps what was typed', async ({
  page,
}) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  await signIn(page)
  await page.goto('/profile')
  await press(page.getByRole('button', { name: 'Edit profile' }))
  await page.getByLabel('Full name', { exact: true }).fill('Somebody Else')
  const save = () => press(page.getByRole('button', { name: 'Save', exact: true }))
  const failed = 'Failed to update profile. Please try again.'
  await expectWords(
    page,
    '/api/profile',
    (route) => (route.request().method() === 'PUT' ? broken(route) : route.continue()),
    failed,
    save,
  )
  // An ended session is reported above the form, which waits.
  const over = { error: 'Your session has ended. Please log in again.', code: 'session-expired' }
  await expectWords(
    page,
    '/api/profile',
    (route) => (route.request().method() === 'PUT' ? route.fulfill({ status: 401, json: over }) : route.continue()),
    over.error,
    save,
  )
  await press(page.getByRole('dialog').getByRole('button', { name: 'Sign In' }))
  const sheet = page.getByRole('dialog', { name: /^Continue with/ })
  await expectAccessible(page)
  await sheet.getByLabel('Password', { exact: true }).fill(demo.password)
  await press(sheet.getByRole('button', { name: 'Sign In', exact: true }))
  await expect(sheet).toBeHidden()
  await expect(page.getByLabel('Full name', { exact: true })).toHaveValue('Somebody Else')
  // One's own session that is put off ends the page.
  await page.evaluate(() => localStorage.removeItem('vitrine-token'))
  await page.evaluate(() => sessionStorage.removeItem('vitrine-token'))
  await save()
  await expect(page.getByRole('alert').getByText('No authentication token found')).toBeVisible()
  await press(page.getByRole('dialog', { name: 'You have been signed out' }).getByText('Close', { exact: true }))
  await expect(page.getByText('Please log in to view your profile')).toBeVisible()
  await signIn(page)

  const { promise: wait, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/profile', async (route) => {
    await wait
    await route.fulfill({ status: 403, json: { error: 'no', code: 'forbidden' } })
  })
  await page.goto('/liked')
  await expect(page.getByRole('main').getByText('Loading...')).toBeVisible()
  answer()
  await expect(page).toHaveURL(/\/login\?next=%2Fliked/i)
  expect(await page.evaluate(() => localStorage.getItem('vitrine-token'))).toBeNull()
  await page.unroute('**/api/profile')

  await signIn(page)
  await page.route('**/api/profile', broken)
  await page.goto('/liked')
  await expect(page.getByRole('alert').getByText('Vitrine can’t be reached')).toBeVisible()
  await expectAccessible(page)
  expectQuiet()
})

test('a profile completed without an award is thanked for 1.5 seconds', async ({ page }) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  await signIn(page)
  const answer = await page.request.get('/api/profile', { headers: await bearer(page) })
  const social = { ...(await answer.json()), isGoogleUser: true, phoneNumber: '', EmpFeild: '' }
  const whole = { ...social, phoneNumber: '+14155550134', EmpFeild: 'Retail' }
  await page.route('**/api/profile', ok(social))
  await page.clock.install()
  await page.goto('/liked')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Phone number').fill('4155550134')
  await dialog.getByLabel('Employment field').selectOption('Retail')
  for (const path of ['send-phone-otp', 'verify-phone-otp']) {
    await page.route(`**/api/${path}`, ok({ message: 'ok', verified: true, retryAfterSeconds: 60 }))
  }
  await press(dialog.getByRole('button', { name: 'Send code' }))
  await dialog.getByLabel('One-time code').fill('123456')
  await expect(dialog.getByText('Verified')).toBeVisible()
  const send = () => press(dialog.getByRole('button', { name: 'Complete Profile & Get Credits' }))
  await expectWords(page, '/api/profile', broken, 'Failed to update profile. Please try again.', send)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.route('**/api/profile', ok({ message: 'ok', usernameChanged: false, creditsAwarded: false, user: whole }))
  await send()
  await expect(dialog.getByText('Profile updated successfully!')).toBeVisible()
  await page.clock.runFor(1_400)
  await expect(dialog).toBeVisible()
  await page.clock.runFor(200)
  await expect(dialog).toBeHidden()

  // Why there are no credits stays until it was read.
  await page.route('**/api/profile', ok(social))
  await page.clock.resume()
  await page.goto('/liked')
  await dialog.getByLabel('Phone number').fill('4155550134')
  await dialog.getByLabel('Employment field').selectOption('Retail')
  await press(dialog.getByRole('button', { name: 'Send code' }))
  await dialog.getByLabel('One-time code').fill('123456')
  await expect(dialog.getByText('Verified')).toBeVisible()
  const message = 'No credits were added: this phone number has already been used for the free credits.'
  const withheld = { message, usernameChanged: false, creditsAwarded: false, creditsWithheld: 'phone-rewarded' }
  await page.route('**/api/profile', ok({ ...withheld, user: whole }))
  await send()
  await expect(dialog.getByText(message)).toBeVisible()
  await page.clock.runFor(10_000)
  await press(dialog.getByText('Close', { exact: true }))
  await expect(dialog).toBeHidden()
  expectQuiet()
})

test('liking reports what failed, in a toast of five seconds', async ({ page }) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  await page.goto('/templates-list')
  const hearts = page.getByRole('button', { name: /^Like / })
  const heart = hearts.nth(1)
  await press(hearts.first())
  await expect(page.getByText('Please log in to like this template')).toBeVisible()
  await signIn(page)
  await page.goto('/templates-list')
  await expect(page.getByRole('link', { name: /^You have/ })).toBeVisible()
  // What a visitor has liked is liked once there is an account.
  await expect(hearts.first()).toHaveAttribute('aria-pressed', 'true')
  const failed = 'Failed to add template to liked list'
  await expectWords(page, '/api/add-to-liked', broken, failed, () => press(heart))
  // Above it stands that the visitor's likes were kept.
  await press(page.getByRole('button', { name: 'Close message' }).last())
  await expect(page.getByText(failed)).toBeHidden()
  await press(heart)
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await press(heart)
  const toast = page.getByText('You have already liked this template')
  await expect(toast).toBeVisible()
  await page.clock.runFor(4_900)
  await expect(toast).toBeVisible()
  await page.clock.runFor(250)
  await expect(toast.locator('..')).toHaveClass(/opacity-0/)
  await page.clock.runFor(300)
  await expect(toast).toBeHidden()
  const liked = await Promise.all([hearts.first(), heart].map((one) => one.getAttribute('aria-label')))
  await page.clock.resume()
  await page.goto('/liked')
  for (const label of liked) await press(page.getByRole('button', { name: `Unlike ${label?.replace('Like ', '')}` }))
  await expect(page.getByText('No liked templates yet')).toBeVisible()
  expectQuiet()
})

test('an open tab learns at its next request that the account was blocked', async ({ page }) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  await signIn(page)
  await page.goto('/liked')
  await expect(page.getByRole('heading', { name: 'Liked Templates' })).toBeVisible()
  const words = 'This account has been blocked. Please contact support.'
  const refuse = (route: Route) => route.fulfill({ status: 401, json: { error: words, code: 'session-blocked' } })
  await page.route('**/api/user-generated-videos', refuse)
  await press(page.getByRole('button', { name: /Demo/ }))
  await press(page.locator('#user-menu').getByRole('link', { name: 'My Profile' }))
  await press(page.getByRole('tab', { name: 'Generated Videos' }))
  const dialog = page.getByRole('dialog', { name: 'You have been signed out' })
  await expect(dialog.getByText(words)).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => localStorage.getItem('vitrine-token'))).toBeNull()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Please log in to view your profile')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  expectQuiet()
})

test('generated videos are searched, sorted and labelled by their status', async ({ page }) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  await signIn(page)
  const list = '/api/user-generated-videos'
  await page.route(`**${list}`, broken)
  await page.goto('/profile?tab=videos')
  // Each broken answer is tried twice again first.
  await expect(page.getByText('Failed to load generated videos')).toBeVisible({ timeout: 20_000 })
  await page.unroute(`**${list}`)
  await page.route(`**${list}`, ok({ videos: [] }))
  await press(page.getByRole('button', { name: 'Try Again' }))
  await expect(page.getByText('No generated videos yet')).toBeVisible()
  await page.unroute(`**${list}`)

  const states = ['queued', 'processing', 'completed', 'failed', 'cancelled', 'archived']
  const videos = states.map((status, i) => video(status, i))
  // A picture is no video.
  await page.route(`**${list}`, ok({ videos: [...videos, { ...video('completed', 9), format: 'png' }] }))
  await page.route('**/api/operations/events', cut)
  await page.route('**/api/renders/job-*', (route) =>
    ok(videos.find(({ jobId }) => route.request().url().includes(jobId)) ?? {})(route),
  )
  await page.reload()
  const cards = page.getByRole('tabpanel').getByRole('listitem')
  await expect(cards).toHaveCount(6)
  const card = (status: string) => cards.filter({ hasText: `Template ${status}` })
  await expect(card('queued')).toContainText('Processing...')
  await expect(card('processing')).toContainText('Processing...')
  await expect(card('failed')).toContainText('Generation Failed')
  await expect(card('failed')).toContainText('Your photo could not be read')
  await expect(card('cancelled')).toContainText('Video Unavailable')
  await expect(card('archived')).toContainText('Video Unavailable')
  await expect(card('completed').locator('video')).toBeVisible()
  await expect(card('completed').getByRole('button', { name: 'Full screen' })).toBeVisible()
  await expect(card('completed').getByRole('button', { name: 'Download' })).toBeVisible()
  for (const [status, tone] of [
    ['completed', 'good'],
    ['processing', 'warn'],
    ['queued', 'warn'],
    ['failed', 'bad'],
  ] as const) {
    const badge = card(status).getByText(status, { exact: true })
    await expect(badge).toHaveCSS('background-color', await tokenColor(page, `${tone}-wash`))
  }
  await expectAccessible(page)

  const order = () => cards.getByRole('heading').allTextContents()
  const sort = page.getByLabel('Sort videos by')
  await expect.poll(order).toEqual(states.map((status) => `Template ${status}`))
  await sort.selectOption('oldest')
  await expect.poll(order).toEqual(states.toReversed().map((status) => `Template ${status}`))
  await sort.selectOption('status')
  await expect.poll(order).toEqual(states.toSorted().map((status) => `Template ${status}`))
  await sort.selectOption('template')
  await expect.poll(async () => (await order())[0]).toBe('Template archived')
  const search = page.getByLabel('Search by job, template or status')
  for (const [words, count] of [
    ['JOB-2', 1],
    ['template q', 1],
    ['failed', 1],
    ['nothing like it', 0],
  ] as const) {
    await search.fill(words)
    await expect(cards, words).toHaveCount(count)
  }
  await press(page.getByRole('button', { name: 'Clear search' }))
  const retried = page.waitForRequest((request) => request.url().endsWith('/api/renders/job-3/retry'))
  await page.route('**/api/renders/job-3/retry', ok({}))
  await press(card('failed').getByRole('button', { name: 'Try Again' }))
  await retried
  expectQuiet()
})

test('liked templates are searched, sorted and unliked', async ({ page }) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  const token = await signIn(page)
  const templates = (await (await page.request.get('/api/templates')).json()).slice(0, 3)
  const headers = { authorization: `Bearer ${token}` }
  for (const { templateId } of templates) {
    await page.request.post('/api/add-to-liked', { headers, data: { templateId } })
  }
  await page.goto('/liked')
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards).toHaveCount(3)
  await expectAccessible(page)
  const names = () => cards.getByRole('heading').allTextContents()

  // A server of the specification may send plain ids; one of them is of a template that is no longer there.
  const ids = templates.map(({ templateId }: { templateId: string }) => templateId)
  await page.route('**/api/profile', async (route) => {
    const answer = await route.fetch()
    const json = { ...(await answer.json()), likedTemplates: [...ids, 'gone-for-good'], templateLinks: [] }
    await route.fulfill({ response: answer, json })
  })
  await page.route('**/api/template/gone-for-good', (route) =>
    route.fulfill({ status: 404, json: { error: 'Template not found' } }),
  )
  await page.reload()
  await expect.poll(names).toEqual(templates.map((one: { templateName: string }) => one.templateName))
  await page.unroute('**/api/profile')
  await page.reload()

  await expect.poll(names).toEqual(templates.map((one: { templateName: string }) => one.templateName).toReversed())
  const sort = page.getByLabel('Sort liked templates by')
  expect(
    await sort.locator('option').evaluateAll((all) => all.map((item) => (item as HTMLOptionElement).value)),
  ).toEqual(['recent', 'name', 'price-low', 'price-high'])
  await sort.selectOption('name')
  const sorted = await names()
  expect(sorted).toEqual(sorted.toSorted((a, b) => a.localeCompare(b)))
  await page.getByLabel('Search liked templates').fill(` ${sorted[0]?.toUpperCase()} `)
  await expect(cards).toHaveCount(1)
  await page.getByLabel('Search liked templates').fill('')
  for (const left of [2, 1, 0]) {
    await press(page.getByRole('button', { name: /^Unlike/ }).first())
    await expect(cards).toHaveCount(left)
  }
  await expect(page.getByText('No liked templates yet')).toBeVisible()
  expectQuiet()
})

/** Signs in by a call, remembered, without walking through the form. */
async function signIn(page: Page): Promise<string> {
  const answer = await page.request.post('/api/login', { data: { ...demo, rememberMe: true } })
  const { token } = (await answer.json()) as { token: string }
  await page.goto('/login')
  await page.evaluate((stored) => localStorage.setItem('vitrine-token', JSON.stringify(stored)), {
    token,
    expiry: Date.now() + 604_800_000,
    rememberMe: true,
  })
  return token
}

async function bearer(page: Page): Promise<{ authorization: string }> {
  const stored = await page.evaluate(() => localStorage.getItem('vitrine-token'))
  return { authorization: `Bearer ${JSON.parse(stored ?? '{}').token}` }
}

/** A video as the API lists it; the first one is the newest. */
function video(status: string, i: number) {
  const isOver = status !== 'queued' && status !== 'processing'
  return {
    jobId: `job-${i}`,
    projectId: 'p',
    templateId: `t-${status}`,
    templateName: `Template ${status}`,
    kind: 'full',
    format: 'mp4',
    status,
    percent: status === 'completed' ? 100 : 30,
    stage: status === 'queued' ? 'waiting' : isOver ? 'done' : 'drawing',
    secondsLeft: null,
    signedUrl: status === 'completed' ? '/favicon.svg' : null,
    downloadUrl: null,
    posterUrl: status === 'completed' ? '/favicon.svg' : null,
    errorMessage: status === 'failed' ? 'Your photo could not be read' : null,
    errorCode: null,
    attempts: 1,
    createdAt: new Date(Date.UTC(2026, 10, 20, 12 - i)).toISOString(),
    startedAt: null,
    completedAt: null,
    width: 1920,
    height: 1080,
    durationSeconds: 8,
    sizeBytes: 1000,
  }
}
