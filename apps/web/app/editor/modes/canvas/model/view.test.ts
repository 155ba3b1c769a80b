// Looking closely at a part of the canvas: it stands in the middle, as large as there is room.
import { expect, test } from 'vitest'
import { createFittedView, fromScreen, getViewScale, toScreen, zoomAt } from './view.ts'

const size = { width: 1000, height: 800 }
const room = { width: 600, height: 500 }
const view = { zoom: 1, fit: 0.5, panX: 30, panY: -10 }

test('a part is shown in the middle of the stage with some air around it', () => {
  const near = createFittedView(view, size, room, [100, 100, 300, 200])
  const [start, end] = [toScreen(near, size, { x: 100, y: 100 }), toScreen(near, size, { x: 300, y: 200 })]
  expect([start.x + end.x, start.y + end.y]).toEqual([expect.closeTo(0), expect.closeTo(0)])
  expect(end.x - start.x).toBeGreaterThan(450)
  expect(end.x - start.x).toBeLessThanOrEqual(room.width)
})

test('zooming to a tiny layer stops at the maximum zoom', () => {
  expect(getViewScale(createFittedView(view, size, room, [10, 10, 10.1, 10.1]))).toBeLessThanOrEqual(8)
})

test('the point under the wheel stays where it is', () => {
  const at = { x: 120, y: -80 }
  const before = fromScreen(view, size, at)
  const after = fromScreen(zoomAt(view, 1.7, at), size, at)
  expect(after.x).toBeCloseTo(before.x)
  expect(after.y).toBeCloseTo(before.y)
})
