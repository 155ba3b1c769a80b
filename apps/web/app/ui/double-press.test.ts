import { expect, it } from 'vitest'
import { doublePressMs, isSecondHalf, type Press } from './double-press.ts'

const press = (changes: Partial<Press>): Press => ({
  control: null,
  atMs: 0,
  x: 100,
  y: 100,
  count: 1,
  isTouch: false,
  ...changes,
})

it('detects the second half of a double click by the browser’s click count', () => {
  expect(isSecondHalf(press({ count: 2, atMs: 150 }), press({}))).toBe(true)
  expect(isSecondHalf(press({ count: 3, atMs: 150 }), press({ count: 2 }))).toBe(true)
  expect(isSecondHalf(press({ count: 1, atMs: 150, x: 300 }), press({}))).toBe(false)
  expect(isSecondHalf(press({ count: 1 }), undefined)).toBe(false)
})

it('knows Enter twice, and no click after Enter', () => {
  const enter = { count: 0, x: 0, y: 0 }
  expect(isSecondHalf(press({ ...enter, atMs: 200 }), press(enter))).toBe(true)
  expect(isSecondHalf(press({ atMs: 200 }), press(enter))).toBe(false)
  expect(isSecondHalf(press({ ...enter, atMs: 200 }), press({}))).toBe(false)
})

it('knows a double tap where the browser does not count taps, if it hits about the same point', () => {
  const tap = { isTouch: true }
  expect(isSecondHalf(press({ ...tap, atMs: 200, x: 110, y: 95 }), press(tap))).toBe(true)
  expect(isSecondHalf(press({ ...tap, atMs: 200, x: 160 }), press(tap))).toBe(false)
})

it('treats a later click as a new one', () => {
  expect(isSecondHalf(press({ count: 2, atMs: doublePressMs }), press({}))).toBe(true)
  expect(isSecondHalf(press({ count: 2, atMs: doublePressMs + 1 }), press({}))).toBe(false)
})
