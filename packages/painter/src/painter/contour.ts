// Outlines as chains of cubic curves: created from Lottie's shapes and SVG path data, and measured, trimmed, moved and drawn.

import type { Path } from '@vitrine/document/host'
import type { Bounds, Matrix } from '@vitrine/document/matrix'
import type { BezierPath } from '@vitrine/document/property'

/** Start point, then six numbers per cubic: first control, second control, end. */
export interface Contour {
  points: readonly number[]
  closed: boolean
}

/** Distance of a quarter circle's control points from its ends, in radii. */
const ROUND = 0.5522847498307936

/** Converts a Lottie path to a contour. */
export function toContour(path: BezierPath): Contour {
  const { v, i, o } = path
  const points: number[] = [v[0]?.[0] ?? 0, v[0]?.[1] ?? 0]
  const count = path.c ? v.length : v.length - 1
  for (let n = 0; n < count; n++) {
    const from = v[n] ?? [0, 0]
    const next = (n + 1) % v.length
    const to = v[next] ?? [0, 0]
    const leave = o[n] ?? [0, 0]
    const arrive = i[next] ?? [0, 0]
    points.push((from[0] ?? 0) + (leave[0] ?? 0), (from[1] ?? 0) + (leave[1] ?? 0))
    points.push((to[0] ?? 0) + (arrive[0] ?? 0), (to[1] ?? 0) + (arrive[1] ?? 0), to[0] ?? 0, to[1] ?? 0)
  }
  return { points, closed: path.c }
}

/** A rectangle around (x, y), starting at the top right corner and running clockwise, as in After Effects. */
export function rectangle(x: number, y: number, width: number, height: number, radius: number): Contour {
  const [w, h] = [width / 2, height / 2]
  const r = Math.max(0, Math.min(radius, Math.abs(w), Math.abs(h)))
  const k = r * (1 - ROUND)
  const points = [x + w, y - h + r]
  const line = (tx: number, ty: number) => {
    const at = points.length
    points.push(points[at - 2] as number, points[at - 1] as number, tx, ty, tx, ty)
  }
  const corner = (c1x: number, c1y: number, c2x: number, c2y: number, tx: number, ty: number) => {
    if (r > 0) points.push(c1x, c1y, c2x, c2y, tx, ty)
  }
  line(x + w, y + h - r)
  corner(x + w, y + h - k, x + w - k, y + h, x + w - r, y + h)
  line(x - w + r, y + h)
  corner(x - w + k, y + h, x - w, y + h - k, x - w, y + h - r)
  line(x - w, y - h + r)
  corner(x - w, y - h + k, x - w + k, y - h, x - w + r, y - h)
  line(x + w - r, y - h)
  corner(x + w - k, y - h, x + w, y - h + k, x + w, y - h + r)
  return { points, closed: true }
}

/** An ellipse around (x, y), starting at the top and running clockwise. */
export function ellipse(x: number, y: number, width: number, height: number): Contour {
  const [w, h] = [width / 2, height / 2]
  const [kx, ky] = [w * ROUND, h * ROUND]
  const points = [x, y - h]
  points.push(x + kx, y - h, x + w, y - ky, x + w, y)
  points.push(x + w, y + ky, x + kx, y + h, x, y + h)
  points.push(x - kx, y + h, x - w, y + ky, x - w, y)
  points.push(x - w, y - ky, x - kx, y - h, x, y - h)
  return { points, closed: true }
}

interface StarShape {
  x: number
  y: number
  points: number
  outer: number
  /** Undefined for a polygon. */
  inner: number | undefined
  outerRound: number
  innerRound: number
  degrees: number
}

/** A star or polygon; the roundness in percent curves its corners as in lottie-web. */
export function star(shape: StarShape): Contour {
  const isStar = shape.inner !== undefined
  const count = Math.max(3, Math.floor(shape.points)) * (isStar ? 2 : 1)
  const corners = Array.from({ length: count }, (_, n) => {
    const isInner = isStar && n % 2 === 1
    const radius = isInner ? (shape.inner ?? 0) : shape.outer
    const angle = -Math.PI / 2 + (shape.degrees * Math.PI) / 180 + (n * 2 * Math.PI) / count
    // Tangent length: a share of an arc of the circle through this corner, half as long for polygons.
    const part = (2 * Math.PI * radius) / (count * (isStar ? 2 : 4))
    const round = ((isInner ? shape.innerRound : shape.outerRound) / 100) * part
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    return { x: shape.x + radius * cos, y: shape.y + radius * sin, tx: -sin * round, ty: cos * round }
  })
  const first = corners[0] as (typeof corners)[number]
  const points = [first.x, first.y]
  corners.forEach((from, n) => {
    const to = corners[(n + 1) % count] as (typeof corners)[number]
    points.push(from.x + from.tx, from.y + from.ty, to.x - to.tx, to.y - to.ty, to.x, to.y)
  })
  return { points, closed: true }
}

/** A point of an outline with the absolute positions of its two handles. */
export interface Vertex {
  x: number
  y: number
  inX: number
  inY: number
  outX: number
  outY: number
}

/** The points of a contour; a closed one does not repeat its first point. */
export function listVertices({ points, closed }: Contour): Vertex[] {
  const p = (n: number) => points[n] as number
  const vertices: Vertex[] = [{ x: p(0), y: p(1), inX: p(0), inY: p(1), outX: p(0), outY: p(1) }]
  for (let n = 2; n + 5 < points.length; n += 6) {
    const before = vertices[vertices.length - 1] as Vertex
    before.outX = p(n)
    before.outY = p(n + 1)
    vertices.push({ x: p(n + 4), y: p(n + 5), inX: p(n + 2), inY: p(n + 3), outX: p(n + 4), outY: p(n + 5) })
  }
  const first = vertices[0] as Vertex
  const last = vertices[vertices.length - 1] as Vertex
  if (closed && vertices.length > 1 && Math.hypot(last.x - first.x, last.y - first.y) < 1e-6) {
    vertices.pop()
    first.inX = last.inX
    first.inY = last.inY
  }
  return vertices
}

/** A contour through points; a closed one returns to the first. */
export function createContour(vertices: readonly Vertex[], closed: boolean): Contour {
  const first = vertices[0] as Vertex
  const points = [first.x, first.y]
  for (let n = 1; n < vertices.length + (closed ? 1 : 0); n++) {
    const from = vertices[n - 1] as Vertex
    const to = vertices[n % vertices.length] as Vertex
    points.push(from.outX, from.outY, to.inX, to.inY, to.x, to.y)
  }
  return { points, closed }
}

/** The same contour in the opposite direction. */
export function reverseContour({ points, closed }: Contour): Contour {
  const back: number[] = []
  for (let n = points.length - 2; n >= 0; n -= 2) back.push(points[n] as number, points[n + 1] as number)
  return { points: back, closed }
}

/** A point of the cubic that starts at an index of the points, and its derivative there. */
export function cubicAt(points: readonly number[], at: number, t: number) {
  const p = (n: number) => points[at + n] as number
  const u = 1 - t
  const along = (k: 0 | 1) =>
    u * u * u * p(k) + 3 * u * u * t * p(2 + k) + 3 * u * t * t * p(4 + k) + t * t * t * p(6 + k)
  const velocity = (k: 0 | 1) =>
    3 * (u * u * (p(2 + k) - p(k)) + 2 * u * t * (p(4 + k) - p(2 + k)) + t * t * (p(6 + k) - p(4 + k)))
  return { x: along(0), y: along(1), vx: velocity(0), vy: velocity(1) }
}

/** Twice the signed area, by the polygon of points and handles; positive when clockwise on the screen. */
export function computeWinding({ points }: Contour): number {
  let sum = 0
  for (let n = 0; n < points.length; n += 2) {
    const next = (n + 2) % points.length
    sum += (points[n] as number) * (points[next + 1] as number) - (points[next] as number) * (points[n + 1] as number)
  }
  return sum
}

/** Line segments per curve for the intersection test. */
const PIECES_PER_CURVE = 6
/** Maximum number of line segments that are tested against each other. */
const MAX_PIECES = 600

/**
 * Whether a closed outline intersects itself, so that the nonzero and the even-odd rule may fill different areas. Outlines with
 * more than `MAX_PIECES` count as such.
 */
export function isSelfIntersecting(contour: Contour): boolean {
  const places = samplePlaces(contour)
  const count = places.length
  if (count > MAX_PIECES) return true
  const place = (n: number) => places[n % count] as Place
  for (let one = 0; one < count; one++)
    for (let other = one + 2; other < count; other++) {
      if ((other + 1) % count === one) continue
      if (doIntersect(place(one), place(one + 1), place(other), place(other + 1))) return true
    }
  return false
}

function isLine(points: readonly number[], at: number): boolean {
  const same = (one: number, other: number) =>
    points[at + one] === points[at + other] && points[at + one + 1] === points[at + other + 1]
  return same(0, 2) && same(4, 6)
}

type Place = readonly [number, number]

function doIntersect(a: Place, b: Place, c: Place, d: Place): boolean {
  return computeSide(a, b, c) * computeSide(a, b, d) < 0 && computeSide(c, d, a) * computeSide(c, d, b) < 0
}

/** On which side of a line a point is: positive, negative or 0. */
function computeSide([ax, ay]: Place, [bx, by]: Place, [x, y]: Place): number {
  return Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax))
}

/** Maps a contour. */
export function mapContour(contour: Contour, m: Matrix): Contour {
  const points = new Array<number>(contour.points.length)
  for (let n = 0; n < points.length; n += 2) {
    const x = contour.points[n] as number
    const y = contour.points[n + 1] as number
    points[n] = m[0] * x + m[2] * y + m[4]
    points[n + 1] = m[1] * x + m[3] * y + m[5]
  }
  return { points, closed: contour.closed }
}

/** Adds the contour to a path. */
export function traceContour(path: Path, { points, closed }: Contour): void {
  path.moveTo(points[0] as number, points[1] as number)
  for (let n = 2; n + 5 < points.length; n += 6) {
    const [c1x, c1y, c2x, c2y, x, y] = points.slice(n, n + 6) as [number, number, number, number, number, number]
    if (c1x === points[n - 2] && c1y === points[n - 1] && c2x === x && c2y === y) path.lineTo(x, y)
    else path.bezierCurveTo(c1x, c1y, c2x, c2y, x, y)
  }
  if (closed) path.closePath()
}

/** The length of contours by their control polygons: slightly more than that of the curves. */
export function contourLength(contours: readonly Contour[]): number {
  let length = 0
  for (const { points } of contours) {
    for (let n = 2; n < points.length; n += 2)
      length += Math.hypot(
        (points[n] as number) - (points[n - 2] as number),
        (points[n + 1] as number) - (points[n - 1] as number),
      )
  }
  return length
}

/** Bounds of all control points: never too small, slightly too large for strong bends. */
export function contourBounds(contours: readonly Contour[]): Bounds | undefined {
  let [left, top, right, bottom] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]
  for (const { points } of contours) {
    for (let n = 0; n < points.length; n += 2) {
      left = Math.min(left, points[n] as number)
      right = Math.max(right, points[n] as number)
      top = Math.min(top, points[n + 1] as number)
      bottom = Math.max(bottom, points[n + 1] as number)
    }
  }
  return left <= right ? [left, top, right, bottom] : undefined
}

/**
 * Whether contours enter an area: their lines, widened by `margin` on either side, or their inside when they are filled (by the
 * nonzero rule).
 */
export function doContoursEnter(
  contours: readonly Contour[],
  [left, top, right, bottom]: Bounds,
  { margin, isFilled }: { margin: number; isFilled: boolean },
): boolean {
  const edges: Bounds = [left - margin, top - margin, right + margin, bottom + margin]
  const middle = [(left + right) / 2, (top + bottom) / 2] as const
  let winding = 0
  for (const contour of contours) {
    const places = samplePlaces(contour)
    if (isFilled && places[0]) places.push(places[0])
    for (let n = 1; n < places.length; n++) {
      const [from, to] = [places[n - 1] as Place, places[n] as Place]
      if (crosses(from, to, edges)) return true
      if (from[1] <= middle[1] !== to[1] <= middle[1])
        winding += computeSide(from, to, middle) > 0 === from[1] <= middle[1] ? Math.sign(to[1] - from[1]) : 0
    }
  }
  return isFilled && winding !== 0
}

/** Points along a contour, close enough to be joined by lines. */
function samplePlaces({ points }: Contour): Place[] {
  const places: Place[] = [[points[0] as number, points[1] as number]]
  for (let at = 0; at + 7 < points.length; at += 6) {
    const steps = isLine(points, at) ? 1 : PIECES_PER_CURVE
    for (let n = 1; n <= steps; n++) {
      const { x, y } = cubicAt(points, at, n / steps)
      places.push([x, y])
    }
  }
  return places
}

/** Whether a line segment enters a rectangle (Liang and Barsky, 1984). */
function crosses([ax, ay]: Place, [bx, by]: Place, [left, top, right, bottom]: Bounds): boolean {
  const [dx, dy] = [bx - ax, by - ay]
  let [enter, leave] = [0, 1]
  for (const [step, room] of [
    [-dx, ax - left],
    [dx, right - ax],
    [-dy, ay - top],
    [dy, bottom - ay],
  ] as const) {
    if (step === 0 && room < 0) return false
    if (step < 0) enter = Math.max(enter, room / step)
    if (step > 0) leave = Math.min(leave, room / step)
  }
  return enter <= leave
}
