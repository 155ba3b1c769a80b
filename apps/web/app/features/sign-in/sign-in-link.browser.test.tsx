// The page of the link in an email with a code.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { ok, startFakeServer } from '../../../testing/fake-server.ts'
import { press, pressedBy } from '../../../testing/press.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import SignInLink from './sign-in-link.tsx'

const button = page.getByRole('button', { name: 'Continue' })
const open = () => renderPage(<SignInLink />, { at: '/sign-in-link#id.token' })

test.each(pressedBy)('sends nothing until the button is pressed by %s, as mail scanners open links', async (by) => {
  const answer = { status: 400, body: { error: 'The OTP has expired', code: 'otp-expired' } }
  const server = startFakeServer({ 'POST /api/sign-in-link': answer })
  open()
  await expect.element(button).toBeVisible()
  await expectAccessible()
  expect(server.requests).toEqual([])
  await press(button, by)
  await expect
    .element(page.getByText('This link was used before, or it is too old. Please ask for a new code.'))
    .toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect(server.requests).toMatchObject([{ path: '/api/sign-in-link', body: { token: 'id.token', rememberMe: true } }])
})

test('of a forgotten password asks for the new one', async () => {
  const email = 'asha@example.test'
  const server = startFakeServer({
    'POST /api/sign-in-link': ok({ email, session: null }),
    'POST /api/reset-password': { status: 500 },
  })
  open()
  await press(button)
  await expect.element(page.getByLabelText('New password', { exact: true })).toBeVisible()
  await expectAccessible()
  await page.getByLabelText('New password', { exact: true }).fill('lamps on the roof')
  await page.getByLabelText('Confirm new password').fill('lamps on the roof')
  await press(page.getByRole('button', { name: 'Reset password' }))
  await expect.element(page.getByText('Failed to reset password')).toBeVisible()
  expect(server.requests.at(-1)?.body).toMatchObject({ email, newPassword: 'lamps on the roof' })
})
