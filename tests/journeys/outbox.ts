// Reading the sandbox's outbox, as a person reads their mails and text messages.
import { expect, type Page } from '@playwright/test'

/** The one-time code of the newest message to an address or a number. */
export async function readCode(page: Page, address: string): Promise<string> {
  const response = await page.request.get(`/sandbox/outbox.json?to=${encodeURIComponent(address)}`)
  const { messages } = (await response.json()) as { messages: { text: string }[] }
  const code = /\b\d{6}\b/.exec(messages[0]?.text ?? '')?.[0]
  expect(code, `a code for ${address}`).toBeDefined()
  return code ?? ''
}

/** Types the newest code into its field, which submits it at the sixth digit, and waits until it is accepted. */
export async function enterCode(page: Page, address: string): Promise<void> {
  const field = page.getByLabel('One-time code')
  await expect(field).toBeVisible()
  await field.fill(await readCode(page, address))
  await expect(field).toBeHidden()
}
