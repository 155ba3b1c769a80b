// The look of axe at a page: it must find nothing.
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Waits until nothing is fading in any more, because half-faded words have half of their contrast, nor a table is faded as
 * long as its next rows are on their way, and looks.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator('div[aria-busy=true]')).toHaveCount(0)
  await page.evaluate(async () => {
    // What follows a scroll bar instead of the clock never ends, nor what stands still.
    const ending = document
      .getAnimations()
      .filter(({ playState, timeline }) => playState === 'running' && timeline === document.timeline)
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map((one) => one.finished))
  })
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}
