// Guide lines are kept for each design on this device, and what is stored by something else does no harm.

import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createObservable } from '../../../../api/observable.ts'
import { createGuideLines, maxGuides, NO_GUIDES, rulerTicks, withGuide } from './guide-lines.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

const editor = (projectId: string, width = 1080) => ({
  projectId,
  shape: createObservable({ width, height: 1350 }),
})

test('guides are stored per project and aspect ratio', () => {
  const first = createGuideLines(editor('one'))
  first.lines.set({ x: [100], y: [40, 80] })
  first.close()
  expect(createGuideLines(editor('one')).lines.get()).toEqual({ x: [100], y: [40, 80] })
  expect(createGuideLines(editor('two')).lines.get()).toEqual(NO_GUIDES)
  const shaped = editor('one')
  const { lines } = createGuideLines(shaped)
  shaped.shape.set({ width: 1920, height: 1080 })
  expect(lines.get()).toEqual(NO_GUIDES)
  shaped.shape.set({ width: 1080, height: 1350 })
  expect(lines.get()).toEqual({ x: [100], y: [40, 80] })
})

test('stores a limited number of designs, evicts the oldest, and drops designs without guides', () => {
  for (let n = 0; n < 45; n++) createGuideLines(editor(`p${n}`)).lines.set({ x: [n], y: [] })
  expect(createGuideLines(editor('p0')).lines.get()).toEqual(NO_GUIDES)
  expect(createGuideLines(editor('p44')).lines.get()).toEqual({ x: [44], y: [] })
  createGuideLines(editor('p44')).lines.set(NO_GUIDES)
  expect(JSON.parse(stored.get('vitrine-guides') ?? '')).toHaveLength(39)
})

test('ignores unreadable guides', () => {
  for (const text of ['{', '{}', '[1, null, {"design":"one 1080x1350","x":["a"],"y":[]}]']) {
    stored.set('vitrine-guides', text)
    expect(createGuideLines(editor('one')).lines.get()).toEqual(NO_GUIDES)
  }
})

test('a guide is added, moved to a whole pixel, and removed', () => {
  const one = withGuide(NO_GUIDES, 'x', undefined, 10.4)
  expect(one).toEqual({ x: [10], y: [] })
  const two = withGuide(withGuide(one, 'x', undefined, 30), 'x', 0, 20.6)
  expect(two).toEqual({ x: [21, 30], y: [] })
  expect(withGuide(two, 'x', 0, undefined)).toEqual({ x: [30], y: [] })
  let many = NO_GUIDES
  for (let n = 0; n < maxGuides + 5; n++) many = withGuide(many, 'y', undefined, n)
  expect(many.y).toHaveLength(maxGuides)
})

// A ruler has numbers at round pixels of the canvas, never too close to each other, from one end to the other.

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
