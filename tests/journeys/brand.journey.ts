// Random brands on every kind of page, in a real browser: visitors and owners read the name of the store and never that of the
// program, and every text is readable. Mails, receipts and watermarks are in tests/brand.
import { expect, type Page, test } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { brandCount, drawFrom, makeBrand, makeLogo, PROGRAM, withoutStoredNames } from '../brand/random-brand.ts'
import { loadAxe } from './accessible.ts'
import { createOwner, signInAsAdmin } from './admin-owner.ts'

const admin = '/internal-dashboard-admin'
const visitorPages = [
  ...['/', '/templates-list', '/template/rajwada-nights', '/image-templates', '/image-template/amber-serum'],
  ...['/direct-sell-templates', '/direct-sell/confetti-overlay', '/faq', '/features', '/pricing', '/tutorials'],
  ...['/support', '/contact', '/terms', '/privacy', '/cookies', '/refund', '/blog', '/login', '/register'],
]
const memberPages = [
  ...['/profile', '/buy-credits', '/liked', '/cart', '/purchased', '/projects', '/payment-history'],
  ...[admin, `${admin}/people`, `${admin}/payments`, `${admin}/renders`, `${admin}/publishing`, `${admin}/settings`],
  ...[`${admin}/settings?section=pricing`, `${admin}/log`, `${admin}/status`],
]
const editors = [
  ...['/template/rajwada-nights/server-render', '/template/rajwada-nights/direct-upload'],
  ...['/template/amber-serum/direct-upload-image', '/rajwada-nights'],
]
const allPages = [...visitorPages, ...memberPages]
/** Pages that each brand opens besides an editor: few brands share all of them, many meet each a dozen times and more. */
const pagesEach = Math.max(4, Math.ceil(allPages.length / brandCount))

test.afterEach(async ({ page }) => {
  const { brand } = await (await page.request.get('/api/admin/settings')).json()
  await page.request.put('/api/admin/settings/brand', { data: { value: {}, revision: brand.revision } })
})

test(`${brandCount} brands are on every page, can be read everywhere, and nothing names the program`, async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000 + brandCount * 60_000)
  await signInAsAdmin(page, await createOwner(page), admin)
  const visitor = await browser.newPage({ baseURL: String(baseURL) })
  const faults: string[] = []
  for (let number = 0; number < brandCount; number++) {
    const name = await applyBrand(page, number)
    const size = number % 2 === 0 ? { width: 390, height: 844 } : { width: 1440, height: 900 }
    const colorScheme = number % 4 < 2 ? 'light' : 'dark'
    for (const view of [page, visitor]) {
      await view.setViewportSize(size)
      await view.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    }
    for (const address of listAddresses(number)) {
      const view = visitorPages.includes(address) ? visitor : page
      await view.goto(address)
      await settle(view)
      const found = await look(view)
      const where = `brand ${number} (${name}, ${colorScheme}, ${size.width}) at ${address}`
      faults.push(...found.map((fault) => `${where}: ${fault}`))
      if (view === visitor && !(await view.title()).includes(name))
        faults.push(`${where}: its title is without the name`)
    }
  }
  await visitor.close()
  expect(faults).toEqual([])
})

/** Pages in a random order, the same in every run, of which each brand takes the next ones; and the editors in turn. */
function listAddresses(number: number): string[] {
  const addresses = Array.from({ length: pagesEach }, (_, n) => {
    const place = number * pagesEach + n
    const draw = drawFrom(Math.floor(place / allPages.length))
    const order = allPages.map((address) => ({ address, rank: draw(2 ** 30) })).toSorted((a, b) => a.rank - b.rank)
    return order[place % order.length]?.address ?? '/'
  })
  return [...addresses, editors[(number + Math.floor(number / editors.length)) % editors.length] ?? '/']
}

async function applyBrand(page: Page, number: number): Promise<string> {
  const brand = makeBrand(number)
  const logo = await makeLogo(number)
  const sent =
    logo &&
    (await page.request.post('/api/admin/brand-files/logo', {
      headers: { 'content-type': 'application/octet-stream' },
      data: logo,
    }))
  if (sent) expect(sent.ok(), await sent.text()).toBe(true)
  const { revision } = (await (await page.request.get('/api/admin/settings')).json()).brand
  const value = { ...brand, logo: sent ? (await sent.json()).id : null }
  const saved = await page.request.put('/api/admin/settings/brand', { data: { value, revision } })
  expect(saved.ok(), await saved.text()).toBe(true)
  return brand.name
}

/** Loaded, and nothing half faded in. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1, [role=application], canvas').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {})
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    await Promise.race([
      Promise.allSettled(ending.map((animation) => animation.finished)),
      new Promise((done) => setTimeout(done, 2000)),
    ])
  })
}

/** What is wrong with what the page shows, and with what machines read of it. */
async function look(page: Page): Promise<string[]> {
  await loadAxe(page)
  const { text, unreadable } = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(context: Document, options: object): Promise<AxeResults> } }
    const { violations } = await axe.run(document, { runOnly: ['color-contrast'], resultTypes: ['violations'] })
    const attributes = ['alt', 'title', 'placeholder', 'aria-label', 'content']
    const said = [...document.querySelectorAll(attributes.map((name) => `[${name}]`).join())].flatMap((element) =>
      attributes.map((name) => element.getAttribute(name) ?? ''),
    )
    const structured = [...document.querySelectorAll('script[type="application/ld+json"]')].map(
      (one) => one.textContent,
    )
    const typed = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
    return {
      text: [document.title, document.body.innerText, ...said, ...structured, ...typed].join('\n'),
      unreadable: violations.flatMap(({ nodes }) => nodes.map(({ html }) => html.slice(0, 200))),
    }
  })
  const named = withoutStoredNames(text)
    .split('\n')
    .filter((line) => PROGRAM.test(line) && !isAllowed(line))
  return [...named.map((line) => `“${line.slice(0, 120)}”`), ...unreadable.map((html) => `cannot be read: ${html}`)]
}

/**
 * Allowed exceptions: the line about the program, names of its commands and variables, the original name in the audit log, and
 * the addresses of the demo accounts, which real stores do not have.
 */
function isAllowed(line: string): boolean {
  const rest = line.replace(
    /\S+@vitrine\.test|npm run vitrine\b|\bvitrine (backup|set-admin-password)\b|\bVITRINE_[A-Z_]+|^Vitrine → | → Vitrine$/g,
    '',
  )
  return !PROGRAM.test(rest) || line.startsWith('About: this store runs on Vitrine')
}
