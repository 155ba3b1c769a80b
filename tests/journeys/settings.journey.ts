// The owner makes the shop their own, in a real browser; visitors see it at once, and everything can be taken back.
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { createOwner, signInAsAdmin } from './admin-owner.ts'
import { watchConsole } from './console-watch.ts'
import { press } from './press.ts'

const path = '/internal-dashboard-admin/settings'
const saved = (page: Page) => expect(page.getByText('Saved. It is in effect everywhere.')).toBeVisible()

// The journeys after this one find the shop as it was, also when this one fails.
test.afterEach(async ({ page }) => {
  const settings = await (await page.request.get('/api/admin/settings')).json()
  for (const section of ['brand', 'storefront', 'seller', 'pricing']) {
    const { revision } = settings[section]
    await page.request.put(`/api/admin/settings/${section}`, { data: { value: {}, revision } })
  }
})

test('an owner names and colours the shop, and takes it back', async ({ page, browser, baseURL }) => {
  const expectQuiet = watchConsole(page)
  const owner = await createOwner(page)
  await signInAsAdmin(page, owner, path)
  await page.getByLabel('Name of the shop').fill('Lamp & Söhne')
  await page.getByRole('textbox', { name: 'Accent', exact: true }).fill('#2b4eff')
  await page.getByRole('textbox', { name: 'Links', exact: true }).fill('#aaf0d1')
  await expect(page.getByText('Shown as #527364 on light pages, so that it can be read')).toBeVisible()
  await page.getByRole('combobox', { name: 'Corners' }).selectOption('round')
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
  await expectAccessible(page)
  await press(page.getByRole('tab', { name: 'Prices' }))
  await press(page.getByRole('button', { name: 'Stay' }))
  await press(page.getByRole('button', { name: 'Save changes' }))
  await saved(page)
  await expect(page.getByRole('link', { name: 'Lamp & Söhne, main site' })).toBeVisible()

  const visitor = await browser.newPage({ baseURL: String(baseURL), colorScheme: 'light' })
  await visitor.goto('/')
  await expect(visitor).toHaveTitle('Lamp & Söhne: videos for your moments')
  await expect(visitor.getByRole('banner').getByRole('link', { name: 'Lamp & Söhne, home' })).toBeVisible()
  const style = (property: string) =>
    visitor.evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(name), property)
  expect(await style('--color-marigold')).toBe('#2b4eff')
  expect(await style('color-scheme')).toBe('dark')
  await expectAccessible(visitor)
  for (const address of ['/templates-list', '/faq', '/contact', '/login', '/register', '/privacy', '/blog']) {
    await visitor.goto(address)
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await visitor.locator('body').innerText(), address).not.toContain('Vitrine')
    expect(await visitor.title(), address).toContain('Lamp & Söhne')
  }
  await visitor.close()

  await press(page.getByRole('button', { name: 'Undo', exact: true }))
  await saved(page)
  await expect(page.getByLabel('Name of the shop')).toHaveValue('Vitrine')
  // Other journeys have changed the brand of this shop too.
  const own = page.getByRole('listitem').filter({ hasText: owner.email.replace(/@.*/, '') })
  await expect(own.filter({ hasText: 'Name' })).toHaveCount(2)
  await press(page.getByRole('button', { name: 'Restore what was before' }).first())
  await expect(page.getByLabel('Name of the shop')).toHaveValue('Lamp & Söhne')
  expectQuiet()
})

test('an owner gives the shop typefaces, an icon and a share picture of its own', async ({
  page,
  browser,
  baseURL,
}) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  await signInAsAdmin(page, await createOwner(page), path)
  const preview = page.getByRole('region', { name: 'Light theme' })
  const shownIn = (name: string) =>
    preview
      .getByText(name)
      .first()
      .evaluate((element) => {
        const family = getComputedStyle(element).fontFamily
        return [...document.fonts].some(
          ({ family: own, status }) => family.includes(own.replaceAll('"', '')) && status === 'loaded',
        )
      })
  await page.getByRole('combobox', { name: 'Text' }).selectOption('Poppins')
  await expect.poll(() => shownIn('how it works')).toBe(true)
  await page.getByRole('combobox', { name: 'Headlines' }).selectOption('Own font…')
  await press(page.getByRole('button', { name: 'Save changes' }))
  await expect(page.getByText('Choose a font file, or another typeface')).toBeVisible()
  await page.getByLabel('Font of headlines').setInputFiles({
    name: 'letters.woff2',
    mimeType: 'font/woff2',
    buffer: Buffer.from('not a font'),
  })
  await expect(page.getByText('This font cannot be used: it is no WOFF2')).toBeVisible()
  await page.getByLabel('Font of headlines').setInputFiles('apps/web/app/fonts/oswald-500.woff2')
  await expect(page.getByText('Oswald Medium')).toBeVisible()
  await expect.poll(() => shownIn('Vitrine')).toBe(true)
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#2b4eff"/></svg>'
  for (const [label, alt] of [
    ['Icon', 'The icon'],
    ['Share picture', 'The share picture'],
  ] as const) {
    const file = { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) }
    await page.getByLabel(label, { exact: true }).setInputFiles(file)
    await expect(page.getByAltText(alt)).toBeVisible()
  }
  await expectAccessible(page)
  await press(page.getByRole('button', { name: 'Save changes' }))
  await saved(page)
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Brand Text')

  const visitor = await browser.newPage({ baseURL: String(baseURL) })
  const expectQuietVisit = watchConsole(visitor)
  await visitor.goto('/')
  const headline = visitor.getByRole('heading', { level: 1 })
  expect(await headline.evaluate((element) => getComputedStyle(element).fontFamily)).toContain('Brand Headline')
  await expect
    .poll(() =>
      visitor.evaluate(() =>
        [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
      ),
    )
    .toEqual(expect.arrayContaining(['Brand Headline', 'Brand Text']))
  // What the pages bring is not fetched beside it.
  const fetched = await visitor.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(fetched.filter((name) => /fraunces|inter-latin/.test(name))).toEqual([])
  expect(await visitor.locator('link[rel=icon]').getAttribute('href')).toMatch(/^\/icon\.png/)
  const share = await visitor.locator('meta[property="og:image"]').getAttribute('content')
  expect((await visitor.request.get(String(share))).headers()['content-type']).toBe('image/jpeg')
  for (const file of ['/icon.png', '/apple-touch-icon.png', '/favicon.ico', '/share.png']) {
    expect((await visitor.request.get(file)).headers()['content-type'], file).toContain('image/')
  }
  expectQuietVisit()
  await visitor.close()

  await press(page.getByRole('button', { name: 'Undo', exact: true }))
  await saved(page)
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Inter')
  expectQuiet()
})

test('an owner sets seller and packs; what is wrong is said at its field', async ({ page }) => {
  await signInAsAdmin(page, await createOwner(page), `${path}?section=seller`)
  await page.getByLabel('Legal name').fill('Lamp House Pvt Ltd')
  await page.getByLabel('Address', { exact: true }).fill('12 Lamp Street')
  await page.getByLabel('Address, line 2').fill('Pune 411001')
  const officer = page.getByRole('group', { name: 'Grievance officer' })
  await officer.getByLabel('Name').fill('Asha Rao')
  await officer.getByLabel('Email').fill('asha')
  await press(page.getByRole('button', { name: 'Save changes' }))
  await expect(officer.getByText('Enter an email address')).toBeVisible()
  await officer.getByLabel('Email').fill('asha@lamp.example')
  await press(page.getByRole('button', { name: 'Save changes' }))
  await saved(page)

  await press(page.getByRole('tab', { name: 'Prices' }))
  const packs = page.getByRole('group', { name: 'Credit packs' }).getByRole('listitem')
  await packs.nth(1).getByLabel('Credits', { exact: true }).fill('100')
  await press(page.getByRole('button', { name: 'Save changes' }))
  await expect(packs.nth(1).getByText('Another pack has as many credits')).toBeVisible()
  await packs.nth(1).getByLabel('Credits', { exact: true }).fill('600')
  await expect(packs.nth(1).getByText('Shown with “33% savings”')).toBeVisible()
  await press(page.getByRole('button', { name: 'Save changes' }))
  await saved(page)
  await expectAccessible(page)

  // A pack moves by keyboard, with the focus, and is offered for some days only.
  await packs.nth(1).getByRole('button', { name: 'Move pack 2 down' }).press('Enter')
  await expect(page.getByText('600 credits: now number 3 of 4')).toBeAttached()
  await expect(packs.nth(2).getByRole('button', { name: 'Move pack 3 down' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(packs.nth(3).getByRole('button', { name: 'Move pack 4 up' })).toBeFocused()
  await expect(packs.nth(3).getByLabel('Credits', { exact: true })).toHaveValue('600')
  await packs.nth(3).getByLabel('Offered from').fill('2026-01-02')
  await packs.nth(3).getByLabel('Offered until').fill('2026-01-01')
  await press(page.getByRole('button', { name: 'Save changes' }))
  await expect(packs.nth(3).getByText('It ends before it begins')).toBeVisible()
  await packs.nth(3).getByLabel('Offered until').fill('2099-11-30')
  await press(page.getByRole('button', { name: 'Save changes' }))
  await saved(page)
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 844 })
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow).toBeLessThanOrEqual(0)
  await page.goto('/contact')
  await expect(page.getByRole('main').getByText('Asha Rao')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('Lamp House Pvt Ltd · 12 Lamp Street, Pune 411001')
  await page.goto('/pricing')
  await expect(page.getByRole('main')).toContainText('600')
  await expect(page.getByRole('main').getByText('Until 30 November')).toBeVisible()
  await page.goto('/buy-credits')
  await expect(page.getByRole('radio').last()).toHaveAttribute('value', 'popular')
  await expect(page.getByText('Until 30 November')).toBeVisible()
})

test('an owner announces an offer and rewrites a page, and visitors read both', async ({ page, browser, baseURL }) => {
  await signInAsAdmin(page, await createOwner(page), `${path}?section=storefront`)
  await page.getByLabel('Headline').fill('Invitations that move.')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Every festival video at half price')
  await page.getByRole('textbox', { name: 'Link', exact: true }).fill('javascript:alert(1)')
  await page.getByLabel('A purchase can be returned within (days)').fill('21')
  await press(page.getByRole('button', { name: 'Save changes' }))
  await expect(page.getByText('Enter an address such as /templates-list')).toBeVisible()
  await page.getByRole('textbox', { name: 'Link', exact: true }).fill('/templates-list')
  await press(page.getByRole('button', { name: 'Save changes' }))
  await saved(page)

  await press(page.getByRole('tab', { name: 'Pages' }))
  await press(page.getByRole('link', { name: 'Refunds' }))
  const text = page.getByLabel('Text, in Markdown')
  await text.fill('Our rules are **short**.\n\n## When\n\nWithin {{refund-days}}, see [the FAQ](/faq).\n\n<b>no</b>')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'When' })).toBeVisible()
  await expect(preview).toContainText('Within 21 days, see the FAQ.')
  await expect(preview).toContainText('<b>no</b>')
  await press(page.getByRole('link', { name: 'All pages' }))
  await press(page.getByRole('button', { name: 'Stay' }))
  await press(page.getByRole('button', { name: 'Save changes' }))
  await saved(page)
  await expectAccessible(page)

  const visitor = await browser.newPage({ baseURL: String(baseURL) })
  await visitor.goto('/')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(/Invitations that move/)
  const announcement = visitor.getByRole('complementary', { name: 'Announcement' })
  await expect(announcement.getByRole('link')).toHaveAttribute('href', '/templates-list')
  await visitor.goto('/refund')
  await expect(visitor.getByRole('main')).toContainText('Our rules are short.')
  await expectAccessible(visitor)
  await press(visitor.getByRole('main').getByRole('link', { name: 'the FAQ' }))
  await expect(visitor).toHaveURL('/faq')
  await visitor.close()

  await press(page.getByRole('button', { name: 'Restore what was before' }))
  await expect(text).toHaveValue(/A video that failed/)
})

test('an owner writes a blog post and removes it', async ({ page }) => {
  await signInAsAdmin(page, await createOwner(page), `${path}?section=pages`)
  const form = page.locator('form').filter({ hasText: 'Address of a new post' })
  await form.getByLabel('Address of a new post').fill('Lamps and light')
  await press(form.getByRole('button', { name: 'Write' }))
  await page.getByLabel('Title').fill('Lamps and light')
  await page.getByLabel('Text, in Markdown').fill('Light one.')
  await press(page.getByRole('button', { name: 'Save changes' }))
  await expect(page.getByText('Enter the date of the post')).toBeVisible()
  await page.getByLabel('Date').fill('2027-02-03')
  await press(page.getByRole('button', { name: 'Save changes' }))
  await saved(page)
  await page.goto('/blog')
  await press(page.getByRole('link', { name: 'Lamps and light' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Lamps and light' })).toBeVisible()
  await expect(page).toHaveURL('/blog/lamps-and-light')
  await expect(page.getByText('3 February 2027')).toBeVisible()
  // Another written page, by its link.
  await press(page.getByRole('main').getByRole('link', { name: 'Refunds' }))
  await expect(page).toHaveURL('/refund')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Refunds')
  await page.goto(`${path}?section=pages&page=blog/lamps-and-light`)
  await press(page.getByRole('button', { name: 'Remove this post' }))
  await expect(page.getByRole('link', { name: 'Photos that work' })).toBeVisible()
  await page.goto('/blog/lamps-and-light')
  await expect(page).toHaveURL('/blog')
})
