// Completing a profile: required fields, the end without credits, and errors.
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { stopClock, until } from '../../../testing/clock.ts'
import { type Answer, ok, startFakeServer } from '../../../testing/fake-server.ts'
import { press } from '../../../testing/press.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { asha, signIn } from '../../../testing/signed-in.ts'
import type { RootData } from '../../api/root-data.ts'
import CompleteProfileDialog from './complete-profile-dialog.tsx'

const root: Partial<RootData> = {
  services: { hasTextMessages: true, hasGoogle: true, sellsPacks: true },
  profileCredits: 500,
}
const saved = { usernameChanged: false, creditsAwarded: false, user: asha }

const submit = page.getByRole('button', { name: 'Complete Profile & Get Credits' })
const employment = page.getByLabelText('Employment field')

/** Opens the dialog of a customer who signed up with Google. */
function open() {
  const social = { ...asha, isGoogleUser: true, phoneNumber: '', isPhoneVerified: false, EmpFeild: '' }
  signIn(social)
  const onClose = vi.fn()
  renderPage(<CompleteProfileDialog profile={social} onSaving={() => undefined} onClose={onClose} />, { root })
  return onClose
}

/** Completes the profile and waits for the response. */
async function complete(answer: Answer) {
  const answered = Promise.withResolvers<Answer>()
  startFakeServer({
    'POST /api/send-phone-otp': ok(),
    'POST /api/verify-phone-otp': ok(),
    'PUT /api/profile': () => answered.promise,
  })
  const onClose = open()
  await page.getByLabelText('Phone number').fill('4155550134')
  await employment.selectOptions('Retail')
  await press(page.getByRole('button', { name: 'Send code' }))
  await page.getByLabelText('One-time code').fill('123456')
  await expect.element(page.getByText('Verified')).toBeVisible()
  await press(submit)
  const clock = stopClock()
  answered.resolve(answer)
  return { onClose, clock }
}

test('both fields are required, and blanks are rejected', async () => {
  startFakeServer()
  open()
  await expect.element(submit).toBeDisabled()
  expect(employment.element().querySelectorAll('option:enabled')).toHaveLength(18)
  await employment.selectOptions('Media & Entertainment')
  await expect.element(submit).toBeDisabled()
  await page.getByLabelText('Phone number').fill('   ')
  await press(submit)
  await expect.element(page.getByText('Please fill in both phone number and employment field')).toBeVisible()
})

test('a profile that cannot be saved says so', async () => {
  await complete({ status: 500 })
  await expect.element(page.getByText('Failed to update profile. Please try again.')).toBeVisible()
})

test('without an award it thanks for 1.5 seconds', async () => {
  const { onClose, clock } = await complete(ok({ ...saved, message: 'ok' }))
  await clock.run(1500, () => {
    expect(page.getByText('Profile updated successfully!').query()).toBeVisible()
    expect(onClose).not.toHaveBeenCalled()
  })
  expect(onClose).toHaveBeenCalledOnce()
})

test('why there are no credits stays until it was read', async () => {
  const message = 'No credits were added: this phone number has already been used for the free credits.'
  const { onClose, clock } = await complete(ok({ ...saved, message, creditsWithheld: 'phone-rewarded' }))
  await until(() => page.getByText(message).query() !== null)
  // Two frames, after which a timer would have been set.
  await clock.pass(0)
  await clock.pass(10_000)
  expect(onClose).not.toHaveBeenCalled()
  await press(page.getByText('Close', { exact: true }))
  expect(onClose).toHaveBeenCalledOnce()
})
