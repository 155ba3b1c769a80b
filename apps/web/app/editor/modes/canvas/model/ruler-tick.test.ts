// A ruler has numbers at round pixels of the canvas, never too close to each other, from one end to the other.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rulerTicks } from './ruler-tick.ts'

test('half the size, numbers stand at every two hundred pixels', () => {
  const labelled = rulerTicks(100, 0.5, 400).filter(({ label }) => label !== undefined)
  expect(labelled.map(({ at, label }) => [at, label])).toEqual([
    [0, -200],
    [100, 0],
    [200, 200],
    [300, 400],
    [400, 600],
  ])
})

test('labels never overlap, all ticks are on the ruler, and their number is limited', () => {
  const scales = fc.double({ min: 0.02, max: 8, noNaN: true })
  fc.assert(
    fc.property(
      fc.integer({ min: -5000, max: 1500 }),
      scales,
      fc.integer({ min: 1, max: 3000 }),
      (start, scale, room) => {
        const ticks = rulerTicks(start, scale, room)
        for (const { at } of ticks) {
          expect(at).toBeGreaterThanOrEqual(-1e-6)
          expect(at).toBeLessThanOrEqual(room + 1e-6)
        }
        expect(ticks.length).toBeLessThan(room / 2 + 3)
        const labelled = ticks.filter(({ label }) => label !== undefined)
        for (const [n, { at, label }] of labelled.entries()) {
          expect(at).toBeCloseTo(start + (label ?? 0) * scale, 6)
          const next = labelled[n + 1]
          if (next) expect(next.at - at).toBeGreaterThanOrEqual(55.9)
        }
      },
    ),
  )
})
