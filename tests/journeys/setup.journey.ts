// An owner makes an empty shop their own in five steps, in a real browser and a shop of its own.
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './accessible.ts'
import { watchConsole } from './console-watch.ts'
import { createOwnShop, type OwnShop } from './own-shop.ts'
import { press } from './press.ts'

let shop: OwnShop
test.beforeAll(async () => {
  test.setTimeout(300_000)
  shop = await createOwnShop()
})
test.afterAll(() => shop.remove())

const addressIn = (output: string) => /http\S+\/setup\?key=\S+/.exec(output)?.[0] ?? 'none was printed'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const next = (page: Page) => page.getByRole('button', { name: 'Continue' })
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('an owner sets an empty shop up, closes the window on the way, and opens it', { tag: '@smoke' }, async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000)
  const first = addressIn(await shop.start('--setup'))
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })

  // Nobody else gets in.
  await page.goto(`${shop.address}/templates-list`)
  await expect(page).toHaveURL(`${shop.address}/setup`)
  await expect(page.getByText('This shop is being set up')).toBeVisible()
  await expectAccessible(page)
  expect((await page.request.get(`${shop.address}/api/templates`)).status()).toBe(503)
  const demo = { email: 'demo@vitrine.test', password: 'demo-vitrine' }
  expect((await page.request.post(`${shop.address}/api/login`, { data: demo })).status()).toBe(503)

  // Whoever reads another language begins in it.
  await page.goto(`${shop.address}/hi/setup`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await press(page.getByRole('link', { name: 'English' }))
  await expect(page).toHaveURL(`${shop.address}/setup`)

  await page.goto(first)
  await heading(page, 'What is your shop called?').waitFor()
  expect(page.url()).not.toContain('key')
  // Languages of India are suggested.
  for (const [language, isSuggested] of [
    ['हिन्दी (hi)', true],
    ['मराठी (mr)', true],
    ['தமிழ் (ta)', true],
    ['العربية (ar)', false],
  ] as const) {
    await expect(page.getByRole('checkbox', { name: language })).toBeChecked({ checked: isSuggested })
  }
  await page.getByRole('checkbox', { name: 'தமிழ் (ta)' }).uncheck()
  await page.getByLabel('Name of the shop').fill('')
  await press(next(page))
  await expect(page.getByText('Enter a name')).toBeVisible()
  await page.getByLabel('Name of the shop').fill('Lamp House')
  await page.getByLabel('In a few words').fill('lamps that move')
  const logo = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#2b4eff80' } })
    .png()
    .toBuffer()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await expect(page.getByAltText('The logo').first()).toBeVisible()
  await expectAccessible(page)
  await press(next(page))

  await heading(page, 'What does it look like?').waitFor()
  await page.getByRole('textbox', { name: 'Accent', exact: true }).fill('#2b4eff')
  await expect(page.getByRole('region', { name: 'Dark theme' })).toContainText('Lamp House')
  await expectAccessible(page)
  await press(next(page))

  // The window is closed, the machine restarted, and the shop continued with the new address.
  await heading(page, 'Who owns it?').waitFor()
  await shop.stop()
  const second = addressIn(await shop.start())
  expect(second).not.toBe(first)
  await page.goto(first)
  await expect(page.getByText('This shop is being set up')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(second)
  await heading(page, 'Who owns it?').waitFor()
  await page.getByLabel('Email address').fill('asha@lamp')
  await page.getByLabel('Username').fill('asha')
  await page.getByLabel('Password', { exact: true }).fill('123')
  await page.getByLabel('Password of the admin area').fill('upstairs, second door')
  await press(next(page))
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await page.getByLabel('Email address').fill('asha@lamp.example')
  await press(next(page))
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('a lamp in the window')
  await expectAccessible(page)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await press(next(page))

  await heading(page, 'Which packs of credits do you sell?').waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Price in rupees' })
    .nth(1)
    .getByLabel('Credits', { exact: true })
    .fill('600')
  await press(page.getByRole('button', { name: 'Back' }))
  await heading(page, 'Who owns it?').waitFor()
  await press(next(page))
  const credits = page
    .getByRole('listitem')
    .filter({ hasText: 'Price in rupees' })
    .nth(1)
    .getByLabel('Credits', { exact: true })
  await expect(credits).toHaveValue('600')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await press(next(page))

  await heading(page, 'Which templates does it begin with?').waitFor()
  await page.getByRole('radio', { name: /Some of them/ }).check()
  await page.getByRole('checkbox', { name: /Amber Hour/ }).check()
  await expectAccessible(page)
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  // Another window of the same person, which has missed the end.
  const other = await browser.newPage()
  await other.goto(second)
  await heading(other, 'Which templates does it begin with?').waitFor()
  await press(page.getByRole('button', { name: 'Open the shop' }))
  await heading(page, 'Your shop is ready').waitFor()
  await expect(page.getByText('All 1 templates are on sale.')).toBeVisible()
  await expectAccessible(page)
  await press(other.getByRole('button', { name: 'Open the shop' }))
  await expect(other.getByText('This shop is set up')).toBeVisible()
  await other.close()
  const home = await page.request.get(`${shop.address}/`)
  const alternates = [...(await home.text()).matchAll(/hrefLang="([a-z-]+)"/gi)].map(([, tag]) => tag)
  expect([...new Set(alternates)].toSorted()).toEqual(['en', 'hi', 'mr', 'x-default'])

  await press(page.getByRole('link', { name: 'Go to the shop' }))
  await expect(page).toHaveTitle('Lamp House: lamps that move')
  await page.goto(`${shop.address}/image-templates`)
  await expect(page.getByRole('link', { name: 'Amber Hour' })).toBeVisible()
  await page.goto(second)
  await expect(page).toHaveURL(`${shop.address}/`)
  const account = { email: 'asha@lamp.example', password: 'a lamp in the window' }
  const { token } = await (await page.request.post(`${shop.address}/api/login`, { data: account })).json()
  const opened = await page.request.post(`${shop.address}/api/admin/login`, {
    data: { password: 'upstairs, second door' },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(opened.ok()).toBe(true)
  expect((await page.request.post(`${shop.address}/api/login`, { data: demo })).status()).toBe(401)
  expectQuiet()

  // Nothing is added by the next start, and there is nothing to set up any more.
  await shop.stop()
  const third = await shop.start('--setup')
  expect(third).not.toContain('/setup?key')
  expect(third).not.toContain('demo-vitrine')
  const templates = await (await page.request.get(`${shop.address}/api/image-templates`)).json()
  expect(templates).toHaveLength(1)
})
