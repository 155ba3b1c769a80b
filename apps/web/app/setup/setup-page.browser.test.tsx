// The five steps of the setup: each can be read, going back loses nothing, and an invalid key is explained.
import { settingsSections } from '@vitrine/contract/settings'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible.ts'
import { ok, startFakeServer } from '../../testing/fake-server.ts'
import { press } from '../../testing/press.ts'
import { renderPage } from '../../testing/render-page.tsx'
import SetupPage from './setup-page.tsx'

const sectionOf = (name: 'brand' | 'languages' | 'pricing') => ({
  value: settingsSections[name].parse({}),
  revision: 0,
  fromEnvironment: {},
})
const sample = { id: 'amber-hour', name: 'Amber Hour', kind: 'image', dominantColor: '#cc8800', posterUrl: 'data:,' }

/** The server's state after a number of saved steps. */
const stateAfter = (stepsDone: number, owner: object | null = null) => ({
  stepsDone,
  revision: stepsDone,
  settings: {
    brand: sectionOf('brand'),
    languages: sectionOf('languages'),
    pricing: sectionOf('pricing'),
    ...{ logoUrl: null, iconUrl: null, sharePictureUrl: null },
  },
  owner,
  needsAdminPassword: true,
  samples: null,
  offeredSamples: [sample],
})

function open(answer: Parameters<typeof ok>[0], status = 200) {
  const server = startFakeServer({ 'GET /api/setup': { status, body: answer } })
  renderPage(<SetupPage />, { at: '/setup' })
  return server
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const next = page.getByRole('button', { name: 'Continue' })

const titles = [
  'What is your store called?',
  'What does it look like?',
  'Who owns it?',
  'Which packs of credits do you sell?',
  'Which templates does it begin with?',
]

test.each(titles.map((title, done) => [done, title] as const))(
  'after %i steps follows “%s”, which anybody can read',
  async (done, title) => {
    open(stateAfter(done))
    await expect.element(heading(title)).toBeVisible()
    await expectAccessible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth)
  },
)

test('what is wrong with an account is said at its field, and going back loses nothing', async () => {
  const server = open(stateAfter(2))
  const email = page.getByLabelText('Email address')
  await email.fill('asha@lamp')
  await page.getByLabelText('Username').fill('asha')
  await page.getByLabelText('Password', { exact: true }).fill('a lamp in the window')
  await page.getByLabelText('Password of the admin area').fill('upstairs, second door')
  const message = 'Please enter a valid email address'
  server.answer('PUT /api/setup/owner', {
    status: 400,
    body: { code: 'invalid-input', error: message, issues: [{ path: 'email', message }] },
  })
  await press(next)
  await expect.element(email).toHaveAccessibleDescription(message)
  await expect.element(email).toHaveFocus()

  await email.fill('asha@lamp.example')
  server.answer('PUT /api/setup/owner', ok(stateAfter(3, { email: 'asha@lamp.example', username: 'asha' })))
  // A finger's next tap would be a double press.
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Which packs of credits do you sell?')).toHaveFocus()
  expect(server.requests.at(-1)?.body).toEqual({
    ...{ email: 'asha@lamp.example', username: 'asha', revision: 2 },
    ...{ password: 'a lamp in the window', adminPassword: 'upstairs, second door' },
  })
  const credits = page.getByLabelText('Credits', { exact: true }).nth(1)
  await credits.fill('600')
  await press(page.getByRole('button', { name: 'Back' }))
  await expect.element(heading('Who owns it?')).toHaveFocus()
  await expect.element(email).toHaveValue('asha@lamp.example')
  await press(page.getByRole('button', { name: 'Credit packs' }))
  await expect.element(credits).toHaveValue('600')
})

test.each([
  ['setup-key-wrong', 401, 'This store is being set up'],
  ['setup-finished', 410, 'This store is set up'],
])('whoever comes with %s learns why', async (code, status, title) => {
  open({ code, error: title }, status)
  await expect.element(page.getByText(title)).toBeVisible()
  await expectAccessible()
})

test('another window that has missed the end says so', async () => {
  const server = open(stateAfter(4))
  server.answer('PUT /api/setup/samples', {
    status: 410,
    body: { code: 'setup-finished', error: 'This store is set up' },
  })
  await press(page.getByRole('button', { name: 'Open the store' }))
  await expect.element(page.getByText('This store is set up')).toBeVisible()
})
