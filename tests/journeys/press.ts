import type { BrowserContext, Locator } from '@playwright/test'

const touches = new WeakMap<BrowserContext, boolean>()

/** Presses a control as people do in this browser: by finger on a phone, by mouse at a desk. */
export async function press(target: Locator, options: { timeout?: number } = {}): Promise<void> {
  const page = target.page()
  let hasTouch = touches.get(page.context())
  if (hasTouch === undefined) {
    hasTouch = await page.evaluate(() => navigator.maxTouchPoints > 0)
    touches.set(page.context(), hasTouch)
  }
  await (hasTouch ? target.tap(options) : target.click(options))
}
