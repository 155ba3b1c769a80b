import { describe, expect, test } from 'vitest'
import { contourBounds, ellipse, rectangle, star } from './contour.ts'
import { isPathData, parsePathData } from './svg-path.ts'
import { trimContours } from './trim.ts'

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
