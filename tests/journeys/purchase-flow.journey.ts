// The whole purchase flow in a real browser: a visitor finds a template, signs up with codes read from the outbox, fills it with
// their own photo and words, pays with credits, waits for the video, downloads it and finds it again in their profile.
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { takePhoto } from '../purchase-flow/photo.ts'
import { expectAccessible } from './accessible.ts'
import { watchConsole } from './console-watch.ts'
import { expectVideo } from './expect-video.ts'
import { enterCode } from './outbox.ts'
import { press } from './press.ts'
import { useTemplate, videoCard } from './template-fixture.ts'

const templateId = videoCard.id
const password = 'a-long-passphrase'
useTemplate(videoCard)

test('a visitor becomes a buyer and leaves with a video of their own', { tag: '@smoke' }, async ({ page }) => {
  test.setTimeout(300_000)
  const expectQuiet = watchConsole(page)
  const email = `asha-${Date.now()}@example.org`

  await test.step('the store shows its templates', async () => {
    await page.goto('/')
    await press(
      page
        .getByRole('main')
        .getByRole('link', { name: /browse/i })
        .first(),
    )
    await expect(page).toHaveURL(/\/templates-list/)
    await page.getByLabel('Search templates').fill('  SMALL Video ')
    await expect(page).toHaveURL(/search=/)
    await expect(page.locator(`a[href="/template/${templateId}"]`).first()).toBeVisible()
    // The suggestions below the box would cover it.
    await page.getByLabel('Search templates').press('Enter')
    await press(page.locator(`a[href="/template/${templateId}"]`).first())
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  await test.step('the editor needs no account: the template shows their photo and text', async () => {
    await press(page.getByRole('link', { name: 'Add Photo or Video' }).first())
    await expect(page).toHaveURL(`/template/${templateId}/server-render`)
    await expect(page.getByRole('button', { name: /^Export/ })).toContainText('credits')
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({
        name: 'party.jpg',
        mimeType: 'image/jpeg',
        buffer: await takePhoto(),
      })
    // Until then the template's own photo is there to be cropped.
    await expect(page.getByRole('button', { name: 'Replace' }).first()).toBeVisible()
    const cropper = page.getByRole('application').or(page.locator('[aria-label*="move with the arrow keys"]')).first()
    await expect(cropper).toBeVisible()
    await moveByHand(page, cropper)
    await page.locator('input[type="text"], textarea').first().fill('Rohan & Kabir')
    await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
  })

  await test.step('the export requires an account, and a registration leads back to what was made', async () => {
    await press(page.getByRole('button', { name: /^Export/ }))
    await press(page.getByRole('dialog').getByRole('link', { name: 'Sign in with a password' }))
    await expect(page).toHaveURL(/\/login/)
    await press(
      page
        .getByRole('main')
        .getByRole('link', { name: /register|create/i })
        .first(),
    )
    await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible()
    await register(page, email)
    await expect(page).toHaveURL(`/template/${templateId}/server-render`)
    await expect(page.locator('input[type="text"], textarea').first()).toHaveValue('Rohan & Kabir')
    await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  })

  await test.step('the export names its price, charges it once and renders the video', async () => {
    const begun = page.waitForResponse('**/api/renders/prepare')
    await press(page.getByRole('button', { name: /^Export/ }))
    const dialog = page.getByRole('dialog')
    expect((await begun).status()).toBe(202)
    await expect(dialog.getByText('Balance after export')).toBeVisible()
    await press(dialog.getByRole('button', { name: /^Export for \d+ credits/ }))
    await expect(dialog.getByText('Your video is ready')).toBeVisible({ timeout: 240_000 })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press(dialog.getByRole('link', { name: /download/i })),
    ])
    expect(download.suggestedFilename()).toMatch(/\.mp4$/)
    await expectVideo(await readFile(await download.path()), 640, 360)
    await page.keyboard.press('Escape')
  })

  await test.step('the video is in the profile and the ledger is correct', async () => {
    await page.goto('/profile')
    await press(page.getByRole('tab', { name: 'Generated Videos' }))
    const video = page.locator('video').first()
    await expect(video).toBeVisible()
    await video.evaluate((element: HTMLVideoElement) => element.play())
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)
    await expectAccessible(page)
    expect(await readCredits(page)).toBe(500 - videoCard.priceCredits)
  })
  expectQuiet()
})

async function register(page: Page, email: string): Promise<void> {
  await page.getByLabel('Full name').fill('Asha Kulkarni')
  await page.getByLabel('Username').fill(email.slice(0, email.indexOf('@')))
  await page.getByLabel('Email').fill(email)
  await press(page.getByRole('button', { name: 'Send code' }).first())
  await enterCode(page, email)
  await page.getByLabel('Country').selectOption({ label: 'India (+91)' })
  const number = `98${String(Date.now()).slice(-8)}`
  await page.getByLabel('Phone number').fill(number)
  await press(page.getByRole('button', { name: 'Send code' }))
  await enterCode(page, `+91${number}`)
  await page.getByLabel('Employment field').selectOption('Individual')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await press(page.getByRole('button', { name: 'Create account' }))
}

/** Drags the picture in its frame and zooms with the wheel, as a customer would. */
async function moveByHand(page: Page, cropper: ReturnType<Page['locator']>): Promise<void> {
  await cropper.scrollIntoViewIfNeeded()
  const box = await cropper.boundingBox()
  if (!box) throw new Error('the cropper has no box')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.wheel(0, -240)
  await page.mouse.down()
  await page.mouse.move(x + 30, y + 20, { steps: 5 })
  await page.mouse.up()
}

async function readToken(page: Page): Promise<string> {
  return page.evaluate(() => {
    const stored = localStorage.getItem('vitrine-token') ?? sessionStorage.getItem('vitrine-token')
    return JSON.parse(stored ?? '{}').token
  })
}

async function readCredits(page: Page): Promise<number> {
  const headers = { authorization: `Bearer ${await readToken(page)}` }
  const answer = await page.request.get('/api/user-credits', { headers })
  return (await answer.json()).credits
}
