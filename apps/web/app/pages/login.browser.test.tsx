// The sign-in page, pressed by mouse, finger and keyboard.
import { expect, test } from 'vitest'
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
