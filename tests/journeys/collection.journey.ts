// The owner arranges a collection by hand, in a real browser and with the keyboard; visitors see it in that order.
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './accessible.ts'
import { createOwner, signInAsAdmin } from './admin-owner.ts'
import { watchConsole } from './console-watch.ts'
import { press } from './press.ts'

const slug = 'occasions/our-favourites'
const settingsPath = '/internal-dashboard-admin/settings?section=pages'
const saved = (page: Page) => expect(page.getByText('Saved. It is in effect everywhere.')).toBeVisible()

// The journeys after this one find the occasions of the samples alone, also when this one fails.
test.afterEach(async ({ page }) => {
  const { revision } = await (await page.request.get(`/api/admin/content/page?slug=${slug}`)).json()
  await page.request.delete(`/api/admin/content/page?slug=${slug}&revision=${revision}`)
})

test('an owner arranges a collection by hand, with a share picture of its own', async ({ page, browser, baseURL }) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  await signInAsAdmin(page, await createOwner(page), settingsPath)
  await page.getByLabel('Address of a new occasion or collection').fill('Our favourites')
  const address = page.locator('form').filter({ hasText: 'Address of a new occasion or collection' })
  await press(address.getByRole('button', { name: 'Write' }))
  await page.getByLabel('Title').fill('Our favourites')
  await page.getByLabel('Description').fill('What we like best.')
  await page.getByLabel('Those that I choose, in my order').check()

  await test.step('without a template it is refused at the field', async () => {
    await press(page.getByRole('button', { name: 'Save changes' }))
    await expect(page.getByText('Add a template, or let the search find them')).toBeVisible()
  })

  const search = page.getByLabel('Search templates')
  const found = page.getByRole('region', { name: 'Add templates' }).getByRole('listitem')
  const chosen = page.getByRole('list', { name: 'Templates on the page' }).getByRole('listitem')
  await test.step('templates of every kind are found by name, added and ordered with the keyboard', async () => {
    for (const name of ['Rajwada Nights', 'Amber Hour', 'Ivory Letter']) {
      await search.fill(name)
      // Until then the answer to the search before is shown.
      await expect(found).toHaveCount(1)
      await search.press('Tab')
      await expect(found.getByRole('button', { name: `Add ${name}` })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(chosen.last()).toContainText(name)
      // Its button is gone, and no other template is found.
      await expect(search).toBeFocused()
    }
    await expect(chosen).toHaveText([/Rajwada Nights/, /Amber Hour/, /Ivory Letter/])
    // Two presses of Enter in a moment are one, unless another key was pressed in between.
    await page.getByRole('button', { name: 'Move Ivory Letter up' }).press('Shift')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Ivory Letter: now number 2 of 3')).toBeAttached()
    await expect(page.getByRole('button', { name: 'Move Ivory Letter up' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(chosen).toHaveText([/Ivory Letter/, /Rajwada Nights/, /Amber Hour/])
    // At the end of the list the other button has the focus.
    await expect(page.getByRole('button', { name: 'Move Ivory Letter down' })).toBeFocused()
    await press(page.getByRole('button', { name: 'Remove: Amber Hour' }))
    await expect(chosen).toHaveText([/Ivory Letter/, /Rajwada Nights/])
    await expectAccessible(page)
  })

  const blue = { create: { width: 1200, height: 900, channels: 3, background: '#2b4eff' } } as const
  await page.getByLabel('Share picture').setInputFiles({
    name: 'share.png',
    mimeType: 'image/png',
    buffer: await sharp(blue).png().toBuffer(),
  })
  await expect(page.getByRole('img', { name: 'The share picture' })).toBeVisible()
  await press(page.getByRole('button', { name: 'Save changes' }))
  await saved(page)

  const visitor = await browser.newPage({ baseURL: String(baseURL) })
  await test.step('visitors find it on the home page, in the order of the owner', async () => {
    await visitor.goto('/')
    const link = visitor.getByRole('main').getByRole('link', { name: 'Our favourites' })
    await expect(link).toHaveAttribute('href', `/${slug}`)
    await visitor.goto(`/${slug}`)
    const names = visitor.getByRole('region', { name: 'Our favourites' }).getByRole('heading', { level: 3 })
    await expect(names).toHaveText(['Ivory Letter', 'Rajwada Nights'])
    const picture = await visitor.locator('meta[property="og:image"]').getAttribute('content')
    const shared = await sharp(await (await visitor.request.get(String(picture))).body()).metadata()
    expect([shared.width, shared.height]).toEqual([1200, 630])
    await expectAccessible(visitor)
    await visitor.goto('/occasions')
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Occasions and collections')
    await expect(visitor.getByRole('main').getByRole('link').first()).toContainText('Our favourites')
    expect(await (await visitor.request.get('/sitemap.xml')).text()).toContain(`/${slug}</loc>`)
  })

  await test.step('an undone order is undone for visitors too', async () => {
    await press(page.getByRole('button', { name: 'Move Ivory Letter down' }))
    await press(page.getByRole('button', { name: 'Save changes' }))
    await saved(page)
    await press(page.getByRole('button', { name: 'Undo', exact: true }))
    await expect(chosen).toHaveText([/Ivory Letter/, /Rajwada Nights/])
    await saved(page)
    await visitor.goto(`/${slug}`)
    const names = visitor.getByRole('region', { name: 'Our favourites' }).getByRole('heading', { level: 3 })
    await expect(names).toHaveText(['Ivory Letter', 'Rajwada Nights'])
  })
  await visitor.close()
  expectQuiet()
})
