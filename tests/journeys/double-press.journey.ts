// A double click, a double tap or pressing Enter twice never charges, asks or answers twice: buttons are pressed twice, and the
// changing requests are counted. apps/web/app/ui/press.browser.test.tsx defines one press, and scripts/bare-buttons.test.ts
// ensures that all sending buttons use it. Here all buttons of every page, by mouse, key and finger, both during the first press
// and after it; nightly only (`npm run test:double-press`).
import { type Browser, expect, type Page, test } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../../apps/web/app/routes.ts'
import { createOwner, signInAsAdmin } from './admin-owner.ts'
import { type CrawlResult, crawlButtons, holdChanges, type Outcome, type Way } from './button-crawl.ts'
import { createMember, type Member, readCredits, signInAs } from './member.ts'

const desk = { viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' } as const
const phone = { ...desk, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

type Named = { templateId: string; templateName: string }
type Store = { names: string[]; first: Record<string, string>; userId: string }

/** The path patterns of the whole route table. */
function listPatterns(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, index, children }) => [
    ...(index ? ['/'] : path ? [`/${path}`] : []),
    ...listPatterns(children ?? []),
  ])
}

/** An address of each page: a new page is pressed as soon as it is in the route table. */
function listAddresses({ first, userId }: Store): string[] {
  return listPatterns(routes)
    .filter((pattern) => pattern !== '/*')
    .map((pattern) => {
      if (pattern === '/buy-credits') return '/buy-credits?pack=popular'
      if (pattern === '/:templateId') return `/${first.video}-template`
      const kind =
        pattern.startsWith('/image') || pattern.endsWith('-image')
          ? 'image'
          : pattern.startsWith('/direct')
            ? 'directSell'
            : 'video'
      return pattern.replace(':templateId', first[kind] ?? '').replace(':userId', userId)
    })
}

async function readStore(page: Page, { token }: Member): Promise<Store> {
  const read = async <T>(path: string): Promise<T> =>
    (await page.request.get(path, { headers: { authorization: `Bearer ${token}` } })).json()
  const [videos, images, ready] = await Promise.all(
    ['templates', 'image-templates', 'direct-sell-templates'].map((list) => read<Named[]>(`/api/${list}`)),
  )
  const { userId } = await read<{ userId: string }>('/api/profile')
  const all = [...(videos ?? []), ...(images ?? []), ...(ready ?? [])]
  return {
    // The longest first: a name may be part of another.
    names: all.map(({ templateName }) => templateName).sort((a, b) => b.length - a.length),
    first: {
      video: videos?.[0]?.templateId ?? '',
      image: images?.[0]?.templateId ?? '',
      directSell: ready?.[0]?.templateId ?? '',
    },
    userId,
  }
}

/** Something in every list of the account, so that its buttons are there. */
async function furnish(page: Page, { token }: Member, { first }: Store): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const post = async (path: string, data: unknown) => {
    const answer = await page.request.post(path, { data, headers })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  }
  await post('/api/purchase-template', { templateId: first.directSell })
  await post('/api/add-to-liked', { templateId: first.image })
  await post('/api/add-to-cart', { templateId: first.image })
  await post('/api/projects', { templateId: first.video })
}

const walks: readonly { way: Way; outcome: Outcome }[] = (
  ['double click', 'Enter twice', 'double tap'] as const
).flatMap((way) => [
  { way, outcome: 'held' },
  { way, outcome: 'refused' },
])

async function crawlAll(
  browser: Browser,
  addresses: readonly string[],
  store: Store,
  enter: (page: Page) => Promise<void>,
): Promise<CrawlResult> {
  const total: CrawlResult = { pressed: 0, senders: [], faults: [] }
  for (const { way, outcome } of walks) {
    const context = await browser.newContext(way === 'double tap' ? phone : desk)
    const page = await context.newPage()
    await enter(page)
    const changes = await holdChanges(page, outcome)
    const known = new Set<string>()
    for (const address of addresses) {
      const found = await crawlButtons(page, address, {
        way,
        changes,
        known,
        variable: store.names,
      })
      console.log(`${address}: ${found.pressed} buttons, ${way}, ${outcome}`)
      total.pressed += found.pressed
      total.senders.push(...found.senders)
      total.faults.push(...found.faults)
    }
    await context.close()
  }
  return total
}

test.describe('every button, pressed twice', () => {
  // Ends what hangs; a slow machine decides nothing.
  test.setTimeout(7_200_000)

  test('sends nothing twice on the pages of store, account and payments', async ({ browser, page }) => {
    const member = await createMember(page)
    const store = await readStore(page, member)
    await furnish(page, member, store)
    const addresses = listAddresses(store).filter((path) => !isEditor(path) && !isAdminPage(path))
    const { pressed, senders, faults } = await crawlAll(browser, addresses, store, (opened) => signInAs(opened, member))
    expect(faults).toEqual([])
    expect(pressed).toBeGreaterThan(20)
    expect(senders.length).toBeGreaterThan(5)
    expect(await readCredits(page, member)).toBeGreaterThan(0)
  })

  test('sends nothing twice where a visitor signs in', async ({ browser, page }) => {
    const store = await readStore(page, await createMember(page))
    const { faults } = await crawlAll(browser, ['/login', '/register'], store, async () => undefined)
    expect(faults).toEqual([])
  })

  test('sends nothing twice in the editors', async ({ browser, page }) => {
    const member = await createMember(page)
    const store = await readStore(page, member)
    const addresses = listAddresses(store).filter(isEditor)
    const { pressed, faults } = await crawlAll(browser, addresses, store, (opened) => signInAs(opened, member))
    expect(faults).toEqual([])
    expect(pressed).toBeGreaterThan(10)
  })

  test('sends nothing twice in the admin area', async ({ browser, page }) => {
    const owner = await createOwner(page)
    const store = await readStore(page, owner)
    const addresses = listAddresses(store).filter(isAdminPage)
    const { pressed, faults } = await crawlAll(browser, addresses, store, (opened) =>
      signInAsAdmin(opened, owner, '/internal-dashboard-admin'),
    )
    expect(faults).toEqual([])
    expect(pressed).toBeGreaterThan(20)
  })
})

const isAdminPage = (path: string) => path.startsWith('/internal-dashboard-admin')
const isEditor = (path: string) => /-template$|\/(server-render|direct-upload(-image)?)$/.test(path)
