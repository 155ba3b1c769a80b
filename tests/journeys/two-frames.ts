import type { Page } from '@playwright/test'

/** Until the browser has drawn what the page shows now: the second frame begins after the first one is drawn. */
export async function waitForTwoFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )
}
