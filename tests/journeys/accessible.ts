// The look of axe at a page: it must find nothing.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'

interface AxeWindow {
  axe?: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> }
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Looks at the page and its frames, which are all of the store's own origin. Nothing moves or fades meanwhile, because
 * half-faded words have half of their contrast; a table is faded as long as its next rows are on their way.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator('div[aria-busy=true]')).toHaveCount(0)
  // A button under a mouse that rests begins to change its color at any time.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await loadAxe(page)
  const problems = await page.evaluate(async () => {
    const { axe } = window as AxeWindow
    if (!axe) throw new Error('axe is not on the page')
    // What passes is not described: that takes longer than finding it. A toast may begin to fade while axe looks: how it looks is
    // seen in toast.browser.test.tsx, where it stays.
    const { violations } = await axe.run({ exclude: [['[data-toasts]']] }, { resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
  })
  await page.emulateMedia({ reducedMotion: null })
  expect(problems).toEqual([])
}

/** Makes `axe` available to the scripts of a page and its frames. */
export async function loadAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    try {
      if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source)
    } catch (error) {
      // A dialog that closes takes its frame with it.
      if (!frame.isDetached()) throw error
    }
  }
}
