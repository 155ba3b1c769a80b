// The storefront in a real browser: lists, search, consent, the first visit of a phone, every public page on the smallest screen,
// and what search engines, browsers without scripts and visitors from India read first.
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { watchConsole } from './console-watch.ts'
import { openReady } from './open-ready.ts'
import { press } from './press.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const indianIp = '49.36.0.1'
const americanIp = '8.8.8.8'

/** A new visitor: nothing answered, nothing remembered. */
test.use({ storageState: { cookies: [], origins: [] } })

/** One who has answered everything that opens by itself. */
async function quiet(page: Page): Promise<void> {
  const url = test.info().project.use.baseURL ?? ''
  const value = encodeURIComponent(JSON.stringify({ version: 1, analytics: false, marketing: false }))
  await page.context().addCookies([{ name: 'vitrine-consent', value, url }])
  await page.addInitScript(() => localStorage.setItem('vitrine-sign-in-popup', String(Date.now())))
}

type Size = { width: number; height: number }

type Listed = {
  templateId: string
  templateName: string
  templatePrice: number
  templatePriceIND: number
  templateSection: string[]
  shapes: Size[]
}

async function allOf(page: Pick<Page, 'request'>, list: string): Promise<Listed[]> {
  return (await (await page.request.get(`/api/${list}`)).json()) as Listed[]
}

async function firstOf(page: Pick<Page, 'request'>, list: string): Promise<Listed> {
  const [first] = await allOf(page, list)
  if (!first) throw new Error(`${list} is empty`)
  return first
}

/** The consent as it was last sent to analytics. */
const lastSignal = (page: Page) =>
  page.evaluate(() => JSON.stringify((window as { dataLayer?: unknown[] }).dataLayer?.at(-1)))

const cards = (page: Page) => page.getByRole('main').locator('article')

test.describe('on a phone', () => {
  test.use(phone)

  test('lists are searched, filtered, sorted and scrolled, and Back finds them as they were', {
    tag: '@smoke',
  }, async ({ page }) => {
    const expectQuiet = watchConsole(page)
    await quiet(page)
    await page.goto('/templates-list')
    await expect(cards(page)).toHaveCount(8)
    await expectAccessible(page)

    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(16)
    // At the lower edge of the window, so that the end of the list is far enough below not to fetch more.
    const clicked = cards(page).nth(8)
    await clicked.evaluate((card) => card.scrollIntoView({ block: 'end' }))
    await press(clicked.getByRole('link'))
    await expect(page).toHaveURL(/\/template\//)
    await page.goBack()
    // At least: a third page may have been on its way when the list was left.
    await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(16)
    // What was clicked is where it was, give or take what a scroll bar and a moving footer make of it.
    await expect(clicked).toBeInViewport()
    await page.reload()
    await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(16)

    await page.goto('/templates-list')
    await page.getByLabel('Search templates').fill('  DIWALI ')
    await expect(page).toHaveURL('/templates-list?search=DIWALI')
    await expect(cards(page).first()).toContainText('Deepavali')
    await page.getByLabel('Search templates').fill('xylophone')
    await expect(page.getByText('No templates found matching your criteria.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Popular templates' })).toBeVisible()
    await expectAccessible(page)
    await press(page.getByRole('link', { name: 'Clear search and filters' }))
    await expect(page).toHaveURL('/templates-list')

    const chips = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
    const sections = (await allOf(page, 'templates')).flatMap((template) => template.templateSection)
    await expect(chips).toHaveText([...new Set(sections)].sort())
    await press(chips.filter({ hasText: 'Birthdays' }))
    await expect(page).toHaveURL('/templates-list?section=Birthdays')
    await expect(page.getByRole('link', { name: 'Birthdays' })).toHaveAttribute('aria-current', 'true')
    await press(page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Birthdays' }))
    await expect(page).toHaveURL('/templates-list')

    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price-low-high')
    await expect(page).toHaveURL('/templates-list?sort=price-low-high')
    await expect
      .poll(async () => {
        const shown = await cards(page).locator('text=/^Free$|\\d+ credits/').allInnerTexts()
        const prices = shown.map((price) => Number.parseFloat(price) || 0)
        return prices.length >= 8 && prices.every((price, index) => price >= (prices[index - 1] ?? 0))
      })
      .toBe(true)
    // Who clicks on while one page still fades into the next skips the rest of it.
    await page.evaluate(async () => {
      const fading = document.startViewTransition(() => undefined)
      fading.skipTransition()
      await fading.finished
    })
    expectQuiet()
  })

  test('lists are filtered by facets, which the address keeps and chips take off', async ({ page }) => {
    const expectQuiet = watchConsole(page)
    await quiet(page)
    const all = await allOf(page, 'templates')
    const comesIn = (isWanted: (shape: Size) => boolean) => all.filter(({ shapes }) => shapes.some(isWanted))
    const tall = comesIn(({ width, height }) => width < height * 0.67)
    const tallOrSquare = comesIn(({ width, height }) => width < height * 0.67 || width === height)
    await page.goto('/templates-list')
    const filters = page.getByRole('button', { name: 'Filters' })
    await filters.focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    const vertical = sheet.getByRole('checkbox', { name: 'Vertical 9:16' })
    // By Tab, as people get there: a dialog that has just opened ignores Enter and the space bar.
    await sheet.getByRole('button', { name: 'Close' }).focus()
    await vertical.waitFor()
    await page.keyboard.press('Tab')
    await expect(vertical).toBeFocused()
    await page.keyboard.press('Space')
    await expect(page).toHaveURL('/templates-list?shape=9%3A16')
    await press(sheet.getByRole('checkbox', { name: 'Square 1:1' }))
    await expect(page).toHaveURL('/templates-list?shape=9%3A16%2C1%3A1')
    await expect(sheet.getByText('Vertical 9:16').locator('..')).toContainText(String(tall.length))
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(filters).toBeFocused()
    await expect(page.getByText(`${tallOrSquare.length} templates`, { exact: true })).toBeVisible()
    await page.reload()
    const chips = page.getByRole('list', { name: 'Chosen filters' })
    await press(chips.getByRole('link', { name: 'Remove filter: Square 1:1' }))
    await expect(page).toHaveURL('/templates-list?shape=9%3A16')
    await expect(cards(page)).toHaveCount(Math.min(8, tall.length))
    await expectAccessible(page)
    await page.goBack()
    await expect(page).toHaveURL('/templates-list?shape=9%3A16%2C1%3A1')
    await press(page.getByRole('link', { name: 'Clear filters' }))
    await expect(page).toHaveURL('/templates-list')
    await expect(chips).toBeHidden()
    expectQuiet()
  })

  test('a search suggests what is typed, and says what was meant or comes closest', async ({ page }) => {
    const expectQuiet = watchConsole(page)
    await quiet(page)
    await openReady(page, '/templates-list')
    const box = page.getByLabel('Search templates')
    const list = page.getByRole('listbox', { name: 'Suggestions' })
    await box.pressSequentially('birth')
    await expect(list.getByRole('option').first()).toHaveText('birthday')
    await expect(list.getByRole('option', { name: 'Birthday videos and cards' })).toBeVisible()
    await expect(list.getByRole('option', { name: 'Confetti Birthday' })).toBeVisible()
    await expect(box).toHaveAttribute('aria-expanded', 'true')
    // The list below follows after a pause, and is faded until it has.
    await expect(page).toHaveURL('/templates-list?search=birth')
    await expectAccessible(page)
    await box.press('ArrowDown')
    await box.press('Enter')
    await expect(page).toHaveURL('/templates-list?search=birthday')
    await box.fill('brithday')
    await expect(list.getByRole('group', { name: 'Did you mean' })).toBeVisible()
    await press(list.getByRole('option', { name: 'Confetti Birthday' }))
    await expect(page).toHaveURL('/template/confetti-birthday')
    await page.goto('/templates-list?search=baraat')
    const closest = page.getByRole('region', { name: 'Closest matches' })
    await expect(closest.getByRole('link', { name: 'Rajwada Nights' })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/templates-list?search=wedidng')
    await expect(page.getByText('Nothing found for “wedidng”. These are for “wedding”.')).toBeVisible()
    await page.goto('/templates-list?search=शादी')
    await expect(cards(page).first()).toBeVisible()
    expectQuiet()
  })

  test('an occasion has a page of its own, linked from the home page and the footer', async ({ page }) => {
    const expectQuiet = watchConsole(page)
    await quiet(page)
    await openReady(page, '/')
    const lists = page.getByRole('region', { name: 'What is the occasion?' })
    for (const path of ['/templates-list?section=Weddings', '/image-templates', '/direct-sell-templates']) {
      await expect(lists.locator(`a[href="${path}"]`)).toBeVisible()
    }
    await press(page.getByRole('main').getByRole('link', { name: 'Wedding videos and invitations' }))
    await expect(page).toHaveURL('/occasions/wedding')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wedding videos and invitations')
    const videos = page.getByRole('region', { name: 'Video templates' })
    await expect(videos.getByRole('link', { name: 'Rajwada Nights' })).toBeVisible()
    await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /\/media\//)
    await expectAccessible(page)
    await press(page.getByRole('contentinfo').getByRole('link', { name: 'Occasions' }))
    await expect(page).toHaveURL('/occasions')
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(12)
    await expectAccessible(page)
    expect((await page.request.get('/occasions/nowhere')).url()).toMatch(/\/occasions$/)
    expect(await (await page.request.get('/sitemap.xml')).text()).toContain('/occasions/real-estate</loc>')
    expectQuiet()
  })

  test('cookie consent is requested on every page, with three equal buttons, and analytics need consent', async ({
    page,
    context,
  }) => {
    const expectQuiet = watchConsole(page)
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!new URL(request.url()).host.startsWith('localhost')) foreign.push(request.url())
    })
    await page.goto('/')
    const banner = page.getByRole('region', { name: 'Cookies' })
    const boxes = await Promise.all(
      ['Accept All', 'Reject All', 'Settings'].map(async (name) => {
        const button = banner.getByRole('button', { name })
        await expect(button).toBeVisible()
        return {
          ...(await button.boundingBox()),
          look: await button.evaluate((element) => getComputedStyle(element).backgroundColor),
        }
      }),
    )
    expect(new Set(boxes.map(({ width, height, look }) => `${Math.round(width ?? 0)} ${height} ${look}`)).size).toBe(1)
    await expectAccessible(page)
    const defaults = () => page.evaluate(() => JSON.stringify((window as { dataLayer?: unknown[] }).dataLayer))
    await expect.poll(defaults).toContain('"analytics_storage":"denied"')

    await press(page.getByRole('button', { name: 'Settings', exact: true }))
    const settings = page.getByRole('dialog', { name: 'Cookie settings' })
    await expect(settings.getByRole('checkbox', { name: /Essential/ })).toBeDisabled()
    await press(settings.getByText('Analytics', { exact: true }))
    await expect(settings.getByRole('checkbox', { name: /Analytics/ })).toBeChecked()
    await press(settings.getByRole('button', { name: 'Save my choice' }))
    await expect(banner).toBeHidden()
    await expect.poll(defaults).toContain('"analytics_storage":"granted"')
    const kept = (await context.cookies()).find(({ name }) => name === 'vitrine-consent')
    expect(decodeURIComponent(kept?.value ?? '')).toContain('"analytics":true')
    expect((kept?.expires ?? 0) * 1000 - Date.now()).toBeGreaterThan(364 * 86_400_000)

    await page.goto('/faq')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(banner).toBeHidden()
    await press(page.locator('footer').getByRole('button', { name: 'Cookie settings' }))
    await press(settings.getByRole('button', { name: 'Reject All' }))
    await expect
      .poll(async () =>
        decodeURIComponent((await context.cookies()).find(({ name }) => name === 'vitrine-consent')?.value ?? ''),
      )
      .toContain('"analytics":false')
    await expect.poll(() => lastSignal(page)).toContain('"analytics_storage":"denied"')

    await context.clearCookies()
    await page.goto('/')
    // Nothing at the end of the page lies under the banner.
    await press(page.locator('footer').getByRole('button', { name: 'Cookie settings' }))
    await expect(settings).toBeVisible()
    await page.keyboard.press('Escape')
    await press(banner.getByRole('button', { name: 'Accept All' }))
    await expect(banner).toBeHidden()
    const accepted = (await context.cookies()).find(({ name }) => name === 'vitrine-consent')
    expect(JSON.parse(decodeURIComponent(accepted?.value ?? ''))).toMatchObject({
      essential: true,
      analytics: true,
      marketing: true,
      personalization: true,
    })
    const granted = await lastSignal(page)
    for (const name of ['analytics', 'ad', 'functionality', 'security'])
      expect(granted).toContain(`"${name}_storage":"granted"`)
    expect(foreign).toEqual([])
    expectQuiet()
  })
})

test('an invalid template address is answered like an unknown one', async ({ request }) => {
  for (const id of ['no-such-template', 'x'.repeat(220), '%20', 'Ümlaut']) {
    const answer = await request.get(`/template/${encodeURI(id)}`)
    expect(answer.status()).toBe(404)
    expect(await answer.text()).toContain('Template not found')
  }
})

test('every public page can be read on a screen of 320 pixels without scrolling sideways', async ({ page }) => {
  const expectQuiet = watchConsole(page)
  await quiet(page)
  await page.setViewportSize({ width: 320, height: 568 })
  const details = await Promise.all(
    [
      ['templates', 'template'],
      ['image-templates', 'image-template'],
      ['direct-sell-templates', 'direct-sell'],
    ].map(async ([list = '', prefix]) => `/${prefix}/${(await firstOf(page, list)).templateId}`),
  )
  await page.goto('/')
  const links = await page
    .locator('footer a')
    .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href') ?? ''] as const))
  // As playwright.config.ts names them.
  expect(links).toContainEqual(['Instagram', 'https://www.instagram.com/vitrine.example'])
  expect(links).toContainEqual(['YouTube', 'https://www.youtube.com/@vitrine.example'])
  const linked = links.map(([, path]) => path).filter((path) => path.startsWith('/'))
  const needed = ['templates-list', 'pricing', 'features', 'faq', 'blog', 'tutorials', 'support', 'contact']
  const legal = ['terms', 'privacy', 'cookies', 'refund']
  expect(linked).toEqual(expect.arrayContaining([...needed, ...legal].map((name) => `/${name}`)))
  const examined = new Set(['/', '/faq', ...details])
  for (const path of new Set([...examined, '/login', ...linked])) {
    await page.emulateMedia({ colorScheme: details.includes(path) ? 'dark' : 'light' })
    await page.goto(path)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect.poll(overflow, path).toBeLessThanOrEqual(0)
    if (examined.has(path)) await expectAccessible(page)
  }
  expectQuiet()
})

test('without scripts the lists are paginated, and a template page is complete', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.goto('/templates-list')
  const seen: string[] = []
  for (const count of [8, 8]) {
    await expect(cards(page)).toHaveCount(count)
    seen.push(...(await cards(page).getByRole('link').allInnerTexts()))
    await press(page.getByRole('link', { name: 'More templates' }))
    await expect(page).toHaveURL(/cursor=/)
  }
  expect(new Set(seen).size).toBe(seen.length)
  const name = await cards(page).first().getByRole('link').innerText()
  expect(seen).not.toContain(name)
  await press(cards(page).first().getByRole('link'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.locator('video[src]')).toBeVisible()
  await press(page.locator('summary', { hasText: 'Video Layout' }).first())
  await expect(page.getByText(/pixels\)/).first()).toBeVisible()
  await context.close()
})

test('on the first visit of a phone nothing covers the way into the editor', async ({ browser, baseURL }) => {
  for (const popup of ['Cookies', 'Sign in required'] as const) {
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      storageState: { cookies: [], origins: [] },
      ...phone,
    })
    const page = await context.newPage()
    const { templateId } = await firstOf(page, 'templates')
    await page.goto(`/template/${templateId}`)
    const way = page.getByRole('link', { name: 'Add Photo or Video' })
    await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible()
    if (popup !== 'Cookies') await page.getByRole('button', { name: 'Reject All' }).tap()
    await expect(page.getByRole('region', { name: popup })).toBeVisible()
    // Fails where something else would be pressed.
    await way.tap({ timeout: 10_000 })
    await expect(page).toHaveURL(`/template/${templateId}/server-render`)
    await expect(page.getByRole('button', { name: /^Export/ })).toBeVisible()
    await expect(page.getByRole('region', { name: popup })).toBeHidden()
    await context.close()
  }
})

test('visitors from India see rupees and Indian prices in the first HTML, all others dollars', async ({ request }) => {
  const { templateId, templatePrice, templatePriceIND } = await firstOf({ request }, 'templates')
  for (const path of ['/templates-list', `/template/${templateId}`]) {
    const html = async (ip: string) =>
      (await (await request.get(path, { headers: { 'x-forwarded-for': ip } })).text()).replace(/<!-- -->/g, '')
    const india = await html(indianIp)
    expect(india).toContain(`${templatePriceIND} credits`)
    expect(india).toMatch(/₹\d+\.\d\d/)
    expect(india).not.toMatch(/\$\d+\.\d\d/)
    const america = await html(americanIp)
    expect(america).toContain(`${templatePrice} credits`)
    expect(america).toMatch(/\$\d+\.\d\d/)
    expect(america).not.toContain('₹')
  }
})

test('pages have canonical address, Open Graph picture, video and product for search engines', async ({
  page,
  baseURL,
}) => {
  await quiet(page)
  const { templateId, templateName } = await firstOf(page, 'templates')
  const expectQuietConsole = watchConsole(page)
  // As a link in an ad leads there: the browser knows parameters that the rendering does not.
  await openReady(page, `/template/${templateId}?utm_source=reel&fbclid=IwAR0`)
  const path = `${baseURL}/template/${templateId}`
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', path)
  await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', path)
  expectQuietConsole()
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /^http.+\.webp/)
  // A lasting address, and the size of that very file.
  await expect(page.locator('meta[property="og:video"]')).toHaveAttribute('content', /^http.+\/media\/\w+\.mp4$/)
  const video = page.locator('video').first()
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.videoWidth)).toBeGreaterThan(0)
  const size = await video.evaluate((one: HTMLVideoElement) => [String(one.videoWidth), String(one.videoHeight)])
  for (const [index, side] of ['width', 'height'].entries()) {
    const meta = page.locator(`meta[property="og:video:${side}"]`)
    await expect(meta).toHaveAttribute('content', size[index] ?? '')
  }
  const product = JSON.parse(await page.locator('script[type="application/ld+json"]').innerText())
  expect(product).toMatchObject({ '@type': 'Product', name: templateName, url: path, offers: { priceCurrency: 'USD' } })
  // The page of another kind of template.
  const other = await page.request.get(`/image-template/${templateId}`)
  expect(await other.text()).toContain('<meta name="robots" content="noindex"/>')
})
