// The last steps of registering: the code of a text message, and what is said when the account cannot be created.
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ok, startFakeServer } from '../../testing/fake-server.ts'
import { atDesk, press } from '../../testing/press.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { type Proof, saveDraft } from '../account/register-draft.ts'
import type { RootData } from '../ui/root-data.ts'
import Register from './register.tsx'

const root: Partial<RootData> = { services: { hasTextMessages: true, hasGoogle: false, sellsPacks: true } }
const number = '+14155550134'

/** The page of someone who has filled in everything but the password, and proven the address. */
function openRegistration(phone: Proof) {
  const typed = {
    ...{ actualName: 'Asha Rao', username: 'asha', email: 'asha@example.test', country: 'US', phone: '4155550134' },
    ...{ employment: 'Brand', otherEmployment: '', rememberMe: false },
  }
  saveDraft({ typed, email: { verified: typed.email }, phone })
  const server = startFakeServer({ 'POST /api/check-username': ok({ available: true }) })
  renderPage(<Register />, { at: '/register', root })
  return server
}

test('a phone that reads the text message by itself leaves nothing to type', async () => {
  vi.stubGlobal('OTPCredential', class {})
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.spyOn(navigator.credentials, 'get').mockResolvedValue({ id: '', type: 'otp', code: '654321' } as Credential)
  const server = openRegistration({})
  server.answer('POST /api/send-phone-otp', ok())
  server.answer('POST /api/verify-phone-otp', ok())
  await press(page.getByRole('button', { name: 'Send code' }))
  await expect.element(page.getByText('Verified').nth(1)).toBeVisible()
  expect(server.requests.at(-1)).toMatchObject({
    path: '/api/verify-phone-otp',
    body: { phoneNumber: number, otp: '654321' },
  })
})

atDesk('an account that cannot be created says why', async () => {
  const server = openRegistration({ verified: number })
  await page.getByLabelText('Password', { exact: true }).fill('long-enough')
  await page.getByLabelText('Confirm password').fill('long-enough')
  const taken = { error: 'Username is already taken', code: 'username-taken' }
  for (const [answer, message] of [
    [{ status: 500 }, 'Registration failed'],
    ['offline', 'Network error. Please check your connection and try again.'],
    [{ status: 409, body: taken }, 'Username is already taken'],
  ] as const) {
    server.answer('POST /api/register', answer)
    await press(page.getByRole('button', { name: 'Create account' }))
    await expect.element(page.getByText(message, { exact: true })).toBeVisible()
  }
  await expect.element(page.getByLabelText('Username')).toHaveFocus()
})
