// Owns answering the cookie banner before it is asked, for journeys that are about something else.
import { type Page, test } from '@playwright/test'

export async function rejectCookies(page: Page): Promise<void> {
  const url = test.info().project.use.baseURL
  if (!url) throw new Error('journeys need a base URL')
  const value = encodeURIComponent(JSON.stringify({ version: 1, analytics: false, marketing: false }))
  await page.context().addCookies([{ name: 'vitrine-consent', value, url }])
}
