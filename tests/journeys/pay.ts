// A customer in the payment form of the sandbox.
import type { FrameLocator, Page } from '@playwright/test'
import { press } from './press.ts'

/** The form, once a page has opened it. */
export const checkout = (page: Page): FrameLocator => page.frameLocator('iframe[title="Payment"]')

/** Presses one of its buttons. */
export const choose = (page: Page, outcome: 'Succeed' | 'Fail' | 'Succeed later' | 'Never answer'): Promise<void> =>
  press(checkout(page).getByRole('button', { name: outcome, exact: true }))

/** Closes the form. */
export const closeCheckout = (page: Page): Promise<void> => press(page.getByRole('button', { name: 'Close payment' }))
