// Every control of the four editors once, by finger at 390 × 844 and by mouse at 1440 × 900: after each step nothing has scrolled that
// should not, and nothing has changed that was not pressed. Every night alone; by keyboard in every engine (tests/browsers).
import { expect, type Page, test } from '@playwright/test'
import { createFingers, drag, type Point } from '../fingers.ts'
import { placeOn } from './editor-stage.ts'
import { installWalk, listEditors, type Walk, type WalkStep } from './editor-walk.ts'
import { imageCard, useTemplate, videoCard } from './template-fixture.ts'

declare const walk: Walk
useTemplate(videoCard)
useTemplate(imageCard)

type Way = 'finger' | 'mouse'

/** More steps than the largest editor has. */
const LIMIT = 300

const ways: Record<Way, Parameters<typeof test.use>[0]> = {
  finger: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  mouse: { viewport: { width: 1440, height: 900 } },
}

for (const [way, options] of Object.entries(ways) as [Way, Parameters<typeof test.use>[0]][]) {
  test.describe(`by ${way}`, () => {
    test.use(options)
    for (const [name, address] of listEditors(videoCard.id, imageCard.id)) {
      test(`every control of the ${name} editor does its own thing alone`, async ({ page }) => {
        test.setTimeout(600_000)
        await page.goto(address)
        await expect(page.locator('[data-stage="settled"]')).toHaveCount(1, { timeout: 60_000 })
        await page.evaluate(installWalk)
        const found: string[] = []
        const fingers = await createFingers(page)
        let steps = 0
        for (; steps < LIMIT; steps++) {
          // The next control is outside of what has opened.
          while (await page.evaluate(() => document.querySelector('dialog:modal, [role="menu"]') !== null)) {
            await page.keyboard.press('Escape')
            await twoFrames(page)
          }
          const step = await page.evaluate(() => walk.next(false))
          if (!step) break
          await take(page, way, step, fingers)
          const wrong = await page.evaluate(() => walk.check(false))
          found.push(...wrong.map((sentence) => `${step.key}: ${sentence}`))
        }
        if (way === 'finger') found.push(...(await moveFingersOnStage(page, fingers)))
        expect(found).toEqual([])
        expect(steps).toBeGreaterThan(10)
        expect(steps).toBeLessThan(LIMIT)
      })
    }
  })
}

type Fingers = Awaited<ReturnType<typeof createFingers>>

/** Drags and pinches over the picture: it, or nothing, moves; the page neither scrolls nor grows. */
async function moveFingersOnStage(page: Page, fingers: Fingers): Promise<string[]> {
  const found: string[] = []
  const { x, y } = await placeOn(page, [0.5, 0.5])
  const pair = (apart: number): Point[] => [
    { x: x - apart, y },
    { x: x + apart, y: y + apart },
  ]
  for (const [name, states] of [
    ['drag upwards', drag({ x, y }, { x, y: y - 90 })],
    ['drag downwards', drag({ x, y }, { x, y: y + 90 })],
    ['drag sideways', drag({ x, y }, { x: x - 90, y })],
    ['pinch', [pair(20).slice(0, 1), pair(20), pair(35), pair(50)]],
    ['pinch together', [pair(50).slice(0, 1), pair(50), pair(35), pair(20)]],
  ] as const) {
    await fingers(states)
    await twoFrames(page)
    found.push(...(await page.evaluate(() => walk.check(false))).map((sentence) => `${name}: ${sentence}`))
  }
  return found
}

/** Uses one control as people do. */
async function take(page: Page, way: Way, { kind, x, y }: WalkStep, fingers: Fingers): Promise<void> {
  if (way === 'finger' && kind === 'slide') await fingers(drag({ x, y }, { x: x + 24, y }))
  else if (way === 'finger') await page.touchscreen.tap(x, y)
  else await page.mouse.click(x, y)
  await twoFrames(page)
}

async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
