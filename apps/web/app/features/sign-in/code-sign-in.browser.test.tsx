// Signing in by a code: errors appear at the field, which accepts an address or a number.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, startFakeServer } from '../../../testing/fake-server.ts'
import { press, pressedBy } from '../../../testing/press.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { CodeSignIn } from './code-sign-in.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const services = { hasTextMessages: true, hasGoogle: false, sellsPacks: true }

test.each(pressedBy)('a code goes to an address, or to a number instead, asked for by %s', async (by) => {
  const server = startFakeServer()
  renderPage(<CodeSignIn />, { root: { services } })
  const email = page.getByLabelText('Email')
  await email.fill('meera@example')
  await press(button('Email me a code'), by)
  await expect.element(email).toHaveAccessibleDescription('Please enter a valid email address')
  await expect.element(email).toHaveFocus()
  await press(button('Use your phone number instead'), by)
  const phone = page.getByLabelText('Phone number')
  await expect.element(phone).toHaveFocus()
  await expect.element(phone).not.toHaveAccessibleDescription(/./)
  await page.getByLabelText('Country code').selectOptions('India (+91)')
  await phone.fill('98765 43210')
  const issues = [{ path: 'phoneNumber', message: 'No such number' }]
  server.answer('POST /api/sign-in-code', { status: 400, body: { error: 'x', code: 'invalid-input', issues } })
  await press(button('Text me a code'), by)
  await expect.element(phone).toHaveAccessibleDescription('No such number')
  await expect.element(phone).toHaveFocus()
  server.answer('POST /api/sign-in-code', ok())
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Six digits, sent to +919876543210')).toBeVisible()
  await press(button('Use another number'), by)
  await expect.element(phone).toHaveValue('98765 43210')
})
