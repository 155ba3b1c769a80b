// The first seed: accounts, credits, likes, purchases and the pieces all pages share.
import { tokenColor } from '../journeys/token-color.ts'
import { type CheckedShop, expect, must, mustEqual, mustHave, type Statement } from './statement.ts'

const profileFields = [
  'username',
  'email',
  'actualName',
  'phoneNumber',
  'countryCode',
  'EmpFeild',
  'profilePicture',
  'isGoogleUser',
  'credits',
  'likedTemplates',
  'purchasedTemplates',
  'cart',
  'paymentHistory',
  'templateLinks',
  'cartVideoLinks',
  'purchasedVideoLinks',
  'creditPurchaseHistory',
]

const templateRecordFields = [
  'templateId',
  'templateLink',
  'templateName',
  'templateDescription',
  'templateCategory',
  'templatePrice',
  'templatePriceIND',
  'vidStart',
  'thumbnailFrame',
  'templateThumbnail',
]

const firstTemplate = async (shop: CheckedShop) => (await shop.asVisitor('GET', '/api/templates')).body[0]

/** What the form of a dialog says after its button was pressed. */
async function openReset(shop: CheckedShop) {
  const page = await shop.visitor()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  return page.getByRole('dialog')
}

const screens: Statement[] = [
  {
    at: '1.2',
    says: '/login: Welcome Back, email, password with show and hide, Remember me for 7 days, reset, register',
    check: async (shop) => {
      const page = await shop.visitor()
      await page.goto('/login')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back')
      await page.getByLabel('Password', { exact: true }).fill('secret')
      await page.getByRole('button', { name: 'Show password' }).click()
      await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
      await expect(page.getByLabel('Remember me for 7 days')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Forgot your password?' })).toBeVisible()
      await expect(page.getByRole('main').locator('a[href^="/register"]').first()).toBeVisible()
    },
  },
  {
    at: '1.2',
    says: '/register: Create Your Account',
    check: async (shop) => {
      const page = await shop.visitor()
      await page.goto('/register')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Your Account')
    },
  },
  {
    at: '1.2',
    says: '/profile without a session: Please log in to view your profile, and Sign In',
    check: async (shop) => {
      const page = await shop.visitor()
      await page.goto('/profile')
      await expect(page.getByText('Please log in to view your profile')).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible()
    },
  },
  {
    at: '1.2',
    says: '/profile: three tabs, credits, Sign Out, Browse Templates, Buy Credits; the credits are asked for',
    check: async (shop) => {
      const page = await shop.buyer()
      const asked = page.waitForRequest((request) => request.url().endsWith('/api/user-credits'))
      await page.goto('/profile')
      await expect(page.getByRole('tab')).toHaveText(['Profile', 'Generated Videos', 'Liked Templates'])
      await asked
      const main = page.getByRole('main')
      await expect(main.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible()
      await expect(main.getByRole('link', { name: 'Browse Templates' })).toHaveAttribute('href', '/templates-list')
      await expect(main.getByRole('link', { name: 'Buy Credits' })).toHaveAttribute('href', '/buy-credits')
    },
  },
  {
    at: '1.2',
    says: 'The cart page is Shopping Cart; empty it says Your cart is empty',
    check: async (shop) => {
      const page = await shop.buyer()
      await page.goto('/Cart')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shopping Cart')
      await expect(page.getByText('Your cart is empty')).toBeVisible()
    },
  },
  {
    at: '1.2',
    says: 'A cart item links to /{templateId}-template; there is a Checkout button; tax is -, total equals subtotal',
    check: async (shop) => {
      const { templateId } = await firstTemplate(shop)
      await shop.asBuyer('POST', '/api/add-to-cart', { templateId, quantity: 1 })
      const page = await shop.buyer()
      await page.goto('/Cart')
      const main = page.getByRole('main')
      await expect(main.locator(`a[href="/${templateId}-template"]`).first()).toBeVisible()
      await expect(main.getByRole('button', { name: /Checkout/ })).toBeVisible()
      const amountOf = (term: string) => main.locator('dt', { hasText: term }).locator('xpath=following-sibling::dd[1]')
      await expect(amountOf('Tax')).toHaveText('-')
      const subtotal = await amountOf('Subtotal').innerText()
      await expect(amountOf('Total').last()).toContainText(subtotal.split(' ')[0] ?? '')
      await shop.asBuyer('DELETE', `/api/cart/${templateId}`)
    },
  },
  {
    at: '1.2',
    says: 'Protected routes lead to /login without a session',
    check: async (shop) => {
      const page = await shop.visitor()
      for (const path of ['/Liked', '/Purchased', '/Cart', '/credit-purchase-success', '/internal-dashboard-admin']) {
        await page.goto(path)
        await expect(page, path).toHaveURL(/\/login/)
      }
    },
  },
  {
    at: '1.2',
    says: 'Navbar: Browse Templates, Image Templates, Login and Register; signed in: Buy Credits and the user menu',
    check: async (shop) => {
      const visitor = await shop.visitor()
      await visitor.goto('/faq')
      const links = visitor.getByRole('banner').getByRole('link')
      for (const name of ['Browse Templates', 'Image Templates', 'Login', 'Register']) {
        await expect(links.filter({ hasText: name }).first(), name).toBeVisible()
      }
      const buyer = await shop.buyer()
      await buyer.goto('/faq')
      await expect(buyer.getByRole('banner').getByRole('link', { name: 'Buy Credits' }).first()).toBeVisible()
      await buyer.getByRole('banner').getByRole('button', { name: /Asha/ }).click()
      const menu = buyer.locator('#user-menu')
      await expect(menu).toContainText('My Profile')
      await expect(menu).toContainText('Buy Credits')
      await expect(menu).toContainText('Logout')
    },
  },
  {
    at: '1.8',
    says: 'Empty states: No liked templates yet, No generated videos yet',
    check: async (shop) => {
      const page = await shop.buyer()
      await page.goto('/Liked')
      await expect(page.getByText('No liked templates yet')).toBeVisible()
      await page.goto('/profile?tab=videos')
      await expect(page.getByText('No generated videos yet')).toBeVisible()
    },
  },
]

const entities: Statement[] = [
  {
    at: '1.3',
    says: 'The user profile has every field',
    check: async (shop) => mustHave((await shop.asBuyer('GET', '/api/profile')).body, profileFields, 'the profile'),
  },
  {
    at: '1.3',
    says: 'A new account starts with 500 credits',
    check: async (shop) => mustEqual((await shop.asBuyer('GET', '/api/profile')).body.credits, 500, 'credits'),
  },
  {
    at: '1.3',
    says: 'Template records in lists of the user; templateLinks holds those of the likes',
    check: async (shop) => {
      const { templateId } = await firstTemplate(shop)
      await shop.asBuyer('POST', '/api/add-to-liked', { templateId })
      const { body } = await shop.asBuyer('GET', '/api/profile')
      mustHave(body.likedTemplates[0], templateRecordFields, 'a liked template')
      mustEqual(body.templateLinks, body.likedTemplates, 'templateLinks')
      mustEqual([body.likedTemplates[0].vidStart, body.likedTemplates[0].thumbnailFrame], ['0', '0'], 'defaults')
      await shop.asBuyer('DELETE', `/api/unlike-template/${templateId}`)
      mustEqual((await shop.asBuyer('GET', '/api/profile')).body.likedTemplates, [], 'likes after unlike')
    },
  },
  {
    at: '1.3',
    says: 'Stored token record: token, expiry, rememberMe; 604800000 ms ahead with remember-me',
    check: async (shop) => {
      const page = await shop.newcomer()
      await page.goto('/login')
      await page.getByRole('button', { name: 'Reject All' }).click()
      await page.getByLabel('Email').fill('demo@vitrine.test')
      await page.getByLabel('Password', { exact: true }).fill('demo-vitrine')
      await page.getByLabel('Remember me for 7 days').check()
      const before = Date.now()
      await page.getByRole('button', { name: /^(Sign In|Login)$/ }).click()
      await expect(page).toHaveURL(/\/templates-list$/)
      const record = await page.evaluate(() => JSON.parse(localStorage.getItem('vitrine-token') ?? '{}'))
      mustHave(record, ['token', 'expiry', 'rememberMe'], 'the record')
      const ahead = record.expiry - before
      must(ahead >= 604_800_000 && ahead < 604_800_000 + 60_000, `the token expires ${ahead} ms ahead`)
      await page.context().close()
    },
  },
]

const rules: Statement[] = [
  {
    at: '1.5',
    says: 'Password confirmation shows green on a match and red on a mismatch (computed colours)',
    check: async (shop) => {
      const page = await shop.visitor()
      await page.goto('/register')
      await page.getByLabel('Password', { exact: true }).fill('quiet-lantern-7')
      const confirmation = page.getByLabel('Confirm password')
      await confirmation.fill('something else')
      await expect(confirmation).toHaveCSS('border-color', await tokenColor(page, 'bad'))
      await confirmation.fill('quiet-lantern-7')
      await expect(confirmation).toHaveCSS('border-color', await tokenColor(page, 'good'))
    },
  },
  {
    at: '1.5',
    says: 'Country codes: 35 options, default +1 outside India; registration employment: four options',
    check: async (shop) => {
      const page = await shop.visitor()
      await page.goto('/register')
      await expect(page.getByLabel('Country').locator('option')).toHaveCount(35)
      const fields = await page.getByLabel('Employment field').locator('option:not([value=""])').allTextContents()
      mustEqual(fields, ['Individual', 'Brand', 'Agency', 'Others'], 'employment options')
    },
  },
  {
    at: '1.5',
    says: 'Forgot password: Please enter your email address; No user found with this email address. …',
    check: async (shop) => {
      const dialog = await openReset(shop)
      await dialog.getByRole('button', { name: 'Send code' }).click()
      await expect(dialog.getByText('Please enter your email address')).toBeVisible()
      await dialog.getByLabel('Email').fill('nobody-at-all@example.org')
      await dialog.getByRole('button', { name: 'Send code' }).click()
      await expect(
        dialog.getByText('No user found with this email address. Please create a new account.'),
      ).toBeVisible()
    },
  },
  {
    at: '1.5',
    says: 'Username at profile edit: required, at least 3 characters, allowed characters',
    check: async (shop) => {
      for (const [username, sentence] of [
        ['', 'Username is required'],
        ['ab', 'Username must be at least 3 characters long'],
        ['a b!', 'Username can only contain letters, numbers, dots, hyphens, and underscores'],
      ]) {
        const { status, body } = await shop.asBuyer('PUT', '/api/profile', { username })
        mustEqual(status, 400, `PUT /api/profile with ${username}`)
        must(JSON.stringify(body).includes(sentence ?? ''), `${JSON.stringify(body)} does not say ${sentence}`)
      }
    },
  },
  {
    at: '1.5',
    says: 'Prices: the amount in the currency of the visitor, 2 decimals after the symbol',
    check: async (shop) => {
      const template = await firstTemplate(shop)
      const page = await shop.visitor()
      await page.goto(`/template/${template.templateId}`)
      await expect(
        page
          .getByRole('main')
          .getByText(/^\$\d+\.\d\d$/)
          .first(),
      ).toBeVisible()
    },
  },
]

const calls: Statement[] = [
  ...(
    [
      ['GET', '/api/profile', 401],
      ['PUT', '/api/profile', 401],
      ['POST', '/api/add-to-liked', 401],
      ['DELETE', '/api/unlike-template/x', 401],
      ['POST', '/api/add-to-cart', 401],
      ['POST', '/api/purchase-template', 401],
      ['POST', '/api/download-template', 401],
      ['GET', '/api/user-credits', 401],
      ['GET', '/api/user-generated-videos', 401],
    ] as const
  ).map(([method, path, status]) => ({
    at: '1.6',
    says: `${method} ${path} needs the bearer token`,
    check: async (shop: CheckedShop) =>
      mustEqual((await shop.asVisitor(method, path, method === 'GET' ? undefined : {})).status, status, path),
  })),
  ...['/api/user-credits', '/api/credits', '/api/user/credits'].map((path) => ({
    at: '1.7',
    says: `GET ${path} has the field credits`,
    check: async (shop: CheckedShop) => mustHave((await shop.asBuyer('GET', path)).body, ['credits'], path),
  })),
  {
    at: '1.7',
    says: 'GET /api/user-generated-videos has the field videos',
    check: async (shop) =>
      mustHave((await shop.asBuyer('GET', '/api/user-generated-videos')).body, ['videos'], 'the answer'),
  },
  {
    at: '1.7',
    says: 'POST /api/check-user-exists: 404 means no user',
    check: async (shop) => {
      const ask = (email: string) => shop.asVisitor('POST', '/api/check-user-exists', { email })
      mustEqual((await ask('nobody-at-all@example.org')).status, 404, 'nobody')
      mustEqual((await ask('demo@vitrine.test')).status, 200, 'the demo account')
    },
  },
  ...['/api/check-username', '/api/user/check-username'].map((path) => ({
    at: '1.7',
    says: `POST ${path} has the field available`,
    check: async (shop: CheckedShop) => {
      mustEqual((await shop.asBuyer('POST', path, { username: 'demo' })).body.available, false, 'demo')
      mustEqual(
        (await shop.asBuyer('POST', path, { username: 'nobody.has-this_1' })).body.available,
        true,
        'a free one',
      )
    },
  })),
  ...['send-email-otp', 'verify-email-otp', 'resend-email-otp', 'reset-password', 'google-auth', 'login'].map(
    (name) => ({
      at: '1.7',
      says: `POST /api/${name} reports a failure in the field error`,
      check: async (shop: CheckedShop) => {
        const { status, body } = await shop.asVisitor('POST', `/api/${name}`, {})
        must(status >= 400 && typeof body.error === 'string', `${status} ${JSON.stringify(body)}`)
      },
    }),
  ),
  {
    at: '1.7',
    says: 'GET /api/health answers',
    check: async (shop) => mustEqual((await shop.asVisitor('GET', '/api/health')).body.status, 'ok', 'status'),
  },
  {
    at: '1.7',
    says: 'POST /api/purchase-template: remainingCredits, message; alreadyPurchased the second time, nothing charged',
    check: async (shop) => {
      const templates = (await shop.asVisitor('GET', '/api/image-templates')).body
      const cheap = templates.toSorted((a: Price, b: Price) => a.templatePrice - b.templatePrice)[0]
      const order = { templateId: cheap.templateId, templateType: 'image', isIndianUser: false }
      const first = (await shop.asBuyer('POST', '/api/purchase-template', order)).body
      mustHave(first, ['remainingCredits', 'message'], 'a purchase')
      const again = (await shop.asBuyer('POST', '/api/purchase-template', order)).body
      mustEqual(again.alreadyPurchased, true, 'alreadyPurchased')
      mustEqual(again.remainingCredits, first.remainingCredits, 'credits after the second')
      const download = (await shop.asBuyer('POST', '/api/download-template', order)).body
      mustEqual(download.remainingCredits, first.remainingCredits, 'credits after the download')
    },
  },
  {
    at: '1.4',
    says: 'An already liked template cannot be liked again',
    check: async (shop) => {
      const { templateId } = await firstTemplate(shop)
      const page = await shop.buyer()
      await page.goto('/templates-list')
      const card = page.getByRole('main').locator('article', { has: page.locator(`a[href="/template/${templateId}"]`) })
      const heart = card.getByRole('button', { name: /^Like / })
      await expect(page.getByRole('banner').getByRole('button', { name: /Asha/ })).toBeVisible()
      await heart.click()
      await expect(heart).toHaveAttribute('aria-pressed', 'true')
      await heart.click()
      await expect(page.getByText('You have already liked this template')).toBeVisible()
      await shop.asBuyer('DELETE', `/api/unlike-template/${templateId}`)
    },
  },
  {
    at: '1.8',
    says: 'Not enough credits with creditsRequired and userCredits, once they are spent',
    check: async (shop) => {
      const lists = ['templates', 'image-templates', 'direct-sell-templates']
      const all = await Promise.all(lists.map(async (list) => (await shop.asVisitor('GET', `/api/${list}`)).body))
      const paid: Price[] = all.flat().filter((one: Price) => one.templatePrice > 0)
      for (const one of paid.toSorted((left, right) => right.templatePrice - left.templatePrice)) {
        const { credits } = (await shop.asBuyer('GET', '/api/user-credits')).body
        const order = { templateId: one.templateId, templateType: one.kind, isIndianUser: true }
        const { status, body } = await shop.asBuyer('POST', '/api/download-template', order)
        if (status === 200) continue
        mustEqual([status, body.error], [402, 'Not enough credits'], 'the answer')
        mustEqual([body.creditsRequired, body.userCredits], [one.templatePrice, credits], 'the numbers')
        return
      }
      must(false, 'the credits were enough for everything')
    },
  },
]

type Price = { templateId: string; kind: string; templatePrice: number }

export const accountStatements: readonly Statement[] = [...screens, ...entities, ...rules, ...calls]
