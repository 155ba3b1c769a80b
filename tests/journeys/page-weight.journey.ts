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

test('the page of an editor asks for what its first picture shows once its scripts are here, and the editor takes that', async ({
  page,
}) => {
  const address = '/template/saat-phere/server-render'
  const unused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('preloaded using link preload')) unused.push(message.text())
  })
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/\/document$|[?&]part=|\?w=720$/.test(pathname + search)) asked.add(pathname + search)
  })
  const html = await (await page.request.get(address)).text()
  const links = [...html.matchAll(/<link [^>]*>/g)].filter(([link]) => link.includes(' rel="vitrine/after-scripts"'))
  const late = links.map(([link]) => (/ href="([^"]+)"/.exec(link)?.[1] ?? '').replaceAll('&amp;', '&'))
  const named = late.filter((href) => !href.endsWith('.wasm'))
  await page.goto(address)
  const stage = page.locator('[data-stage]')
  await expect(stage).toHaveAttribute('data-stage', /filling|settled/)

  expect(late).toHaveLength(named.length + 1)
  expect(named).toContain('/api/template/saat-phere/document')
  expect(named.filter((href) => href.includes('?part='))).toHaveLength(3)
  expect(named.filter((href) => href.endsWith('?w=720')).length).toBeGreaterThan(0)
  for (const href of named) expect(asked).toContain(href)
  // Photos of other scenes follow after the first picture, for the fields; fonts and the document do not.
  for (const path of asked) if (!path.endsWith('?w=720')) expect(named).toContain(path)
  const { begun, complete } = await page.evaluate((files) => {
    const entriesOf = (href: string) => performance.getEntriesByName(href) as PerformanceResourceTiming[]
    const scripts = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')]
    return {
      begun: files.flatMap((file) => entriesOf(new URL(file, location.href).href).map(({ startTime }) => startTime)),
      // Whatever imports them as well finds them there.
      complete: scripts.map(({ href }) => entriesOf(href)[0]?.responseEnd ?? Number.POSITIVE_INFINITY),
    }
  }, late)
  const [, lastButOne = 0] = complete.sort((a, b) => b - a)
  expect(complete.length).toBeGreaterThan(2)
  expect(Math.min(...begun)).toBeGreaterThanOrEqual(lastButOne)
  // Browsers say so some seconds after a page is complete.
  await page.waitForTimeout(patienceMs * 2)
  expect(unused).toEqual([])
})
