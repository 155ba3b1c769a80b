import { expect, test } from 'vitest'
import * as exact from './exact-math.ts'

const close = (one: number, other: number) =>
  Object.is(one, other) || Math.abs(one - other) <= 1e-13 * Math.max(1, Math.abs(other))

test('the functions agree with those of the engine to thirteen digits', () => {
  for (let n = -400; n <= 400; n++) {
    const x = n / 7.3
    expect(close(exact.sin(x), Math.sin(x)), `sin ${x}`).toBe(true)
    expect(close(exact.cos(x), Math.cos(x)), `cos ${x}`).toBe(true)
    expect(close(exact.atan(x), Math.atan(x)), `atan ${x}`).toBe(true)
    expect(close(exact.exp(x), Math.exp(x)), `exp ${x}`).toBe(true)
    const unit = n / 400
    expect(close(exact.asin(unit), Math.asin(unit)), `asin ${unit}`).toBe(true)
    expect(close(exact.acos(unit), Math.acos(unit)), `acos ${unit}`).toBe(true)
    const positive = Math.abs(x) + 0.001
    expect(close(exact.log(positive), Math.log(positive)), `log ${positive}`).toBe(true)
    expect(close(exact.pow(positive, 1.7), positive ** 1.7), `pow ${positive}`).toBe(true)
    expect(close(exact.atan2(x, 3 - n), Math.atan2(x, 3 - n)), `atan2 ${x}`).toBe(true)
  }
})

test('at the ends', () => {
  expect([exact.exp(1000), exact.exp(-1000), exact.log(0), exact.log(-1)]).toEqual([Infinity, 0, -Infinity, Number.NaN])
  expect([exact.pow(2, 10), exact.pow(2, -2), exact.pow(0, 0), exact.pow(-8, 1 / 3)]).toEqual([
    1024,
    0.25,
    1,
    Number.NaN,
  ])
  expect([exact.sin(Infinity), exact.asin(2)]).toEqual([Number.NaN, Number.NaN])
})
