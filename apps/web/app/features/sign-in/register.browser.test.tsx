// Registration: its fields, their messages, and errors when the account cannot be created.

import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { ok, startFakeServer } from '../../../testing/fake-server.ts'
import { atDesk, press } from '../../../testing/press.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import type { RootData } from '../../api/root-data.ts'
import Register, { type Account } from './register.tsx'
import type { Proof } from './verified-field.tsx'

const root: Partial<RootData> = { services: { hasTextMessages: true, hasGoogle: false, sellsPacks: true } }
const [address, number] = ['asha@example.test', '+14155550134']

const field = (label: string) => page.getByLabelText(label, { exact: true })
const sendCode = page.getByRole('button', { name: 'Send code' })
const create = page.getByRole('button', { name: 'Create account' })

/** The page with everything filled in but the password; `differs` overrides values and proofs. */
function openRegistration(differs: Partial<Account>, emailProof: Proof, phoneProof: Proof) {
  const typed = {
    ...{ actualName: 'Asha Rao', username: 'asha', email: address, country: 'US', phone: '4155550134' },
    ...{ employment: 'Brand', otherEmployment: '', rememberMe: false, emailProof, phoneProof, ...differs },
  }
  const stored = { version: 2, savedAt: Date.now(), draft: typed }
  sessionStorage.setItem('vitrine-registration', JSON.stringify(stored))
  const server = startFakeServer({ 'POST /api/check-username': ok({ available: true }) })
  renderPage(<Register />, { at: '/register', root })
  return server
}

atDesk('fields say what is wrong before anything is sent', async () => {
  const server = startFakeServer({ 'POST /api/check-username': ok({ available: false }) })
  renderPage(<Register />, { at: '/register', root })
  const [sendEmail, sendText] = [sendCode.first(), sendCode.last()]
  for (const [label, typed, sent, problem] of [
    ['Email', '', sendEmail, 'Please enter an email address'],
    ['Email', 'meera@example', sendEmail, 'Please enter a valid email address'],
    ['Phone number', '12', sendText, 'Please enter a valid phone number with its country code'],
    // Reported before any code is requested.
    ['Username', 'demo', undefined, 'Username is already taken'],
  ] as const) {
    await field(label).fill(typed)
    if (sent) await press(sent)
    await expect.element(field(label)).toHaveAccessibleDescription(problem)
  }
  await field('Password').fill('long-enough')
  for (const [typed, problem, color] of [
    ['something else', 'Passwords do not match', 'bad'],
    ['long-enough', 'Passwords match', 'good'],
  ] as const) {
    await field('Confirm password').fill(typed)
    await expect.element(field('Confirm password')).toHaveAccessibleDescription(problem)
    await expect.element(field('Confirm password')).toHaveStyle({ borderColor: `var(--color-${color})` })
  }
  expect(server.requests.map(({ path }) => path)).toEqual(['/api/check-username'])
  // Password managers should store the later sign-in name.
  await expect.element(field('Email')).toHaveAttribute('autocomplete', 'username')
  expect(document.querySelectorAll('[autocomplete=username]')).toHaveLength(1)
  await expect.element(page.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/terms')
})

test('the country of the visitor is chosen already; a store without text messages proves no number', async () => {
  startFakeServer()
  const services = { hasTextMessages: false, hasGoogle: false, sellsPacks: true }
  const region = { country_code2: 'IN', isIndianUser: true } as RootData['region']
  renderPage(<Register />, { at: '/register', root: { services, region } })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Create Your Account' })).toBeVisible()
  await expect.element(field('Country')).toHaveDisplayValue('India (+91)')
  await expect.element(field('Phone number')).toBeVisible()
  expect(sendCode.elements()).toHaveLength(1)
  await expect.element(page.getByText('Google')).not.toBeInTheDocument()
})

test.each([
  [{ employment: 'Others' }, { verified: address }, 'Your employment field', 'Please enter your employment field'],
  [{}, {}, 'Email', 'Please verify your email address first'],
  [{}, { verified: address }, 'Phone number', 'Please verify your phone number first'],
])('no account is created with %j, %j proven: %s', async (differs, email, label, problem) => {
  openRegistration(differs, email, {})
  await field('Password').fill('long-enough')
  await field('Confirm password').fill('long-enough')
  await press(create)
  await expect.element(field(label)).toHaveAccessibleDescription(problem)
  await expect.element(field(label)).toHaveFocus()
  await expectAccessible()
})

test('what was proven is proven for its own value only, also when that is typed again', async () => {
  openRegistration({}, { verified: address }, {})
  for (const [typed, count] of [
    ['other@example.test', 0],
    [address, 1],
  ] as const) {
    await field('Email').fill(typed)
    await expect.element(page.getByText('Verified')).toHaveLength(count)
  }
})

test('a phone that reads the text message by itself leaves nothing to type', async () => {
  vi.stubGlobal('OTPCredential', class {})
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.spyOn(navigator.credentials, 'get').mockResolvedValue({ id: '', type: 'otp', code: '654321' } as Credential)
  const server = openRegistration({}, { verified: address }, {})
  server.answer('POST /api/send-phone-otp', ok())
  server.answer('POST /api/verify-phone-otp', ok())
  await press(sendCode)
  await expect.element(page.getByText('Verified').nth(1)).toBeVisible()
  const verified = server.requests.find(({ path }) => path === '/api/verify-phone-otp')
  expect(verified?.body).toEqual({ phoneNumber: number, otp: '654321' })
})

atDesk('an account that cannot be created says why', async () => {
  const server = openRegistration({}, { verified: address }, { verified: number })
  await field('Password').fill('long-enough')
  await field('Confirm password').fill('long-enough')
  const taken = { error: 'Username is already taken', code: 'username-taken' }
  for (const [answer, message] of [
    [{ status: 500 }, 'Registration failed'],
    ['offline', 'Network error. Please check your connection and try again.'],
    [{ status: 409, body: taken }, 'Username is already taken'],
  ] as const) {
    server.answer('POST /api/register', answer)
    await press(create)
    await expect.element(page.getByText(message, { exact: true })).toBeVisible()
  }
  await expect.element(field('Username')).toHaveFocus()
})
