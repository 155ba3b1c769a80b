// The sandbox gateway in a real browser: the checkout dialog with every outcome, by mouse, by keyboard and on a phone, and
// the page on which a person plays the bank.
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { watchConsole } from './console-watch.ts'
import { press } from './press.ts'

async function openCheckout(page: Page, rupees: string) {
  // Nobody's messages: in the frames of others' mails, which run no scripts, Playwright's own would be complained about.
  await page.goto('/sandbox?to=nobody@example.org')
  await press(page.getByRole('link', { name: 'act as the bank' }))
  await page.getByLabel('Try the checkout').fill(rupees)
  await press(page.getByRole('button', { name: 'Open checkout' }))
  const dialog = page.frameLocator('iframe[title=Payment]')
  await expect(dialog.getByRole('button', { name: /^Pay ₹/ })).toBeVisible()
  return dialog
}

test('a card is declined, another method succeeds, and the page reports both', async ({ page }) => {
  const expectQuiet = watchConsole(page, { expectsErrorResponses: true })
  const dialog = await openCheckout(page, '1499')
  await expect(dialog.getByText('₹1,499.00').first()).toBeVisible()
  await expect(dialog.getByText('no money moves')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('radio', { name: 'Card' }).check()
  await dialog.getByLabel('Card number').fill('4242 4242 4242 4242')
  await press(dialog.getByRole('button', { name: /^Pay/ }))
  await expect(dialog.getByRole('alert')).toHaveText('Only test cards work here. Please never type a real one.')
  await dialog.getByLabel('Card number').fill('4000 0000 0000 9995')
  await press(dialog.getByRole('button', { name: /^Pay/ }))
  await expect(dialog.getByRole('heading', { name: 'The payment failed' })).toBeFocused()
  await expect(page.locator('#result')).toHaveText('Payment failed: Your account balance is too low for this payment.')
  await expectAccessible(page)
  await press(dialog.getByRole('button', { name: 'Try again' }))
  await dialog.getByRole('radio', { name: 'Netbanking' }).check()
  await dialog.getByRole('combobox', { name: 'Bank' }).selectOption('HDFC')
  await press(dialog.getByRole('button', { name: /^Pay/ }))
  const paid = page.locator('#result')
  await expect(paid).toHaveText(/^Paid: pay_\w{14}$/)
  const paymentId = (await paid.innerText()).slice('Paid: '.length)
  await expect(page.locator('iframe')).toHaveCount(0)
  const order = page.locator('.order').filter({ hasText: paymentId })
  await expect(order.getByText('paid', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await test.step('the payment is refunded in parts, and the customer disputes the rest', async () => {
    const refund = order.getByLabel(/^Rupees to refund/)
    await refund.fill('499')
    // Another order changes the list, which leaves what was typed and the button as they are.
    const button = order.getByRole('button', { name: 'Refund' })
    const before = await button.elementHandle()
    const answer = await page.request.post('/sandbox/payment/api/test-orders', { data: { amount: 39_900 } })
    await expect(page.getByText((await answer.json()).orderId)).toBeVisible()
    await expect(refund).toHaveValue('499')
    expect(await before?.evaluate((element) => element.isConnected)).toBe(true)
    await press(button)
    await expect(order.getByText('₹499.00 refunded')).toBeVisible()
    await press(order.getByRole('button', { name: 'Open dispute' }))
    await press(order.getByRole('button', { name: 'Shop loses' }))
    await expect(order.getByText('Dispute over ₹1,000.00: lost')).toBeVisible()
  })
  expectQuiet()
})

test('with the keyboard alone, nothing behind the dialog can be reached', async ({ page }) => {
  const expectQuiet = watchConsole(page)
  const dialog = await openCheckout(page, '399')
  await expect(dialog.getByRole('radio', { name: 'UPI' })).toBeFocused()
  for (let steps = 0; steps < 12; steps++) {
    await page.keyboard.press('Tab')
    const inPage = await page.evaluate(() => document.activeElement?.tagName ?? 'BODY')
    expect(['IFRAME', 'BODY', 'DIALOG']).toContain(inPage)
  }
  await page.keyboard.press('Escape')
  await expect(page.locator('#result')).toHaveText('The checkout was closed.')
  await expect(page.getByRole('button', { name: 'Open checkout' })).toBeFocused()
  expectQuiet()
})

test('a phone that scans the QR code pays, and the dialog on the desk follows', async ({ page, context }) => {
  const expectQuiet = watchConsole(page)
  const dialog = await openCheckout(page, '399')
  const code = dialog.getByRole('img', { name: 'QR code of this payment' })
  await expect(code).toBeVisible()
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const [order, key] = await code.evaluate((image: HTMLImageElement) => {
    const address = new URL(image.src)
    return [address.pathname.split('/').at(-2) ?? '', address.searchParams.get('keyId') ?? '']
  })
  const phone = await context.newPage()
  await phone.setViewportSize({ width: 360, height: 640 })
  await phone.goto(`/sandbox/payment/upi?${new URLSearchParams({ order, key })}`)
  await expect(phone.getByText('₹399.00')).toBeVisible()
  await expectAccessible(phone)
  await phone.getByLabel('This app').selectOption('expired@razorpay')
  await press(phone.getByRole('button', { name: 'Continue' }))
  await expect(phone.getByText('The payment was not completed in time.')).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'The payment failed' })).toBeVisible()
  await press(dialog.getByRole('button', { name: 'Try again' }))
  await press(phone.getByRole('button', { name: 'Scan again' }))
  await phone.getByLabel('This app').selectOption('success@razorpay')
  await press(phone.getByRole('button', { name: 'Continue' }))
  await expect(phone.getByText('Paid.')).toBeVisible()
  await expect(page.locator('#result')).toHaveText(/^Paid: pay_/)
  expectQuiet()
})

test('on a phone the checkout waits for a slow bank until it answers', async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const expectQuiet = watchConsole(page)
  const dialog = await openCheckout(page, '699')
  const widthOfDialog = () =>
    page.frame({ url: /\/sandbox\/payment\/checkout/ })?.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(widthOfDialog).toBe(360)
  await press(dialog.getByText('What happens next'))
  await dialog.getByLabel('The payment').selectOption('pending')
  await dialog.getByLabel('Delay for').fill('0')
  await expect.poll(widthOfDialog).toBe(360)
  await press(dialog.getByRole('button', { name: /^Pay/ }))
  await expect(dialog.getByRole('heading', { name: 'Waiting for the bank' })).toBeVisible()

  const bank = await context.newPage()
  await bank.goto('/sandbox/payment')
  await press(bank.getByRole('button', { name: 'Authorise' }).first())
  await expect(bank.getByText('captured').first()).toBeVisible()
  await bank.close()
  await expect(page.locator('#result')).toHaveText(/^Paid: pay_/)
  expectQuiet()
})

test('a payment without a response to the page still counts', async ({ page }) => {
  const dialog = await openCheckout(page, '399')
  await dialog.getByRole('radio', { name: 'Card' }).check()
  await dialog.getByLabel('Card number').fill('4000 0000 0000 0341')
  await press(dialog.getByRole('button', { name: /^Pay/ }))
  await expect(dialog.getByRole('heading', { name: 'Paid, but not reported' })).toBeVisible()
  await expect(page.locator('#result')).toHaveText('The checkout is open.')
  await press(dialog.getByRole('button', { name: 'Close', exact: true }))
  await expect(page.locator('#result')).toHaveText('The checkout was closed.')
  await expect(page.locator('.order').first().getByText('captured', { exact: true })).toBeVisible()
})
