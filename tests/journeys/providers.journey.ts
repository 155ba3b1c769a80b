// The owner connects the shop to services outside, tries them out, and switches them off, in a real browser.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { createOwner, signInAsAdmin } from './admin-owner.ts'
import { press } from './press.ts'

const path = '/internal-dashboard-admin/settings?section=providers'

/** A gateway of text messages on this machine. */
const received: URLSearchParams[] = []
const gateway = createServer(async (request, response) => {
  received.push(new URLSearchParams(await readText(request)))
  response.end('{}')
})
test.beforeAll(async () => {
  await new Promise<void>((listening) => gateway.listen(0, '127.0.0.1', listening))
})
test.afterAll(() => {
  gateway.close()
})
// The journeys after this one find the shop as it was, also when this one fails.
test.afterEach(async ({ page }) => {
  const { providers } = await (await page.request.get('/api/admin/settings')).json()
  await page.request.put('/api/admin/settings/providers', { data: { value: {}, revision: providers.revision } })
})

const save = async (page: Page) => {
  await press(page.getByRole('button', { name: 'Save changes' }))
  await expect(page.getByText('Saved. It is in effect everywhere.')).toBeVisible()
}

test('an owner connects a gateway of text messages and tests it', async ({ page }) => {
  await signInAsAdmin(page, await createOwner(page), path)
  const sms = page.getByRole('group', { name: 'Text messages' })
  await expect(sms.getByText('What would be sent shows at /sandbox.')).toBeVisible()
  await sms.getByLabel('Text messages: mode').selectOption('live')
  await sms.getByLabel('Gateway').selectOption('http')
  await sms.getByLabel('Address').fill('http://sms.example/send')
  await press(page.getByRole('button', { name: 'Save changes' }))
  await expect(sms.getByText('Enter an address that begins with https://')).toBeVisible()
  const { port } = gateway.address() as AddressInfo
  await sms.getByLabel('Address').fill(`http://127.0.0.1:${port}/send`)
  await sms.getByLabel('Value of the header').fill('the key')
  await sms.getByLabel('What is sent').fill('to={digits}&text={text}&dlt={template}')
  await sms.getByLabel('DLT template id').fill('1107')
  await sms.getByLabel('Text of the message').fill('{code} is your code for {shop}.')
  await expect(sms.getByText('Save first: the test tries out what is saved.')).toBeVisible()
  await save(page)
  await expect(sms.getByText(`In effect: 127.0.0.1:${port}`)).toBeVisible()
  await expect(sms.getByLabel('Value of the header')).toHaveValue('')
  await expect(sms.getByText('Saved, and not shown again. Type a new one to replace it.')).toBeVisible()
  await expectAccessible(page)

  await press(sms.getByRole('button', { name: 'Text messages: send a test' }))
  await expect(sms.getByRole('status')).toContainText('A text message to you was accepted for delivery')
  expect(received.at(-1)?.get('text')).toBe('000000 is your code for Vitrine.')
  expect(received.at(-1)?.get('dlt')).toBe('1107')

  await page.setViewportSize({ width: 390, height: 844 })
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow).toBeLessThanOrEqual(0)
  await page.goto('/internal-dashboard-admin/status')
  await expect(page.getByText('Still in sandbox mode: mail, payment, sign-in.')).toBeVisible()
})

test('what is switched off is not offered', async ({ page, browser, baseURL }) => {
  await signInAsAdmin(page, await createOwner(page), path)
  for (const title of ['Text messages', 'Payments', 'Sign-in with Google']) {
    await page.getByLabel(`${title}: mode`).selectOption('off')
  }
  await save(page)
  await page.goto('/buy-credits')
  await expect(page.getByText('Credits cannot be bought at the moment')).toBeVisible()
  await expectAccessible(page)
  const visitor = await browser.newPage({ baseURL: String(baseURL) })
  await visitor.goto('/register')
  await expect(visitor.getByLabel('Phone number')).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Send code' })).toHaveCount(1)
  await expect(visitor.getByText('Google')).toHaveCount(0)
  await visitor.close()

  await page.goto(path)
  await press(page.getByRole('button', { name: 'Restore what was before' }).first())
  await expect(page.getByText('Restored')).toBeVisible()
  await page.goto('/buy-credits')
  await expect(page.getByRole('group', { name: 'Credit packs' })).toBeVisible()
})
