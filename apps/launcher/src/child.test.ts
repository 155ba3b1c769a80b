import { expect, test } from 'vitest'
import { isGivenUp, MAX_FAILURES, restartDelayMs } from './child.ts'

test('a program that never worked is given up; one that did is tried again, at most a minute later', () => {
  expect(isGivenUp(MAX_FAILURES - 1, false)).toBe(false)
  expect(isGivenUp(MAX_FAILURES, false)).toBe(true)
  expect(isGivenUp(1000, true)).toBe(false)
  const delays = [1, 2, 6, 10, 1000].map(restartDelayMs)
  expect(delays).toEqual(delays.toSorted((a, b) => a - b))
  expect(delays.at(-1)).toBe(60_000)
})
