import { expect, test } from 'vitest'
import { isSameJson } from './same-json.ts'

test('values are the same by content, not by identity or the order of keys', () => {
  expect(isSameJson({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).toBe(true)
  expect(isSameJson({ a: 1 }, { a: 1, b: 2 })).toBe(false)
  expect(isSameJson({ a: 1, b: undefined }, { a: 1 })).toBe(true)
  expect(isSameJson([1], { 0: 1 })).toBe(false)
  expect(isSameJson([1, 2], [1])).toBe(false)
  expect(isSameJson([undefined], [null])).toBe(true)
  expect(isSameJson(undefined, '')).toBe(false)
  expect(isSameJson(null, {})).toBe(false)
  expect(isSameJson({ turn: -0 }, JSON.parse(JSON.stringify({ turn: -0 })))).toBe(true)
})
