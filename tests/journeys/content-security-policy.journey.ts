// Every page under its content security policy: the browser must not refuse anything that belongs to the page, and refuse
// what does not.
import { expect, type Page, test } from '@playwright/test'
import { watchConsole } from './console-watch.ts'
import { createMember, signInAs } from './member.ts'
import { press } from './press.ts'

const publicPages = [
  ...[
    '/',
    '/templates-list',
    '/image-templates',
    '/direct-sell-templates',
    '/faq',
    '/pricing',
    '/features',
    '/tutorials',
  ],
  ...[
    '/support',
    '/contact',
    '/terms',
    '/privacy',
    '/cookies',
    '/refund',
    '/blog',
    '/login',
    '/register',
    '/buy-credits',
  ],
  ...['/blog/a-film-instead-of-a-card', '/blog/photos-that-work'],
]
const memberPages = ['/profile', '/liked', '/cart', '/purchased', '/projects', '/payment-history', '/buy-credits', '/']

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

/** Opens a page and waits until its scripts run. */
async function open(page: Page, path: string): Promise<void> {
  const response = await page.goto(path)
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy, path).toMatch(/script-src 'self' 'sha256-/)
  expect(policy, path).not.toMatch(/nonce|script-src[^;]*unsafe-inline/)
  // React marks the document it has hydrated.
  await page.waitForFunction(() => Object.keys(document).some((name) => name.startsWith('__reactContainer')))
}

async function listDetails(page: Page): Promise<string[]> {
  const first = async (list: string, path: string) => {
    const [template] = (await (await page.request.get(`/api/${list}`)).json()) as { templateId: string }[]
    return `/${path}/${template?.templateId}`
  }
  return [
    await first('templates', 'template'),
    await first('image-templates', 'image-template'),
    await first('direct-sell-templates', 'direct-sell'),
  ]
}

test('nothing of a page is refused, for visitors and for members', async ({ page }) => {
  const expectSilence = watchConsole(page)
  const expectNothingRefused = await watchPolicy(page)
  for (const path of [...publicPages, ...(await listDetails(page))]) await open(page, path)
  const member = await createMember(page)
  await signInAs(page, member)
  const [video] = await listDetails(page)
  const editors = ['server-render', 'direct-upload'].map((mode) => `${video}/${mode}`)
  for (const path of [...memberPages, ...editors]) await open(page, path)
  expectNothingRefused()
  expectSilence()
})

test('a page that was kept for others works, and runs no foreign script', async ({ page }) => {
  const expectNothingRefused = await watchPolicy(page)
  await open(page, '/templates-list')
  await open(page, '/templates-list')
  await press(page.getByRole('main').locator('article').first().getByRole('link').first())
  await expect(page.getByRole('heading', { name: 'Suggested Templates' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('main').locator('article')).not.toHaveCount(0)
  expectNothingRefused()
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.foreign = true' }))
    const image = document.createElement('div')
    image.innerHTML = '<img src="data:," onerror="window.foreign = true">'
    document.body.append(image)
  })
  expect(await page.evaluate(() => (window as { foreign?: boolean }).foreign)).toBeUndefined()
})

test('a member’s page is the bytes that everybody gets', async ({ page, playwright, baseURL }) => {
  const { token } = await createMember(page)
  const stranger = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
  for (const path of ['/', '/templates-list', '/profile', '/cart', '/purchased']) {
    const headers = { authorization: `Bearer ${token}`, cookie: `session=${token}; theme=dark` }
    const own = await (await page.request.get(path, { headers })).text()
    expect(await (await stranger.get(path)).text(), path).toBe(own)
    expect(own).not.toContain(token)
  }
  await stranger.dispose()
})
