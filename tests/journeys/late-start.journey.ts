// When a page's scripts are requested, and what becomes of a press that comes before them (apps/web/app/ui/late-start.ts).
import { expect, test } from '@playwright/test'
import { press } from './press.ts'

test('no script is requested before the page has loaded', async ({ page }) => {
  const [first] = (await (await page.request.get('/api/templates')).json()) as [{ templateId: string }]
  for (const path of ['/', '/templates-list', `/template/${first.templateId}`, '/faq']) {
    const answer = await page.goto(path)
    expect(answer?.headers()['cache-control']).toBe('public, no-cache')
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
  }
})

test('what is pressed before the scripts have come happens once they have; a search needs none', async ({ page }) => {
  let arrival = Promise.withResolvers<void>()
  await page.route(/\/assets\/[^?]+\.js$/, async (route) => {
    await arrival.promise
    await route.continue()
  })
  await page.goto('/templates-list')
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  await sort.selectOption('price-low-high')
  await page.getByLabel('Search templates').fill('diwali')
  await page.getByLabel('Search templates').press('Enter')
  await expect(page).toHaveURL('/templates-list?search=diwali&sort=price-low-high')
  await expect(page.getByRole('main').locator('article').first()).toContainText('Deepavali')

  // Twice by mistake: one message.
  const heart = page.getByRole('button', { name: /^Like / }).first()
  await heart.dblclick()
  await sort.selectOption('price-high-low')
  const theme = page.getByRole('button', { name: /^Theme: system/ })
  await press(theme)
  await expect(theme).toHaveAttribute('aria-busy', 'true')
  arrival.resolve()
  await expect(page.getByText('Please log in to like this template')).toHaveCount(1)
  await expect(page).toHaveURL('/templates-list?search=diwali&sort=price-high-low')
  await expect(page.getByRole('button', { name: /^Theme: light/ })).not.toHaveAttribute('aria-busy')

  arrival = Promise.withResolvers<void>()
  await page.goto('/templates-list')
  await page.getByLabel('Search templates').fill('wedding')
  arrival.resolve()
  await expect(page).toHaveURL('/templates-list?search=wedding')
})
