// The error page of last resort.
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../testing/render-page.tsx'
import { loadChunk } from './api/load-part.ts'
import { ErrorBoundary } from './root.tsx'

test('a script that is missing on the server is named, with a way home', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(null, { status: 404 }))
  const load = () => import(/* @vite-ignore */ `${location.origin}/missing/cookie-settings.js`)
  const error = await loadChunk('cookie-settings', load).catch((failure: unknown) => failure)
  renderPage(<ErrorBoundary error={error} params={{}} />)
  await expect.element(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect.element(page.getByText(/^Loading chunk cookie-settings failed \(missing\)\./)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/')
})
