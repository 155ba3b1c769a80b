// The projects of an account: duplicating them, deleting them, and undoing that.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { ok, startFakeServer } from '../../../testing/fake-server.ts'
import { press } from '../../../testing/press.ts'
import { Queries } from '../../../testing/queries.tsx'
import { renderPage } from '../../../testing/render-page.tsx'
import ProjectListPage from './project-list.tsx'

const project = (projectId: string, name: string) => ({
  ...{ projectId, name, templateId: 'lamps', templateName: 'Lamps', kind: 'video', thumbnail: '/missing/lamps.webp' },
  ...{ revision: 1, hasTimeline: false, updatedAt: '2026-01-02T10:00:00.000Z' },
})
const heading = (name: string) => page.getByRole('heading', { name, exact: true })

test('a project is copied, and one that was deleted comes back', async () => {
  const [one, copy] = [project('p1', 'Mira turns seven'), project('p2', 'Mira turns seven (copy)')]
  const server = startFakeServer({ 'GET /api/projects': ok({ projects: [one] }) })
  renderPage(
    <Queries>
      <ProjectListPage />
    </Queries>,
    { at: '/projects' },
  )
  server.answer('POST /api/projects/p1/duplicate', () => {
    server.answer('GET /api/projects', ok({ projects: [one, copy] }))
    return ok(copy)
  })
  await press(page.getByRole('button', { name: 'Duplicate Mira turns seven' }))
  await expect.element(heading('Mira turns seven (copy)')).toBeVisible()
  await expectAccessible()
  server.answer('DELETE /api/projects/p1', () => {
    server.answer('GET /api/projects', ok({ projects: [copy] }))
    return { status: 200 }
  })
  await press(page.getByRole('button', { name: 'Delete Mira turns seven', exact: true }))
  await expect.element(heading('Mira turns seven')).not.toBeInTheDocument()
  server.answer('POST /api/projects/p1/restore', () => {
    server.answer('GET /api/projects', ok({ projects: [one, copy] }))
    return ok(one)
  })
  await press(page.getByRole('button', { name: 'Undo' }))
  await expect.element(heading('Mira turns seven')).toBeVisible()
})
