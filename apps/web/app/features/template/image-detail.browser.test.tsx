// Buying a single template when something changes in between.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { ok, startFakeServer } from '../../../testing/fake-server.ts'
import { press } from '../../../testing/press.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { asha, signIn } from '../../../testing/signed-in.ts'
import { createTemplate } from '../../../testing/template.ts'
import { BuyTemplate } from './image-detail.tsx'

const buy = page.getByRole('button', { name: 'Buy for 40 credits' })
const dialog = page.getByRole('dialog', { name: 'Buy Template card' })
const owned = { message: 'Template already purchased', remainingCredits: 460, alreadyPurchased: true }

function open(price = {}) {
  const profile = { credits: 500, purchasedTemplates: [] }
  signIn(profile)
  const server = startFakeServer({ 'GET /api/profile': ok({ ...asha, ...profile }) })
  renderPage(<BuyTemplate template={createTemplate('card', 'image', price)} />, { at: '/image-template/card' })
  return server
}

test.each([
  ['broken', { status: 500, body: { error: 'broken' } }, 'Failed to purchase template'],
  ['made twice', ok(owned), 'Template already purchased'],
] as const)('a purchase that is %s says so', async (_, answer, words) => {
  open().answer('POST /api/purchase-template', answer)
  await press(buy)
  await expect.element(dialog).toBeVisible()
  await expectAccessible()
  await press(dialog.getByRole('button', { name: 'Pay 40 credits' }))
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a price that has changed is asked again, and nothing is charged', async () => {
  const server = open()
  const changed = { error: 'changed', code: 'price-changed', credits: 77 }
  server.answer('POST /api/purchase-template', { status: 409, body: changed })
  await press(buy)
  await press(dialog.getByRole('button', { name: 'Pay 40 credits' }))
  const words = 'The price of this template has changed to 77 credits. Nothing was charged.'
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(words)
  await expect.element(dialog.getByRole('button', { name: 'Pay 77 credits' })).toBeVisible()
  await press(dialog.getByRole('button', { name: 'Cancel' }))
  await expect.element(buy).toHaveFocus()
})

test('a free template is got for nothing, and nothing is said of paying', async () => {
  const server = open({ templatePrice: 0, templatePriceIND: 0 })
  server.answer('POST /api/purchase-template', ok({ message: 'Purchased', remainingCredits: 500 }))
  await press(page.getByRole('button', { name: 'Get it free' }))
  const free = page.getByRole('dialog', { name: 'Get Template card' })
  await expect.element(free).toBeVisible()
  expect(free.element().textContent).toContain('PriceFree')
  expect(free.element().textContent).not.toContain('You pay')
  await press(free.getByRole('button', { name: 'Get it free' }))
  await expect.element(free).not.toBeInTheDocument()
  expect(server.requests.map(({ path }) => path)).toContain('/api/purchase-template')
})
