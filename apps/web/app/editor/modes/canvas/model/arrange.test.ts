// Lining up, spreading, ordering and snapping, as numbers.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Bounds, moveBounds } from './geometry.ts'
import { alignAll, createOrderEdits, distributeAll, orderAfter } from './selected-layers.ts'
import { snapBounds, snapEdge } from './snap.ts'

const canvas: Bounds = [0, 0, 400, 300]
const rectangles: fc.Arbitrary<Bounds> = fc
  .tuple(
    fc.integer({ min: 0, max: 350 }),
    fc.integer({ min: 0, max: 250 }),
    fc.integer({ min: 5, max: 50 }),
    fc.integer({ min: 5, max: 50 }),
  )
  .map(([x, y, wide, high]): Bounds => [x, y, x + wide, y + high])
const movedBy = (all: readonly Bounds[], ways: readonly { x: number; y: number }[]) =>
  all.map((bounds, n) => moveBounds(bounds, ways[n] ?? { x: 0, y: 0 }))

describe('aligning', () => {
  test('a single layer is aligned to the canvas', () => {
    expect(movedBy([[10, 10, 110, 60]], alignAll([[10, 10, 110, 60]], canvas, 'center'))).toEqual([[150, 10, 250, 60]])
    expect(movedBy([[10, 10, 110, 60]], alignAll([[10, 10, 110, 60]], canvas, 'bottom'))).toEqual([[10, 250, 110, 300]])
  })

  test('several layers are aligned to their common bounds', () => {
    fc.assert(
      fc.property(fc.array(rectangles, { minLength: 2, maxLength: 6 }), (all) => {
        const right = Math.max(...all.map((bounds) => bounds[2]))
        const moved = movedBy(all, alignAll(all, canvas, 'right'))
        expect(moved.every((bounds) => bounds[2] === right)).toBe(true)
        expect(moved.map((bounds) => bounds[1])).toEqual(all.map((bounds) => bounds[1]))
      }),
    )
  })
})

test('distributing makes the gaps between neighbours equal and keeps the outer two', () => {
  fc.assert(
    fc.property(fc.array(rectangles, { minLength: 3, maxLength: 7 }), (all) => {
      // As they stood before: layers that overlap widely may pass each other's middles on the way.
      const order = all
        .map((bounds, n) => ({ n, middle: bounds[0] + bounds[2] }))
        .toSorted((a, b) => a.middle - b.middle)
      const spread = movedBy(all, distributeAll(all, 'horizontal'))
      const moved = order.map(({ n }) => spread[n] ?? [0, 0, 0, 0])
      const gaps = moved.slice(1).map((bounds, n) => bounds[0] - (moved[n]?.[2] ?? 0))
      for (const gap of gaps) expect(gap).toBeCloseTo(gaps[0] ?? 0, 6)
    }),
  )
})

describe('ordering', () => {
  const list = ['a', 'b', 'c', 'd', 'e']

  test('keeps the order of what is moved together', () => {
    const moved = new Set(['b', 'd'])
    expect(orderAfter(list, moved, 'front')).toEqual(['b', 'd', 'a', 'c', 'e'])
    expect(orderAfter(list, moved, 'forward')).toEqual(['b', 'a', 'd', 'c', 'e'])
    expect(orderAfter(list, moved, 'backward')).toEqual(['a', 'c', 'b', 'e', 'd'])
    expect(orderAfter(list, moved, 'back')).toEqual(['a', 'c', 'e', 'b', 'd'])
  })

  test('is done by edits that put each above its new neighbour', () => {
    const orders = fc.constantFrom('front', 'forward', 'backward', 'back')
    fc.assert(
      fc.property(fc.subarray(list, { minLength: 1 }), orders, (chosen, ordering) => {
        const moved = new Set(chosen)
        const next = orderAfter(list, moved, ordering as 'front')
        let present = [...list]
        for (const edit of createOrderEdits(list, next, moved)) {
          if (edit.op !== 'reorder') throw new Error('only reordering is needed')
          const others = present.filter((id) => id !== edit.layer)
          const at = edit.above === null ? others.length : others.indexOf(edit.above)
          present = others.toSpliced(at, 0, edit.layer)
        }
        expect(present).toEqual(next)
      }),
    )
  })
})

describe('snapping', () => {
  test('snaps to the middle of the canvas and shows where', () => {
    const { by, guides } = snapBounds([97, 20, 297, 60], [canvas], 6)
    expect(by).toEqual({ x: 3, y: 0 })
    expect(guides).toContainEqual({ kind: 'line', from: { x: 200, y: 0 }, to: { x: 200, y: 300 } })
  })

  test('snaps to edges of others and shows the distance to them', () => {
    const { by, guides } = snapBounds([52, 200, 90, 230], [canvas, [50, 20, 150, 60]], 6)
    expect(by.x).toBe(-2)
    expect(guides.find(({ distance }) => distance === 140)).toBeDefined()
  })

  test('snaps where the gaps to both neighbours are equal', () => {
    const { by, guides } = snapBounds([147, 101, 187, 141], [canvas, [20, 100, 60, 140], [260, 100, 300, 140]], 8)
    expect(by.x).toBe(-7)
    expect(guides.filter(({ kind }) => kind === 'gap').map(({ distance }) => distance)).toEqual([80, 80])
  })

  test('does not snap far from everything', () => {
    fc.assert(
      fc.property(rectangles, fc.array(rectangles, { maxLength: 5 }), (moving, targets) => {
        const { by } = snapBounds(moving, [canvas, ...targets], 6)
        expect(Math.abs(by.x)).toBeLessThanOrEqual(6)
        expect(Math.abs(by.y)).toBeLessThanOrEqual(6)
      }),
    )
    expect(snapEdge('x', 90, [40, 0, 90, 10], [[0, 0, 60, 10]], 6)).toBeUndefined()
    expect(snapEdge('x', 57, [40, 0, 57, 10], [[0, 0, 60, 10]], 6)?.by).toBe(3)
  })
})
