// Money in a real browser: packs bought, declined, late and unheard of; a cart filled, bought and kept when credits run short;
// videos paid for once; and what is said when something fails.
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { watchConsole } from './console-watch.ts'
import { createMember, memberPassword, readCredits, signInAs } from './member.ts'
import { checkout, choose, closeCheckout } from './pay.ts'
import { press } from './press.ts'
import { useShortVideo } from './short-video.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

type Listed = {
  templateId: string
  templateName: string
  templatePrice: number
  templateCategory: string[]
  durationSeconds: number
}

/** The templates of a list that cost something. */
async function listed(page: Page, list: string): Promise<Listed[]> {
  const all: Listed[] = await (await page.request.get(`/api/${list}`)).json()
  return all.filter(({ templatePrice }) => templatePrice > 0)
}

const payButton = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Pay ₹/ })

/** Presses the button of the page, and one of the payment form. */
async function pay(page: Page, outcome: Parameters<typeof choose>[1]) {
  await press(payButton(page))
  await choose(page, outcome)
}

interface SandboxedPayment {
  readonly payment: { readonly id: string }
  readonly deliveries: readonly { readonly event: string; readonly state: string; readonly lastAnswer: string | null }[]
}

/** The newest payment, as the page of the sandbox's bank shows it. */
async function newestPayment(page: Page): Promise<SandboxedPayment | undefined> {
  const overview = await page.request.get('/sandbox/payment/api/overview')
  const { orders } = (await overview.json()) as { orders: { payments: SandboxedPayment[] }[] }
  return orders[0]?.payments[0]
}

/** The webhook calls about the newest payment that the shop has not answered yet, with what it answered last. */
async function unheardCalls(page: Page) {
  return (await newestPayment(page))?.deliveries.filter(({ state }) => state !== 'delivered')
}

/** Does what a click on that page does, to the newest payment. */
async function beTheBank(page: Page, action: 'authorize' | 'capture'): Promise<void> {
  const id = (await newestPayment(page))?.payment.id
  const answer = await page.request.post('/sandbox/payment/api/actions', { data: { action, id } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const toCart = (page: Page, templateId: string, quantity = 1, token = '') =>
  page.request.post('/api/add-to-cart', {
    data: { templateId, quantity },
    headers: { authorization: `Bearer ${token}` },
  })

/** What the shop has heard of the changes of a cart, which are shown before it has. */
async function readCartTotal(page: Page, token: string): Promise<number> {
  const answer = await page.request.get('/api/cart', { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { totalCredits: number }).totalCredits
}

test.describe('on a phone', () => {
  test.use(phone)

  test('a pack is declined, then bought, and its page can be read again', {
    tag: '@smoke',
  }, async ({ page }) => {
    const expectQuiet = watchConsole(page)
    await page.goto('/buy-credits')
    await expect(page.getByText('Please log in to purchase credits')).toBeVisible()
    await expectAccessible(page)
    await press(page.getByRole('main').getByRole('link', { name: 'Sign In' }))
    await expect(page).toHaveURL('/login?next=%2Fbuy-credits')

    const member = await createMember(page)
    await signInAs(page, member)
    await page.goto('/buy-credits')
    await expect(page.getByRole('button', { name: 'Choose a pack' })).toBeDisabled()
    const packs: [credits: string, price: string, label: string][] = [
      ['100 credits', '₹1.00', 'Starter pack'],
      ['500 credits', '₹399.00', '20% savings'],
      ['1,000 credits', '₹699.00', '30% savings'],
      ['2,500 credits', '₹1,499.00', '40% savings'],
    ]
    for (const [index, words] of packs.entries()) {
      const card = page.getByRole('group', { name: 'Credit packs' }).locator('label').nth(index)
      for (const word of words) await expect(card).toContainText(word)
      expect(await card.getByText('Popular').count()).toBe(index === 1 ? 1 : 0)
    }
    await press(page.getByRole('main').getByRole('link', { name: 'My Profile' }))
    await expect(page).toHaveURL('/profile')
    await page.goto('/pricing')
    await press(page.getByRole('link', { name: 'Buy 500 credits' }))
    await expect(page).toHaveURL('/buy-credits?pack=popular')
    await expect(page.getByText('20% savings')).toBeVisible()
    await expect(page.getByRole('radio', { name: /Popular/ })).toBeChecked()
    await expect(payButton(page)).toHaveText('Pay ₹399.00 for 500 credits')
    await expectAccessible(page)

    await pay(page, 'Fail')
    await closeCheckout(page)
    await expect(page.getByRole('heading', { name: 'Payment Error' })).toBeVisible()
    await expect(page.getByText(/^Payment failed: Your payment was declined/)).toBeVisible()
    await expectAccessible(page)
    expect(await readCredits(page, member)).toBe(500)

    await pay(page, 'Succeed')
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    await expect(page).toHaveURL(/\/credit-purchase-success\?order=order_/)
    const facts = page.getByRole('main').locator('dl')
    for (const fact of ['500 credits', '₹399.00', '1,000 credits', /pay_\w+/]) await expect(facts).toContainText(fact)
    await expect(page.getByRole('link', { name: 'You have 1,000 credits' })).toBeVisible()
    await expectAccessible(page)
    const links = ['/templates-list', '/image-templates', '/buy-credits', '/profile']
    for (const path of links) await expect(page.getByRole('main').locator(`a[href="${path}"]`)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    await expect(facts).toContainText('₹399.00')
    const receipt = page.waitForEvent('download')
    await press(page.getByRole('button', { name: /^Receipt (T|R)-/ }))
    expect((await receipt).suggestedFilename()).toMatch(/^receipt-(T|R)-[\d-]+\.pdf$/)
    await page.goBack()
    await expect(page).toHaveURL('/pricing')
    await page.goto('/credit-purchase-success')
    await expect(page).toHaveURL('/buy-credits')
    expectQuiet()
  })

  test('a slow payment is waited for, the page can be left, and the starter pack is bought once', async ({ page }) => {
    const expectQuiet = watchConsole(page)
    const member = await createMember(page)
    await signInAs(page, member)
    await page.goto('/buy-credits?pack=starter')
    await pay(page, 'Succeed later')
    await expect(page.getByRole('heading', { name: 'Your payment is pending' })).toBeVisible()
    await expectAccessible(page)
    await press(page.getByRole('main').getByRole('link', { name: 'Payment history' }))
    const onTheirWay = page.getByRole('region', { name: 'Pending payments' })
    await expect(onTheirWay).toContainText('100 credits pending')
    await expect(onTheirWay).toContainText('₹1.00')
    await expectAccessible(page)
    await press(onTheirWay.getByRole('link', { name: 'View status' }))
    await expect(page.getByRole('heading', { name: 'Your payment is pending' })).toBeVisible()
    await beTheBank(page, 'capture')
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    await press(page.getByRole('main').getByRole('link', { name: 'Buy More Credits' }))
    await expect(page.getByText('Already used')).toBeVisible()
    await expect(page.getByRole('radio', { name: /^Already used/ })).toBeDisabled()

    await page.goto('/buy-credits?pack=popular')
    await pay(page, 'Never answer')
    await expect(checkout(page).getByText('Waiting for the bank.')).toBeVisible()
    await closeCheckout(page)
    await expect(page.getByText(/^The payment window was closed/)).toBeVisible()
    await beTheBank(page, 'authorize')
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    expect(await readCredits(page, member)).toBe(1100)
    expectQuiet()
  })

  test('credits run short at the checkout, and the cart is still there with more of them', async ({ page }) => {
    const member = await createMember(page)
    await signInAs(page, member)
    const dear = (await listed(page, 'templates')).toSorted((a, b) => b.templatePrice - a.templatePrice)[0]
    if (!dear) throw new Error('the shop is empty')
    await toCart(page, dear.templateId, 2, member.token)
    const total = dear.templatePrice * 2
    expect(total).toBeGreaterThan(500)
    await page.goto('/Cart')
    await press(page.getByRole('button', { name: `Checkout · ${total} credits` }))
    const dialog = page.getByRole('dialog', { name: 'Insufficient Credits' })
    await expect(dialog).toContainText(
      "You don't have enough credits to download this template. Purchase more credits to continue.",
    )
    for (const fact of [`Required${total} credits`, 'Available500 credits', `Shortage${total - 500} credits`]) {
      await expect(dialog).toContainText(fact)
    }
    await expect(dialog.getByRole('link', { name: 'Buy More Credits' })).toBeFocused()
    await expectAccessible(page)
    await press(dialog.getByRole('button', { name: 'Cancel' }))
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: `Checkout · ${total} credits` })).toBeFocused()
    expect(await readCredits(page, member)).toBe(500)

    await press(page.getByRole('button', { name: `Checkout · ${total} credits` }))
    await press(dialog.getByRole('link', { name: 'Buy More Credits' }))
    await expect(page).toHaveURL(`/buy-credits?next=%2FCart&need=${total}`)
    // The smallest pack that brings what is missing is chosen already; a smaller one says that it does not.
    const need = page.getByText(`You need ${total - 500} more credits.`)
    await expect(page.getByRole('radio', { name: /Popular/ })).toBeChecked()
    await expect(need).toContainText(`With this pack you’ll have ${1000 - total} credits left.`)
    await press(page.locator('label', { hasText: 'Starter pack' }))
    await expect(need).toContainText(`With this pack you’d still need ${total - 600} more credits.`)
    await expectAccessible(page)
    await pay(page, 'Succeed')
    await expect(page.getByText(`You still need ${total - 600} more credits for your purchase.`)).toBeVisible()
    await expectAccessible(page)
    await press(page.getByRole('link', { name: `Buy ${total - 600} more credits` }))
    await expect(page.getByRole('radio', { name: /Popular/ })).toBeChecked()
    await pay(page, 'Succeed')
    await press(page.getByRole('link', { name: 'Back to your cart' }))
    await expect(page).toHaveURL('/Cart')
    await press(page.getByRole('button', { name: `Checkout · ${total} credits` }))
    await expect(page.getByRole('status', { name: 'Your purchase' })).toContainText(`Credits used: ${total}`)
    expect(await readCredits(page, member)).toBe(1100 - total)
  })

  test('credits run short in the editor, and the edit is still there with more of them', async ({ page }) => {
    const member = await createMember(page)
    await signInAs(page, member)
    const [dear, ...others] = (await listed(page, 'templates')).toSorted((a, b) => b.templatePrice - a.templatePrice)
    if (!dear) throw new Error('the shop is empty')
    for (const { templateId, templatePrice } of others) {
      if ((await readCredits(page, member)) < dear.templatePrice) break
      if (templatePrice > (await readCredits(page, member))) continue
      await page.request.post('/api/purchase-template', {
        data: { templateId },
        headers: { authorization: `Bearer ${member.token}` },
      })
    }
    await page.goto(`/template/${dear.templateId}/server-render`)
    const words = page.getByRole('textbox').first()
    await words.fill('Kept words')
    await press(page.getByRole('button', { name: /^Export · \d+ credits/ }))
    await press(page.getByRole('button', { name: 'Buy credits and export' }))
    const dialog = page.getByRole('dialog', { name: 'Insufficient Credits' })
    await press(dialog.getByRole('link', { name: 'Buy More Credits' }))
    await expect(page).toHaveURL(/\/buy-credits\?next=/)
    await press(page.locator('label', { hasText: 'Popular' }))
    await pay(page, 'Succeed')
    await press(page.getByRole('link', { name: 'Back to your video' }))
    await expect(page).toHaveURL(`/template/${dear.templateId}/server-render`)
    await expect(page.getByRole('textbox').first()).toHaveValue('Kept words')

    await page.request.post('/api/purchase-template', {
      data: { templateId: dear.templateId },
      headers: { authorization: `Bearer ${member.token}` },
    })
    await page.goto('/Purchased')
    const owned = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: dear.templateName }) })
    await press(owned.getByRole('link', { name: 'Continue editing' }))
    await expect(page).toHaveURL(new RegExp(`/template/${dear.templateId}/server-render\\?project=`))
    await expect(page.getByRole('textbox').first()).toHaveValue('Kept words')
  })
})

test('a payment whose tab was closed still brings its credits', { tag: '@smoke' }, async ({ page, context }) => {
  const member = await createMember(page)
  await signInAs(page, member)
  await page.goto('/buy-credits?pack=large')
  await pay(page, 'Never answer')
  await expect(checkout(page).getByText('Waiting for the bank.')).toBeVisible()
  await beTheBank(page, 'authorize')
  await page.close()
  const later = await context.newPage()
  await later.goto('/buy-credits')
  await expect(later.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(later.getByRole('main').locator('dl')).toContainText('1,500 credits')
  expect(await readCredits(later, member)).toBe(1500)
})

test('a guest fills the cart through the sign-in, changes it and checks out', {
  tag: '@smoke',
}, async ({ page }) => {
  const expectQuiet = watchConsole(page)
  const member = await createMember(page)
  const [first] = (await listed(page, 'templates')).toSorted((a, b) => a.templatePrice - b.templatePrice)
  const [second] = await listed(page, 'image-templates')
  if (!first || !second) throw new Error('the shop is empty')

  await page.goto('/templates-list?sort=price-low-high')
  await page.getByRole('button', { name: `Add ${first.templateName} to cart` }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(memberPassword)
  await page.getByLabel('Remember me for 7 days').check()
  await press(page.getByRole('button', { name: 'Sign In', exact: true }))
  await expect(page).toHaveURL('/templates-list?sort=price-low-high')
  await expect(page.getByText('Added to cart')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 1 licence' })).toBeVisible()

  await page.goto(`/image-template/${second.templateId}`)
  await press(page.getByRole('button', { name: 'Add to cart', exact: true }))
  await press(page.getByRole('button', { name: 'View cart' }))
  await expect(page).toHaveURL('/Cart')
  await expect(page.getByRole('heading', { name: 'Shopping Cart' })).toBeVisible()
  await expect(page.getByRole('link', { name: first.templateName })).toHaveAttribute(
    'href',
    `/${first.templateId}-template`,
  )

  const summary = page.getByRole('region', { name: 'Summary' })
  await press(page.getByRole('button', { name: `Increase quantity of ${first.templateName}` }))
  const both = first.templatePrice * 2 + second.templatePrice
  await expect(summary).toContainText('Subtotal (3 licences)')
  await expect(summary.getByText('Tax-', { exact: true })).toBeVisible()
  await expect(summary.getByRole('button')).toHaveText(`Checkout · ${both} credits`)
  await expect(page.getByRole('link', { name: 'Cart, 3 licences' })).toBeVisible()
  await press(page.getByRole('button', { name: `Remove ${second.templateName}` }))
  await expect(summary).toContainText('Subtotal (2 licences)')
  await press(page.getByRole('button', { name: 'Undo' }))
  await expect(summary).toContainText('Subtotal (3 licences)')
  await press(page.getByRole('button', { name: `Decrease quantity of ${first.templateName}` }))
  const total = first.templatePrice + second.templatePrice
  await expect(summary.getByRole('button')).toHaveText(`Checkout · ${total} credits`)
  await expect.poll(() => readCartTotal(page, member.token)).toBe(total)
  await page.reload()
  await press(summary.getByRole('button', { name: /^Checkout/ }))
  const bought = page.getByRole('status', { name: 'Your purchase' })
  await expect(bought).toContainText(`Credits used: ${total}, Remaining: ${500 - total}`)
  await expect(bought).toContainText(first.templateName)
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: `You have ${500 - total} credits` })).toBeVisible()
  expect(await readCredits(page, member)).toBe(500 - total)

  await press(bought.getByRole('link', { name: 'My Downloads' }))
  const owned = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(owned).toHaveCount(2)
  await page.getByLabel('Search my downloads').fill(second.templateName)
  await expect(owned).toHaveText([second.templateName])
  const receipt = page.waitForEvent('download')
  await press(page.getByRole('button', { name: /^Receipt (T|R)-/ }))
  expect((await receipt).suggestedFilename()).toMatch(/\.pdf$/)
  await page.getByLabel('Search my downloads').fill('no such thing')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.goto('/payment-history')
  await expect(page.getByRole('listitem').filter({ hasText: first.templateName })).toContainText('T-')
  await page.goto('/Cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()

  await toCart(page, first.templateId, 3, member.token)
  await page.reload()
  await expect(page.getByText('You own this, so you won’t be charged.')).toBeVisible()
  await expect(summary.getByRole('button', { name: 'Checkout' })).toBeDisabled()
  await expect(summary).toContainText('There’s nothing in your cart to buy.')
  await expect(page.getByRole('link', { name: 'Cart, nothing left to buy' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/${first.templateId}-template`)
  await expect(page.getByRole('application', { name: /^Canvas/ })).toBeVisible()
  expectQuiet()
})

test.describe('in a browser inside another app', () => {
  test.use({ ...phone, userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile Instagram 350.0' })

  test('the payment takes the whole window and comes back', async ({ page }) => {
    const member = await createMember(page)
    await signInAs(page, member)
    await page.goto('/buy-credits?next=%2FCart&pack=popular')
    await pay(page, 'Fail')
    await expect(page.getByText(/^Payment failed: Your payment was declined/)).toBeVisible()
    await expect(page).toHaveURL('/buy-credits?next=%2FCart&pack=popular')
    await pay(page, 'Succeed')
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to your cart' })).toBeVisible()
    expect(await readCredits(page, member)).toBe(1000)
  })
})

test.describe('in the dark, on the smallest phone', () => {
  test.use({ ...phone, viewport: { width: 360, height: 740 }, colorScheme: 'dark' })

  test('every payment page is readable, without horizontal scrolling', async ({ page }) => {
    const expectQuiet = watchConsole(page)
    const member = await createMember(page)
    await signInAs(page, member)
    const [picture, other] = await listed(page, 'image-templates')
    if (!picture || !other) throw new Error('the shop is empty')
    await toCart(page, picture.templateId, 3, member.token)
    await toCart(page, other.templateId, 1, member.token)
    await page.request.post('/api/purchase-template', {
      data: { templateId: other.templateId },
      headers: { authorization: `Bearer ${member.token}` },
    })
    const pages: [path: string, isThere: string | RegExp][] = [
      ['/Cart', /^Checkout/],
      ['/Purchased', /^Receipt (T|R)-/],
      ['/payment-history', /^Receipt (T|R)-/],
      ['/buy-credits?pack=popular', /^Pay ₹/],
      ['/profile', /statement$/],
    ]
    for (const [path, isThere] of pages) {
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('button', { name: isThere })).toBeVisible()
      await expectAccessible(page)
      const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      await expect.poll(overhang, path).toBeLessThanOrEqual(0)
      await expect(page.locator('script[src$="checkout.js"]')).toHaveCount(path.startsWith('/buy-credits') ? 1 : 0)
    }
    expectQuiet()
  })
})

test('a checkout is charged once, whatever fails, and only at the price that was shown', { tag: '@smoke' }, async ({
  page,
}) => {
  const member = await createMember(page)
  await signInAs(page, member)
  const cheapFirst = (await listed(page, 'image-templates')).toSorted((a, b) => a.templatePrice - b.templatePrice)
  const [first, second, third] = cheapFirst
  if (!first || !second || !third) throw new Error('the shop is empty')
  await toCart(page, first.templateId, 1, member.token)
  await toCart(page, second.templateId, 1, member.token)
  await page.request.post('/api/purchase-template', {
    data: { templateId: second.templateId },
    headers: { authorization: `Bearer ${member.token}` },
  })
  const balance = await readCredits(page, member)
  await page.goto('/Cart')
  await expect(page.getByText('You own this, so you won’t be charged.')).toBeVisible()
  const checkoutButton = page.getByRole('button', { name: /^Checkout/ })
  await expect(checkoutButton).toHaveText(`Checkout · ${first.templatePrice} credits`)

  // Another tab puts something in: the price that was shown is no longer the price.
  await toCart(page, third.templateId, 1, member.token)
  await press(checkoutButton)
  const total = first.templatePrice + third.templatePrice
  await expect(page.getByText(`The total has changed to ${total} credits. Nothing was charged.`)).toBeVisible()
  await expect(checkoutButton).toHaveText(`Checkout · ${total} credits`)
  expect(await readCredits(page, member)).toBe(balance)

  // The server charges, but its answer and everything after it is lost.
  await page.route('**/api/cart/checkout', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.route('**/api/cart', (route) => route.abort())
  const isCartLost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/cart'))
  await press(checkoutButton)
  await expect(page.getByText(/^We couldn’t confirm your order\./)).toBeVisible()
  await isCartLost
  await page.unroute('**/api/cart/checkout')
  await page.unroute('**/api/cart')
  await page.reload()
  const bought = page.getByRole('status', { name: 'Your purchase' })
  await expect(bought).toContainText(`Credits used: ${total}, Remaining: ${balance - total}`)
  await expect(bought).toContainText(first.templateName)
  expect(await readCredits(page, member)).toBe(balance - total)
})

test('a cart that cannot be changed stays as it is; one that was paid for elsewhere says so, and shows what is left', async ({
  page,
}) => {
  const member = await createMember(page)
  await signInAs(page, member)
  const cheapFirst = (await listed(page, 'image-templates')).toSorted((a, b) => a.templatePrice - b.templatePrice)
  const [template] = cheapFirst
  if (!template) throw new Error('the shop is empty')
  await toCart(page, template.templateId, 1, member.token)
  await page.goto('/Cart')
  const checkoutButton = page.getByRole('button', { name: /^Checkout/ })
  await page.route('**/api/cart/*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await press(page.getByRole('button', { name: `Increase quantity of ${template.templateName}` }))
  await expect(page.getByText('Your cart could not be changed. Please try again.')).toBeVisible()
  await expect(checkoutButton).toHaveText(`Checkout · ${template.templatePrice} credits`)
  await page.unroute('**/api/cart/*')
  const elsewhere = await page.request.post('/api/cart/checkout', {
    data: { idempotencyKey: 'another device', expectedCredits: template.templatePrice },
    headers: { authorization: `Bearer ${member.token}` },
  })
  expect(elsewhere.ok()).toBe(true)
  await press(checkoutButton)
  await expect(page.getByRole('alert').getByText(/^Your cart was paid for or emptied in another window/)).toBeVisible()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await expect(page.getByRole('link', { name: `You have ${500 - template.templatePrice} credits` })).toBeVisible()
  expect(await readCredits(page, member)).toBe(500 - template.templatePrice)
})

test('a free template costs nothing, and a balance of 0 is not called free', async ({ page }) => {
  const member = await createMember(page)
  await signInAs(page, member)
  const all: Listed[] = await (await page.request.get('/api/image-templates')).json()
  const gift = all.find(({ templatePrice }) => templatePrice === 0)
  if (!gift) throw new Error('nothing is given away')
  await page.goto(`/image-template/${gift.templateId}`)
  await press(page.getByRole('button', { name: 'Get it free' }))
  const dialog = page.getByRole('dialog', { name: `Get ${gift.templateName}` })
  await expect(dialog.getByText('PriceFree')).toBeVisible()
  await expect(dialog).not.toContainText('You pay')
  await press(dialog.getByRole('button', { name: 'Get it free' }))
  await expect(page.getByRole('main').getByRole('link', { name: 'My Downloads' })).toBeVisible()
  expect(await readCredits(page, member)).toBe(500)
  await page.route('**/api/profile', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), credits: 0 } })
  })
  await page.goto('/buy-credits')
  await expect(page.getByText('Your credits', { exact: true }).locator('../..')).toHaveText(/^Your credits0 credits/)
  await page.goto('/profile')
  await expect(page.getByText('Your credits', { exact: true }).locator('../..')).toContainText('0 credits')
})

test.describe('with a short ready-made video', () => {
  useShortVideo()

  test('a ready-made video is bought, prepared, downloaded, and free the next time', async ({ page }) => {
    test.setTimeout(300_000)
    const videos = await listed(page, 'direct-sell-templates')
    const [video] = videos.sort((a, b) => a.durationSeconds - b.durationSeconds)
    if (!video) throw new Error('the shop is empty')
    const { templateId, templateName, templatePrice } = video
    await page.goto(`/direct-sell/${templateId}`)
    const pay = page.getByRole('button', { name: /Pay to Download/ })
    await expect(pay).toContainText(`${templatePrice} credits`)
    await press(pay)
    await expect(page.getByText('Please log in to download this template')).toBeVisible()
    await expect(page).toHaveURL(/\/login/)

    const member = await createMember(page)
    await signInAs(page, member)
    await page.goto(`/direct-sell/${templateId}`)
    await press(pay)
    // The first press asks; only the second one takes credits.
    const question = page.getByRole('dialog', { name: 'Pay to Download' })
    await expect(question.getByText(`${500 - templatePrice} credits`, { exact: true })).toBeVisible()
    await press(question.getByRole('button', { name: 'Cancel' }))
    expect(await readCredits(page, member)).toBe(500)
    await press(pay)
    await press(question.getByRole('button', { name: `Pay ${templatePrice} credits` }))
    const words = `Payment successful! Credits used: ${templatePrice}, Remaining: ${500 - templatePrice}`
    await expect(page.getByText(words)).toBeVisible()
    const ready = page.getByRole('dialog', { name: 'Your download is ready' })
    const first = page.waitForEvent('download', { timeout: 200_000 })
    await press(ready.getByRole('button', { name: 'Download' }))
    await expect(page.getByRole('dialog', { name: 'Processing your download' })).toBeVisible()
    expect((await first).suggestedFilename()).toMatch(/\.mp4$/)
    await expect(page.getByRole('dialog', { name: 'Download Complete' })).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Download Complete' })).toBeHidden()

    await press(page.getByRole('button', { name: 'Download again' }))
    await expect(page.getByText('Template already purchased')).toBeVisible()
    const second = page.waitForEvent('download')
    await press(ready.getByRole('button', { name: 'Download' }))
    await second
    const reloaded = page.waitForEvent('load')
    await press(page.getByRole('button', { name: 'Continue Editing' }))
    await reloaded
    await expect(page).toHaveURL(`/direct-sell/${templateId}`)
    await page.goto('/Purchased')
    const third = page.waitForEvent('download')
    await press(page.getByRole('button', { name: `Download again: ${templateName}` }))
    expect((await third).suggestedFilename()).toMatch(/\.mp4$/)
    expect(await readCredits(page, member)).toBe(500 - templatePrice)
  })
})

test('a payment that cannot be started or confirmed reports it', async ({ page }) => {
  const member = await createMember(page)
  await signInAs(page, member)
  const script = Promise.withResolvers<void>()
  await page.route('**/sandbox/payment/checkout.js', (route) => script.promise.then(() => route.abort()))
  await page.goto('/buy-credits?pack=popular')
  // While the script is loading, the button is disabled.
  await expect(payButton(page)).toBeDisabled()
  script.resolve()
  await press(payButton(page))
  await expect(page.getByRole('heading', { name: 'Payment Error' })).toBeVisible()
  await expect(page.getByText('Razorpay is not loaded. Please refresh the page and try again.')).toBeVisible()
  await page.unroute('**/sandbox/payment/checkout.js')

  await page.reload()
  await page.route('**/api/create-razorpay-order', (route) => route.abort())
  await press(payButton(page))
  await expect(page.getByText('Failed to initiate payment. Please try again.')).toBeVisible()
  await page.unroute('**/api/create-razorpay-order')

  // Nor does the shop hear of the payment, until it is let.
  let mayHear = false
  const isHeard = (): boolean => mayHear
  const json = { code: 'payment-mismatch', error: 'This payment does not belong to this order' }
  await page.route('**/api/verify-razorpay-payment', (route) => route.fulfill({ status: 400, json }))
  await page.route('**/api/credit-purchases/*', (route) => (isHeard() ? route.continue() : route.abort()))
  await pay(page, 'Succeed')
  const words = /^Payment verification failed: This payment does not belong to this order\. Transaction ID: pay_\w+\.$/
  await expect(page.getByText(words)).toBeVisible()
  await expect(payButton(page)).toBeHidden()
  await expect(page.getByRole('link', { name: 'Contact support' })).toBeVisible()
  mayHear = true
  // Calls that a busy shop does not answer within 5 seconds are repeated with growing pauses. Then the page has to ask once.
  await expect.poll(() => unheardCalls(page), { timeout: 60_000 }).toEqual([])
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(page.getByText('1,000 credits').first()).toBeVisible()
})
