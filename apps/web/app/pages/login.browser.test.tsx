// The sign-in page, pressed by mouse, finger and keyboard.
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible.ts'
import { ok, startFakeServer } from '../../testing/fake-server.ts'
import { press, pressedBy } from '../../testing/press.ts'
import { renderPage } from '../../testing/render-page.tsx'
import Login from './login.tsx'

const signInButton = page.getByRole('button', { name: 'Sign In', exact: true })

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

test.each(pressedBy)('remembers the session when its label is pressed by %s', async (by) => {
  const server = startFakeServer({ 'GET /api/google-auth/config': ok({}), 'POST /api/login': { status: 500 } })
  renderPage(<Login />, { at: '/login' })
  await userEvent.fill(page.getByLabelText('Email'), 'demo@vitrine.test')
  await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'demo-vitrine')
  const remember = page.getByLabelText('Remember me for 7 days')
  // A keyboard presses the box, everything else its words.
  await press(by === 'keyboard' ? remember : page.getByText('Remember me for 7 days'), by)
  await expect.element(remember).toBeChecked()
  await press(signInButton, by)
  await expect.poll(() => server.requests.at(-1)?.body).toMatchObject({ rememberMe: true })
})

/** As a password manager does it: without a word to the page. */
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
