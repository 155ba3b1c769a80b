// The owner customizes the store in a real browser; visitors see the changes at once, in their language, and everything can be
// undone.
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { createOwner, signInAsAdmin } from './admin-owner.ts'
import { watchConsole } from './console-watch.ts'
import { signInAs } from './member.ts'
import { press } from './press.ts'

const path = '/internal-dashboard-admin/settings'
const saved = (page: Page) => expect(page.getByText('Saved. It is in effect everywhere.')).toBeVisible()
const save = async (page: Page) => {
  await press(page.getByRole('button', { name: 'Save changes' }))
  await saved(page)
}

// Restores the store for later journeys, even when this one fails.
test.afterEach(async ({ page }) => {
  const settings = await (await page.request.get('/api/admin/settings')).json()
  for (const section of ['brand', 'languages']) {
    const { revision } = settings[section]
    await page.request.put(`/api/admin/settings/${section}`, { data: { value: {}, revision } })
  }
  await page.request.put('/api/admin/languages/hi/texts', { data: { texts: { Register: null } } })
})

test('an owner names and colours the store and offers languages; visitors see both, and both are taken back', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  const owner = await createOwner(page)
  await signInAsAdmin(page, owner, path)
  await page.getByLabel('Name of the store').fill('Lamp & Söhne')
  await page.getByRole('textbox', { name: 'Accent', exact: true }).fill('#2b4eff')
  await page.getByRole('textbox', { name: 'Links', exact: true }).fill('#aaf0d1')
  await expect(page.getByText('Shown as #527364 on light pages, so that it can be read')).toBeVisible()
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
  await page.getByRole('combobox', { name: 'Headlines' }).selectOption('Own font…')
  await press(page.getByRole('button', { name: 'Save changes' }))
  await expect(page.getByText('Choose a font file, or another typeface')).toBeVisible()
  await page.getByLabel('Font of headlines').setInputFiles('apps/web/app/fonts/oswald-500.woff2')
  await expect(page.getByText('Oswald Medium')).toBeVisible()
  await expectAccessible(page)
  await press(page.getByRole('tab', { name: 'Prices' }))
  await press(page.getByRole('button', { name: 'Stay' }))
  await save(page)
  await expect(page.getByRole('link', { name: 'Lamp & Söhne, main site' })).toBeVisible()
  await press(page.getByRole('tab', { name: 'Languages' }))
  await page.getByRole('checkbox', { name: 'हिन्दी (hi)' }).check()
  await page.getByRole('checkbox', { name: 'العربية (ar)' }).check()
  await save(page)
  await expectAccessible(page)
  await press(page.getByRole('listitem').filter({ hasText: 'हिन्दी' }).getByRole('link', { name: 'Edit texts' }))
  await page.getByLabel('Search the texts').fill('Register')
  const text = page.getByLabel('Register', { exact: true })
  await text.fill('{name} जुड़ें')
  await press(page.getByRole('button', { name: 'Save', exact: true }))
  await expect(page.getByRole('alert')).toHaveText('There is no {name} in the English text')
  await text.fill('जुड़ें')
  await press(page.getByRole('button', { name: 'Save', exact: true }))
  await expect(page.getByRole('button', { name: 'Use the original' })).toBeVisible()

  await test.step('a visitor reads the store under its name, in Hindi, in Arabic and in English', async () => {
    const context = await browser.newContext({ baseURL: String(baseURL), locale: 'hi-IN', colorScheme: 'light' })
    const visitor = await context.newPage()
    const expectVisitorQuiet = watchConsole(visitor)
    await visitor.goto('/templates-list?sort=newest')
    await expect(visitor).toHaveURL(/\/hi\/templates-list\?sort=newest$/)
    await expect(visitor.locator('html')).toHaveAttribute('lang', 'hi')
    await expect(visitor).toHaveTitle(/Lamp & Söhne/)
    await expect(visitor.getByRole('banner').getByRole('link', { name: 'जुड़ें' })).toBeVisible()
    await expect(visitor.locator('link[hreflang="ar"]')).toHaveAttribute('href', /\/ar\/templates-list/)
    const style = (property: string) =>
      visitor.evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(name), property)
    expect(await style('--color-marigold')).toBe('#2b4eff')
    expect(await style('color-scheme')).toBe('dark')
    // Links inside the pages stay in the language.
    await press(visitor.getByRole('contentinfo').locator('a[href$="/faq"]'))
    await expect(visitor).toHaveURL(/\/hi\/faq$/)
    await press(visitor.getByRole('link', { name: 'العربية' }))
    await expect(visitor).toHaveURL(/\/ar\/faq$/)
    await expect(visitor.locator('html')).toHaveAttribute('dir', 'rtl')
    await expectAccessible(visitor)
    await press(visitor.getByRole('link', { name: 'English' }))
    await expect(visitor).toHaveURL(/[^a-z]\/faq$/)
    await visitor.goto('/')
    await expect(visitor.getByRole('banner').getByRole('link', { name: 'Lamp & Söhne, home' })).toBeVisible()
    const headline = visitor.getByRole('heading', { level: 1 })
    expect(await headline.evaluate((element) => getComputedStyle(element).fontFamily)).toContain('Brand Headline')
    const loaded = () =>
      visitor.evaluate(() =>
        [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
      )
    await expect.poll(loaded).toContain('Brand Headline')
    await expectAccessible(visitor)
    expectVisitorQuiet()
    await context.close()
  })

  await page.goto(path)
  await press(page.getByRole('button', { name: 'Restore what was before' }).first())
  await expect(page.getByLabel('Name of the store')).toHaveValue('Vitrine')
  // Other journeys have changed the brand of this store, too.
  const own = page.getByRole('listitem').filter({ hasText: owner.email.replace(/@.*/, '') })
  await expect(own.filter({ hasText: 'Name' })).toHaveCount(2)
  expectQuiet()
})

test('the long words of Tamil fit on a phone', async ({ page, browser, baseURL }) => {
  const owner = await createOwner(page)
  await signInAsAdmin(page, owner, `${path}?section=languages`)
  await page.getByRole('checkbox', { name: 'தமிழ் (ta)' }).check()
  await save(page)

  const context = await browser.newContext({ baseURL: String(baseURL), viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  const visited = [
    '/',
    '/templates-list',
    '/template/rajwada-nights',
    '/direct-sell/marigold-curtain',
    '/pricing',
    '/login',
  ]
  for (const address of visited) await expectNothingOutside(phone, `/ta${address === '/' ? '' : address}`)
  await signInAs(phone, owner)
  const owned = ['/profile', '/buy-credits?pack=popular', '/template/rajwada-nights/server-render', '/rajwada-nights']
  for (const address of owned) await expectNothingOutside(phone, `/ta${address}`)
  await press(phone.locator('main header button').last())
  await expect(phone.getByRole('dialog')).toBeVisible()
  expect(await listOutside(phone)).toEqual([])
  await context.close()
})

async function expectNothingOutside(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.locator('html')).toHaveAttribute('lang', 'ta')
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await expect.poll(() => listOutside(page), { message: address }).toEqual([])
}

/** What sticks out of the window or, as a label, out of its button. Rows that scroll sideways may be longer. */
function listOutside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isInRow = (element: Element): boolean => {
      for (let part = element.parentElement; part; part = part.parentElement) {
        if (getComputedStyle(part).overflowX !== 'visible') return true
      }
      return false
    }
    const outside = [...document.querySelectorAll<HTMLElement>('a, button, input, select, h1, h2')].filter(
      (element) => {
        const { left, right, width } = element.getBoundingClientRect()
        if (width <= 1 || !element.checkVisibility()) return false
        const { display, overflowX } = getComputedStyle(element)
        // A tile cuts its picture on purpose.
        const isLabel = element.matches('button, a') && overflowX === 'visible' && display !== 'inline'
        const isCut = isLabel && element.scrollWidth > element.clientWidth + 1 && !element.matches('.sr-only')
        return isCut || ((left < -1 || right > innerWidth + 1) && !isInRow(element))
      },
    )
    const names = outside.map((element) => `${element.localName} “${element.textContent?.trim()}”`)
    const { scrollWidth } = document.documentElement
    return scrollWidth > innerWidth ? [`the page is ${scrollWidth} pixels wide`, ...names] : names
  })
}
