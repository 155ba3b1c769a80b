// Guide lines are kept for each design on this device, and what is stored by something else does no harm.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createObservable } from '../../../../api/observable.ts'
import { createGuideLines, maxGuides, NO_GUIDES, withGuide } from './guide-lines.ts'

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
