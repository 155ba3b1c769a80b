// Paying for a ready-made video when it fails.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { press } from '../../testing/press.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { signIn } from '../../testing/signed-in.ts'
import { createTemplate } from '../../testing/template.ts'
import { PayToDownload } from './pay-to-download.tsx'

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
