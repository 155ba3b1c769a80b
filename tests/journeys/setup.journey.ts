// An owner sets up an empty store in five steps, in a real browser and a separate store.
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './accessible.ts'
import { watchConsole } from './console-watch.ts'
import { createOwnStore, type OwnStore } from './own-store.ts'
import { press } from './press.ts'

let store: OwnStore
test.beforeAll(async () => {
  test.setTimeout(300_000)
  store = await createOwnStore()
})
test.afterAll(() => store.remove())

const addressIn = (output: string) => /http\S+\/setup\?key=\S+/.exec(output)?.[0] ?? 'none was printed'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const next = (page: Page) => page.getByRole('button', { name: 'Continue' })
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('an owner sets an empty store up, closes the window on the way, and opens it', { tag: '@smoke' }, async ({
  page: desk,
  browser,
}) => {
  test.setTimeout(300_000)
  const address = addressIn(await store.start('--setup'))
  const expectDeskQuiet = watchConsole(desk, { expectsErrorResponses: true })

  // All other visitors are refused.
  await desk.goto(`${store.address}/templates-list`)
  await expect(desk).toHaveURL(`${store.address}/setup`)
  await expect(desk.getByText('This store is being set up')).toBeVisible()
  expect((await desk.request.get(`${store.address}/api/templates`)).status()).toBe(503)

  await desk.goto(address)
  await heading(desk, 'What is your store called?').waitFor()
  expect(desk.url()).not.toContain('key')
  // Languages of India are suggested.
  for (const [language, isSuggested] of [
    ['हिन्दी (hi)', true],
    ['தமிழ் (ta)', true],
    ['العربية (ar)', false],
  ] as const) {
    await expect(desk.getByRole('checkbox', { name: language })).toBeChecked({ checked: isSuggested })
  }
  await desk.getByRole('checkbox', { name: 'தமிழ் (ta)' }).uncheck()
  await desk.getByLabel('Name of the store').fill('')
  await press(next(desk))
  await expect(desk.getByText('Enter a name')).toBeVisible()
  await desk.getByLabel('Name of the store').fill('Lamp House')
  await desk.getByLabel('In a few words').fill('lamps that move')
  const logo = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#2b4eff80' } })
    .png()
    .toBuffer()
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: logo }
  await desk.locator('input[type=file]').first().setInputFiles(file)
  await expect(desk.getByAltText('The logo').first()).toBeVisible()
  await press(next(desk))

  await heading(desk, 'What does it look like?').waitFor()
  await desk.getByRole('textbox', { name: 'Accent', exact: true }).fill('#2b4eff')
  await expect(desk.getByRole('region', { name: 'Dark theme' })).toContainText('Lamp House')
  await expectAccessible(desk)
  await press(next(desk))
  await heading(desk, 'Who owns it?').waitFor()
  expectDeskQuiet()

  // The window is closed, and the setup continued on a phone.
  await desk.close()
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await phone.newPage()
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  await page.goto(address)
  await heading(page, 'Who owns it?').waitFor()
  await page.getByLabel('Email address').fill('asha@lamp.example')
  await page.getByLabel('Username').fill('asha')
  await page.getByLabel('Password', { exact: true }).fill('123')
  await page.getByLabel('Password of the admin area').fill('upstairs, second door')
  await press(next(page))
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('a lamp in the window')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  // By the key of the keyboard on the screen: another tap so soon would be the second half of a double tap.
  await page.getByLabel('Password', { exact: true }).press('Enter')

  await heading(page, 'Which packs of credits do you sell?').waitFor()
  const packs = page.getByRole('listitem').filter({ hasText: 'Price in rupees' })
  await packs.nth(1).getByLabel('Credits', { exact: true }).fill('600')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await press(next(page))

  await heading(page, 'Which templates does it begin with?').waitFor()
  await page.getByRole('radio', { name: /Some of them/ }).check()
  await page.getByRole('checkbox', { name: /Amber Hour/ }).check()
  await expectAccessible(page)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await press(page.getByRole('button', { name: 'Open the store' }))
  await heading(page, 'Your store is ready').waitFor()
  await expect(page.getByText('The template is on sale.')).toBeVisible()
  const home = await page.request.get(`${store.address}/`)
  const alternates = [...(await home.text()).matchAll(/hrefLang="([a-z-]+)"/gi)].map(([, tag]) => tag)
  expect([...new Set(alternates)].toSorted()).toEqual(['en', 'hi', 'mr', 'x-default'])

  await press(page.getByRole('link', { name: 'Go to the store' }))
  await expect(page).toHaveTitle('Lamp House: lamps that move')
  await page.goto(`${store.address}/image-templates`)
  await expect(page.getByRole('link', { name: 'Amber Hour' })).toBeVisible()
  await page.goto(address)
  await expect(page).toHaveURL(`${store.address}/`)
  const account = { email: 'asha@lamp.example', password: 'a lamp in the window' }
  const { token } = await (await page.request.post(`${store.address}/api/login`, { data: account })).json()
  const opened = await page.request.post(`${store.address}/api/admin/login`, {
    data: { password: 'upstairs, second door' },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(opened.ok()).toBe(true)
  const demo = { email: 'demo@vitrine.test', password: 'demo-vitrine' }
  expect((await page.request.post(`${store.address}/api/login`, { data: demo })).status()).toBe(401)
  expectQuiet()
  await phone.close()
})
