// The version history of a project: saving a version by name, viewing it without any change, restoring and deleting it.

import type { TemplateDocument } from '@vitrine/document/document'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { type Answer, ok, startFakeServer } from '../../../testing/fake-server.ts'
import { openEditor } from '../../../testing/open-editor.tsx'
import { press } from '../../../testing/press.ts'
import { Queries } from '../../../testing/queries.tsx'
import { VersionBanner, VersionList } from './version-list.tsx'

const card = {
  ...{ tdoc: 1, id: 'card', name: 'Card', fonts: [], assets: {} },
  canvas: { width: 400, height: 300, fps: 30, duration: 30 },
  fields: [{ id: 'name', type: 'text', label: 'Name', default: '' }],
  layers: [],
} as unknown as TemplateDocument

const earlier = {
  ...{ versionId: 'v1', name: null as string | null, reason: 'automatic', createdAt: '2026-11-01T10:00:00.000Z' },
  ...{ values: { name: 'Mira' }, difference: {}, aspect: null, timeline: null },
}

function openVersions(listed?: Answer) {
  let versions = [earlier]
  const server = startFakeServer({
    'GET /api/projects/p/versions': () => listed ?? ok({ versions, assets: {} }),
    'PATCH /api/projects/p/versions/v1': ({ body }) => {
      versions = [{ ...earlier, name: (body as { name: string }).name }]
      return ok(versions[0])
    },
    'DELETE /api/projects/p/versions/v1': () => {
      versions = []
      return ok({})
    },
  })
  const model = openEditor(
    card,
    <Queries>
      <main>
        <h1>Card</h1>
        <h2>Project</h2>
        <VersionBanner />
        <VersionList onLook={() => undefined} />
      </main>
    </Queries>,
  )
  model.change('name', 'Arjun')
  return { model, server }
}

const history = page.getByRole('region', { name: 'Version history' })

test('a version is named, looked at without a change, and restored, which an undo takes back', async () => {
  const { model } = openVersions()
  const nameNow = () => model.store.getContent().values.name
  await press(history.getByRole('button', { name: /^Rename version/ }))
  await history.getByRole('textbox', { name: /^New name for/ }).fill('For mother')
  await press(history.getByRole('button', { name: 'Rename', exact: true }))
  await expect.element(history.getByText('differs in Name', { exact: false })).toBeVisible()
  await expectAccessible()

  const view = history.getByRole('button', { name: /View For mother/ })
  await press(view)
  const banner = page.getByRole('region', { name: 'Earlier version' })
  await expect.element(banner.getByText('For mother')).toBeVisible()
  expect(nameNow()).toBe('Arjun')
  await press(banner.getByRole('button', { name: 'Back to current version' }))
  await expect.element(banner).not.toBeInTheDocument()
  expect(nameNow()).toBe('Arjun')

  await press(view)
  await press(banner.getByRole('button', { name: 'Restore this version' }))
  await expect.poll(nameNow).toBe('Mira')
  model.undo()
  expect(nameNow()).toBe('Arjun')
})

test('a version is deleted', async () => {
  openVersions()
  await press(history.getByRole('button', { name: /^Delete version/ }))
  await expect.element(history.getByText('No earlier versions yet.')).toBeVisible()
})

test('a history that cannot be loaded is asked for again', async () => {
  const { server } = openVersions({ status: 500 })
  await expect.element(history.getByText('The version history could not be loaded.')).toBeVisible()
  server.answer('GET /api/projects/p/versions', ok({ versions: [earlier], assets: {} }))
  await press(history.getByRole('button', { name: 'Try again' }))
  await expect.element(history.getByRole('button', { name: /^Delete version/ })).toBeVisible()
})
