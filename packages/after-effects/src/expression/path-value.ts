// Paths as expression values: their points and tangents, and positions along them.
import type { BezierPath } from '@vitrine/document/property'
import { ExpressionError } from './expression-error.ts'
import {
  type Budget,
  isList,
  isTruthy,
  MAX_LENGTH,
  PathValue,
  plain,
  toNumber,
  toNumbers,
  type Value,
} from './value.ts'

type Point = readonly [number, number]
type Method = (of: PathValue, values: readonly Value[], budget: Budget) => Value

/** The methods of a path. Tangents are relative to their points, as in After Effects. */
export const PATH_METHODS: Readonly<Record<string, Method>> = {
  points: ({ path }, _values, budget) => toPointList(path.v, budget),
  inTangents: ({ path }, _values, budget) => toPointList(path.i, budget),
  outTangents: ({ path }, _values, budget) => toPointList(path.o, budget),
  isClosed: ({ path }) => path.c,
  pointOnPath: (of, [share], budget) => [...placeOn(of, share, budget).point],
  tangentOnPath: (of, [share], budget) => [...placeOn(of, share, budget).tangent],
  normalOnPath: (of, [share], budget) => {
    const [x, y] = placeOn(of, share, budget).tangent
    return [-y, x]
  },
}

function toPointList(points: BezierPath['v'], budget: Budget): Value {
  budget.pay(points.length)
  return points.map(([x = 0, y = 0]) => [x, y])
}

/** `createPath(points, inTangents = [], outTangents = [], isClosed = true)`. @throws ExpressionError */
export function createPath([points, inside, outside, isClosed]: readonly Value[], budget: Budget): PathValue {
  const v = readPoints(points, budget)
  if (v.length === 0) throw new ExpressionError('value', 'A path needs points')
  const tangents = (points: Value) => {
    const list = plain(points) === undefined ? [] : readPoints(points, budget)
    return v.map((_, n) => list[n] ?? [0, 0])
  }
  return new PathValue({
    c: plain(isClosed) === undefined ? true : isTruthy(isClosed),
    v,
    i: tangents(inside),
    o: tangents(outside),
  })
}

function readPoints(points: Value, budget: Budget): number[][] {
  const list = plain(points)
  if (!isList(list)) throw new ExpressionError('value', 'The points of a path are a list')
  if (list.length > MAX_LENGTH) throw new ExpressionError('limit', `A path has at most ${MAX_LENGTH} points`)
  budget.pay(list.length)
  return list.map((point) => {
    const [x = Number.NaN, y = Number.NaN] = toNumbers(point)
    if (!Number.isFinite(x) || !Number.isFinite(y)) throw new ExpressionError('value', 'A point of a path is no point')
    return [x, y]
  })
}

/** Number of line segments that approximate a curve. */
const PIECES = 64

/** The line segments that approximate a path: their end points, and the length up to each. */
interface Measured {
  readonly points: readonly Point[]
  readonly lengths: readonly number[]
}

const measured = new WeakMap<PathValue, Measured>()

function measure(of: PathValue, budget: Budget): Measured {
  const known = measured.get(of)
  if (known) return known
  const { path } = of
  const { c, v } = path
  const count = c ? v.length : v.length - 1
  // One line segment costs a few steps.
  budget.pay(count * PIECES * 4)
  let last = toPoint(v[0])
  let length = 0
  const points = [last]
  const lengths = [0]
  for (let n = 0; n < count; n++)
    for (let piece = 1; piece <= PIECES; piece++) {
      const point = pointAt(path, n, piece / PIECES)
      length += distance(last, point)
      points.push(point)
      lengths.push(length)
      last = point
    }
  const found = { points, lengths }
  measured.set(of, found)
  return found
}

/** The point at a share of a path's length, 0 to 1, and its unit tangent. */
function placeOn(of: PathValue, position: Value, budget: Budget): { point: Point; tangent: Point } {
  const share = Math.min(1, Math.max(0, plain(position) === undefined ? 0.5 : toNumber(position)))
  const { points, lengths } = measure(of, budget)
  const targetLength = share * (lengths.at(-1) as number)
  // Finds the first non-empty segment that reaches the length.
  let [low, high] = [1, points.length - 1]
  budget.pay(16)
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lengths[middle] as number) >= targetLength && (lengths[middle] as number) > 0) high = middle
    else low = middle + 1
  }
  const first = points[0] as Point
  const [a, b] = [points[low - 1] ?? first, points[low] ?? first]
  const length = distance(a, b)
  const part = length === 0 ? 0 : (targetLength - (lengths[low - 1] as number)) / length
  const tangent: Point = length === 0 ? [0, 0] : [(b[0] - a[0]) / length, (b[1] - a[1]) / length]
  return { point: [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part], tangent }
}

/** A point of the curve that begins at vertex `n`. */
function pointAt({ v, i, o }: BezierPath, n: number, t: number): Point {
  const next = (n + 1) % v.length
  const [start, end] = [toPoint(v[n]), toPoint(v[next])]
  const [out, into] = [toPoint(o[n]), toPoint(i[next])]
  const u = 1 - t
  const [w0, w1, w2, w3] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
  const mix = (axis: 0 | 1) =>
    w0 * start[axis] + w1 * (start[axis] + out[axis]) + w2 * (end[axis] + into[axis]) + w3 * end[axis]
  return [mix(0), mix(1)]
}

function toPoint(list: readonly number[] | undefined): Point {
  return [list?.[0] ?? 0, list?.[1] ?? 0]
}

function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
}
