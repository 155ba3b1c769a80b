import type { Context } from '@vitrine/document/host'
import { isPathData } from '@vitrine/document/shape-item'
import { describe, expect, test } from 'vitest'
import { contourBounds, ellipse, rectangle, star } from './contour.ts'
import { compileItemPaint } from './paint.ts'
import { compileModifier, type ModifierItem } from './shape-modifier.ts'
import { compileOutline, trimContours } from './shape-outline.ts'
import { parsePathData } from './svg-path.ts'

const round = (numbers: readonly number[] | undefined) => numbers?.map((value) => Math.round(value * 100) / 100 + 0)

describe('SVG path data', () => {
  test.each([
    ['M0 0L10 0L10 10Z', [0, 0, 10, 10]],
    ['m5,5h10v-5H0z', [0, 0, 15, 5]],
    ['M0 0Q10 20 20 0T40 0', [0, -13.33, 40, 13.33]],
    ['M10 0A10 10 0 0 1 10 20', [10, 0, 20, 20]],
    ['M.5.5-1-1', [-1, -1, 0.5, 0.5]],
  ])('%s', (data, bounds) => {
    expect(round(contourBounds(parsePathData(data)))).toEqual(bounds)
  })

  test('is recognised', () => {
    expect([isPathData('M0 0L1 1'), isPathData('hello'), isPathData('M0 0 <script>'), isPathData('')]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

describe('trimming', () => {
  const line = { points: [0, 0, 0, 0, 100, 0, 100, 0], closed: false }

  test('keeps the part between two shares of the length', () => {
    const [part] = trimContours([line], 0.25, 0.75, 0, false)
    expect(round([part?.points[0] ?? 0, part?.points.at(-2) ?? 0])?.map(Math.round)).toEqual([25, 75])
  })

  test('wraps around the end, joined where the outline is closed', () => {
    expect(trimContours([line], 0, 0.5, 0.75, false)).toHaveLength(2)
    expect(trimContours([rectangle(0, 0, 10, 10, 0)], 0, 0.5, 0.75, false)).toHaveLength(1)
  })

  test('keeps nothing or everything at the ends', () => {
    expect(trimContours([line], 0.5, 0.5, 0, false)).toEqual([])
    expect(trimContours([line], 0, 1, 0.3, false)).toEqual([line])
  })

  test('of a whole closed outline starts at the offset, where its dashes are counted from', () => {
    const square = rectangle(5, 5, 10, 10, 0)
    const [whole] = trimContours([square], 0, 1, 0, false)
    const [turned] = trimContours([square], 0, 1, 2.125, false)
    const start = round(whole?.points.slice(0, 2)) as [number, number]
    expect(turned?.closed).toBe(true)
    expect(round(contourBounds(turned ? [turned] : []))).toEqual([0, 0, 10, 10])
    // An eighth of four sides of ten is half a side.
    expect(Math.hypot((turned?.points[0] ?? 0) - start[0], (turned?.points[1] ?? 0) - start[1])).toBeCloseTo(5)
    expect(turned?.points.slice(-2).map((value, n) => value - (turned.points[n] ?? 0))).toEqual([
      expect.closeTo(0),
      expect.closeTo(0),
    ])
  })

  test('over several outlines runs from one to the next', () => {
    const second = { points: [0, 10, 0, 10, 100, 10, 100, 10], closed: false }
    const parts = trimContours([line, second], 0.25, 0.75, 0, true)
    expect(parts.map((part) => Math.round(part.points[1] ?? 0))).toEqual([0, 10])
  })
})

test('outlines have the size they are asked for', () => {
  expect(round(contourBounds([rectangle(5, 5, 10, 20, 3)]))).toEqual([0, -5, 10, 15])
  expect(round(contourBounds([ellipse(0, 0, 30, 10)]))).toEqual([-15, -5, 15, 5])
  const bounds = contourBounds([
    star({ x: 0, y: 0, points: 4, outer: 10, inner: undefined, outerRound: 0, innerRound: 0, degrees: 0 }),
  ])
  expect(round(bounds)).toEqual([-10, -10, 10, 10])
})

test.each([
  ['a polygon', undefined, 0, (2 * Math.PI * 100) / 5 / 4],
  ['a star', 50, 0, (2 * Math.PI * 100) / 10 / 2],
  ['a star that is round inside', 50, 80, (2 * Math.PI * 100) / 10 / 2],
] as const)('the roundness of %s is a share of the circle through its corners', (_name, inner, innerRound, full) => {
  const { points } = star({ x: 0, y: 0, points: 5, outer: 100, inner, outerRound: 60, innerRound, degrees: 0 })
  expect(round(points.slice(0, 2))).toEqual([0, -100])
  expect((points[2] ?? 0) - (points[0] ?? 0)).toBeCloseTo(full * 0.6, 9)
  expect((points[3] ?? 0) - (points[1] ?? 0)).toBeCloseTo(0, 9)
})

describe('a modifier', () => {
  const square = { ty: 'rc', s: [100, 100] } as const
  const shape = (item: ModifierItem) =>
    compileModifier(item, []).apply(compileOutline(square, []).at(0), 0)[0] ?? { points: [], closed: false }

  test.each([
    ['offset outwards', { ty: 'op', a: 10, lj: 1 }, [-60, -60, 60, 60]],
    ['offset inwards', { ty: 'op', a: -10 }, [-40, -40, 40, 40]],
    ['pucker of nothing', { ty: 'pb', a: 0 }, [-50, -50, 50, 50]],
    ['pucker by half', { ty: 'pb', a: 50 }, [-75, -75, 75, 75]],
  ] as const)('%s', (_name, item, expected) => {
    const bounds = contourBounds([shape(item)])
    expect(bounds?.map((edge) => Math.round(edge))).toEqual(expected)
  })

  test('rounds a square into a circle when the radius is half its side', () => {
    const { points } = shape({ ty: 'rd', r: 50 })
    for (let n = 0; n < points.length; n += 6) expect(Math.hypot(points[n] ?? 0, points[n + 1] ?? 0)).toBeCloseTo(50, 6)
  })

  test('zig zag puts its ridges on both sides of every line', () => {
    const { points } = shape({ ty: 'zz', s: 5, r: 3 })
    expect((points.length - 2) / 6).toBe(16)
  })
})

test('packed gradients get a stop for every colour and every opacity', () => {
  const stops: [number, string][] = []
  const gradient = { addColorStop: (offset: number, color: string) => stops.push([offset, color]) }
  const g = { p: 2, k: [0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0.5, 0.5, 1, 0] }
  const paint = compileItemPaint({ ty: 'gf', t: 1, s: [0, 0], e: [1, 0], g }, [])
  paint.style({ createLinearGradient: () => gradient } as unknown as Context, 0)
  expect(stops).toEqual([
    [0, 'rgba(255,0,0,1)'],
    [0.5, 'rgba(128,0,128,0.5)'],
    [1, 'rgba(0,0,255,0)'],
  ])
})

test('a packed gradient whose list is too short for one stop draws nothing', () => {
  const paint = compileItemPaint({ ty: 'gf', t: 1, s: [0, 0], e: [1, 0], g: { p: 2, k: [0, 1] } }, [])
  expect(paint.style({} as Context, 0)).toBe('#0000')
})

test('colours of packed gradients stay within what a canvas understands', () => {
  const stops: string[] = []
  const gradient = { addColorStop: (_offset: number, color: string) => stops.push(color) }
  const g = { p: 1, k: [0, -1e308, 2, 0.5, 0, 7] }
  const paint = compileItemPaint({ ty: 'gf', t: 1, s: [0, 0], e: [1, 0], g }, [])
  paint.style({ createLinearGradient: () => gradient } as unknown as Context, 0)
  expect(stops).toEqual(['rgba(0,255,128,1)'])
})
