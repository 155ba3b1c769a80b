// Signing out on a device that has a customer's files.
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { ok, startFakeServer } from '../../../testing/fake-server.ts'
import { press } from '../../../testing/press.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { deleteDeviceWork, hasDeviceWork } from '../../api/device-work.ts'
import { createDraftStore } from '../../editor/project/draft-store.ts'
import { SignOutButton } from '../../shell/sign-out-button.tsx'
import { SignOutQuestion } from './session-dialogs.tsx'

const dialog = page.getByRole('dialog')
const deletes = page.getByLabelText('Delete my files from this device')

async function open({ rememberMe }: { rememberMe: boolean }) {
  const storage = rememberMe ? localStorage : sessionStorage
  storage.setItem('vitrine-token', JSON.stringify({ token: 'secret', expiry: null, rememberMe }))
  const server = startFakeServer({ 'POST /api/logout': ok({}) })
  renderPage(
    <>
      <SignOutButton />
      <SignOutQuestion />
    </>,
    { at: '/profile', path: '/profile', routes: [{ index: true, Component: () => null }] },
  )
  await press(page.getByRole('button', { name: 'Logout' }))
  return server
}

async function leaveClip(): Promise<void> {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('local-files', { create: true })
  await folder.getFileHandle('clip', { create: true })
  const file = new File(['clip'], 'clip.mp4')
  await createDraftStore().keepFile({ localId: 'local:clip' as never, projectId: 'p1', file })
}

beforeEach(deleteDeviceWork)

test('signs out at once where the device has nothing', async () => {
  const server = await open({ rememberMe: false })
  await expect.poll(() => server.requests.map(({ path }) => path)).toContain('/api/logout')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('takes the steps that could be undone along, without a question', async () => {
  const drafts = createDraftStore()
  const content = { values: { name: 'Asha' }, difference: {}, aspect: null }
  await drafts.keepHistory('p1', { present: content, past: [], future: [], group: undefined })
  expect(await drafts.findHistory('p1')).toBeDefined()
  await open({ rememberMe: true })
  await expect.poll(() => drafts.findHistory('p1')).toBeUndefined()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('deletes clips and drafts by itself in a session that is not remembered', async () => {
  await leaveClip()
  localStorage.setItem('vitrine-guests', '{"g1":"asha"}')
  const server = await open({ rememberMe: false })
  await expect.element(deletes).toBeChecked()
  await expectAccessible()
  expect(server.requests).toEqual([])
  await press(dialog.getByRole('button', { name: 'Sign Out' }))
  await expect.element(page.getByText('Your files were deleted from this device')).toBeVisible()
  expect(await hasDeviceWork()).toBe(false)
  expect(localStorage.getItem('vitrine-guests')).toBeNull()
  expect(sessionStorage.getItem('vitrine-token')).toBeNull()
})

test('keeps them on a device that is remembered, unless it is asked to delete them', async () => {
  await leaveClip()
  await open({ rememberMe: true })
  await expect.element(deletes).not.toBeChecked()
  await press(dialog.getByRole('button', { name: 'Sign Out' }))
  await expect.element(dialog).not.toBeInTheDocument()
  expect(localStorage.getItem('vitrine-token')).toBeNull()
  expect(await hasDeviceWork()).toBe(true)
})
