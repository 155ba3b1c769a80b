// The messages of an editor when its template is missing, or could not be loaded.
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { press } from '../../../testing/press.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { ApiResponseError } from '../../api/api.ts'
import { EditorFailed } from './editor-states.tsx'

test.each([
  ['video', 'Template not found', '/templates-list'],
  ['image', 'Image template not found', '/image-templates'],
] as const)('a missing %s template is not found, and its list is offered', async (kind, words, list) => {
  renderPage(<EditorFailed error={new ApiResponseError(404, 'not-found', '')} kind={kind} onRetry={vi.fn()} />)
  await expect.element(page.getByRole('heading', { level: 1, name: words })).toBeInTheDocument()
  await expect.element(page.getByRole('link')).toHaveAttribute('href', list)
  await expectAccessible()
})

test('a template that could not be loaded is tried again', async () => {
  const onRetry = vi.fn()
  renderPage(<EditorFailed error={new ApiResponseError(500, 'unknown', '')} kind="video" onRetry={onRetry} />)
  await expect.element(page.getByRole('alert').getByText('Failed to load template data')).toBeVisible()
  await expectAccessible()
  await press(page.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})
