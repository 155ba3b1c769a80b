// What a new visitor's phone has to fetch before it has touched anything.
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'

/** All scripts that the list page fetches by itself, compressed by gzip. */
const scriptBudgetBytes = 170_000
/** Longer than anything on the page waits before it fetches more by itself. */
const patienceMs = 2500

test.use({
  storageState: { cookies: [], origins: [] },
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})

test('the list page stays within its budget of scripts, of which none is requested before it has loaded', {
  tag: '@smoke',
}, async ({ page }) => {
  const scripts = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) scripts.add(pathname)
  })
  await page.goto('/templates-list')
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible()
  await page.waitForTimeout(patienceMs)
  await page.waitForLoadState('networkidle')
  const { loadedMs, scriptMs } = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const requests = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    return { loadedMs: entry?.loadEventStart ?? 0, scriptMs: requests.map(({ startTime }) => startTime) }
  })
  expect(loadedMs).toBeGreaterThan(0)
  expect(Math.min(...scriptMs)).toBeGreaterThanOrEqual(loadedMs)

  const sizes: [path: string, bytes: number][] = []
  // Fetched again, because a browser may have dropped by now what an answer held.
  for (const path of scripts) {
    const script = await (await page.request.get(path)).body()
    sizes.push([path, gzipSync(script, { level: 9 }).length])
  }
  const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0)
  expect(sizes.length).toBeGreaterThan(2)
  expect(total, sizes.map(([path, bytes]) => `${path} ${bytes}`).join('\n')).toBeLessThanOrEqual(scriptBudgetBytes)
})
