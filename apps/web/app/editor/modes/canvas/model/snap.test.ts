// What is measured between two rectangles.
import { expect, test } from 'vitest'
import type { Bounds } from './geometry.ts'
import { distancesBetween } from './snap.ts'

const directionsOf = (selected: Bounds, other: Bounds) =>
  distancesBetween(selected, other).map(({ from, to, distance }) => [from.x, from.y, to.x, to.y, distance])

test('measures all four distances to the canvas around', () => {
  expect(directionsOf([100, 50, 300, 150], [0, 0, 1000, 400])).toEqual([
    [100, 100, 0, 100, 100],
    [300, 100, 1000, 100, 700],
    [200, 50, 200, 0, 50],
    [200, 150, 200, 400, 250],
  ])
})

test('measures the gap between layers side by side, from the nearer edges', () => {
  expect(directionsOf([100, 0, 200, 100], [260, 0, 300, 100])).toEqual([[200, 50, 260, 50, 60]])
  expect(directionsOf([100, 100, 200, 200], [100, 20, 200, 70])).toEqual([[150, 100, 150, 70, 30]])
})

test('measures nothing between edges that touch', () => {
  expect(directionsOf([0, 0, 100, 100], [0, 0, 100, 100])).toEqual([])
})
