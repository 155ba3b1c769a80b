import { expect, it } from 'vitest'
import { beganElsewhere, doublePressMs, isSecondHalf, type Press } from './press.ts'

const press = (changes: Partial<Press>): Press => ({ timeStamp: 0, detail: 1, pointerType: 'mouse', ...changes })
const enter = (timeStamp: number) => press({ timeStamp, detail: 0, pointerType: '' })
const tap = (timeStamp: number) => press({ timeStamp, pointerType: 'touch' })

it('detects the second half of a double click by the browser’s click count', () => {
  expect(isSecondHalf(press({ detail: 2, timeStamp: 150 }), press({}))).toBe(true)
  expect(isSecondHalf(press({ detail: 3, timeStamp: 300 }), press({ detail: 2 }))).toBe(true)
  expect(isSecondHalf(press({ timeStamp: 150 }), press({}))).toBe(false)
  expect(isSecondHalf(press({}), undefined)).toBe(false)
})

it('detects it on a button that has taken the place of another', () => {
  expect(isSecondHalf(press({ detail: 2 }), undefined)).toBe(true)
  expect(beganElsewhere(press({ detail: 2, timeStamp: 150 }), undefined)).toBe(true)
  expect(beganElsewhere(press({ detail: 2, timeStamp: 150 }), press({}))).toBe(false)
  expect(beganElsewhere(press({ detail: 2, timeStamp: 9000 }), press({}))).toBe(true)
  expect(beganElsewhere(press({}), undefined)).toBe(false)
})

it('detects Enter twice, and no click after Enter', () => {
  expect(isSecondHalf(enter(200), enter(0))).toBe(true)
  expect(isSecondHalf(press({ timeStamp: 200 }), enter(0))).toBe(false)
  expect(isSecondHalf(enter(200), press({}))).toBe(false)
})

it('detects a double tap where the browser does not count taps', () => {
  expect(isSecondHalf(tap(200), tap(0))).toBe(true)
})

it('treats a later press as a new one', () => {
  expect(isSecondHalf(tap(doublePressMs), tap(0))).toBe(true)
  expect(isSecondHalf(tap(doublePressMs + 1), tap(0))).toBe(false)
  expect(isSecondHalf(enter(doublePressMs + 1), enter(0))).toBe(false)
})
