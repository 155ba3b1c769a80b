// What a component test asks of Playwright: a finger, and axe.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserCommand } from 'vitest/node'
import { createFingers, drag } from '../../../tests/fingers.ts'
import '@vitest/browser-playwright'

/** Taps the middle of an element, as a finger does: only in a browser that has touch. */
export const tap: BrowserCommand<[selector: string]> = ({ iframe }, selector) => iframe.locator(selector).tap()

/** Taps the corner of the page, so that the browser does not count a later tap as the second one at its place. */
export const tapCorner: BrowserCommand<[]> = async ({ page }) => {
  const { width, height } = page.viewportSize() ?? { width: 390, height: 844 }
  await page.touchscreen.tap(width - 1, height - 1)
}

/** Taps the middle of an element twice, faster than anybody can read what the first tap has done. */
export const doubleTap: BrowserCommand<[selector: string]> = async ({ iframe, page }, selector) => {
  const box = await iframe.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not in sight`)
  const at = [box.x + box.width / 2, box.y + box.height / 2] as const
  await page.touchscreen.tap(...at)
  await page.touchscreen.tap(...at)
}

/**
 * Drags a finger from the middle of one element to that of another, as the touch screen reports it: where the page may scroll
 * instead, the browser takes the finger away from the element, which no event of a script does.
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

/** The source of axe, which judges a page in its own window. */
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
