// Paying for a ready-made video when it fails, and how long its download is shown.
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { stopClock, until } from '../../../testing/clock.ts'
import { ok, startFakeServer } from '../../../testing/fake-server.ts'
import { press } from '../../../testing/press.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { asha, signIn } from '../../../testing/signed-in.ts'
import { createTemplate } from '../../../testing/template.ts'
import { PayToDownload } from './direct-sell-detail.tsx'

const shortage = { code: 'not-enough-credits', error: 'Not enough credits', creditsRequired: 900, userCredits: 500 }

test.each([
  [{ status: 402, body: shortage }, ['Insufficient Credits', '900 credits', '500 credits', '400 credits']],
  ['offline', ['Failed to process payment due to a network error']],
  [{ status: 500, body: {} }, ['Failed to process payment for download']],
  [{ status: 500, body: { error: 'it broke' } }, ['Failed to process payment: it broke']],
] as const)('a payment that fails (%j) says %j', async (answer, words) => {
  signIn({})
  startFakeServer({ 'POST /api/download-template': answer })
  renderPage(<PayToDownload template={createTemplate('loop', 'direct-sell')} />, { at: '/direct-sell/loop' })
  await press(page.getByRole('button', { name: /Pay to Download/ }))
  await press(page.getByRole('dialog').getByRole('button', { name: /^Pay \d/ }))
  for (const text of words) await expect.element(page.getByText(text).first()).toBeVisible()
  await expectAccessible()
})

test('a download that fails may be tried again; one that works takes two seconds, and is over after three', async () => {
  signIn({ purchasedTemplates: ['loop'] })
  const paid = { message: 'Template already purchased', remainingCredits: 500, alreadyPurchased: true }
  const server = startFakeServer({
    'POST /api/download-template': ok(paid),
    'GET /api/profile': ok({ ...asha, purchasedTemplates: ['loop'] }),
    'GET /api/projects': 'offline',
    'POST /api/renders': ok({ jobId: 'r1' }),
    'GET /api/renders/r1': ok({ status: 'completed', percent: 100, downloadUrl: '#loop.mp4' }),
  })
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  renderPage(<PayToDownload template={createTemplate('loop', 'direct-sell')} />, { at: '/direct-sell/loop' })
  await press(page.getByRole('button', { name: 'Download again' }))
  const ready = page.getByRole('dialog', { name: 'Your download is ready' })
  const download = ready.getByRole('button', { name: 'Download' })
  await press(download)
  await expect.element(page.getByText('Failed to download video. Please try again.')).toBeVisible()
  server.answer('GET /api/projects', ok({ projects: [{ projectId: 'p1' }] }))
  // A dialog that has just opened ignores presses.
  await expect.element(ready).toHaveStyle({ pointerEvents: 'auto' })
  const title = () => document.querySelector('dialog[open] h2')?.textContent
  const clock = stopClock()
  ;(download.element() as HTMLElement).click()
  await until(() => server.requests.at(-1)?.path === '/api/renders/r1')
  await clock.run(2000, () => expect(title()).toBe('Processing your download'))
  await until(() => title() === 'Download Complete')
  expect(saved).toHaveBeenCalledOnce()
  await clock.run(3000, () => expect(title()).toBe('Download Complete'))
  await until(() => title() === undefined)
})
