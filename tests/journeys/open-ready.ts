// Opens a page for what only its scripts can do, such as following a link without loading another document. What is pressed
// earlier is not lost (late-start.journey.ts), but a link is then followed as in plain HTML.
import type { Page } from '@playwright/test'

export async function openReady(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => addEventListener('vitrine-ready', () => Object.assign(window, { isReady: true })))
  await page.goto(path)
  await page.waitForFunction(() => 'isReady' in window)
}
