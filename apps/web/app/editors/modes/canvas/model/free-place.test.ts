import { expect, test } from 'vitest'
import { freePlace } from './canvas-model.ts'

test('places added layers beside existing ones, in equal steps', () => {
  const middle = { x: 100, y: 80 }
  expect(freePlace(middle, [], 10)).toEqual(middle)
  expect(freePlace(middle, [{ x: 300, y: 80 }], 10)).toEqual(middle)
  const second = freePlace(middle, [middle], 10)
  expect(second).toEqual({ x: 110, y: 90 })
  expect(freePlace(middle, [second, middle], 10)).toEqual({ x: 120, y: 100 })
})
