// The public part of the second seed: lists, details, home, FAQ, consent, popups, packs, payment and what the cache keeps.
import type { Page } from '@playwright/test'
import { type Body, type CheckedShop, expect, must, mustEqual, mustHave, type Statement } from './statement.ts'

const templateFields = [
  'templateId',
  'templateLink',
  'templateName',
  'templateDescription',
  'templateCategory',
  'templatePrice',
  'templatePriceIND',
  'templateCompatibility',
  'templateSection',
  'aeTemplatePath',
  'purchaseCount',
  'templateJson',
  'videoLayout',
  'greenScreenLayout',
  'videoDimensions',
  'greenScreenDimensions',
  'jsonFile',
  'thumbnail',
  'thumbnailFrame',
  'jsonSize',
  'OverlayPNG',
]

const kinds = [
  { list: 'templates', one: 'template', page: '/templates-list', detail: '/template', fields: templateFields },
  {
    list: 'image-templates',
    one: 'image-template',
    page: '/image-templates',
    detail: '/image-template',
    fields: [...templateFields.slice(0, 9), 'templateOverlay', 'overlayImg', 'videoLayout', 'greenScreenLayout'],
  },
  {
    list: 'direct-sell-templates',
    one: 'direct-sell',
    page: '/direct-sell-templates',
    detail: '/direct-sell',
    fields: [...templateFields.slice(0, 9), 'templateThumbnail', 'templatePreview', 'templateImage'],
  },
] as const

const cards = (page: Page) => page.getByRole('main').locator('article')
const listOf = async (shop: CheckedShop, list: string): Promise<Body[]> =>
  (await shop.asVisitor('GET', `/api/${list}`)).body
const firstOf = async (shop: CheckedShop, list: string): Promise<Body> => (await listOf(shop, list))[0]

const calls: Statement[] = [
  ...kinds.flatMap(({ list, one, fields }): Statement[] => [
    {
      at: '2.7',
      says: `GET /api/${list} and /api/${one}/{id}: every field`,
      check: async (shop) => {
        const first = await firstOf(shop, list)
        mustHave(first, fields, list)
        mustHave((await shop.asVisitor('GET', `/api/${one}/${first.templateId}`)).body, fields, one)
      },
    },
    {
      at: '2.2',
      says: `A -template suffix is stripped in /api/${one}/{id}`,
      check: async (shop) => {
        const { templateId } = await firstOf(shop, list)
        const { body } = await shop.asVisitor('GET', `/api/${one}/${templateId}-template`)
        mustEqual(body.templateId, templateId, 'the id')
      },
    },
  ]),
  {
    at: '2.3',
    says: 'Pictures of direct-sell templates carry a cache-busting timestamp',
    check: async (shop) => {
      const { templateImage } = await firstOf(shop, 'direct-sell-templates')
      must(/[?&]t=\d+/.test(templateImage), templateImage)
    },
  },
  {
    at: '2.3',
    says: 'templateJson is the address of a JSON file with a comp width and height',
    check: async (shop) => {
      for (const { list } of kinds) {
        const template = await firstOf(shop, list)
        const { comp } = (await shop.asVisitor('GET', template.templateJson)).body
        mustEqual(`${comp?.width}x${comp?.height}`, template.videoDimensions, `comp of ${template.templateId}`)
      }
    },
  },
  {
    at: '2.7',
    says: 'GET /api/video-url/{templateId}/{templateId}compiled.mp4 has the field videoUrl, and the link plays',
    check: async (shop) => {
      const { templateId } = await firstOf(shop, 'templates')
      const { body } = await shop.asVisitor('GET', `/api/video-url/${templateId}/${templateId}compiled.mp4`)
      mustHave(body, ['videoUrl'], 'the answer')
      const video = await shop.http.get(body.videoUrl, { headers: { range: 'bytes=0-99' } })
      must(video.ok(), `${body.videoUrl} answers ${video.status()}`)
      must((video.headers()['content-type'] ?? '').startsWith('video/'), `${video.headers()['content-type']}`)
    },
  },
  {
    at: '2.9',
    says: 'Credit packages: 100 for 1, 500 for 399 (popular, 20% savings), 1000 for 699 (30%), 2500 for 1499 (40%), INR',
    check: async (shop) => {
      const { packs } = (await shop.asVisitor('GET', '/api/credit-packs')).body
      for (const pack of packs) mustHave(pack, ['id', 'credits', 'price', 'currency', 'popular'], 'a package')
      mustEqual(
        packs.map((pack: Body) => [pack.credits, pack.price, pack.currency, pack.popular, pack.savings]),
        [
          [100, 1, 'INR', false, null],
          [500, 399, 'INR', true, '20% savings'],
          [1000, 699, 'INR', false, '30% savings'],
          [2500, 1499, 'INR', false, '40% savings'],
        ],
        'the packages',
      )
    },
  },
  {
    at: '2.7',
    says: 'POST /api/create-razorpay-order: orderId, amount, currency, at the price of the shop',
    check: async (shop) => {
      const order = { amount: 1, currency: 'USD', credits: 500 }
      const { body } = await shop.asBuyer('POST', '/api/create-razorpay-order', order)
      mustHave(body, ['orderId'], 'the order')
      mustEqual([body.amount, body.currency], [39_900, 'INR'], 'amount and currency')
    },
  },
  {
    at: '2.7',
    says: 'POST /api/verify-razorpay-payment refuses a made-up signature in the field error',
    check: async (shop) => {
      const { status, body } = await shop.asBuyer('POST', '/api/verify-razorpay-payment', {
        razorpay_order_id: 'order_none',
        razorpay_payment_id: 'pay_none',
        razorpay_signature: '0'.repeat(64),
        credits: 2500,
        amount: 1499,
        currency: 'INR',
      })
      must(status >= 400 && typeof body.error === 'string', `${status} ${JSON.stringify(body)}`)
    },
  },
  {
    at: '2.9',
    says: 'Suggestions: 2 per shared category plus 3 per shared section, ties by name; the rest fills the rows',
    check: async (shop) => {
      const all = await listOf(shop, 'templates')
      const subject = all[0]
      const shared = (left: string[], right: string[]) => left.filter((item) => right.includes(item)).length
      const score = (one: Body) =>
        2 * shared(subject.templateCategory, one.templateCategory) +
        3 * shared(subject.templateSection, one.templateSection)
      const { body } = await shop.asVisitor('GET', `/api/suggestions/${subject.templateId}?limit=48`)
      mustEqual(body.items.length, Math.min(48, all.length - 1), 'how many are suggested')
      const alike = all
        .filter((item) => item !== subject && score(item) > 0)
        .toSorted((a, b) => score(b) - score(a) || (a.templateName < b.templateName ? -1 : 1))
      const ids = (list: Body[]) => list.map((entry) => entry.templateId)
      mustEqual(ids(body.items.slice(0, alike.length)), ids(alike), 'the order')
    },
  },
]

const pages: Statement[] = [
  ...kinds.flatMap(({ list, page: path, detail }): Statement[] => [
    {
      at: '2.2',
      says: `${path}: 8 cards at first, search, chips, and the text when nothing matches; cards link to ${detail}/{id}`,
      check: async (shop) => {
        const page = await shop.visitor()
        await page.goto(path)
        const total = (await listOf(shop, list)).length
        await expect(cards(page)).toHaveCount(Math.min(8, total))
        await expect(cards(page).first().locator(`a[href^="${detail}/"]`).first()).toBeVisible()
        const sections = (await listOf(shop, list)).flatMap((template) => template.templateSection)
        await expect(page.getByRole('navigation', { name: 'Sections' }).getByRole('link')).toHaveText(
          [...new Set(sections)].sort(),
        )
        await page.goto(`${path}?search=no+such+thing+at+all`)
        await expect(page.getByText('No templates found matching your criteria.')).toBeVisible()
      },
    },
    {
      at: '2.8',
      says: `${detail}/{id} that is not there says so, with a way to /`,
      check: async (shop) => {
        const page = await shop.visitor()
        await page.goto(`${detail}/there-is-no-such-template`)
        const sentence = {
          '/template': 'Template not found',
          '/image-template': 'Image template not found',
          '/direct-sell': 'Direct sell template not found',
        }[detail]
        await expect(page.getByText(sentence, { exact: true })).toBeVisible()
        await expect(page.getByRole('main').locator('a[href="/"]').first()).toBeVisible()
      },
    },
    {
      at: '2.2',
      says: `${detail}/{id}: Suggested Templates in 4 columns, more as the end comes near`,
      check: async (shop) => {
        const { templateId } = await firstOf(shop, list)
        const page = await shop.visitor()
        await page.goto(`${detail}/${templateId}`)
        const region = page.getByRole('region', { name: 'Suggested Templates' })
        const columns = await region
          .getByRole('list')
          .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)
        mustEqual(columns, 4, 'columns')
        const others = (await listOf(shop, list)).length - 1
        await region.locator('article').last().scrollIntoViewIfNeeded()
        await page.mouse.wheel(0, 4000)
        await expect.poll(() => region.locator('article').count()).toBeGreaterThan(Math.min(7, others - 1))
      },
    },
  ]),
  {
    at: '2.2',
    says: '/templates-list sorts by popularity, price-low-high and price-high-low',
    check: async (shop) => {
      const page = await shop.visitor()
      await page.goto('/templates-list')
      const values = await page
        .getByRole('combobox', { name: 'Sort by' })
        .locator('option')
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
      mustEqual(values, ['popularity', 'price-low-high', 'price-high-low'], 'the sorts')
    },
  },
  {
    at: '2.5',
    says: 'Search is trimmed, without regard to case, in name, description and category',
    check: async (shop) => {
      const { templateName } = await firstOf(shop, 'templates')
      const search = encodeURIComponent(`  ${templateName.toUpperCase()} `)
      const { body } = await shop.asVisitor('GET', `/api/catalogue/video?search=${search}`)
      must(
        body.items.some((one: Body) => one.templateName === templateName),
        `${templateName} is not found`,
      )
    },
  },
  {
    at: '2.2',
    says: 'Video detail: Add Photo or Video, five panels, FAQ link, back to /templates-list',
    check: async (shop) => {
      const { templateId } = await firstOf(shop, 'templates')
      const page = await shop.visitor()
      await page.goto(`/template/${templateId}`)
      const main = page.getByRole('main')
      await expect(main.getByRole('link', { name: 'Add Photo or Video' })).toHaveAttribute(
        'href',
        `/template/${templateId}/server-render`,
      )
      await expect(main.locator('summary')).toHaveText([
        'Video Layout',
        'Green Screen Layout',
        'Video Length (seconds)',
        'Compatible With',
        'Commercial and License Rights',
      ])
      await expect(main.locator('a[href="/faq"]').first()).toBeVisible()
      await expect(main.locator('a[href="/templates-list"]').first()).toBeVisible()
    },
  },
  {
    at: '2.2',
    says: 'Image detail: Edit Template, Dimensions, Compatible With, Template Sections, Commercial rights',
    check: async (shop) => {
      const { templateId } = await firstOf(shop, 'image-templates')
      const page = await shop.visitor()
      await page.goto(`/image-template/${templateId}`)
      const main = page.getByRole('main')
      await expect(main.getByRole('link', { name: 'Edit Template' })).toHaveAttribute(
        'href',
        `/template/${templateId}/direct-upload-image`,
      )
      const panels = ['Dimensions', 'Compatible With', 'Template Sections', 'Commercial rights']
      await expect(main.locator('summary')).toHaveText(panels)
    },
  },
  {
    at: '2.2',
    says: 'Direct-sell detail: Pay to Download with the price, five panels',
    check: async (shop) => {
      const { templateId, templatePrice } = await firstOf(shop, 'direct-sell-templates')
      const page = await shop.visitor()
      await page.goto(`/direct-sell/${templateId}`)
      const main = page.getByRole('main')
      await expect(main.getByRole('button', { name: /Pay to Download/ }).first()).toContainText(`${templatePrice}`)
      const panels = ['Dimensions', 'Video Length', 'Template Sections', 'Compatible With', 'Commercial rights']
      await expect(main.locator('summary')).toHaveText(panels)
    },
  },
  {
    at: '2.5',
    says: 'Liking without a session: a sentence on lists and the video detail, /login from the other details',
    check: async (shop) => {
      const page = await shop.visitor()
      await page.goto('/templates-list')
      await cards(page)
        .first()
        .getByRole('button', { name: /^Like / })
        .click()
      await expect(page.getByText('Please log in to like this template')).toBeVisible()
      for (const [list, detail] of [
        ['image-templates', '/image-template'],
        ['direct-sell-templates', '/direct-sell'],
      ] as const) {
        await page.goto(`${detail}/${(await firstOf(shop, list)).templateId}`)
        await page.getByRole('button', { name: 'Like this template' }).click()
        await expect(page, detail).toHaveURL(/\/login/)
      }
    },
  },
  {
    at: '2.2',
    says: 'Home: How It Works in three steps, links to /templates-list, /register and /faq, footer links',
    check: async (shop) => {
      const page = await shop.visitor()
      await page.goto('/')
      for (const heading of ['How It Works', 'Choose a template', 'Customise content', 'Export and share']) {
        await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      }
      for (const path of ['/templates-list', '/register', '/faq']) {
        await expect(page.getByRole('main').locator(`a[href="${path}"]`).first(), path).toBeVisible()
      }
      const paths = ['templates-list', 'pricing', 'features', 'faq', 'blog', 'tutorials', 'support', 'contact']
      for (const path of [...paths, 'terms', 'privacy', 'cookies']) {
        await expect(page.locator(`footer a[href="/${path}"]`).first(), path).toBeVisible()
        mustEqual((await shop.http.get(`/${path}`)).status(), 200, path)
      }
    },
  },
  {
    at: '2.2',
    says: 'FAQ: five categories, one answer open at a time, what the content states',
    check: async (shop) => {
      const page = await shop.visitor()
      await page.goto('/faq')
      const categories = [
        'Using the platform',
        'File Formats & Quality',
        'Technical Support',
        'Pricing & Plans',
        'Usage & Licensing',
      ]
      for (const name of categories) await expect(page.getByRole('heading', { name })).toBeVisible()
      const answers = page.getByRole('main').locator('details')
      await answers.nth(0).locator('summary').click()
      await answers.nth(4).locator('summary').click()
      await expect(page.locator('main details[open]')).toHaveCount(1)
      const text = (await page.getByRole('main').textContent()) ?? ''
      for (const fact of [/mp4/i, /1920/, /4K/, /My Downloads/, /cancel/i, /attribution/i]) {
        must(fact.test(text), `the FAQ does not state ${fact}`)
      }
    },
  },
  {
    at: '2.2',
    says: 'Any unknown path redirects to /',
    check: async (shop) => {
      const page = await shop.visitor()
      for (const path of ['/no/such/page', '/nosuchpage']) {
        await page.goto(path)
        await expect(page, path).toHaveURL(/^[^/]+\/\/[^/]+\/$/)
      }
    },
  },
  {
    at: '2.4',
    says: 'Cookie banner on all pages: Accept All and Settings; the choice is a cookie of 365 days',
    check: async (shop) => {
      const page = await shop.newcomer()
      await page.goto('/faq')
      const banner = page.getByRole('region', { name: 'Cookies' })
      await expect(banner.getByRole('button', { name: 'Settings' })).toBeVisible()
      await banner.getByRole('button', { name: 'Accept All' }).click()
      await expect(banner).toBeHidden()
      const cookie = (await page.context().cookies()).find(({ name }) => name === 'vitrine-consent')
      const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000
      must(days > 364 && days <= 365.1, `the consent is kept for ${days} days`)
      const consent = JSON.parse(decodeURIComponent(cookie?.value ?? '{}'))
      mustHave(consent, ['essential', 'analytics', 'marketing', 'personalization'], 'the consent')
      await page.context().close()
    },
  },
  {
    at: '2.4',
    says: 'Sign-in popup: Sign in required, 1.5 s after load, not on /login and /register, again after a day',
    check: async (shop) => {
      const page = await shop.newcomer()
      await page.goto('/login')
      await page.getByRole('button', { name: 'Reject All' }).click()
      await page.clock.install()
      await page.goto('/faq')
      const popup = page.getByText('Sign in required')
      await page.clock.runFor(2500)
      await expect(popup).toBeVisible()
      const card = page.locator('aside, section, [role=dialog]').filter({ has: popup }).last()
      await expect(card.locator('a[href^="/login"]')).toBeVisible()
      await expect(card.locator('a[href^="/register"]')).toBeVisible()
      const box = await card.boundingBox()
      must(box && box.x > 720 && box.y > 450, `it stands at ${box?.x}, ${box?.y}`)
      for (const path of ['/login', '/register']) {
        await page.goto(path)
        await page.clock.runFor(4000)
        await expect(popup, path).toBeHidden()
      }
      await page.context().close()
    },
  },
  {
    at: '2.2',
    says: '/buy-credits: the prompt and Sign In for visitors; signed in: packages, the popular one marked, savings',
    check: async (shop) => {
      const visitor = await shop.visitor()
      await visitor.goto('/buy-credits')
      await expect(visitor.getByText('Please log in to purchase credits')).toBeVisible()
      await expect(visitor.getByRole('main').getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', /^\/login/)
      const buyer = await shop.buyer()
      await buyer.goto('/buy-credits')
      const main = buyer.getByRole('main')
      await expect(main.getByRole('radio')).toHaveCount(4)
      for (const savings of ['20% savings', '30% savings', '40% savings']) {
        await expect(main.getByText(savings)).toBeVisible()
      }
      await expect(main.locator('a[href="/profile"]').first()).toBeVisible()
    },
  },
  {
    at: '2.2',
    says: '/credit-purchase-success without details redirects to /buy-credits',
    check: async (shop) => {
      const page = await shop.buyer()
      await page.goto('/credit-purchase-success')
      await expect(page).toHaveURL(/\/buy-credits/)
    },
  },
  {
    at: '2.4',
    says: 'Template cache: an entry in local storage with a timestamp',
    check: async (shop) => {
      const page = await shop.visitor()
      await page.goto('/templates-list')
      await cards(page).first().getByRole('link').first().click()
      await expect(page).toHaveURL(/\/template\//)
      const id = new URL(page.url()).pathname.split('/').at(-1)
      await expect
        .poll(() =>
          page.evaluate(
            (templateId) =>
              Object.entries(localStorage).some(
                ([key, value]) => key.includes(templateId) && /"\w+":\d{13}/.test(value),
              ),
            id ?? '',
          ),
        )
        .toBe(true)
    },
  },
]

export const storeStatements: readonly Statement[] = [...calls, ...pages]
