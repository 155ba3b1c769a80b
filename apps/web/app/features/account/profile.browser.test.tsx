// Editing the profile, and failures: loading, saving, and a session that ends meanwhile.
import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { stopClock } from '../../../testing/clock.ts'
import { type FakeServer, ok, startFakeServer } from '../../../testing/fake-server.ts'
import { press } from '../../../testing/press.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { asha, signIn } from '../../../testing/signed-in.ts'
import type { RootData } from '../../api/root-data.ts'
import Liked from '../library/liked.tsx'
import RouteGuard from '../sign-in/route-guard.tsx'
import { SignedOutNotice } from '../sign-in/session-dialogs.tsx'
import Profile from './profile.tsx'

const root: Partial<RootData> = { services: { hasTextMessages: true, hasGoogle: false, sellsPacks: true } }
const edit = page.getByRole('button', { name: 'Edit profile' })
const save = page.getByRole('button', { name: 'Save', exact: true })
const signedOut = page.getByRole('dialog', { name: 'You have been signed out' })
const fullName = page.getByLabelText('Full name', { exact: true })

function openProfile(at: string) {
  signIn({})
  const server = startFakeServer({
    'GET /api/user-credits': ok({ credits: 500 }),
    'GET /api/sessions': ok({ sessions: [] }),
  })
  renderPage(
    <>
      <Profile />
      <SignedOutNotice />
    </>,
    { at, path: '/profile', root },
  )
  return server
}

/** Types without waiting: Vitest lets a stopped clock run on while it types. */
function typeInto(target: Locator, value: string): void {
  const input = target.element() as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

async function changeName() {
  const server = openProfile('/profile')
  await press(edit)
  await fullName.fill('Asha Nair')
  return server
}

const saved = ({ requests }: FakeServer) => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)

test('the profile has three tabs, which the address keeps, and a panel with the balance and the ways on', async () => {
  const server = openProfile('/profile')
  server.answer('GET /api/user-generated-videos', ok({ videos: [] }))
  const tabs = page.getByRole('tab')
  await expect.element(tabs.first()).toBeVisible()
  const names = tabs.elements().map(({ textContent }) => textContent)
  expect(names).toEqual(['Profile', 'Generated Videos', 'Liked Templates'])
  const credits = page.getByRole('complementary', { name: 'Credits' })
  await expect.element(credits.getByText('500 credits')).toBeVisible()
  await expect
    .element(credits.getByRole('link', { name: 'Browse Templates' }))
    .toHaveAttribute('href', '/templates-list')
  await expect.element(credits.getByRole('link', { name: 'Buy Credits' })).toHaveAttribute('href', '/buy-credits')
  await expect.element(credits.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible()
  expect(server.requests.map(({ path }) => path)).toContain('/api/user-credits')
  ;(tabs.first().element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('tab', { name: 'Generated Videos', selected: true })).toHaveFocus()
  await expect.element(page.getByText('No generated videos yet')).toBeVisible()
  await expectAccessible()
})

test('a save without a change sends nothing', async () => {
  const server = openProfile('/profile')
  await press(edit)
  await press(save)
  await expect.element(edit).toHaveFocus()
  expect(saved(server)).toEqual([])
})

test('a change that is cancelled is gone, and one that is saved sends its field alone', async () => {
  const server = await changeName()
  await press(page.getByRole('button', { name: 'Cancel' }))
  await expect.element(edit).toHaveFocus()
  await press(edit)
  await expect.element(page.getByRole('form', { name: 'Edit profile' })).toHaveFocus()
  await expect.element(fullName).toHaveValue('Asha Rao')
  await expectAccessible()
  await fullName.fill('Asha Nair')
  server.answer('PUT /api/profile', ok({ message: 'ok', user: { ...asha, actualName: 'Asha Nair' } }))
  await press(save)
  await expect.element(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Asha Nair' })).toBeVisible()
  expect(saved(server)).toEqual([{ actualName: 'Asha Nair' }])
})

test('a username is checked when typing has paused for half a second', async () => {
  const server = await changeName()
  const username = page.getByLabelText('Username')
  const says = (words: string) => expect.element(username).toHaveAccessibleDescription(words)
  const checks = () => server.requests.filter(({ path }) => path === '/api/check-username').map(({ body }) => body)
  await username.fill('ab')
  await says('Username must be at least 3 characters long')
  await username.fill('')
  await says('Username is required')
  server.answer('POST /api/check-username', ok({ available: false }))
  const clock = stopClock()
  typeInto(username, 'dem')
  await clock.pass(450)
  typeInto(username, 'demo')
  await clock.run(500, () => expect(checks()).toEqual([]))
  await says('Username is already taken')
  expect(checks()).toEqual([{ username: 'demo' }])
})

test('a username that could not be checked is not saved, but checked again', async () => {
  const server = await changeName()
  const username = page.getByLabelText('Username')
  server.answer('POST /api/check-username', { status: 500 })
  await username.fill('nair')
  await expect.element(username).toHaveAccessibleDescription('Unable to verify username availability')
  server.answer('POST /api/check-username', ok({ available: true }))
  await press(save)
  await expect.element(page.getByText('Please fix the username error before saving')).toBeVisible()
  await expect.element(username).toHaveFocus()
  await expect.element(username).toHaveAccessibleDescription('Username is available')
  expect(saved(server)).toEqual([])
})

test('a profile that cannot be saved says so', async () => {
  const server = await changeName()
  server.answer('PUT /api/profile', { status: 500 })
  await press(save)
  await expect.element(page.getByText('Failed to update profile. Please try again.')).toBeVisible()
})

test('a session that has ended leaves what was typed until its customer has signed in again', async () => {
  const server = await changeName()
  const over = { error: 'Your session has ended. Please log in again.', code: 'session-expired' }
  server.answer('PUT /api/profile', { status: 401, body: over })
  await press(save)
  await expect.element(signedOut.getByText(over.error)).toBeVisible()
  await press(signedOut.getByRole('button', { name: 'Sign In' }))
  const sheet = page.getByRole('dialog', { name: /^Continue with/ })
  await expect.element(sheet).toBeVisible()
  await expectAccessible()
  server.answer('POST /api/login', ok({ token: 'new', user: asha }))
  await sheet.getByLabelText('Password', { exact: true }).fill('lamps on the roof')
  await press(sheet.getByRole('button', { name: 'Sign In', exact: true }))
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(fullName).toHaveValue('Asha Nair')
})

test('a token that is gone is reported, and putting the sign-in off ends the page', async () => {
  await changeName()
  localStorage.removeItem('vitrine-token')
  await press(save)
  await expect.element(page.getByRole('alert').getByText('No authentication token found')).toBeVisible()
  await press(signedOut.getByText('Close', { exact: true }))
  await expect.element(page.getByText('Please log in to view your profile')).toBeVisible()
})

test('an open page learns at its next request that the account was blocked', async () => {
  const server = openProfile('/profile?tab=liked')
  const blocked = { error: 'This account has been blocked. Please contact support.', code: 'session-blocked' }
  server.answer('GET /api/user-generated-videos', { status: 401, body: blocked })
  await press(page.getByRole('tab', { name: 'Generated Videos' }))
  await expect.element(signedOut.getByText(blocked.error)).toBeVisible()
  await expectAccessible()
  expect(localStorage.getItem('vitrine-token')).toBeNull()
  await userEvent.keyboard('{Escape}')
  await expect.element(signedOut).not.toBeInTheDocument()
  await expect.element(page.getByText('Please log in to view your profile')).toBeVisible()
})

/** A page for signed-in customers, whose profile loads when the test says so. */
function openGuarded() {
  const profile = Promise.withResolvers<{ status: number }>()
  startFakeServer({ 'GET /api/profile': () => profile.promise })
  signIn()
  const guarded = { Component: RouteGuard, children: [{ path: 'liked', Component: Liked }] }
  renderPage(<h1>Login</h1>, { at: '/liked', path: '/login', root, routes: [guarded] })
  return profile
}

test('a token that is rejected leads to the sign-in page', async () => {
  const profile = openGuarded()
  await expect.element(page.getByRole('main').getByText('Loading...')).toBeVisible()
  profile.resolve({ status: 403 })
  await expect.element(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  expect(localStorage.getItem('vitrine-token')).toBeNull()
})

test('a server that does not answer signs nobody out', async () => {
  openGuarded().resolve({ status: 500 })
  await expect.element(page.getByRole('alert').getByText(/can’t be reached$/)).toBeVisible()
  await expectAccessible()
  expect(localStorage.getItem('vitrine-token')).not.toBeNull()
})
