import { expect, test } from 'vitest'
import { findFreePlace } from './canvas-model.ts'
import type { Bounds } from './geometry.ts'

const canvas = { width: 1000, height: 1000 }
const middle = { x: 500, y: 500 }
const heading = { width: 400, height: 100 }
const boundsAt = ({ x, y }: { x: number; y: number }): Bounds => [x - 200, y - 50, x + 200, y + 50]

test('puts what is added in the middle, also on a photo that fills the canvas', () => {
  expect(findFreePlace(heading, { canvas, from: middle, taken: [] })).toEqual(middle)
  expect(findFreePlace(heading, { canvas, from: middle, taken: [[0, 0, 1000, 1000]] })).toEqual(middle)
})

test('puts several beside each other, none on another, as long as there is room', () => {
  const taken: Bounds[] = []
  for (let n = 0; n < 7; n++) {
    const next = boundsAt(findFreePlace(heading, { canvas, from: middle, taken }))
    for (const other of taken) {
      const isApart = next[0] >= other[2] || next[2] <= other[0] || next[1] >= other[3] || next[3] <= other[1]
      expect(isApart).toBe(true)
    }
    taken.push(next)
  }
})

test('covers as little as it can where everything is taken, and stays on the canvas', () => {
  const taken: Bounds[] = [
    [0, 0, 1000, 480],
    [0, 520, 1000, 1000],
  ]
  expect(findFreePlace(heading, { canvas, from: middle, taken }).y).toBe(500)
  const { x, y } = findFreePlace(heading, { canvas, from: { x: 990, y: 5 }, taken: [] })
  expect([x, y]).toEqual([800, 50])
})

test('centres what is larger than the canvas', () => {
  expect(findFreePlace({ width: 1200, height: 1100 }, { canvas, from: { x: 100, y: 100 }, taken: [] })).toEqual(middle)
})
