// The store behind a proxy that loses the first response of every kind of request: two editors, a purchase and a payment still
// succeed, without false conflicts or errors.
import { expect, type Page, test } from '@playwright/test'
import { type LossyProxy, startLossyProxy } from '../lost-response/lossy-proxy.ts'
import { takePhoto } from '../purchase-flow/photo.ts'
import { exportBy, giveFile, readStage } from './editor-stage.ts'
import { createMember, type Member, readCredits, readProject, signInAs } from './member.ts'
import { choose } from './pay.ts'
import { press } from './press.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const picture = 'terracotta-day'
const readPrice = async (page: Page, kind: string, id: string) =>
  ((await (await page.request.get(`/api/${kind}/${id}`)).json()) as { templatePrice: number }).templatePrice

let proxy: LossyProxy
test.beforeEach(async ({ baseURL }) => {
  proxy = await startLossyProxy(baseURL ?? '')
})
test.afterEach(() => proxy.close())

/** A member behind the proxy, and the texts that pages must not show. */
async function sitDown(page: Page): Promise<{ member: Member; expectNoFalseWords: () => Promise<void> }> {
  const member = await createMember(page)
  await signInAs(page, member)
  return {
    member,
    async expectNoFalseWords() {
      await expect(page.getByText(/Edited on another device/)).toHaveCount(0)
      await expect(page.getByText(/dynamically imported|Unexpected Application Error/)).toHaveCount(0)
    },
  }
}

/** The store has the file of the project's photo, not only this device. Later announcements may follow. */
async function expectUploaded(page: Page, member: Member): Promise<void> {
  const readValues = async () => JSON.stringify((await readProject(page, member)).values)
  await expect.poll(readValues, { timeout: 90_000 }).toMatch(/"u_(?!local)/)
}

const saved = (page: Page) => page.getByText('Saved', { exact: true }).first()

test('form and canvas save every change and file, and an export is paid for once', async ({ page }) => {
  test.setTimeout(300_000)
  const { member, expectNoFalseWords } = await sitDown(page)
  const price = await readPrice(page, 'image-template', picture)
  await test.step('a text is entered', async () => {
    await page.goto(`${proxy.url}/template/confetti-birthday/server-render`)
    const name = page.getByLabel(/^Name/).first()
    await name.fill('As')
    await expect(saved(page)).toBeVisible()
    await name.fill('Asha')
    await expect(saved(page)).toBeVisible()
    await expectNoFalseWords()
  })
  await test.step('a photo is uploaded', async () => {
    await giveFile(page, 'paste', await takePhoto())
    const photo = page.getByRole('group', { name: 'Photo' })
    await expect(photo.getByRole('button', { name: 'Replace' })).toBeVisible({ timeout: 60_000 })
    await expectUploaded(page, member)
    await expect(saved(page)).toBeVisible({ timeout: 60_000 })
    await expectNoFalseWords()
  })
  await test.step('a video is rendered by the server', async () => {
    const file = await exportBy(page, 'Free preview with watermark', 150_000)
    expect(file.length).toBeGreaterThan(1000)
  })
  await test.step('a picture is paid for once, and rendered in the browser', async () => {
    await page.goto(`${proxy.url}/${picture}-template`)
    await readStage(page)
    await press(page.getByRole('tab', { name: 'Text', exact: true }))
    await press(page.getByRole('button', { name: 'Add a heading' }).first())
    await expect(saved(page)).toBeVisible()
    await exportBy(page, /^Export for \d+ credits$/)
    expect(await readCredits(page, member)).toBe(500 - price)
    await expectNoFalseWords()
  })
  for (const kind of [
    'PUT /api/projects/*',
    'POST /api/uploads',
    'PATCH /api/uploads/*',
    'POST /api/assets',
    'POST /api/renders',
  ])
    expect(proxy.lost).toContain(kind)
  expect(proxy.lost).toContain('POST /api/download-template')
})

test('a cart is paid for once with credits that were paid for once', { tag: '@smoke' }, async ({ page }) => {
  test.setTimeout(300_000)
  const { member, expectNoFalseWords } = await sitDown(page)
  const price = await readPrice(page, 'image-template', picture)
  await page.goto(`${proxy.url}/buy-credits?pack=popular`)
  await press(page.getByRole('main').getByRole('button', { name: /^Pay ₹/ }))
  // The order's response was lost: the person presses again.
  const pay = page.getByRole('main').getByRole('button', { name: /^Pay ₹/ })
  await expect(page.getByText('Failed to initiate payment. Please try again.')).toBeVisible()
  await press(pay)
  await choose(page, 'Succeed')
  await expect(page).toHaveURL(/credit-purchase-success/, { timeout: 60_000 })
  await expect.poll(() => readCredits(page, member)).toBe(1000)
  await page.request.post('/api/add-to-cart', {
    data: { templateId: picture, quantity: 1 },
    headers: { authorization: `Bearer ${member.token}` },
  })
  await page.goto(`${proxy.url}/Cart`)
  await press(page.getByRole('button', { name: /^Checkout/ }))
  await expect(page.getByRole('status', { name: 'Your purchase' })).toBeVisible()
  expect(await readCredits(page, member)).toBe(1000 - price)
  await expectNoFalseWords()
  for (const kind of [
    'POST /api/create-razorpay-order',
    'POST /api/verify-razorpay-payment',
    'POST /api/cart/checkout',
  ])
    expect(proxy.lost).toContain(kind)
})
