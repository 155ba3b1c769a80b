// The sandbox gateway in a real browser: the payment form by mouse, by keyboard and on a phone, and the page on which a person
// plays the bank.
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { watchConsole } from './console-watch.ts'
import { checkout, choose, closeCheckout } from './pay.ts'
import { press } from './press.ts'

async function openCheckout(page: Page, rupees: string): Promise<void> {
  // Nobody's messages: in the frames of others' mails, which run no scripts, Playwright's own would be complained about.
  await page.goto('/sandbox?to=nobody@example.org')
  await press(page.getByRole('link', { name: 'act as the bank' }))
  await page.getByLabel('Try the checkout').fill(rupees)
  await press(page.getByRole('button', { name: 'Open checkout' }))
  await expect(checkout(page).getByRole('button', { name: 'Succeed', exact: true })).toBeVisible()
}

test('a payment is declined, the next attempt succeeds, and the bank refunds and disputes it', async ({ page }) => {
  const expectQuiet = watchConsole(page)
  await openCheckout(page, '1499')
  await expect(checkout(page).getByText('₹1,499.00')).toBeVisible()
  await expect(checkout(page).getByText('no money moves')).toBeVisible()
  await expectAccessible(page)
  await choose(page, 'Fail')
  const declined = 'Your payment was declined by the bank. Please try another method.'
  await expect(checkout(page).getByRole('status')).toHaveText(declined)
  await expect(checkout(page).getByRole('button', { name: 'Fail' })).toBeFocused()
  const result = page.locator('#result')
  await expect(result).toHaveText(`Payment failed: ${declined}`)
  await choose(page, 'Succeed')
  await expect(result).toHaveText(/^Paid: pay_\w{14}$/)
  const paymentId = (await result.innerText()).slice('Paid: '.length)
  await expect(page.locator('iframe')).toHaveCount(0)
  const order = page.locator('.order').filter({ hasText: paymentId })
  await expect(order.getByText('paid', { exact: true })).toBeVisible()
  await expectAccessible(page)

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
  expectQuiet()
})

test.describe('on a phone in the dark', () => {
  test.use({ viewport: { width: 360, height: 640 }, colorScheme: 'dark' })

  test('nothing behind the form can be reached by keyboard, and Escape and the button close it', async ({ page }) => {
    const expectQuiet = watchConsole(page)
    await openCheckout(page, '399')
    await expectAccessible(page)
    const widthOfForm = () =>
      checkout(page)
        .locator('html')
        .evaluate((html) => html.scrollWidth)
    expect(await widthOfForm()).toBe(360)
    await expect(page.getByRole('button', { name: 'Close payment' })).toBeFocused()
    for (let steps = 0; steps < 12; steps++) {
      await page.keyboard.press('Tab')
      const isInside = () =>
        document.activeElement === document.body || document.activeElement?.closest('dialog') != null
      expect(await page.evaluate(isInside)).toBe(true)
    }
    for (const close of [
      async () => {
        await checkout(page).getByRole('button', { name: 'Fail' }).focus()
        await page.keyboard.press('Escape')
      },
      async () => {
        await choose(page, 'Never answer')
        await expect(checkout(page).getByText('Waiting for the bank.')).toBeVisible()
        await page.getByRole('button', { name: 'Close payment' }).focus()
        await page.keyboard.press('Escape')
      },
      () => closeCheckout(page),
    ]) {
      await close()
      await expect(page.locator('#result')).toHaveText('The checkout was closed.')
      await expect(page.getByRole('button', { name: 'Open checkout' })).toBeFocused()
      await press(page.getByRole('button', { name: 'Open checkout' }))
      await expect(page.locator('#result')).toHaveText('The checkout is open.')
    }
    expectQuiet()
  })
})
