// Range selectors match After Effects': the values are lottie-web's for the same settings.

import { still } from '@vitrine/document/evaluate'
import type { TextRange } from '@vitrine/document/text-animation'
import { describe, expect, test } from 'vitest'
import type { Piece } from './text-piece.ts'
import { compileRanges } from './text-range.ts'

const pieces = Array.from({ length: 5 }, (_, n): Piece => {
  const units = { char: n, 'char-no-space': n, word: n, line: 0 }
  const place = { left: n * 10, right: n * 10 + 10, centreX: n * 10 + 5, centreY: 0, baseline: 0, lineCentreX: 25 }
  return { path: {} as Piece['path'], colored: [], inked: true, ...place, units, ranks: [] }
})

function statesOf(
  range: TextRange['range'],
  to: TextRange['to'],
  alignShare = 0,
  grouping?: Parameters<typeof compileRanges>[1]['grouping'],
) {
  const ranges = compileRanges([{ by: 'char', range, to }], { pieces, fontSize: 100, alignShare, grouping }, [])
  return ranges?.at(0) ?? []
}

/** The weight of each of five letters, measured by their opacities. */
const shares = (range: TextRange['range']) =>
  statesOf(range, { o: 0 }).map(({ opacity }) => Math.round((1 - opacity) * 1000) / 1000)

describe('a range of five letters', () => {
  test.each<[string, TextRange['range'], number[]]>([
    ['all', {}, [1, 1, 1, 1, 1]],
    ['the first half', { end: 50 }, [1, 1, 0.5, 0, 0]],
    ['from the middle', { start: 50 }, [0, 0, 0.5, 1, 1]],
    ['counted', { units: 'index', start: 1, end: 3 }, [0, 1, 1, 0, 0]],
    ['shifted', { units: 'index', start: 0, end: 1, offset: 2 }, [0, 0, 1, 0, 0]],
    ['backwards', { start: 60, end: 20 }, [0, 1, 1, 0, 0]],
    ['ramp up', { shape: 'ramp-up' }, [0.1, 0.3, 0.5, 0.7, 0.9]],
    ['ramp down', { shape: 'ramp-down' }, [0.9, 0.7, 0.5, 0.3, 0.1]],
    ['triangle', { shape: 'triangle' }, [0.2, 0.6, 1, 0.6, 0.2]],
    ['round', { shape: 'round' }, [0.6, 0.917, 1, 0.917, 0.6]],
    ['smooth', { shape: 'smooth' }, [0.095, 0.655, 1, 0.655, 0.095]],
    ['half as much', { amount: 50 }, [0.5, 0.5, 0.5, 0.5, 0.5]],
    ['hard', { end: 52, smoothness: 0 }, [1, 1, 1, 0, 0]],
  ])('%s', (_name, range, expected) => {
    for (const [n, share] of shares(range).entries()) expect(share).toBeCloseTo(expected[n] ?? 0, 2)
  })

  test('in a random order takes in each letter once', () => {
    const taken = [0, 1, 2, 3, 4].map((n) => shares({ units: 'index', start: n, end: n + 1, random: true, seed: 3 }))
    expect(taken.map((item) => item.indexOf(1)).sort()).toEqual([0, 1, 2, 3, 4])
  })
})

describe('several selectors', () => {
  test('are added, and take in no letter more than once', () => {
    const more = [{ by: 'char' as const, range: { units: 'index' as const, start: 2, end: 4 } }]
    const ranges = compileRanges(
      [{ by: 'char', range: { units: 'index', start: 0, end: 3, amount: 60 }, more, to: { o: 0 } }],
      { pieces, fontSize: 100, alignShare: 0, grouping: undefined },
      [],
    )
    const taken = (ranges?.at(0) ?? []).map(({ opacity }) => Math.round((1 - opacity) * 100))
    expect(taken).toEqual([60, 60, 100, 100, 0])
  })
})

describe('what a range does', () => {
  test('tracking pushes later letters on, and keeps the line where it is aligned', () => {
    const xs = (alignShare: number) =>
      statesOf({}, { tracking: 100 }, alignShare).map(({ matrix }) => Math.round(matrix[4]))
    expect(xs(0)).toEqual([0, 10, 20, 30, 40])
    expect(xs(0.5)).toEqual([-20, -10, 0, 10, 20])
    expect(xs(1)).toEqual([-40, -30, -20, -10, 0])
  })

  test('tracking of some letters lies half before each of them, half behind', () => {
    const xs = (alignShare: number) =>
      statesOf({ units: 'index', start: 2, end: 5 }, { tracking: 100 }, alignShare).map(({ matrix }) =>
        Math.round(matrix[4]),
      )
    expect(xs(0)).toEqual([0, 0, 5, 15, 25])
    expect(xs(1)).toEqual([-25, -25, -20, -10, 0])
  })

  test('letters grow around their foot', () => {
    const [state] = statesOf({}, { s: [200, 200] })
    expect([...(state?.matrix ?? [])]).toEqual([2, 0, 0, 2, -5, 0])
  })

  test('amounts below nothing move the other way', () => {
    expect(statesOf({ amount: -100 }, { p: [10, 0] })[0]?.matrix[4]).toBe(-10)
  })

  test('letters of a group grow around its middle, moved by the alignment', () => {
    const grown = (by: 'char' | 'line' | 'all', align = [0, 0]) =>
      statesOf({}, { s: [200, 200] }, 0, { by, align: still(align) }).map(({ matrix }) => [matrix[4], matrix[5]])
    // Growing twice around x = 25 moves everything by 25 to the left.
    expect(grown('line')).toEqual(Array.from({ length: 5 }, () => [-25, 0]))
    expect(grown('all', [100, 0])[0]).toEqual([-50, 0])
    expect(grown('char', [0, -50])[0]).toEqual([-5, expect.closeTo(42.85, 5)])
  })
})
