// The storefront in a real browser, on a phone and on a desktop: lists, details of the three kinds, likes, a ready-made video
// bought and downloaded, consent, popups, written pages, and what search engines and visitors from India read first.
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { watchConsole } from './console-watch.ts'
import { createMember, signInAs } from './member.ts'
import { openReady } from './open-ready.ts'
import { press } from './press.ts'
import { useShortVideo } from './short-video.ts'

const desk = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const screens = { desk, phone }

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
  templateCompatibility: string[]
  templateSection: string[]
  videoLayout: string
  greenScreenLayout: string
  width: number
  height: number
  shapes: Size[]
  durationSeconds: number
  license: { name: string }
}

async function allOf(page: Page, list: string): Promise<Listed[]> {
  return (await (await page.request.get(`/api/${list}`)).json()) as Listed[]
}

async function firstOf(page: Page, list: string): Promise<Listed> {
  const [first] = await allOf(page, list)
  if (!first) throw new Error(`${list} is empty`)
  return first
}

/** The consent as it was last sent to analytics. */
const lastSignal = (page: Page) =>
  page.evaluate(() => JSON.stringify((window as { dataLayer?: unknown[] }).dataLayer?.at(-1)))

const cards = (page: Page) => page.getByRole('main').locator('article')

test('a filter chosen while a list loads is added to the one chosen before', async ({ page }) => {
  await quiet(page)
  await page.goto('/templates-list')
  await expect(cards(page)).toHaveCount(8)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/catalogue/video*', async (route) => {
    await held.promise
    await route.continue()
  })
  const chip = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Birthdays' })
  await press(chip)
  // The choice shows at once, not only when its list is there.
  await expect(chip).toHaveAttribute('aria-current', 'true')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price-low-high')
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price-low-high')
  held.resolve()
  await expect(page).toHaveURL('/templates-list?section=Birthdays&sort=price-low-high')
  await expect(cards(page)).not.toHaveCount(8)
})

for (const [screen, settings] of Object.entries(screens)) {
  test.describe(`on a ${screen}`, () => {
    test.use(settings)

    test('lists are searched, filtered, sorted and scrolled, and Back finds them as they were', {
      tag: screen === 'phone' ? '@smoke' : [],
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

    test('suggestions follow what is typed, are chosen by keys, and leave the search as it is without one', async ({
      page,
    }) => {
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
      await box.press('Escape')
      await expect(list).toBeHidden()
      await expect(box).toHaveValue('birth')
      await box.press('ArrowDown')
      await expect(list).toBeVisible()
      await box.press('ArrowDown')
      await expect(list.getByRole('option', { selected: true })).toHaveText('birthday')
      await box.press('Enter')
      await expect(page).toHaveURL('/templates-list?search=birthday')
      await expect(box).toHaveValue('birthday')
      await expect(list).toBeHidden()
      await box.fill('brithday')
      await expect(list.getByRole('group', { name: 'Did you mean' })).toBeVisible()
      await press(list.getByRole('option', { name: 'Confetti Birthday' }))
      await expect(page).toHaveURL('/template/confetti-birthday')
      expectQuiet()
    })

    test('a search that finds nothing shows the closest matches, a misspelt one what was meant', async ({ page }) => {
      const expectQuiet = watchConsole(page)
      await quiet(page)
      await page.goto('/templates-list?search=baraat')
      await expect(page.getByText('No templates found matching your criteria.')).toBeVisible()
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
      await page.goto('/occasions/nowhere')
      await expect(page).toHaveURL('/occasions')
      const sitemap = await (await page.request.get('/sitemap.xml')).text()
      expect(sitemap).toContain('/occasions/real-estate</loc>')
      expectQuiet()
    })

    test('details of the three kinds have their panels, Back and suggestions', async ({ page }) => {
      const expectQuiet = watchConsole(page)
      await quiet(page)
      const license = (title: string) => [title, ({ license }: Listed) => license.name] as const
      const dimensions = ['Dimensions', ({ width, height }: Listed) => `Width ${width} pixels, height ${height} pixels`]
      const length = (title: string) =>
        [title, ({ durationSeconds }: Listed) => `${Math.round(durationSeconds * 10) / 10} seconds`] as const
      const compatibility = ['Compatible With', (one: Listed) => one.templateCompatibility.join(', ')] as const
      const sections = ['Template Sections', (one: Listed) => one.templateSection.join(', ')] as const
      const kinds = [
        {
          prefix: '/template',
          list: 'templates',
          back: '/templates-list',
          panels: [
            ['Video Layout', (one: Listed) => `${one.videoLayout} (${one.width} × ${one.height} pixels)`],
            ['Green Screen Layout', (one: Listed) => one.greenScreenLayout],
            length('Video Length (seconds)'),
            compatibility,
            license('Commercial and License Rights'),
          ],
        },
        {
          prefix: '/image-template',
          list: 'image-templates',
          back: '/image-templates',
          panels: [dimensions, compatibility, sections, license('Commercial rights')],
        },
        {
          prefix: '/direct-sell',
          list: 'direct-sell-templates',
          back: '/direct-sell-templates',
          panels: [dimensions, length('Video Length'), sections, compatibility, license('Commercial rights')],
        },
      ] as { prefix: string; list: string; back: string; panels: [string, (one: Listed) => string][] }[]
      for (const { prefix, list, back, panels } of kinds) {
        const template = await firstOf(page, list)
        await page.goto(`${prefix}/${template.templateId}-template`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(template.templateName)
        const panel = page.getByRole('main').locator('details')
        await expect(panel.locator('summary')).toHaveText(panels.map(([title]) => title))
        for (const [index, [, words]] of panels.entries()) {
          await press(panel.nth(index).locator('summary'))
          await expect(panel.nth(index)).toContainText(words(template))
        }
        await expect(page.locator('details[open]')).toHaveCount(panels.length)
        const suggestions = page.getByRole('region', { name: 'Suggested Templates' })
        const columns = suggestions
          .getByRole('list')
          .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)
        expect(await columns).toBe(screen === 'desk' ? 4 : 2)
        const alike = suggestions.locator('article').first().getByRole('link').first()
        expect(await alike.getAttribute('href')).toMatch(new RegExp(`^${prefix}/`))
        await expectAccessible(page)
        await expect(page.getByRole('link', { name: 'Read the FAQ' })).toHaveAttribute('href', '/faq')
        await press(page.getByRole('main').getByRole('link', { name: /^All / }))
        await expect(page).toHaveURL(back)
      }
      const video = await firstOf(page, 'templates')
      await page.goto(`/template/${video.templateId}`)
      await expect(page.getByRole('link', { name: 'Add Photo or Video' })).toHaveAttribute(
        'href',
        `/template/${video.templateId}/server-render`,
      )
      expectQuiet()
    })

    test('the home page, the FAQ and the pages of the footer exist, and unknown paths lead home', async ({ page }) => {
      const expectQuiet = watchConsole(page)
      await quiet(page)
      await page.goto('/')
      await expect(page.getByRole('heading', { name: 'How It Works' })).toBeVisible()
      for (const step of ['Choose a template', 'Customise content', 'Export and share']) {
        await expect(page.getByRole('heading', { name: step })).toBeVisible()
      }
      for (const [name, path] of [
        ['Browse Templates', '/templates-list'],
        ['Create an account', '/register'],
      ] as const) {
        await expect(page.getByRole('main').getByRole('link', { name }).first()).toHaveAttribute('href', path)
      }
      await expectAccessible(page)
      const occasions = page.getByRole('region', { name: 'What is the occasion?' })
      for (const path of ['/image-templates', '/direct-sell-templates']) {
        await expect(occasions.locator(`a[href="${path}"]`)).toBeVisible()
      }
      await press(occasions.getByRole('link', { name: 'Weddings' }))
      await expect(page).toHaveURL('/templates-list?section=Weddings')
      await expect(cards(page).first()).toBeVisible()
      await page.goBack()
      const calls = page.getByRole('main').getByRole('link', { name: 'Browse Templates' })
      await expect(calls).toHaveCount(2)
      await expect(calls.last()).toHaveAttribute('href', '/templates-list')
      await press(page.getByRole('main').getByRole('link', { name: 'All questions' }))
      await expect(page).toHaveURL('/faq')
      for (const category of [
        'Using the platform',
        'File Formats & Quality',
        'Technical Support',
        'Pricing & Plans',
        'Usage & Licensing',
      ]) {
        await expect(page.getByRole('heading', { name: category })).toBeVisible()
      }
      await press(page.getByText('Will there be 4K?'))
      await press(page.getByText('Are there free templates?'))
      await expect(page.locator('details[open]')).toHaveCount(1)
      await expectAccessible(page)

      const links = await page
        .locator('footer a')
        .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')] as const))
      // As playwright.config.ts names them.
      expect(links).toContainEqual(['Instagram', 'https://www.instagram.com/vitrine.example'])
      expect(links).toContainEqual(['YouTube', 'https://www.youtube.com/@vitrine.example'])
      const paths = links.map(([, path]) => path ?? '').filter((path) => path.startsWith('/'))
      for (const path of [
        '/templates-list',
        '/pricing',
        '/features',
        '/faq',
        '/blog',
        '/tutorials',
        '/support',
        '/contact',
      ]) {
        expect(paths).toContain(path)
      }
      for (const path of ['/terms', '/privacy', '/cookies', '/refund']) expect(paths).toContain(path)
      for (const path of new Set(paths)) {
        await page.goto(path)
        await expect(page).toHaveURL(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
          .toBe(true)
      }
      await expectAccessible(page)
      await page.goto('/no/such/page')
      await expect(page).toHaveURL('/')
      expectQuiet()
    })
  })
}

test('a video on a card plays while the pointer is over it and rewinds when it leaves', async ({ page }) => {
  await quiet(page)
  await page.goto('/templates-list')
  const card = cards(page).first()
  await card.hover()
  const video = card.locator('video')
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => !element.paused && element.currentTime > 0))
    .toBe(true)
  await page.mouse.move(2, 2)
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.paused && element.currentTime === 0))
    .toBe(true)
})

test('a video that does not load is retried three times, and then shows an error with a button', async ({ page }) => {
  await quiet(page)
  const { templateId } = await firstOf(page, 'templates')
  const asked: string[] = []
  const askedAt: number[] = []
  // The address is a signed one, which ends in when it expires and the signature.
  await page.route('**/files/public/*.mp4?*', (route) => {
    const retry = new URL(route.request().url()).searchParams.get('retry')
    asked.push(`${route.request().method()} ${retry === null ? '' : `?retry=${retry}`}`)
    askedAt.push(performance.now())
    return route.fulfill({ status: 404, body: '' })
  })
  await page.goto(`/template/${templateId}`)
  await expect(page.getByText('Media Loading Error')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('button', { name: 'Retry (3/3)' })).toBeVisible()
  expect(asked).toEqual(['HEAD ', 'HEAD ', 'HEAD ', 'GET ', 'GET ?retry=1', 'GET ?retry=2', 'GET ?retry=3'])
  // What a request and its answer take comes on top; clocks of two processes differ by a little.
  const waits = askedAt.map((at, index) => at - (askedAt[index - 1] ?? at))
  for (const [index, minMs] of [
    [1, 1000],
    [2, 2000],
    [4, 1000],
    [5, 1000],
    [6, 1000],
  ] as const) {
    expect(waits[index], `before ${asked[index]}, the ${index + 1}th`).toBeGreaterThan(minMs - 50)
  }
})

test('an invalid template address is answered like an unknown one', async ({ page }) => {
  await quiet(page)
  for (const id of ['no-such-template', 'x'.repeat(220), '%20', 'Ümlaut']) {
    const answer = await page.goto(`/template/${id}`)
    expect(answer?.status()).toBe(404)
    await expect(page.getByText('Template not found').first()).toBeVisible()
  }
})

test('every public page can be read on a screen of 320 pixels without scrolling sideways', async ({ page }) => {
  await quiet(page)
  await page.setViewportSize({ width: 320, height: 568 })
  const details = await Promise.all(
    [
      ['templates', 'template'],
      ['image-templates', 'image-template'],
      ['direct-sell-templates', 'direct-sell'],
    ].map(async ([list = '', prefix]) => `/${prefix}/${(await firstOf(page, list)).templateId}`),
  )
  const written = [
    'faq',
    'pricing',
    'features',
    'tutorials',
    'support',
    'contact',
    'terms',
    'privacy',
    'cookies',
    'blog',
  ]
  for (const path of ['/', '/templates-list', '/login', ...details, ...written.map((name) => `/${name}`)]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect.poll(overflow, path).toBeLessThanOrEqual(0)
  }
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

test('lists and details that cannot be loaded show the messages of the specification', async ({ page }) => {
  await quiet(page)
  // The page asks for more by itself when the end of the list is already in view.
  await page.route('**/api/catalogue/image*', (route) => route.abort())
  await page.goto('/image-templates')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(page.getByText('Failed to load image templates')).toBeVisible()
  // No page begins there, so the server cannot load the first one.
  for (const [list, words] of [
    ['/templates-list', 'Failed to load templates'],
    ['/image-templates', 'Failed to load image templates'],
    ['/direct-sell-templates', 'Failed to load direct sell templates'],
  ] as const) {
    await page.goto(`${list}?cursor=none`)
    await expect(page.getByRole('alert').getByText(words, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  }
  await press(page.getByText('For developers of this shop'))
  await expect(page.getByText('GET /api/direct-sell-templates')).toBeVisible()
  for (const [path, words] of [
    ['/template/none', 'Template not found'],
    ['/image-template/none', 'Image template not found'],
    ['/direct-sell/none', 'Direct sell template not found'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(words, { exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/')
  }
})

test('a like is kept by the server until it is taken back', async ({ page }) => {
  await quiet(page)
  await signInAs(page, await createMember(page))
  const { templateId } = await firstOf(page, 'templates')
  await page.goto(`/template/${templateId}`)
  const heart = page.getByRole('button', { name: /ike this template/ })
  await expect(page.getByRole('link', { name: /^You have/ })).toBeVisible()
  await press(heart)
  await expect(page.getByText('Template added to liked list successfully!')).toBeVisible()
  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await press(heart)
  await expect(page.getByText('Template removed from liked list')).toBeVisible()
})

test.describe('with a short ready-made video', () => {
  useShortVideo()

  test('a ready-made video is bought, prepared, downloaded, and free the next time', async ({ page }) => {
    test.setTimeout(300_000)
    await quiet(page)
    await page.clock.install()
    const videos = await allOf(page, 'direct-sell-templates')
    const [video] = videos.sort((a, b) => a.durationSeconds - b.durationSeconds)
    if (!video) throw new Error('there is no ready-made video')
    const { templateId, templatePrice } = video
    await page.goto(`/direct-sell/${templateId}`)
    const pay = page.getByRole('button', { name: /Pay to Download/ })
    await expect(pay).toContainText(`${templatePrice} credits`)
    await press(pay)
    await expect(page.getByText('Please log in to download this template')).toBeVisible()
    await expect(page).toHaveURL(/\/login/)

    await signInAs(page, await createMember(page))
    await page.goto(`/direct-sell/${templateId}`)
    await press(page.getByRole('button', { name: /Pay to Download|Download again/ }))
    await press(page.getByRole('dialog').getByRole('button', { name: /^Pay \d/ }))
    await expect(page.getByText(/Payment successful! Credits used: \d+, Remaining: \d+/)).toBeVisible()
    const ready = page.getByRole('dialog', { name: 'Your download is ready' })
    const download = page.waitForEvent('download', { timeout: 200_000 })
    await press(ready.getByRole('button', { name: 'Download' }))
    await expect(page.getByRole('dialog', { name: 'Processing your download' })).toBeVisible()
    expect((await download).suggestedFilename()).toMatch(/\.mp4$/)
    await expect(page.getByRole('dialog', { name: 'Download Complete' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue Editing' })).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Download Complete' })).toBeHidden()

    await press(page.getByRole('button', { name: 'Download again' }))
    await expect(page.getByText('Template already purchased')).toBeVisible()
    await expect(ready).toBeVisible()
    // From here on time is controlled by the test. The video is made, so only the overlays take their time.
    await page.clock.pauseAt(Date.now() + 60_000)
    const link = page.waitForResponse(async (answer) => (await answer.text()).includes('downloadUrl'))
    await press(ready.getByRole('button', { name: 'Download' }))
    await link
    await page.clock.runFor(1999)
    await expect(page.getByRole('dialog', { name: 'Processing your download' })).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Download Complete' })).toBeHidden()
    await page.clock.runFor(1)
    await expect(page.getByRole('dialog', { name: 'Download Complete' })).toBeVisible()
    await page.clock.runFor(2999)
    await expect(page.getByRole('dialog', { name: 'Download Complete' })).toBeVisible()
    const reloaded = page.waitForEvent('load')
    await press(page.getByRole('button', { name: 'Continue Editing' }))
    await reloaded
    await expect(page).toHaveURL(`/direct-sell/${templateId}`)
  })
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
  for (const path of ['/', '/faq', '/login']) {
    await page.goto(path)
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
  }
  await expectAccessible(page)
  const defaults = () => page.evaluate(() => JSON.stringify((window as { dataLayer?: unknown[] }).dataLayer))
  await expect.poll(defaults).toContain('"analytics_storage":"denied"')

  await press(page.getByRole('button', { name: 'Settings', exact: true }))
  const settings = page.getByRole('dialog', { name: 'Cookie settings' })
  await expect(settings.getByRole('checkbox', { name: /Essential/ })).toBeDisabled()
  await settings.getByRole('checkbox', { name: /Analytics/ }).check()
  await press(settings.getByRole('button', { name: 'Save my choice' }))
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeHidden()
  await expect.poll(defaults).toContain('"analytics_storage":"granted"')
  const kept = (await context.cookies()).find(({ name }) => name === 'vitrine-consent')
  expect(decodeURIComponent(kept?.value ?? '')).toContain('"analytics":true')
  expect((kept?.expires ?? 0) * 1000 - Date.now()).toBeGreaterThan(364 * 86_400_000)

  await page.goto('/faq')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeHidden()
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
  await press(page.getByRole('region', { name: 'Cookies' }).getByRole('button', { name: 'Accept All' }))
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeHidden()
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

test('the sign-in popup waits for the cookie banner, appears once a day, and never on the sign-in pages', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/login')
  await press(page.getByRole('button', { name: 'Reject All' }))
  // From here on time is controlled by the test.
  await page.clock.pauseAt(Date.now() + 60_000)
  const popup = page.getByRole('region', { name: 'Sign in required' })
  for (const path of ['/login', '/register']) {
    await page.goto(path)
    await page.clock.runFor(5000)
    await expect(popup).toBeHidden()
  }
  // Its script is fetched when it is its turn, and React waits for the stopped clock before it shows it.
  const expectPopup = () =>
    expect(async () => {
      await page.clock.runFor(200)
      await expect(popup).toBeVisible({ timeout: 200 })
    }).toPass()
  await page.goto('/faq')
  await page.clock.runFor(1499)
  await expect(popup).toBeHidden()
  await expectPopup()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const corner = await popup.boundingBox()
  expect(width - (corner?.x ?? 0) - (corner?.width ?? 0)).toBeLessThan(50)
  expect(height - (corner?.y ?? 0) - (corner?.height ?? 0)).toBeLessThan(50)
  await expect(popup.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', /^\/login/)
  await expect(popup.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')
  await press(popup.getByRole('button', { name: 'Close' }))
  await page.reload()
  await page.clock.runFor(5000)
  await expect(popup).toBeHidden()
  await page.clock.fastForward('23:59:00')
  await page.reload()
  await page.clock.runFor(5000)
  await expect(popup).toBeHidden()
  await page.clock.fastForward('00:01:00')
  await page.reload()
  await expectPopup()
})

test('on the first visit of a phone nothing covers the way into the editor', async ({ browser, baseURL }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
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

test('visitors from India see rupees and Indian prices in the first HTML, all others dollars', async ({ page }) => {
  const { templateId, templatePrice, templatePriceIND } = await firstOf(page, 'templates')
  for (const path of ['/templates-list', `/template/${templateId}`]) {
    const html = async (ip: string) =>
      (await (await page.request.get(path, { headers: { 'x-forwarded-for': ip } })).text()).replace(/<!-- -->/g, '')
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
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  expect(sitemap).toContain(path)
  expect(await (await page.request.get('/robots.txt')).text()).toContain('/sitemap.xml')
  await page.goto(`/image-template/${templateId}`)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
})

test('a template viewed within the hour opens without another request', async ({ page }) => {
  await quiet(page)
  await openReady(page, '/templates-list')
  const link = cards(page).first().getByRole('link')
  const path = (await link.getAttribute('href')) ?? ''
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(`/api${path}`)) asked.push(request.url())
  })
  await press(link)
  await expect(page.getByRole('link', { name: 'Add Photo or Video' })).toBeVisible()
  expect(asked).toHaveLength(1)
  await page.goBack()
  await press(link)
  await expect(page.getByRole('link', { name: 'Add Photo or Video' })).toBeVisible()
  expect(asked).toHaveLength(1)
})
