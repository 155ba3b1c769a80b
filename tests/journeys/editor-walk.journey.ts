// Every control of the four editors once, by finger at 390 × 844, by mouse and by keyboard at 1440 × 900: after each step nothing
// has scrolled that should not, the focus is where the person is, and nothing has changed that was not pressed.
import { expect, type Page, test } from '@playwright/test'
import { installWalk, type Walk, type WalkStep, walkedEditors } from './editor-walk.ts'

declare const walk: Walk

type Way = 'finger' | 'mouse' | 'keyboard'

/** More steps than the largest editor has. */
const LIMIT = 300

const ways: Record<Way, Parameters<typeof test.use>[0]> = {
  finger: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  mouse: { viewport: { width: 1440, height: 900 } },
  keyboard: { viewport: { width: 1440, height: 900 } },
}

for (const [way, options] of Object.entries(ways) as [Way, Parameters<typeof test.use>[0]][]) {
  test.describe(`by ${way}`, () => {
    test.use(options)
    for (const [name, address] of Object.entries(walkedEditors)) {
      test(`every control of the ${name} editor does its own thing alone`, async ({ page }) => {
        test.setTimeout(600_000)
        await page.goto(address)
        await expect(page.locator('[data-stage="settled"]')).toHaveCount(1, { timeout: 60_000 })
        await page.evaluate(installWalk)
        const found: string[] = []
        let steps = 0
        for (; steps < LIMIT; steps++) {
          // The next control is outside of what has opened.
          while (await page.evaluate(() => document.querySelector('dialog:modal, [role="menu"]') !== null)) {
            await page.keyboard.press('Escape')
            await twoFrames(page)
          }
          const step = await page.evaluate((isFocused) => walk.next(isFocused), way === 'keyboard')
          if (!step) break
          await take(page, way, step)
          const wrong = await page.evaluate((needsFocus) => walk.check(needsFocus), way === 'keyboard')
          found.push(...wrong.map((sentence) => `${step.key}: ${sentence}`))
        }
        expect(found).toEqual([])
        expect(steps).toBeGreaterThan(10)
        expect(steps).toBeLessThan(LIMIT)
      })
    }
  })
}

/** Uses one control as people do. */
async function take(page: Page, way: Way, { kind, x, y }: WalkStep): Promise<void> {
  if (way === 'finger') await page.touchscreen.tap(x, y)
  else if (way === 'mouse') await page.mouse.click(x, y)
  else if (kind === 'press') await page.keyboard.press('Space')
  else if (kind !== 'write') await page.keyboard.press('ArrowRight')
  await twoFrames(page)
}

async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
