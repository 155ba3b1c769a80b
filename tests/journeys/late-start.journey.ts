// When a page's scripts and films are requested, and what becomes of a press that comes before them.
import { expect, type Page, test } from '@playwright/test'
import { createMember, signInAs } from './member.ts'
import { press } from './press.ts'

/** Requests of a kind are held until `release`, and told in `asked` when they are made. */
async function hold(page: Page, kind: RegExp) {
  const released = Promise.withResolvers<void>()
  const asked: string[] = []
  await page.route(kind, async (route) => {
    asked.push(new URL(route.request().url()).pathname)
    await released.promise
    await route.continue()
  })
  return { asked, release: () => released.resolve() }
}

const scripts = /\/assets\/[^?]+\.js$/
/** Pictures that the page shows at first; the load event waits for them. */
const pictures = /\/media\/[^?]+\.webp/
const films = /\.mp4(\?|$)/

async function firstTemplate(page: Page): Promise<{ templateId: string; templateName: string }> {
  const [first] = (await (await page.request.get('/api/templates')).json()) as [never]
  return first
}

for (const name of ['home', 'list', 'template', 'FAQ'] as const) {
  test(`no script of the ${name} page is requested before the page has loaded`, async ({ page }) => {
    const { templateId } = await firstTemplate(page)
    await page.goto({ home: '/', list: '/templates-list', template: `/template/${templateId}`, FAQ: '/faq' }[name])
    await expect.poll(() => page.evaluate(() => '__reactRouterDataRouter' in window)).toBe(true)
    const { loadedMs, scriptMs } = await page.evaluate(() => {
      const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const requests = performance.getEntriesByType('resource')
      return {
        loadedMs: page?.loadEventStart ?? 0,
        scriptMs: requests.filter(({ name }) => name.endsWith('.js')).map(({ startTime }) => startTime),
      }
    })
    expect(loadedMs).toBeGreaterThan(0)
    expect(scriptMs.length).toBeGreaterThan(2)
    expect(Math.min(...scriptMs)).toBeGreaterThanOrEqual(loadedMs)
  })
}

test('films wait for the page even when its scripts do not', async ({ page }) => {
  const film = await hold(page, films)
  const picture = await hold(page, pictures)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await press(page.getByRole('button', { name: /^Theme: system/ }))
  await expect(page.getByRole('button', { name: /^Theme: light/ })).toBeVisible()
  expect(await page.evaluate(() => document.readyState)).toBe('interactive')
  expect(film.asked).toEqual([])
  picture.release()
  await expect.poll(() => film.asked.length).toBeGreaterThan(0)
  film.release()
})

test('somebody who is signed in does not wait for pictures to see it', async ({ page }) => {
  await signInAs(page, await createMember(page))
  const picture = await hold(page, pictures)
  await page.goto('/templates-list', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('button', { name: 'Asha Rao' })).toBeVisible()
  expect(await page.evaluate(() => document.readyState)).toBe('interactive')
  picture.release()
})

test('a button does not stay busy when the scripts cannot be fetched', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route(scripts, async (route) => {
    await held.promise
    await route.abort()
  })
  await page.goto('/templates-list')
  const theme = page.getByRole('button', { name: /^Theme:/ })
  await press(theme)
  await expect(theme).toHaveAttribute('aria-busy', 'true')
  held.resolve()
  await expect(theme).not.toHaveAttribute('aria-busy')
})

test.describe('what is pressed before the scripts have come happens once they have', () => {
  test('a heart, twice by mistake: one message', async ({ page }) => {
    const held = await hold(page, scripts)
    const { templateName } = await firstTemplate(page)
    await page.goto('/templates-list')
    const heart = page.getByRole('button', { name: `Like ${templateName}` })
    await heart.dblclick()
    await expect(heart).toHaveAttribute('aria-busy', 'true')
    held.release()
    await expect(page.getByText('Please log in to like this template')).toHaveCount(1)
    await expect(heart).not.toHaveAttribute('aria-busy')
  })

  test('a template put into the cart by keyboard', async ({ page }) => {
    const held = await hold(page, scripts)
    const { templateId } = await firstTemplate(page)
    await page.goto(`/template/${templateId}`)
    const add = page.getByRole('button', { name: 'Add to cart', exact: true }).first()
    await add.press('Enter')
    await expect(add).toHaveAttribute('aria-busy', 'true')
    held.release()
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/template/${templateId}`)}`)
  })

  test('an order of the list, and a search that is being typed', async ({ page }) => {
    const held = await hold(page, scripts)
    await page.goto('/templates-list')
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price-low-high')
    held.release()
    await expect(page).toHaveURL('/templates-list?sort=price-low-high')
    await page.unrouteAll()

    const again = await hold(page, scripts)
    await page.goto('/templates-list')
    await page.getByLabel('Search templates').fill('diwali')
    again.release()
    await expect(page).toHaveURL('/templates-list?search=diwali')
  })

  test('the menu of a phone', async ({ browser }) => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const held = await hold(page, scripts)
    await page.goto('/')
    await page.getByRole('button', { name: 'Open menu' }).tap()
    held.release()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await page.close()
  })

  test('a search that is sent works without them', async ({ page }) => {
    await hold(page, scripts)
    await page.goto('/templates-list')
    await page.getByLabel('Search templates').fill('diwali')
    await page.getByLabel('Search templates').press('Enter')
    await expect(page).toHaveURL('/templates-list?search=diwali')
    await expect(page.getByRole('main').locator('article').first()).toContainText('Deepavali')
  })
})
