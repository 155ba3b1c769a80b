// The sign-in page with Google’s button and the steps of a forgotten password, pressed by mouse, finger and keyboard.
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { type Answer, ok, startFakeServer } from '../../../testing/fake-server.ts'
import { atDesk, press, pressedBy } from '../../../testing/press.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { ForgotPasswordDialog } from './forgot-password.tsx'
import type { GoogleLibrary } from './google-library.ts'
import Login from './login.tsx'
import Register from './register.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const signInButton = button('Sign In')

test.each([
  [{ status: 500 }, 'Login failed'],
  [ok({}), 'Invalid response from server'],
  ['offline', 'Network error. Please check your connection and try again.'],
] as const)(
  'says in the words of the specification what failed, and keeps what was typed (%j)',
  async (answer, message) => {
    startFakeServer({ 'GET /api/google-auth/config': ok({}), 'POST /api/login': answer })
    renderPage(<Login />, { at: '/login' })
    await userEvent.fill(page.getByLabelText('Email'), 'demo@vitrine.test')
    await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'demo-vitrine')
    await press(signInButton)
    await expect.element(page.getByText(message, { exact: true })).toBeVisible()
    await expect.element(page.getByLabelText('Email')).toHaveValue('demo@vitrine.test')
    await expectAccessible()
  },
)

test('asks for address and password, which can be shown, and leads to the registration', async () => {
  startFakeServer({ 'GET /api/google-auth/config': ok({}) })
  renderPage(<Login />, { at: '/login?next=/Liked' })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible()
  const password = page.getByLabelText('Password', { exact: true })
  await expect.element(password).toHaveAttribute('type', 'password')
  await press(button('Show password'))
  await expect.element(password).toHaveAttribute('type', 'text')
  const register = page.getByRole('link', { name: 'Create an account' })
  await expect.element(register).toHaveAttribute('href', '/register?next=%2FLiked')
})

test('shows what the server says of a field at the field, with the focus', async () => {
  const message = 'Please enter a valid email address'
  const body = { error: 'Invalid input', code: 'invalid-input', issues: [{ path: 'email', message }] }
  startFakeServer({ 'GET /api/google-auth/config': ok({}), 'POST /api/login': { status: 400, body } })
  renderPage(<Login />, { at: '/login' })
  const email = page.getByLabelText('Email')
  await email.fill('meera@example')
  await page.getByLabelText('Password', { exact: true }).fill('anything')
  await press(signInButton)
  await expect.element(email).toHaveAccessibleDescription(message)
  await expect.element(email).toHaveFocus()
})

test('a press beside a dialog keeps what was typed in it, Escape does not', async () => {
  startFakeServer({ 'GET /api/google-auth/config': ok({}) })
  renderPage(<Login />, { at: '/login' })
  await press(button('Forgot your password?'))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Email').fill('meera@example')
  await press(dialog.getByRole('button', { name: 'Send code' }))
  await expect.element(dialog.getByLabelText('Email')).toHaveAccessibleDescription('Please enter a valid email address')
  await userEvent.click(dialog, { position: { x: -5, y: -5 }, force: true })
  await expect.element(dialog.getByLabelText('Email')).toHaveValue('meera@example')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

test.each(pressedBy)('remembers the session when its label is pressed by %s', async (by) => {
  const server = startFakeServer({ 'GET /api/google-auth/config': ok({}), 'POST /api/login': { status: 500 } })
  renderPage(<Login />, { at: '/login' })
  await userEvent.fill(page.getByLabelText('Email'), 'demo@vitrine.test')
  await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'demo-vitrine')
  const remember = page.getByLabelText('Remember me for 7 days')
  // A keyboard presses the box, mouse and finger its label.
  await press(by === 'keyboard' ? remember : page.getByText('Remember me for 7 days'), by)
  await expect.element(remember).toBeChecked()
  await press(signInButton, by)
  await expect.poll(() => server.requests.at(-1)?.body).toMatchObject({ rememberMe: true })
})

/** Sets a value like a password manager, without an event. */
function fillSilently(label: string, value: string): void {
  const input = page.getByLabelText(label, { exact: true }).element()
  if (input instanceof HTMLInputElement) input.value = value
}

test('sends what a password manager has filled in without telling the page', async () => {
  const server = startFakeServer({ 'GET /api/google-auth/config': ok({}), 'POST /api/login': { status: 500 } })
  renderPage(<Login />, { at: '/login' })
  await expect.element(signInButton).toBeVisible()
  fillSilently('Email', 'demo@vitrine.test')
  fillSilently('Password', 'demo-vitrine')
  await press(signInButton)
  await expect
    .poll(() => server.requests.at(-1)?.body)
    .toMatchObject({ email: 'demo@vitrine.test', password: 'demo-vitrine' })
})

test.each(pressedBy)('takes the address along into the reset of a password, opened by %s', async (by) => {
  startFakeServer({ 'GET /api/google-auth/config': ok({}) })
  renderPage(<Login />, { at: '/login' })
  await expect.element(signInButton).toBeVisible()
  fillSilently('Email', ' Demo@vitrine.test')
  await press(page.getByRole('button', { name: 'Forgot your password?' }), by)
  await expect.element(page.getByRole('dialog').getByLabelText('Email')).toHaveValue('demo@vitrine.test')
})

const inInstagram =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22D63 Instagram 370.0.0.26.76'

test.each(pressedBy)('offers a code where Google refuses to sign in, pressed by %s', async (by) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(inInstagram)
  const server = startFakeServer()
  renderPage(<Login />, { at: '/login' })
  await expect.element(page.getByText(/^Google does not sign you in inside other apps/)).toBeVisible()
  await expectAccessible()
  await press(page.getByRole('button', { name: 'Email me a code' }), by)
  await expect.element(page.getByRole('dialog', { name: 'Continue with a code' })).toBeVisible()
  expect(server.requests).toEqual([])
})

atDesk('each step of a forgotten password says what failed', async () => {
  const server = startFakeServer()
  renderPage(<ForgotPasswordDialog isOpen onClose={() => undefined} email="asha@example.test" />)
  const expectMessages = async (name: string, route: string, failed: string, next: Answer = ok()) => {
    for (const [answer, message] of [
      [{ status: 500 }, failed],
      ['offline', 'Network error occurred'],
    ] as const) {
      server.answer(route, answer)
      await press(button(name))
      await expect.element(page.getByText(message, { exact: true })).toBeVisible()
    }
    server.answer(route, next)
  }
  const nobody = { status: 404, body: { error: 'No user', code: 'not-found' } }
  await expectMessages('Send code', 'POST /api/check-user-exists', 'Failed to check user', nobody)
  await press(button('Send code'))
  await expect
    .element(page.getByText('No user found with this email address. Please create a new account.'))
    .toBeVisible()
  server.answer('POST /api/check-user-exists', ok())
  // A code was just sent, so another one may be requested at once.
  const sent = { status: 429, body: { error: 'Please wait', code: 'otp-too-soon', retryAfterSeconds: 0 } }
  await expectMessages('Send code', 'POST /api/send-email-otp', 'Failed to send email OTP', sent)
  await press(button('Send code'))
  await press(button('Verify'))
  await expect.element(page.getByText('Please enter the OTP')).toBeVisible()
  // The sixth digit would submit the code.
  await page.getByLabelText('One-time code').fill('12345')
  await expectMessages('Verify', 'POST /api/verify-email-otp', 'Failed to verify email OTP')
  await expectMessages('Resend code', 'POST /api/resend-email-otp', 'Failed to resend email OTP')
  const code = page.getByLabelText('One-time code')
  await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect.element(code).toHaveAttribute('inputmode', 'numeric')
  await code.fill('123456')
  for (const [password, confirmation, problem] of [
    ['', '', 'Please fill in both password fields'],
    ['short', 'other', 'Passwords do not match'],
    ['short', 'short', 'Password must be at least 6 characters long'],
  ] as const) {
    await page.getByLabelText('New password', { exact: true }).fill(password)
    await page.getByLabelText('Confirm new password').fill(confirmation)
    await press(button('Reset password'))
    await expect.element(page.getByText(problem)).toBeVisible()
  }
})

atDesk('a forgotten password is replaced in three steps; another code can be asked for after a minute', async () => {
  const onClose = vi.fn()
  const server = startFakeServer({
    'POST /api/check-user-exists': ok(),
    'POST /api/send-email-otp': ok(),
    'POST /api/resend-email-otp': ok(),
    'POST /api/verify-email-otp': { status: 400, body: { error: 'That code isn’t correct.', code: 'otp-invalid' } },
    'POST /api/reset-password': ok(),
  })
  renderPage(<ForgotPasswordDialog isOpen onClose={onClose} email="asha@example.test" />)
  await press(button('Send code'))
  const again = page.getByRole('button', { name: /^Resend code/ })
  await expect.poll(() => again.query()?.textContent).toMatch(/^Resend code in\s/)
  await expect.element(again).toBeDisabled()
  const code = page.getByLabelText('One-time code')
  await code.fill('12ab 34')
  await expect.element(code).toHaveValue('1234')
  const realNow = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 61_000)
  await expect.poll(() => again.query()?.textContent).toBe('Resend code')
  await expect.element(again).toBeEnabled()
  // The sixth digit submits the code.
  await code.fill('000000')
  await expect.element(page.getByText('That code isn’t correct.')).toBeVisible()
  server.answer('POST /api/verify-email-otp', ok())
  await code.fill('123456')
  await expect.element(page.getByLabelText('New password', { exact: true })).toHaveFocus()
  await page.getByLabelText('New password', { exact: true }).fill('brass-compass-3')
  await page.getByLabelText('Confirm new password').fill('brass-compass-3')
  await press(button('Reset password'))
  const words = 'Password reset successfully! Please log in with your new password.'
  await expect.element(page.getByText(words)).toBeVisible()
  expect(onClose).toHaveBeenCalledOnce()
})

const googleConfig = ok({ clientId: 'c', nonce: 'n', scriptUrl: 'data:text/javascript,' })

/** Google's library, whose button returns the credential of `findCredential`. */
function provideGoogle(findCredential: () => string): void {
  let answer: Parameters<GoogleLibrary['initialize']>[0]['callback']
  const library: GoogleLibrary = {
    initialize({ callback }) {
      answer = callback
    },
    renderButton(place) {
      const drawn = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Google' })
      drawn.onclick = () => answer({ credential: findCredential() })
      place.replaceChildren(drawn)
    },
    disableAutoSelect: () => undefined,
  }
  globalThis.google = { accounts: { id: library } }
  onTestFinished(() => {
    globalThis.google = undefined
  })
}

atDesk('signing in with Google says what failed, and stores no token', async () => {
  let credential = ''
  const server = startFakeServer({ 'GET /api/google-auth/config': googleConfig })
  provideGoogle(() => credential)
  renderPage(<Login />, { at: '/login' })
  for (const [answer, message] of [
    ['offline', 'Invalid Google credential response'],
    [{ status: 500 }, 'Google login failed. Please try again.'],
    ['offline', 'Network error. Please check your connection and try again.'],
    [ok({ token: 'a' }), 'Google login returned no user data'],
    [ok({}), 'Invalid response from server'],
  ] as const) {
    server.answer('POST /api/google-auth', answer)
    await press(button('Google'))
    await expect.element(page.getByText(message, { exact: true })).toBeVisible()
    credential = 'a-credential'
  }
  expect(localStorage.getItem('vitrine-token') ?? sessionStorage.getItem('vitrine-token')).toBeNull()
})

test('Google’s button that cannot be loaded leads to the form, and is tried again', async () => {
  const server = startFakeServer({ 'GET /api/google-auth/config': { status: 500 } })
  provideGoogle(() => '')
  renderPage(<Register />, { at: '/register' })
  const unavailable = 'Google registration failed. Please try registering manually or try again later.'
  await expect.element(page.getByText(unavailable)).toBeVisible()
  await expectAccessible()
  server.answer('GET /api/google-auth/config', googleConfig)
  await press(button('Try again'))
  await expect.element(button('Google')).toBeVisible()
  await expect.element(page.getByText(unavailable)).not.toBeInTheDocument()
})
