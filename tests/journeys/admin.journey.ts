// The admin area in a real browser: its gate, what ends a session of it, and the dashboard over a year of sales, whose
// figures are worked out here from the plain rows.
import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import {
  always,
  betweenDays,
  cardsOf,
  lastDays,
  monthsOf,
  parseCsv,
  peopleOf,
  personCells,
  rupees,
  timeZone,
  topOf,
  videoCells,
  videosOf,
  type Within,
  withoutBlanks,
} from './admin-figures.ts'
import { adminPassword, createOwner, signInAsAdmin } from './admin-owner.ts'
import { watchConsole } from './console-watch.ts'
import { createMember, type Member, signInAs } from './member.ts'
import { press } from './press.ts'
import { expireAdminSessions, type PlainShop, readPlainShop, recordYearOfSales } from './year-of-sales.ts'

const adminPath = '/internal-dashboard-admin'
const closedWords =
  'Authentication failed. Please log in to your account first and make sure you have admin permissions.'

const newAddress = () => `8.9.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`

// The tries at the gate are counted per address: each journey comes from one of its own.
test.use({
  viewport: { width: 1440, height: 900 },
  timezoneId: timeZone,
  extraHTTPHeaders: ({ baseURL: _here }, use) => use({ 'x-forwarded-for': newAddress() }),
})

let owner: Member

test.beforeAll(async ({ browser, baseURL }) => {
  test.setTimeout(120_000)
  await recordYearOfSales()
  const page = await browser.newPage({ ...(baseURL && { baseURL }) })
  owner = await createOwner(page)
  await page.close()
})

const gate = (page: Page) => page.getByRole('heading', { name: 'Internal Access' })
const dashboard = (page: Page) => page.getByRole('heading', { name: 'Admin Dashboard' })
const readFlag = (page: Page) => page.evaluate(() => sessionStorage.getItem('admin-authenticated'))

async function tryPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page.getByRole('button', { name: 'Access Dashboard' }))
}

const enter = (page: Page, path: string) => signInAsAdmin(page, owner, path)

/** The cells of a table's rows, without blanks. */
async function readRows(page: Page, name: string): Promise<string[][]> {
  const rows = await page.getByRole('table', { name, exact: true }).locator('tbody tr').all()
  return Promise.all(rows.map(async (row) => (await row.getByRole('cell').allInnerTexts()).map(withoutBlanks)))
}

test('admin sign-in checks the password on the server, reports errors, and works by keyboard alone', async ({
  page,
}) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  await page.goto(adminPath)
  await expect(page).toHaveURL('/login?next=%2Finternal-dashboard-admin')
  await signInAs(page, owner)
  await page.goto(adminPath)
  await expect(gate(page)).toBeVisible()
  await expect(page.getByText('Enter password to continue')).toBeVisible()
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveAttribute('required')
  await expect(page.getByRole('button', { name: 'Access Dashboard' })).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Back to Main Site' })).toHaveAttribute('href', '/')
  await expectAccessible(page)

  const asked = Date.now()
  await tryPassword(page, 'not the password')
  await expect(page.getByText('Invalid password. Access denied.')).toBeVisible()
  expect(Date.now() - asked).toBeGreaterThanOrEqual(500)
  expect(await readFlag(page)).toBeNull()
  await expectAccessible(page)

  // Delayed, to check what is shown meanwhile.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/admin/login', async (route) => {
    await held
    await route.continue()
  })
  await password.focus()
  await page.keyboard.type(adminPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Verifying...' })).toBeDisabled()
  expect(await readFlag(page)).toBeNull()
  release()
  await expect(dashboard(page)).toBeVisible()
  expect(await readFlag(page)).toBe('true')
  const cookies = await page.context().cookies(new URL('/api/admin', page.url()).href)
  expect(cookies.find(({ name }) => name === 'vitrine-admin')).toMatchObject({
    httpOnly: true,
    sameSite: 'Strict',
    path: '/api/admin',
  })
  // Nothing in the page can open the door: the calls carry no authorization header.
  const call = page.waitForRequest((request) => request.url().includes('/api/admin/users'))
  await page.reload()
  expect(await (await call).headerValue('authorization')).toBeNull()
  await expect(dashboard(page)).toBeVisible()

  await press(page.getByRole('button', { name: 'Logout' }))
  await expect(gate(page)).toBeVisible()
  expect(await readFlag(page)).toBeNull()
  await expect.poll(async () => (await page.request.get('/api/admin/users')).status()).toBe(401)
  expectQuiet()
})

test('after five wrong passwords admin sign-in asks to wait, also with the correct one', async ({ page }) => {
  await signInAs(page, await createOwner(page))
  await page.goto(adminPath)
  for (let turn = 0; turn < 5; turn += 1) {
    await tryPassword(page, `guess ${turn}`)
    await expect(page.getByText('Invalid password. Access denied.')).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  }
  await tryPassword(page, adminPassword)
  await expect(page.getByRole('alert').getByText(/^Too many/)).toBeVisible()
  expect(await readFlag(page)).toBeNull()
})

test('an ended session explains how to return, by the sign-in page and admin sign-in', async ({ page }) => {
  const visited: string[] = []
  page.on('framenavigated', (frame) => void visited.push(new URL(frame.url()).pathname))
  await signInAs(page, owner)
  await page.goto(adminPath)
  await tryPassword(page, adminPassword)
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await expireAdminSessions()
  await press(page.getByRole('tab', { name: 'Templates' }))
  const failure = page.getByRole('alert')
  await expect(failure.getByText(closedWords)).toBeVisible()
  for (const step of ['Log in on the main site', 'Return to the admin panel', 'Enter the admin password again']) {
    await expect(failure.getByRole('listitem').filter({ hasText: step })).toBeVisible()
  }
  await expectAccessible(page)
  await press(failure.getByRole('button', { name: 'Try Again' }))
  await expect(failure.getByRole('button', { name: 'Try Again' })).toBeEnabled()
  await expect(failure.getByText(closedWords)).toBeVisible()
  await press(failure.getByRole('button', { name: 'Go to Login Page' }))
  // Somebody who is signed in sees the page, and is not sent back at once.
  await expect(page.getByText(`You are signed in as ${owner.email}.`)).toBeVisible()
  expect(visited).toContain('/login')
  await expectAccessible(page)
  await press(page.getByRole('link', { name: 'Continue' }))
  await expect(gate(page)).toBeVisible()
  expect(await readFlag(page)).toBeNull()
  await tryPassword(page, adminPassword)
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
})

test('a customer who is not an owner is rejected at admin sign-in and behind it', async ({ page }) => {
  await signInAs(page, await createMember(page))
  await page.goto(adminPath)
  await tryPassword(page, adminPassword)
  await expect(page.getByText(closedWords)).toBeVisible()
  // The flag alone opens nothing.
  await page.evaluate(() => sessionStorage.setItem('admin-authenticated', 'true'))
  await page.reload()
  await expect(page.getByRole('alert').getByText(closedWords)).toBeVisible()
  await press(page.getByRole('button', { name: 'Go to Login Page' }))
  await expect(page).toHaveURL('/login?next=%2Finternal-dashboard-admin')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  expect(await readFlag(page)).toBeNull()
})

/** Each tab is read for all time, and for one other period. */
const periods: Record<string, [name: string, within: () => Within]> = {
  Users: ['This Week', () => lastDays(7)],
  Templates: ['This Month', () => lastDays(30)],
  Revenue: ['Past 60 Days', () => lastDays(60)],
}

/**
 * Compares the page with the rows. Payments of other journeys may still arrive or go back meanwhile: what differs is looked
 * at again, with fresh rows and a fresh page.
 */
async function expectFigures(page: Page, look: (shop: PlainShop) => Promise<void>): Promise<void> {
  let tries = 0
  await expect(async () => {
    tries += 1
    if (tries > 1) await page.reload()
    await look(await readPlainShop())
  }).toPass({ timeout: 90_000 })
}

const columnsOf = (page: Page, name: string) => page.getByRole('table', { name, exact: true }).getByRole('columnheader')
const userColumns = ['User', 'Credits Info', 'Templates Purchased', 'Revenue Contribution']
const templateColumns = ['Template', 'Layout', 'Global Price', 'India Price', 'Views', 'Sales', 'Performance']

async function expectUsers(page: Page, within: Within): Promise<void> {
  await expectFigures(page, (shop) => lookUsers(page, shop, within))
}

async function lookUsers(page: Page, shop: PlainShop, within: Within): Promise<void> {
  const people = peopleOf(shop, within)
  await expect(columnsOf(page, 'Users')).toHaveText(userColumns)
  const heading = within === always ? 'All users' : 'Users with activity in the period'
  await expect(page.getByRole('heading', { name: `${heading} ${people.length}` })).toBeVisible()
  await expect.poll(() => readRows(page, 'Users')).toEqual(people.slice(0, 25).map((item) => personCells(item, within)))
}

async function expectTemplates(page: Page, within: Within): Promise<void> {
  await expectFigures(page, (shop) => lookTemplates(page, shop, within))
}

async function lookTemplates(page: Page, shop: PlainShop, within: Within): Promise<void> {
  const videos = videosOf(shop, within)
  await expect(columnsOf(page, 'Templates')).toHaveText(templateColumns)
  // The views, whose column comes fourth, have a journey of their own.
  const shown = async () => (await readRows(page, 'Templates')).map(([, ...cells]) => cells.toSpliced(3, 1))
  await expect.poll(shown).toEqual(videos.slice(0, 25).map(videoCells))
  const names = (await readRows(page, 'Templates')).map(([first = '']) => first)
  for (const [place, { video }] of videos.slice(0, 25).entries()) {
    expect(names[place]?.startsWith(withoutBlanks(`#${video.templateId}${video.name}`))).toBe(true)
  }
  const sold = shop.soldVideos.filter(({ soldAt }) => within(soldAt)).length
  await expectCard(page, 'Total Templates', String(shop.videos.length))
  await expectCard(page, 'Total Sales', String(sold))
  const best = videos.filter(({ sales }) => sales > 0).slice(0, 8)
  const bars = page.getByRole('region', { name: 'Sales by template' }).getByRole('listitem')
  await expect(bars).toHaveText(
    best.map(({ video, sales }) => `${video.name}${sales} ${sales === 1 ? 'sale' : 'sales'}`),
  )
}

const expectCard = (page: Page, label: string, words: string) =>
  expect(
    page
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd')
      .first(),
  ).toHaveText(words)

async function expectRevenue(page: Page, within: Within): Promise<void> {
  await expectFigures(page, (shop) => lookRevenue(page, shop, within))
}

async function lookRevenue(page: Page, shop: PlainShop, within: Within): Promise<void> {
  const cards = cardsOf(shop, within)
  for (const [label, words] of Object.entries(cards)) await expectCard(page, label, words)
  const top = topOf(shop, within)
  const breakdown = page.getByRole('region', { name: 'Revenue Breakdown' })
  const lines = async () => (await breakdown.getByRole('listitem').allInnerTexts()).map(withoutBlanks)
  await expect.poll(lines).toEqual(top)
  await expect(page.getByRole('figure')).toHaveAccessibleName(`Revenue over time: ${cards['Total Revenue']} in all`)
}

test('users, templates and revenue of every period match the rows', async ({ page }) => {
  const expectQuiet = watchConsole(page)
  await enter(page, adminPath)
  await expect(page.getByRole('tab')).toHaveText(['Users', 'Templates', 'Revenue'])
  await expect(page.getByRole('group', { name: 'Period' }).getByRole('radio')).toHaveCount(5)
  const tabs = { Users: expectUsers, Templates: expectTemplates, Revenue: expectRevenue }
  for (const [tab, expectTab] of Object.entries(tabs)) {
    const [period = '', within = () => always] = periods[tab] ?? []
    await press(page.getByRole('tab', { name: tab }))
    await expectTab(page, always)
    await press(page.getByRole('radio', { name: period }))
    await expect(page.getByText(`Showing: ${period}`)).toBeVisible()
    await expectTab(page, within())
    await expectAccessible(page)
    await press(page.getByRole('radio', { name: 'All Time' }))
  }
  // The year has videos of each kind of badge, and people of each kind.
  await expectFigures(page, async (shop) => {
    const badges = new Set(videosOf(shop, always).map((video) => videoCells(video).at(-1)))
    expect(badges).toEqual(new Set(['Hot', 'Good', 'Active', 'Quiet']))
    const shown = peopleOf(shop, always).slice(0, 25)
    expect(new Set(shown.map(({ person }) => person.isGoogleUser))).toEqual(new Set([true, false]))
    expect(new Set(shown.map(({ person }) => person.actualName === ''))).toEqual(new Set([true, false]))
    // With and without payments: rupees per credit, and N/A.
    expect(new Set(peopleOf(shop, always).map(({ creditsBought }) => creditsBought > 0))).toEqual(
      new Set([true, false]),
    )
    // In the last week some sold less than ever.
    expect(videosOf(shop, lastDays(7)).some(({ sales, salesEver }) => sales !== salesEver)).toBe(true)
    expect(topOf(shop, always)).toHaveLength(10)
    const funnel = page.getByRole('region', { name: 'From visit to download' }).getByRole('listitem')
    await expect(funnel.filter({ hasText: 'Signed up' })).toContainText(`${shop.people.length} · 100%`)
    const buyers = shop.people.filter(({ userId }) => shop.soldVideos.some((sold) => sold.userId === userId)).length
    await expect(funnel.filter({ hasText: 'Bought a template' })).toContainText(String(buyers))
  })
  expectQuiet()
})

test('visitors are counted without a cookie, and the owner sees what they view', async ({ page, browser, baseURL }) => {
  const [video] = await (await page.request.get('/api/templates')).json()
  // Journeys' own browsers are known as machines, which do not count.
  const userAgent = `Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/${Date.now()}.0`
  const numbersOf = async () => {
    const read = async (part: string) => (await page.request.get(`/api/admin/${part}`)).json()
    const { steps } = await read('funnel')
    const { templates } = await read('templates')
    return [
      steps[0].users,
      templates.find(({ templateId }: { templateId: string }) => templateId === video.templateId).filteredViews,
    ]
  }
  await enter(page, `${adminPath}?tab=templates`)
  const [visitors, views] = await numbersOf()
  const context = await browser.newContext({ userAgent, ...(baseURL && { baseURL }) })
  const before = await context.cookies()
  const visitor = await context.newPage()
  for (const path of ['/', `/template/${video.templateId}`]) {
    const heard = visitor.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/visits')
    await visitor.goto(path)
    expect((await heard).request().postDataJSON()).toEqual({ path })
  }
  expect(await context.cookies()).toEqual(before)
  await context.close()
  await expect.poll(numbersOf).toEqual([visitors + 1, views + 1])

  await page.goto(`${adminPath}?tab=templates&sort=views`)
  const first = page.getByRole('table', { name: 'Templates' }).locator('tbody tr').first()
  await expect(first.getByRole('cell').nth(4)).toHaveText(/^Views[1-9]|^[1-9]/)
  await expect(page.getByText(/^Visits are counted since \d/)).toBeVisible()
  await page.goto(`${adminPath}?tab=revenue`)
  const funnel = page.getByRole('region', { name: 'From visit to download' })
  // Of a part of the period they are no step of the funnel.
  await expect(funnel.getByRole('listitem').first()).toHaveText(/^Signed up/)
  await expect(funnel.getByText(new RegExp(`^${visitors + 1} visitors? (was|were) counted`))).toBeVisible()
  await expect(funnel.getByText(/^Visits are counted since \d/)).toBeVisible()
  await expectAccessible(page)
})

/** `yyyy-mm-dd` in the browser's time zone. */
const dayOf = (date: Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(date)

test('a range of days is typed and picked, is part of the address, and is cleared', async ({ page }) => {
  await enter(page, `${adminPath}?tab=revenue`)
  await press(page.getByRole('radio', { name: 'Custom Range' }))
  const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })]
  const today = new Date()
  const eightMonthsAgo = dayOf(new Date(today.getFullYear(), today.getMonth() - 8, 5))
  // As it is typed in English: month, day, year.
  await from.focus()
  await page.keyboard.type(eightMonthsAgo.replace(/(\d+)-(\d+)-(\d+)/, '$2$3$1'))
  await expect(page).toHaveURL(new RegExp(`from=${eightMonthsAgo}`))
  await expect(from).toBeFocused()
  await expectAccessible(page)
  await to.fill(dayOf(new Date(today.getFullYear(), today.getMonth() - 1, 15)))
  await expect(page).toHaveURL(/to=\d+-\d+-15/)
  // No day after today can be picked.
  await to.fill(dayOf(new Date(today.getFullYear() + 1, 0, 1)))
  await expect(to).toHaveJSProperty('validity.rangeOverflow', true)
  const days = new URL(page.url()).searchParams
  const [first = '', last = ''] = [days.get('from') ?? '', days.get('to') ?? '']
  expect(last).toMatch(/-15$/)
  expect((new Date(last).getTime() - new Date(first).getTime()) / 86_400_000).toBeGreaterThan(150)

  const within = betweenDays(first, last)
  await expectRevenue(page, within)
  await page.getByLabel('Interval').selectOption('By month')
  await expectFigures(page, async (shop) => {
    const months = monthsOf(shop, first, last)
    if (!(await page.getByRole('table', { name: 'Revenue over time' }).isVisible())) {
      await press(page.getByText('View as table'))
    }
    await expect
      .poll(async () => (await readRows(page, 'Revenue over time')).map(([month, revenue]) => [month, revenue]))
      .toEqual(months.slice(0, 15).map((row) => row.map(withoutBlanks)))
  })
  await press(page.getByRole('tab', { name: 'Users' }))
  await expectUsers(page, within)
  await page.reload()
  await expectUsers(page, within)
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Revenue' })).toHaveAttribute('aria-selected', 'true')
  await press(page.getByRole('button', { name: 'Clear' }))
  await expect(page.getByText('Showing: All Time')).toBeVisible()
  await expectRevenue(page, always)
})

test('a table is sorted, searched, paged and downloaded as it is shown', async ({ page }) => {
  await enter(page, adminPath)
  await expectUsers(page, always)
  await press(page.getByRole('button', { name: 'Next' }))
  await expect(page).toHaveURL(/page=2/)
  await expectFigures(page, async (shop) => {
    const people = peopleOf(shop, always)
    await expect
      .poll(() => readRows(page, 'Users'))
      .toEqual(people.slice(25, 50).map((item) => personCells(item, always)))
    await expect(page.getByText(`26–${Math.min(50, people.length)} of ${people.length}`)).toBeVisible()
  })
  const heading = (name: string) => page.getByRole('columnheader', { name })
  const shownCredits = async () =>
    (await readRows(page, 'Users')).map(([, cell = '']) =>
      Number(/credits?([\d,]+)purchased/.exec(cell)?.[1]?.replaceAll(',', '')),
    )
  const creditsOf = (shop: PlainShop) =>
    peopleOf(shop, always)
      .map(({ creditsBought }) => creditsBought)
      .toSorted((left, right) => right - left)
  await heading('Credits Info').getByRole('button').press('Enter')
  await expect(heading('Credits Info')).toHaveAttribute('aria-sort', 'descending')
  await expectFigures(page, (shop) => expect.poll(shownCredits).toEqual(creditsOf(shop).slice(0, 25)))
  await press(heading('Credits Info').getByRole('button'))
  await expectFigures(page, (shop) => expect.poll(shownCredits).toEqual(creditsOf(shop).toReversed().slice(0, 25)))

  await press(page.getByRole('radio', { name: 'Past 60 Days' }))
  await press(heading('Revenue Contribution').getByRole('button'))
  await expect(heading('Revenue Contribution')).toHaveAttribute('aria-sort', 'descending')
  await expectUsers(page, lastDays(60))
  await expectFigures(page, async (shop) => {
    const waiting = page.waitForEvent('download')
    await press(page.getByRole('link', { name: 'Download CSV' }))
    const download = await waiting
    expect(download.suggestedFilename()).toBe('users-60days.csv')
    const file = parseCsv(readFileSync(await download.path(), 'utf8'))
    expect(
      file.map((row) => [
        row.email,
        row.credits,
        row.creditsPurchasedInPeriod,
        row.templatesPurchasedInPeriod,
        rupees(Number(row.moneySpentInPeriod) * 100),
      ]),
    ).toEqual(
      peopleOf(shop, lastDays(60)).map(({ person, creditsBought, videos, paise }) => [
        person.email,
        String(person.credits),
        String(creditsBought),
        String(videos.length),
        rupees(paise),
      ]),
    )
  })

  const [, wanted] = peopleOf(await readPlainShop(), lastDays(60))
  await page.getByRole('searchbox', { name: 'Search users' }).fill(wanted?.person.email ?? '')
  await expect.poll(() => readRows(page, 'Users')).toEqual(wanted ? [personCells(wanted, lastDays(60))] : [])
  await expect(page).toHaveURL(/search=/)
  await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody has this in their name')
  await expect(page.getByText('Nobody found')).toBeVisible()
  await expectAccessible(page)

  await page.goto(`${adminPath}?tab=templates&status=withdrawn&kind=video&sort=price&direction=asc`)
  const prices = async () => (await readRows(page, 'Templates')).map(([, , price = '']) => Number.parseInt(price, 10))
  await expect.poll(async () => (await prices()).length).toBeGreaterThan(3)
  expect(await prices()).toEqual((await prices()).toSorted((left, right) => left - right))
})

test.describe('on a phone', () => {
  // In light colours at the desk, above.
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' })

  test('the admin area fits a phone and can be read in the dark', async ({ page }) => {
    const expectQuiet = watchConsole(page)
    await enter(page, adminPath)
    for (const tab of ['Users', 'Templates', 'Revenue']) {
      await page.getByRole('tab', { name: tab }).tap()
      await expect(tab === 'Revenue' ? page.getByRole('figure') : page.getByRole('table', { name: tab })).toBeVisible()
      await page.getByRole('radio', { name: 'Custom Range' }).tap()
      await expect(page.getByLabel('To', { exact: true })).toBeInViewport()
      await expectAccessible(page)
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      await page.getByRole('button', { name: 'Clear' }).tap()
    }
    await page.getByRole('tab', { name: 'Users' }).tap()
    await page.getByLabel('Sort by').selectOption('Credits Info, lowest first')
    await expect(page).toHaveURL(/sort=creditsPurchased&direction=asc/)
    expectQuiet()
  })
})
