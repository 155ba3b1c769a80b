// Pages in other languages: the owner offers them and words a text, visitors are led to them and choose.
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { createOwner, signInAsAdmin } from './admin-owner.ts'
import { watchConsole } from './console-watch.ts'
import { createMember, signInAs } from './member.ts'
import { choose } from './pay.ts'
import { press } from './press.ts'

const path = '/internal-dashboard-admin/settings?section=languages'

// The journeys after this one find the shop in English, also when this one fails.
test.afterEach(async ({ page }) => {
  const { languages } = await (await page.request.get('/api/admin/settings')).json()
  const data = { value: {}, revision: languages.revision }
  await page.request.put('/api/admin/settings/languages', { data })
  for (const tag of ['hi', 'ar']) {
    await page.request.put(`/api/admin/languages/${tag}/texts`, { data: { texts: { Register: null, FAQ: null } } })
  }
})

test('an owner offers languages and words a text; visitors get the pages in theirs', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInAsAdmin(page, await createOwner(page), path)
  await page.getByRole('checkbox', { name: 'हिन्दी (hi)' }).check()
  await page.getByRole('checkbox', { name: 'العربية (ar)' }).check()
  await press(page.getByRole('button', { name: 'Save changes' }))
  await expect(page.getByText('Saved. It is in effect everywhere.')).toBeVisible()
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
  await expectAccessible(page)

  const context = await browser.newContext({ baseURL: String(baseURL), locale: 'hi-IN' })
  const visitor = await context.newPage()
  const expectVisitorQuiet = watchConsole(visitor)
  await visitor.goto('/templates-list?sort=newest')
  await expect(visitor).toHaveURL(/\/hi\/templates-list\?sort=newest$/)
  await expect(visitor.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(visitor.getByRole('banner').getByRole('link', { name: 'जुड़ें' })).toBeVisible()
  await expect(visitor.locator('link[hreflang="ar"]')).toHaveAttribute('href', /\/ar\/templates-list/)
  // Links inside the pages stay in the language.
  await press(visitor.getByRole('contentinfo').locator('a[href$="/faq"]'))
  await expect(visitor).toHaveURL(/\/hi\/faq$/)

  await press(visitor.getByRole('link', { name: 'العربية' }))
  await expect(visitor).toHaveURL(/\/ar\/faq$/)
  await expect(visitor.locator('html')).toHaveAttribute('dir', 'rtl')
  await visitor.goto('/pricing')
  await expect(visitor).toHaveURL(/\/ar\/pricing$/)
  await expectAccessible(visitor)
  await press(visitor.getByRole('link', { name: 'English' }))
  await expect(visitor).toHaveURL(/[^a-z]\/pricing$/)
  await visitor.goto('/faq')
  await expect(visitor).toHaveURL(/[^a-z]\/faq$/)
  await expectVisitorQuiet()
  await context.close()
})

test('an owner writes a page in a language; the others read it in English', async ({ page, browser, baseURL }) => {
  await signInAsAdmin(page, await createOwner(page), path)
  await page.getByRole('checkbox', { name: 'हिन्दी (hi)' }).check()
  await page.getByRole('checkbox', { name: 'العربية (ar)' }).check()
  await press(page.getByRole('button', { name: 'Save changes' }))
  await expect(page.getByText('Saved. It is in effect everywhere.')).toBeVisible()

  await press(page.getByRole('tab', { name: 'Pages' }))
  await press(page.getByRole('link', { name: 'Terms of service' }))
  await press(page.getByRole('tab', { name: 'العربية' }))
  await expect(page.getByText('This page is not written in this language yet.')).toBeVisible()
  await page.getByLabel('Title').fill('الشروط')
  await page.getByLabel('Text, in Markdown').fill('## القواعد\n\nكن لطيفًا.')
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'القواعد' })).toHaveAttribute(
    'dir',
    'rtl',
  )
  await press(page.getByRole('button', { name: 'Save changes' }))
  await expect(page.getByText('Saved. It is in effect everywhere.')).toBeVisible()
  await expectAccessible(page)

  const context = await browser.newContext({ baseURL: String(baseURL), locale: 'ar' })
  const visitor = await context.newPage()
  const expectVisitorQuiet = watchConsole(visitor)
  await visitor.goto('/terms')
  await expect(visitor).toHaveURL(/\/ar\/terms$/)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('الشروط')
  await expect(visitor.locator('link[hreflang="ar"]')).toHaveCount(1)
  await expect(visitor.locator('link[hreflang="hi"]')).toHaveCount(0)
  await visitor.goto('/hi/terms')
  const english = visitor.getByRole('heading', { level: 1 })
  await expect(english).toHaveText('Terms of service')
  await expect(english).toHaveAttribute('lang', 'en')
  await expect(visitor.locator('link[rel="canonical"]')).toHaveAttribute('href', /[^i]\/terms$/)
  await expectAccessible(visitor)
  await visitor.goto('/ar/faq')
  await expect(visitor.locator('summary').first()).toContainText('؟')
  await expectAccessible(visitor)
  await expectVisitorQuiet()
  await context.close()

  await press(page.getByRole('button', { name: 'Remove this translation' }))
  await expect(page.getByText('This page is not written in this language yet.')).toBeVisible()
})

test('the long words of Tamil fit on a phone', async ({ page, browser, baseURL }) => {
  const owner = await createOwner(page)
  await signInAsAdmin(page, owner, path)
  await page.getByRole('checkbox', { name: 'தமிழ் (ta)' }).check()
  await press(page.getByRole('button', { name: 'Save changes' }))
  await expect(page.getByText('Saved. It is in effect everywhere.')).toBeVisible()

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

test('why a payment was declined is told to its buyer and to the owner in their language', async ({
  page,
  browser,
  baseURL,
}) => {
  const reason = /बैंक ने आपका भुगतान अस्वीकार कर दिया/
  await signInAsAdmin(page, await createOwner(page), path)
  await page.getByRole('checkbox', { name: 'हिन्दी (hi)' }).check()
  await press(page.getByRole('button', { name: 'Save changes' }))
  await expect(page.getByText('Saved. It is in effect everywhere.')).toBeVisible()

  const context = await browser.newContext({ baseURL: String(baseURL), locale: 'hi-IN' })
  const buyer = await context.newPage()
  await signInAs(buyer, await createMember(buyer))
  await buyer.goto('/hi/buy-credits?pack=popular')
  await press(buyer.getByRole('main').getByRole('button', { name: /₹399/ }))
  await choose(buyer, 'Fail')
  await expect(buyer.getByText(reason)).toBeVisible()
  await expectAccessible(buyer)
  await context.close()

  // The shop hears of it from the gateway, a moment later.
  await expect(async () => {
    await page.goto('/hi/internal-dashboard-admin/payments')
    await expect(page.getByText(reason).first()).toBeVisible({ timeout: 10_000 })
  }).toPass()
})
