// Commands of component tests that Playwright runs: touches, and axe.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserCommand } from 'vitest/node'
import { createFingers, drag } from '../../../tests/fingers.ts'
import '@vitest/browser-playwright'

/** Taps the middle of an element with a finger, in browsers with touch only. */
export const tap: BrowserCommand<[selector: string]> = ({ iframe }, selector) => iframe.locator(selector).tap()

/** Taps the corner of the page, so that the browser does not count a later tap as a double tap. */
export const tapCorner: BrowserCommand<[]> = async ({ page }) => {
  const { width, height } = page.viewportSize() ?? { width: 390, height: 844 }
  await page.touchscreen.tap(width - 1, height - 1)
}

/** Taps the middle of an element twice, faster than anyone can read the effect of the first tap. */
export const doubleTap: BrowserCommand<[selector: string]> = async ({ iframe, page }, selector) => {
  const box = await iframe.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not in sight`)
  const at = [box.x + box.width / 2, box.y + box.height / 2] as const
  await page.touchscreen.tap(...at)
  await page.touchscreen.tap(...at)
}

/**
 * Drags a finger from the middle of one element to that of another by real touch input: where the page may scroll, the
 * browser cancels the element's pointer, which scripted events do not.
 */
export const slide: BrowserCommand<[from: string, to: string]> = async ({ iframe, page }, from, to) => {
  const findMiddle = async (selector: string) => {
    const box = await iframe.locator(selector).boundingBox()
    if (!box) throw new Error(`${selector} is not in sight`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const fingers = await createFingers(page)
  await fingers(drag(await findMiddle(from), await findMiddle(to)))
}

/** The source of axe, which runs inside the page's window. */
export const readAxe: BrowserCommand<[]> = () =>
  readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

declare module 'vitest/browser' {
  interface BrowserCommands {
    tap: (selector: string) => Promise<void>
    doubleTap: (selector: string) => Promise<void>
    tapCorner: () => Promise<void>
    slide: (from: string, to: string) => Promise<void>
    readAxe: () => Promise<string>
  }
}
