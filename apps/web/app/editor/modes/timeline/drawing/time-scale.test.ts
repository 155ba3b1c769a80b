import { expect, test } from 'vitest'
import {
  broughtIntoView,
  fitScale,
  frameAtX,
  frameToX,
  rulerMarks,
  rulerText,
  scrollScale,
  snapFrame,
  widestFrame,
  zoomAt,
} from './time-scale.ts'

const hour = 60 * 60 * 30

test('the whole video fits with room behind it, and a short one is no wider than its widest frame', () => {
  const scale = fitScale(hour, 1200)
  expect(frameToX(scale, hour)).toBeCloseTo(1040)
  expect(fitScale(10, 1200).pixelsPerFrame).toBe(widestFrame)
})

test('zooming keeps what is under the pointer, never beyond one frame’s width or the whole video', () => {
  const scale = { pixelsPerFrame: 2, scroll: 500, width: 1000 }
  const held = frameAtX(scale, 300)
  const closer = zoomAt(scale, 3, 300, hour)
  expect(frameAtX(closer, 300)).toBeCloseTo(held)
  expect(zoomAt(scale, 1000, 300, hour).pixelsPerFrame).toBe(widestFrame)
  expect(zoomAt(scale, 1e-9, 300, hour)).toEqual(fitScale(hour, 1000))
})

test('scrolling ends at the beginning and at the room behind the end', () => {
  const scale = { pixelsPerFrame: 1, scroll: 0, width: 1000 }
  expect(scrollScale(scale, 3000, -50).scroll).toBe(0)
  expect(scrollScale(scale, 3000, 99_999).scroll).toBe(2160)
  expect(scrollScale(scale, 300, 50).scroll).toBe(0)
})

test('a frame outside the visible part is brought into it, one inside moves nothing', () => {
  const scale = { pixelsPerFrame: 1, scroll: 1000, width: 1000 }
  expect(broughtIntoView(scale, 1500, 9000)).toBe(scale)
  expect(frameToX(broughtIntoView(scale, 5000, 9000), 5000)).toBe(920)
  expect(frameToX(broughtIntoView(scale, 200, 9000), 200)).toBe(80)
})

test('labels of the ruler can be read at every zoom, and there are never many marks', () => {
  for (const rate of [24, 25, 30, 30_000 / 1001, 60]) {
    for (const pixelsPerFrame of [0.01, 0.05, 0.3, 1, 4, 12, 24]) {
      const scale = { pixelsPerFrame, scroll: 777, width: 1400 }
      const feedback = rulerMarks(scale, rate)
      const labelled = feedback.filter(({ label }) => label !== undefined).map(({ frame }) => frame)
      expect(feedback.length).toBeLessThan(170)
      expect(labelled.length).toBeGreaterThan(0)
      labelled.slice(1).forEach((frame, n) => {
        expect((frame - (labelled[n] ?? 0)) * pixelsPerFrame).toBeGreaterThanOrEqual(71.9)
      })
    }
  }
})

test('time is written as clocks do, with frames when it is looked at closely', () => {
  expect(rulerText(0, 30, false)).toBe('0:00')
  expect(rulerText(75, 30, true)).toBe('0:02.15')
  expect(rulerText(30 * 3725, 30, false)).toBe('1:02:05')
  expect(rulerText(Math.ceil((30_000 / 1001) * 61), 30_000 / 1001, false)).toBe('1:01')
})

test('the pointer snaps to a near edge', () => {
  const scale = { pixelsPerFrame: 2, scroll: 0, width: 1000 }
  expect(snapFrame(scale, 103.4, [0, 100, 200])).toEqual({ frame: 100, isSnapped: true })
  expect(snapFrame(scale, 104.6, [0, 100, 200])).toEqual({ frame: 105, isSnapped: false })
  expect(snapFrame(scale, 3.2, [])).toEqual({ frame: 3, isSnapped: false })
})
