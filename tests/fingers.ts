// Fingers on a touch screen, for journeys and component tests: Playwright's own only taps.
import type { Page } from '@playwright/test'

export type Point = { x: number; y: number }

/** Real fingers, from one state of all of them to the next; at the end they are lifted. */
export async function createFingers(page: Page): Promise<(states: readonly (readonly Point[])[]) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  return async (states) => {
    let down = 0
    for (const points of states) {
      const type = points.length > down ? 'touchStart' : 'touchMove'
      down = points.length
      await session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map((point, id) => ({ ...point, id })),
      })
    }
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
}

/** A finger from one point to another. */
export const drag = (from: Point, to: Point): Point[][] =>
  [0, 0.3, 0.6, 1].map((share) => [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }])
