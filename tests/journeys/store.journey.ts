// The storefront in a real browser: lists, the first visit of a phone, every page on the smallest screen under its security
// policy, and what search engines, browsers without scripts and visitors from India read first.
import { expect, type Page, test } from '@playwright/test'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { expectAccessible } from './accessible.ts'
import { watchConsole } from './console-watch.ts'
import { createMember, signInAs } from './member.ts'
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

type Listed = {
  templateId: string
  templateName: string
  templatePrice: number
  templatePriceIND: number
  templateSection: string[]
}

async function fetchList(page: Pick<Page, 'request'>, list: string): Promise<Listed[]> {
  return (await (await page.request.get(`/api/${list}`)).json()) as Listed[]
}

async function fetchFirst(page: Pick<Page, 'request'>, list: string): Promise<Listed> {
  const [first] = await fetchList(page, list)
  if (!first) throw new Error(`${list} is empty`)
  return first
}

/** The pages of one template of each kind. */
async function detailPaths(page: Page): Promise<string[]> {
  const paths = [
    ['templates', 'template'],
    ['image-templates', 'image-template'],
    ['direct-sell-templates', 'direct-sell'],
  ].map(async ([list = '', prefix]) => `/${prefix}/${(await fetchFirst(page, list)).templateId}`)
  return Promise.all(paths)
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
    const sections = (await fetchList(page, 'templates')).flatMap((template) => template.templateSection)
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

    await page.getByRole('button', { name: 'Filters' }).tap()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    const label = sheet.locator('label', { hasText: 'Vertical 9:16' })
    const box = await label.boundingBox()
    // Its end, away from the control.
    await label.tap({ position: { x: (box?.width ?? 0) - 6, y: (box?.height ?? 0) / 2 } })
    await expect(sheet.getByRole('checkbox', { name: 'Vertical 9:16' })).toBeChecked()
    await expect(page).toHaveURL('/templates-list?shape=9%3A16&sort=price-low-high')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await press(page.getByRole('link', { name: 'Remove filter: Vertical 9:16' }))
    await expect(page).toHaveURL('/templates-list?sort=price-low-high')
    // Who clicks on while one page still fades into the next skips the rest of it.
    await page.evaluate(async () => {
      const fading = document.startViewTransition(() => undefined)
      fading.skipTransition()
      await fading.finished
    })
    expectQuiet()
  })

  test('nothing covers the way into the editor on the first visit, and cookies need consent, which can be taken back', async ({
    page,
    context,
  }) => {
    const expectQuiet = watchConsole(page)
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!new URL(request.url()).host.startsWith('localhost')) foreign.push(request.url())
    })
    const { templateId } = await fetchFirst(page, 'templates')
    const banner = page.getByRole('region', { name: 'Cookies' })
    const way = page.getByRole('link', { name: 'Add Photo or Video' })
    const goThere = async () => {
      // Fails where something else would be pressed.
      await way.tap({ timeout: 10_000 })
      await expect(page).toHaveURL(`/template/${templateId}/server-render`)
      await expect(page.getByRole('button', { name: /^Export/ })).toBeVisible()
    }
    await page.goto(`/template/${templateId}`)
    await expect(banner).toBeVisible()
    await expectAccessible(page)
    await goThere()
    await expect(banner).toBeHidden()
    await page.goBack()
    await press(banner.getByRole('button', { name: 'Accept All' }))
    await expect(banner).toBeHidden()
    const consent = async () =>
      decodeURIComponent((await context.cookies()).find(({ name }) => name === 'vitrine-consent')?.value ?? '')
    await expect.poll(consent).toContain('"analytics":true')
    await expect.poll(() => lastSignal(page)).toContain('"analytics_storage":"granted"')
    await expect(page.getByRole('region', { name: 'Sign in required' })).toBeVisible()
    await goThere()

    await page.goto('/faq')
    await press(page.locator('footer').getByRole('button', { name: 'Cookie settings' }))
    await press(page.getByRole('dialog', { name: 'Cookie settings' }).getByRole('button', { name: 'Reject All' }))
    await expect.poll(consent).toContain('"analytics":false')
    await expect.poll(() => lastSignal(page)).toContain('"analytics_storage":"denied"')
    expect(foreign).toEqual([])
    expectQuiet()
  })
})

/** Records what the browser refuses, from the first byte of each document on. Call the result to see that it was nothing. */
async function watchPolicy(page: Page): Promise<() => void> {
  const refused: string[] = []
  await page.exposeFunction('reportRefused', (what: string) => refused.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      // The editors' schema library tries whether it may compile code, and does without.
      if (blockedURI === 'eval') return
      const report = (window as unknown as { reportRefused: (what: string) => void }).reportRefused
      report(`${location.pathname}: ${violatedDirective} ${blockedURI} ${sample}`)
    })
  })
  return () => expect(refused).toEqual([])
}

/** Opens a page and waits until its scripts run, which its policy names by their hashes. */
async function openUnderPolicy(page: Page, path: string): Promise<void> {
  const policy = (await page.goto(path))?.headers()['content-security-policy'] ?? ''
  expect(policy, path).toMatch(/script-src 'self' 'sha256-/)
  expect(policy, path).not.toMatch(/nonce|script-src[^;]*unsafe-inline/)
  // React marks the document it has hydrated.
  await page.waitForFunction(() => Object.keys(document).some((name) => name.startsWith('__reactContainer')))
}

test('every page fits a screen of 320 pixels, and its security policy refuses nothing of it, but foreign scripts', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const expectQuiet = watchConsole(page)
  const expectNothingRefused = await watchPolicy(page)
  await quiet(page)
  await page.setViewportSize({ width: 320, height: 568 })
  const details = await detailPaths(page)
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
  const visit = async (path: string) => {
    await openUnderPolicy(page, path)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect.poll(overflow, path).toBeLessThanOrEqual(0)
  }
  for (const path of new Set([...examined, '/login', '/register', '/occasions/wedding', ...linked])) {
    await page.emulateMedia({ colorScheme: details.includes(path) ? 'dark' : 'light' })
    await visit(path)
    if (examined.has(path)) await expectAccessible(page)
  }
  await page.goto('/no-such-page')
  await expect(page).toHaveURL('/')
  for (const name of ['How It Works', 'Choose a template', 'Customise content', 'Export and share'])
    await expect(page.getByRole('heading', { name })).toBeVisible()
  for (const path of ['/templates-list', '/register', '/faq', '/occasions/wedding'])
    await expect(page.getByRole('main').locator(`a[href="${path}"]`).first()).toBeVisible()
  await page.goto('/faq')
  for (const place of [0, 4]) await press(page.getByRole('main').locator('summary').nth(place))
  await expect(page.locator('main details[open]')).toHaveCount(1)

  await signInAs(page, await createMember(page))
  await page.emulateMedia({ colorScheme: 'dark' })
  const owned = [
    '/profile',
    '/liked',
    '/cart',
    '/purchased',
    '/projects',
    '/payment-history',
    '/buy-credits?pack=popular',
  ]
  for (const path of owned) {
    await visit(path)
    if (/cart|purchased|history|credits/.test(path)) await expectAccessible(page)
    // The payment script is on the page that needs it alone.
    await expect(page.locator('script[src$="checkout.js"]')).toHaveCount(path.startsWith('/buy-credits') ? 1 : 0)
  }
  for (const mode of ['server-render', 'direct-upload']) await openUnderPolicy(page, `${details[0]}/${mode}`)
  expectNothingRefused()
  expectQuiet()
  await page.goto('/faq')
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.foreign = true' }))
    const image = document.createElement('div')
    image.innerHTML = '<img src="data:," onerror="window.foreign = true">'
    document.body.append(image)
  })
  expect(await page.evaluate(() => (window as { foreign?: boolean }).foreign)).toBeUndefined()
})

test('browsers without scripts, search engines and visitors from India read all they need in the first HTML', async ({
  browser,
  baseURL,
  request,
}) => {
  await test.step('without scripts lists are searched and paginated, and a template page is complete', async () => {
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
    await page.getByLabel('Search templates').fill('diwali')
    await page.getByLabel('Search templates').press('Enter')
    await expect(page).toHaveURL(/search=diwali/)
    await expect(cards(page).first()).toContainText('Deepavali')
    const name = await cards(page).first().getByRole('link').innerText()
    await press(cards(page).first().getByRole('link'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page.locator('video[src]')).toBeVisible()
    await press(page.locator('summary', { hasText: 'Video Layout' }).first())
    await expect(page.getByText(/pixels\)/).first()).toBeVisible()
    await context.close()
  })
  const { templateId, templateName, templatePrice, templatePriceIND } = await fetchFirst({ request }, 'templates')
  const html = async (path: string, ip = americanIp) =>
    (await (await request.get(path, { headers: { 'x-forwarded-for': ip } })).text()).replace(/<!-- -->/g, '')

  await test.step('visitors from India see rupees and Indian prices, all others dollars', async () => {
    for (const path of ['/templates-list', `/template/${templateId}`]) {
      const india = await html(path, indianIp)
      expect(india).toContain(`${templatePriceIND} credits`)
      expect(india).toMatch(/₹\d+\.\d\d/)
      expect(india).not.toMatch(/\$\d+\.\d\d/)
      const america = await html(path)
      expect(america).toContain(`${templatePrice} credits`)
      expect(america).toMatch(/\$\d+\.\d\d/)
      expect(america).not.toContain('₹')
    }
  })
  await test.step('a template has a canonical address, picture, video and product', async () => {
    // As a link in an ad leads there.
    const page = await html(`/template/${templateId}?utm_source=reel&fbclid=IwAR0`)
    const path = `${baseURL}/template/${templateId}`
    const meta = (property: string) => new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(page)?.[1]
    expect(page).toContain(`<link rel="canonical" href="${path}"`)
    expect(meta('og:url')).toBe(path)
    expect(meta('og:image')).toMatch(/^http.+\.webp/)
    // A lasting address, and the size of that very file.
    expect(meta('og:video')).toMatch(/^http.+\/media\/\w+\.mp4$/)
    const file = await request.get(meta('og:video') ?? '')
    const input = new Input({ source: new BufferSource(await file.body()), formats: ALL_FORMATS })
    const video = await input.getPrimaryVideoTrack()
    expect([meta('og:video:width'), meta('og:video:height')]).toEqual([
      `${video?.displayWidth}`,
      `${video?.displayHeight}`,
    ])
    const product = JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? '')
    const offers = { priceCurrency: 'USD' }
    expect(product).toMatchObject({ '@type': 'Product', name: templateName, url: path, offers })
    // The page of another kind of template.
    expect(await html(`/image-template/${templateId}`)).toContain('<meta name="robots" content="noindex"/>')
  })
  await test.step('an invalid template address is answered like an unknown one', async () => {
    for (const id of ['no-such-template', 'x'.repeat(220), '%20', 'Ümlaut']) {
      const answer = await request.get(`/template/${encodeURI(id)}`)
      expect(answer.status()).toBe(404)
      expect(await answer.text()).toContain('Template not found')
    }
  })
})
