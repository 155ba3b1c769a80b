import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileColor, compileNumber, compilePath, compileVector, easeAt, motionPath } from './evaluate.ts'
import { compileTransform } from './transform.ts'

/** The curve by brute force: increases the parameter in tiny steps until x is reached. */
function easeByWalking(x1: number, y1: number, x2: number, y2: number, time: number): number {
  let low = 0
  let high = 1
  for (let n = 0; n < 200; n++) {
    const t = (low + high) / 2
    if (3 * (1 - t) ** 2 * t * x1 + 3 * (1 - t) * t * t * x2 + t ** 3 < time) low = t
    else high = t
  }
  return 3 * (1 - low) ** 2 * low * y1 + 3 * (1 - low) * low * low * y2 + low ** 3
}

describe('timing curves', () => {
  test('are exact for every handle', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        unit,
        fc.double({ min: -2, max: 3, noNaN: true }),
        unit,
        fc.double({ min: -2, max: 3, noNaN: true }),
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        (x1, y1, x2, y2, time) => {
          // Where the curve is vertical, the smallest error in x is a large one in y; there both need only have the same order.
          const [near, far] = [easeByWalking(x1, y1, x2, y2, time - 1e-7), easeByWalking(x1, y1, x2, y2, time + 1e-7)]
          const found = easeAt(x1, y1, x2, y2, time)
          expect(found).toBeGreaterThan(Math.min(near, far) - 1e-5)
          expect(found).toBeLessThan(Math.max(near, far) + 1e-5)
        },
      ),
    )
  })

  test('match the known values of CSS ease', () => {
    expect(easeAt(0.25, 0.1, 0.25, 1, 0.5)).toBeCloseTo(0.8024, 4)
    expect(easeAt(0.42, 0, 0.58, 1, 0.25)).toBeCloseTo(0.1292, 4)
  })
})

describe('keyframes', () => {
  const ease = { o: { x: [0.3], y: [0] }, i: { x: [0.7], y: [1] } }

  test('hold their first and last value outside', () => {
    const value = compileNumber(
      {
        a: 1,
        k: [
          { t: 10, s: [5] },
          { t: 20, s: [15] },
        ],
      },
      0,
    )
    expect([value.at(-3), value.at(10), value.at(15), value.at(20), value.at(99)]).toEqual([5, 5, 10, 15, 15])
  })

  test('with hold stay until the next one', () => {
    const value = compileNumber(
      {
        a: 1,
        k: [
          { t: 0, s: [1], h: 1 },
          { t: 10, s: [2] },
        ],
      },
      0,
    )
    expect([value.at(9.99), value.at(10)]).toEqual([1, 2])
  })

  test('give the same answers in any order of frames', () => {
    const value = compileNumber(
      {
        a: 1,
        k: [
          { t: 0, s: [0], ...ease },
          { t: 10, s: [7], ...ease },
          { t: 30, s: [-2] },
        ],
      },
      0,
    )
    const forward = Array.from({ length: 40 }, (_, n) => value.at(n))
    const backward = Array.from({ length: 40 }, (_, n) => value.at(39 - n)).reverse()
    expect(backward).toEqual(forward)
  })

  test('are continuous where they do not hold', () => {
    const frames = fc
      .uniqueArray(fc.integer({ min: 0, max: 300 }), { minLength: 2, maxLength: 8 })
      .map((list) => list.sort((a, b) => a - b))
    fc.assert(
      fc.property(
        frames,
        fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 8, maxLength: 8 }),
        (times, values) => {
          const value = compileNumber({ a: 1, k: times.map((t, n) => ({ t, s: [values[n] as number], ...ease })) }, 0)
          times.forEach((t, n) => {
            expect(value.at(t)).toBeCloseTo(values[n] as number, 6)
            expect(Math.abs(value.at(t - 1e-4) - value.at(t + 1e-4))).toBeLessThan(1)
          })
        },
      ),
    )
  })

  test('ease components apart', () => {
    const value = compileVector(
      {
        a: 1,
        k: [
          { t: 0, s: [0, 0], o: { x: [0, 0.9], y: [0, 0] }, i: { x: [1, 1], y: [1, 0.1] } },
          { t: 10, s: [10, 10] },
        ],
      },
      [0, 0],
    )
    const [x = 0, y = 0] = value.at(5)
    expect(x).toBeCloseTo(5, 6)
    expect(y).toBeLessThan(2)
  })

  test('repeat when they loop', () => {
    const keys = [
      { t: 0, s: [0] },
      { t: 10, s: [10] },
    ]
    expect(compileNumber({ a: 1, k: keys, loop: 'cycle' }, 0).at(23)).toBeCloseTo(3)
    expect(compileNumber({ a: 1, k: keys, loop: 'pingpong' }, 0).at(13)).toBeCloseTo(7)
  })

  test('mix colours of both notations', () => {
    expect(
      compileColor(
        {
          a: 1,
          k: [
            { t: 0, s: '#000000' },
            { t: 10, s: [1, 0, 0, 0.5] },
          ],
        },
        '#fff',
      ).at(5),
    ).toBe('rgba(128,0,0,0.75)')
  })

  test('bend paths point by point', () => {
    const square = (size: number) => ({
      c: true,
      v: [
        [0, 0],
        [size, 0],
      ],
      i: [
        [0, 0],
        [0, 0],
      ],
      o: [
        [0, 0],
        [0, 0],
      ],
    })
    expect(
      compilePath({
        a: 1,
        k: [
          { t: 0, s: [square(10)] },
          { t: 10, s: [square(20)] },
        ],
      }).at(5).v,
    ).toEqual([
      [0, 0],
      [15, 0],
    ])
  })
})

test('tangents on the segment make a straight line', () => {
  const way = motionPath([0, 0], [100, 50], [40, 20.001], [-90, -45])
  expect(way.at(0.25)).toEqual([25, 12.5])
  expect(way.at(1.1).map(Math.round)).toEqual([110, 55])
})

test('tangents along the line that lead beyond its ends swing past them, as After Effects makes them by itself', () => {
  // Backwards first, then forwards: a keyframe that is not between its neighbours' values.
  const way = motionPath([0, 0], [0, 6], [0, -5.5], [0, 0])
  const heights = Array.from({ length: 21 }, (_, n) => way.at(n / 20)[1])
  expect(Math.min(...heights)).toBeCloseTo(-1.35, 1)
  expect(heights.at(-1)).toBeCloseTo(6)
  expect(way.at(0.5)[0]).toBe(0)
})

test('a curved path is followed at constant speed', () => {
  const way = motionPath([0, 0], [100, 0], [0, 80], [-30, 0])
  const steps = Array.from({ length: 20 }, (_, n) => {
    const [a, b] = [way.at(n / 20), way.at((n + 1) / 20)]
    return Math.hypot(a[0] - b[0], a[1] - b[1])
  })
  expect(Math.max(...steps) / Math.min(...steps)).toBeLessThan(1.03)
})

describe('transforms', () => {
  const apply = (matrix: readonly number[], x: number, y: number) => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix
    return [a * x + c * y + e, b * x + d * y + f].map((value) => Math.round(value * 1e6) / 1e6)
  }

  test('put the anchor at the position, then scale and turn around it', () => {
    const { matrix } = compileTransform({ a: [10, 20], p: [100, 200], s: [200, 50], r: 90 })
    expect(apply(matrix(0), 10, 20)).toEqual([100, 200])
    expect(apply(matrix(0), 11, 20)).toEqual([100, 202])
    expect(apply(matrix(0), 10, 22)).toEqual([99, 200])
  })

  test('with a box are placed at the box and rotate around its centre', () => {
    const rest = { anchor: [50, 25], corner: [300, 400] } as const
    expect(apply(compileTransform(undefined, rest).matrix(0), 0, 0)).toEqual([300, 400])
    expect(apply(compileTransform({ p: [7, -3] }, rest).matrix(0), 0, 0)).toEqual([307, 397])
    expect(apply(compileTransform({ r: 180 }, rest).matrix(0), 0, 0)).toEqual([400, 450])
  })

  test('skew along the axis as After Effects does', () => {
    expect(apply(compileTransform({ sk: 45 }).matrix(0), 0, 10)).toEqual([-10, 10])
    expect(apply(compileTransform({ sk: 45, sa: 90 }).matrix(0), 10, 0)).toEqual([10, 10])
  })

  test('read positions split by axis', () => {
    const { matrix } = compileTransform({
      p: {
        s: true,
        x: {
          a: 1,
          k: [
            { t: 0, s: [0] },
            { t: 10, s: [10] },
          ],
        },
        y: 7,
      },
    })
    expect(apply(matrix(5), 0, 0)).toEqual([5, 7])
  })
})
