// Money in a real browser: packs bought, declined and unreported; an edit preserved when credits run short; a cart filled and
// bought; a video paid for once; and the messages when a response is lost.
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { createOwner, signInAsAdmin } from './admin-owner.ts'
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

/** The bank says that the newest payment goes through, as its page in the sandbox does. */
async function authorizePayment(page: Page): Promise<void> {
  const overview = await page.request.get('/sandbox/payment/api/overview')
  const { orders } = (await overview.json()) as { orders: { payments: { payment: { id: string } }[] }[] }
  const data = { action: 'authorize', id: orders[0]?.payments[0]?.payment.id }
  const answer = await page.request.post('/sandbox/payment/api/actions', { data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const toCart = (page: Page, templateId: string, quantity = 1, token = '') =>
  page.request.post('/api/add-to-cart', {
    data: { templateId, quantity },
    headers: { authorization: `Bearer ${token}` },
  })

/** The stored state of a cart, whose changes are shown before they are stored. */
async function readCartTotal(page: Page, token: string): Promise<number> {
  const answer = await page.request.get('/api/cart', { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { totalCredits: number }).totalCredits
}

/** Sets the tax of the store, as the form of its owner does. Needs the owner's session. */
async function setTax(page: Page, value: object): Promise<void> {
  const { tax } = await (await page.request.get('/api/admin/settings')).json()
  const answer = await page.request.put('/api/admin/settings/tax', { data: { value, revision: tax.revision } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

test.describe('in a store that charges GST', () => {
  test.use(phone)
  // Restores the store for later journeys, even when this one fails.
  test.afterEach(({ page }) => setTax(page, {}))

  test('a pack is bought after the state is known, with its tax in view', async ({ page }) => {
    const expectQuiet = watchConsole(page)
    await signInAsAdmin(page, await createOwner(page), '/internal-dashboard-admin')
    await setTax(page, { profile: 'gst', gstin: '27AAPFU0939F1ZV', pricesIncludeTax: false })
    const member = await createMember(page)
    await signInAs(page, member)
    await page.goto('/buy-credits?pack=popular')
    await expect(page.getByRole('radio', { name: /₹399.00 \+ GST/ })).toBeChecked()
    await press(page.getByRole('button', { name: 'Continue with 500 credits' }))
    const dialog = page.getByRole('dialog', { name: 'Billing details' })
    await dialog.getByLabel('Country').selectOption('India')
    await dialog.getByLabel('State').selectOption('Karnataka')
    await expectAccessible(page)
    await press(dialog.getByRole('button', { name: 'Save' }))
    await expect(page.getByText('Billed to Karnataka')).toBeVisible()
    const facts = page.getByRole('main').locator('dl')
    for (const fact of ['₹399.00', 'IGST 18%', '₹71.82', '₹470.82']) await expect(facts).toContainText(fact)
    await expect(payButton(page)).toHaveText('Pay ₹470.82 for 500 credits')
    await expectAccessible(page)
    await pay(page, 'Succeed')
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    await expect(facts).toContainText('₹470.82')
    // It is asked once.
    await page.goto('/buy-credits?pack=popular')
    await expect(payButton(page)).toHaveText('Pay ₹470.82 for 500 credits')
    expectQuiet()
  })
})

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

  test('credits run short in the editor, and the edit is still there with more of them', async ({ page }) => {
    const member = await createMember(page)
    await signInAs(page, member)
    const [dear, ...others] = (await listed(page, 'templates')).toSorted((a, b) => b.templatePrice - a.templatePrice)
    if (!dear) throw new Error('the store is empty')
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
    await expect(dialog).toContainText(
      "You don't have enough credits to download this template. Purchase more credits to continue.",
    )
    const credits = await readCredits(page, member)
    const short = dear.templatePrice - credits
    for (const fact of [
      `Required${dear.templatePrice} credits`,
      `Available${credits} credit`,
      `Shortage${short} credit`,
    ])
      await expect(dialog).toContainText(fact)
    await expect(dialog.getByRole('link', { name: 'Buy More Credits' })).toBeFocused()
    await expectAccessible(page)
    await press(dialog.getByRole('link', { name: 'Buy More Credits' }))
    await expect(page).toHaveURL(/\/buy-credits\?next=/)
    await expect(page.getByText(/^You need \d+ more credits?\./)).toBeVisible()
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
  await authorizePayment(page)
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
  if (!first || !second) throw new Error('the store is empty')

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

test('a checkout is charged once, whatever fails, and only at the price that was shown', { tag: '@smoke' }, async ({
  page,
}) => {
  const member = await createMember(page)
  await signInAs(page, member)
  const cheapFirst = (await listed(page, 'image-templates')).toSorted((a, b) => a.templatePrice - b.templatePrice)
  const [first, second, third] = cheapFirst
  if (!first || !second || !third) throw new Error('the store is empty')
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

test.describe('with a short ready-made video', () => {
  useShortVideo()

  test('a ready-made video is bought, prepared, downloaded, and free the next time', async ({ page }) => {
    test.setTimeout(300_000)
    const videos = await listed(page, 'direct-sell-templates')
    const [video] = videos.sort((a, b) => a.durationSeconds - b.durationSeconds)
    if (!video) throw new Error('the store is empty')
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
    // The first press asks for confirmation; only the second one takes credits.
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
