// Points, rectangles and matrices of the canvas.
import {
  type Bounds,
  computeMeanScale,
  IDENTITY,
  inverse,
  type Matrix,
  mapBounds,
  multiply,
} from '@vitrine/document/matrix'
import type { Point } from '../../../cropper/crop.ts'

/** A rectangle that may be rotated: its corners on the canvas, clockwise from its own top left. */
export type Corners = readonly [Point, Point, Point, Point]

export function mapPoint([a, b, c, d, e, f]: Matrix, { x, y }: Point): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f }
}

export function computeCorners(matrix: Matrix, [left, top, right, bottom]: Bounds): Corners {
  return [
    mapPoint(matrix, { x: left, y: top }),
    mapPoint(matrix, { x: right, y: top }),
    mapPoint(matrix, { x: right, y: bottom }),
    mapPoint(matrix, { x: left, y: bottom }),
  ]
}

export function contains([left, top, right, bottom]: Bounds, { x, y }: Point, margin = 0): boolean {
  return x >= left - margin && y >= top - margin && x <= right + margin && y <= bottom + margin
}

export function findMiddle([left, top, right, bottom]: Bounds): Point {
  return { x: (left + right) / 2, y: (top + bottom) / 2 }
}

export function moveBounds([left, top, right, bottom]: Bounds, { x, y }: Point): Bounds {
  return [left + x, top + y, right + x, bottom + y]
}

/** The upright rectangle between two opposite corners, in any order. */
export function boundsBetween(one: Point, other: Point): Bounds {
  return [Math.min(one.x, other.x), Math.min(one.y, other.y), Math.max(one.x, other.x), Math.max(one.y, other.y)]
}

/** Whether an upright rectangle and a rotated one intersect (separating axis test). */
export function meets(bounds: Bounds, corners: Corners): boolean {
  const upright = computeCorners([1, 0, 0, 1, 0, 0], bounds)
  const normals = [
    { x: 1, y: 0 },
    { x: 0, y: 1 },
    { x: corners[0].y - corners[1].y, y: corners[1].x - corners[0].x },
    { x: corners[0].y - corners[3].y, y: corners[3].x - corners[0].x },
  ]
  return normals.every((normal) => {
    const along = (points: Corners) => points.map(({ x, y }) => x * normal.x + y * normal.y)
    const [one, other] = [along(upright), along(corners)]
    return Math.max(...one) >= Math.min(...other) && Math.max(...other) >= Math.min(...one)
  })
}

/** Moves, rotates and scales uniformly: the transforms that also apply to several layers. */
export interface Motion {
  /** The fixed point of rotation and scaling, before the move. */
  center: Point
  move: Point
  /** Degrees clockwise. */
  turn: number
  scale: number
  /** Mirrored horizontally first. */
  isMirrored?: boolean
}

export const REST: Motion = { center: { x: 0, y: 0 }, move: { x: 0, y: 0 }, turn: 0, scale: 1 }

export function toMatrix({ center, move, turn, scale, isMirrored = false }: Motion): Matrix {
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180) * scale, Math.sin((turn * Math.PI) / 180) * scale]
  const { x, y } = center
  const [a, b] = isMirrored ? [-cos, -sin] : [cos, sin]
  return [a, b, -sin, cos, x + move.x - a * x + sin * y, y + move.y - b * x - cos * y]
}

/** A matrix as a uniform motion; non-uniform scaling is lost. */
export function toMotion(map: Matrix): Motion {
  const isMirrored = map[0] * map[3] - map[1] * map[2] < 0
  const turn = isMirrored ? computeAngle({ x: 0, y: 0 }, { x: -map[0], y: -map[1] }) : computeTurn(map)
  return { center: { x: 0, y: 0 }, move: { x: map[4], y: map[5] }, turn, scale: computeMeanScale(map), isMirrored }
}

/** The same map in the coordinates inside `around`. */
export function seenInside(around: Matrix, map: Matrix): Matrix | undefined {
  const back = inverse(around)
  return back && multiply(back, multiply(map, around))
}

/** Degrees of the direction from one point to another, clockwise from the right. */
export function computeAngle(from: Point, to: Point): number {
  return (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI
}

export function computeDistance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}

/** The rotation of a map's first axis, in degrees. */
export function computeTurn([a, b]: Matrix): number {
  return (Math.atan2(b, a) * 180) / Math.PI
}

/** The bounds of some rectangles; undefined when there is none. */
export function uniteAll(all: readonly Bounds[]): Bounds | undefined {
  const [first, ...others] = all
  if (!first) return undefined
  return others.reduce<Bounds>(
    (a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])],
    first,
  )
}

export { type Bounds, IDENTITY, inverse, type Matrix, mapBounds, multiply }
