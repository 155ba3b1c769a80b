// What the storefront shows and does when something is missing: the messages and durations of the specification.
import { expect, type Page, test } from '@playwright/test'
import { openReady } from './open-ready.ts'
import { press } from './press.ts'

const cards = (page: Page) => page.getByRole('main').locator('article')

test('a template that cannot be loaded shows whether it is missing or the request failed', async ({ page }) => {
  const failures = [
    ['/templates-list', 'template', 'Failed to load template details', 'Failed to load template data'],
    ['/image-templates', 'image-template', 'Failed to load template details', 'Failed to load image template data'],
    [
      '/direct-sell-templates',
      'direct-sell',
      'Failed to load template details',
      'Failed to load direct sell template data',
    ],
  ] as const
  for (const [list, call, refused, unanswered] of failures) {
    const calls = `**/api/${call}/*`
    // A template that was shown once is remembered for an hour: the second failure needs another one.
    for (const [index, words, answer] of [
      [0, refused, { status: 500, json: { error: 'broken', code: 'internal' } }],
      [1, unanswered, undefined],
    ] as const) {
      await openReady(page, list)
      let fails = true
      await page.route(calls, (route) => (!fails ? route.continue() : answer ? route.fulfill(answer) : route.abort()))
      await press(cards(page).nth(index).getByRole('link'))
      await expect(page.getByText(words, { exact: true })).toBeVisible()
      // Removing the route here could lose the request of the next try on its way.
      fails = false
      await press(page.getByRole('button', { name: 'Try again' }))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(words, { exact: true })).toBeHidden()
      await page.unroute(calls)
    }
  }
})

test('a list whose data cannot be fetched by the page before it says so in the words of its kind', async ({ page }) => {
  for (const [list, words] of [
    ['/templates-list', 'Failed to load templates'],
    ['/image-templates', 'Failed to load image templates'],
    ['/direct-sell-templates', 'Failed to load direct sell templates'],
  ] as const) {
    for (const answer of [{ status: 502, body: 'Bad Gateway' }, undefined]) {
      await openReady(page, '/faq')
      let fails = true
      await page.route(`**${list}.data*`, (route) =>
        !fails ? route.continue() : answer ? route.fulfill(answer) : route.abort(),
      )
      await press(page.getByRole('banner').locator(`a[href="${list}"]`).first())
      await expect(page.getByRole('alert').getByText(words, { exact: true })).toBeVisible()
      await expect(page.getByText('For developers of this shop')).toBeVisible({
        visible: list === '/direct-sell-templates',
      })
      fails = false
      await press(page.getByRole('button', { name: 'Try again' }))
      await expect(cards(page).first()).toBeVisible()
      await page.unroute(`**${list}.data*`)
    }
  }
})

test('a page of templates that cannot be loaded is reported by its list, and appears on retry', async ({ page }) => {
  for (const [list, kind, words] of [
    ['/templates-list', 'video', 'Failed to load templates'],
    ['/image-templates', 'image', 'Failed to load image templates'],
  ] as const) {
    // The first templates come with the page. Where they fill less than a window, the next are asked for at once.
    await page.route(`**/api/catalogue/${kind}*`, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(list)
    await expect(cards(page)).toHaveCount(8)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(page.getByText(words, { exact: true })).toBeVisible()
    await page.unroute(`**/api/catalogue/${kind}*`)
    await press(page.getByRole('button', { name: 'Try again' }))
    await expect(cards(page).nth(8)).toBeVisible()
  }
})

test('a template whose video link fails says so, and suggestions that cannot be loaded are left out', async ({
  page,
}) => {
  await openReady(page, '/templates-list')
  await page.route('**/api/suggestions/**', (route) => route.fulfill({ status: 500, json: { error: 'broken' } }))
  await page.route('**/api/video-url/**', (route) => route.fulfill({ status: 404, json: {} }))
  await page.route('**/api/template/*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), templateLink: '' } })
  })
  await press(cards(page).first().getByRole('link'))
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(['Video unavailable'])
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Suggested Templates' })).toBeHidden()

  // What was remembered of the template does not keep the failure.
  await page.unroute('**/api/suggestions/**')
  await page.goBack()
  await press(cards(page).first().getByRole('link'))
  await expect(page.getByRole('heading', { name: 'Suggested Templates' })).toBeVisible()
})

test('a script that is missing on the server is named on the error page', async ({ page, context }) => {
  await context.clearCookies()
  await page.goto('/faq')
  await page.route('**/assets/cookie-settings-*.js*', (route) => route.fulfill({ status: 404 }))
  await press(page.getByRole('region', { name: 'Cookies' }).getByRole('button', { name: 'Settings' }))
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect(page.getByText('Loading chunk cookie-settings failed (missing)')).toBeVisible()
  await page.unroute('**/assets/cookie-settings-*.js*')
  await press(page.getByRole('link', { name: 'Go to the home page' }))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('a video by tonight')
})

test('a toast stays for 5000 ms and fades for 300', async ({ page }) => {
  await page.clock.install()
  await openReady(page, '/templates-list')
  // From here on time is controlled by the test.
  await page.clock.pauseAt(Date.now() + 60_000)
  await cards(page).first().hover()
  await press(
    cards(page)
      .first()
      .getByRole('button', { name: /^Like / }),
  )
  const toast = page.getByText('Please log in to like this template')
  await expect(toast).toBeVisible()
  await page.clock.runFor(4900)
  await expect(toast.locator('..')).not.toHaveClass(/opacity-0/)
  await page.clock.runFor(150)
  await expect(toast.locator('..')).toHaveClass(/opacity-0/)
  await page.clock.runFor(350)
  await expect(toast).toHaveCount(0)
})

test('the home page preloads the three lists together, 100 ms after it is complete', async ({ page }) => {
  const fetched = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.data')) fetched.add(pathname)
  })
  await page.clock.install()
  // From here on time is controlled by the test.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto('/')
  await page.clock.runFor(99)
  expect([...fetched]).toEqual([])
  await expect(async () => {
    await page.clock.runFor(1)
    expect([...fetched].sort()).toEqual([
      '/direct-sell-templates.data',
      '/image-templates.data',
      '/templates-list.data',
    ])
  }).toPass({ intervals: [10] })
})

test('the picture of the chosen card morphs into the one on its page, with one transition name at a time', async ({
  page,
}) => {
  const named = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter((element) => getComputedStyle(element).viewTransitionName === 'chosen-template')
        .map((element) => (element.closest('article') ? 'card' : 'page')),
    )
  await page.goto('/templates-list')
  expect(await named()).toEqual([])
  const link = cards(page).nth(1).getByRole('link')
  await link.focus()
  await expect.poll(named).toEqual(['card'])
  await press(link)
  await expect(page.getByRole('heading', { name: 'Suggested Templates' })).toBeVisible()
  await expect.poll(named).toEqual(['page'])
  await cards(page).first().getByRole('link').focus()
  await expect.poll(named).toEqual(['card'])
})

test('the data of a list is shown again at once from the cache, except a failed one or a page', async ({ page }) => {
  const keptAs = async (path: string) => (await page.request.get(path)).headers()['cache-control']
  expect(await keptAs('/templates-list.data')).toBe('private, max-age=0, stale-while-revalidate=300')
  expect(await keptAs('/templates-list.data?cursor=none')).toBe('private, no-cache')
  expect(await keptAs('/templates-list')).toBe('public, no-cache')
})

test('lists go on 500 ms after their end came within 20 px of the window, suggestions within 100 px', async ({
  page,
}) => {
  // Notes when the end of a list came near the window, and when its next page was asked for, by the clock of the page.
  await page.addInitScript(() => {
    const moments: Moments = { seen: {}, asked: {} }
    Object.assign(window, { moments })
    const Original = IntersectionObserver
    window.IntersectionObserver = class extends Original {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const margin = options?.rootMargin?.split(' ').at(-1) ?? ''
        super((entries, observer) => {
          if (entries[0]?.isIntersecting) moments.seen[margin] ??= performance.now()
          callback(entries, observer)
        }, options)
      }
    }
    const send = window.fetch
    window.fetch = (input, init) => {
      const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.href)
      if (searchParams.has('cursor')) moments.asked[pathname.split('/')[2] ?? ''] ??= performance.now()
      return send(input, init)
    }
  })
  type Moments = { seen: Record<string, number>; asked: Record<string, number> }
  const readMoments = () => page.evaluate(() => (window as unknown as { moments: Moments }).moments)
  const scrollToEnd = () => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const waitedMs = async (margin: string, list: string) => {
    const { seen, asked } = await readMoments()
    return (asked[list] ?? Number.NaN) - (seen[margin] ?? Number.NaN)
  }
  await page.goto('/templates-list')
  await expect(cards(page)).toHaveCount(8)
  await scrollToEnd()
  await expect(cards(page)).toHaveCount(16)
  // Browsers round both moments.
  expect(await waitedMs('20px', 'catalogue')).toBeGreaterThanOrEqual(499)

  // The samples are too few for a second page of suggestions, so the first is said to have one.
  await page.route('**/api/suggestions/*', async (route) => {
    if (route.request().url().includes('cursor=')) return route.fulfill({ json: { items: [], nextCursor: null } })
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), nextCursor: 'next' } })
  })
  const next = page.waitForRequest(/cursor=next/)
  await press(cards(page).first().getByRole('link'))
  await expect(page.getByRole('heading', { name: 'Suggested Templates' })).toBeVisible()
  await scrollToEnd()
  await next
  expect(await waitedMs('100px', 'suggestions')).toBeGreaterThanOrEqual(499)
  await page.unrouteAll({ behavior: 'wait' })
})
