// Estimates the bounds of shapes, precisely enough for a layout: curves by their control points.

import { type Bounds, IDENTITY, type Matrix, multiply } from '@vitrine/document/matrix'
import { PATH_TOKEN } from '@vitrine/document/path-data'
import type { ShapeItem } from '@vitrine/document/shape-item'
import { numberAt, numbersAt } from './rest-value.ts'

/** Maximum number of a repeater's copies that are measured. */
const MAX_COPIES = 72

type Item = ShapeItem & Record<string, unknown>

export type Point = readonly [number, number]

/** Directions in which a figure is measured, so that rotated figures keep their size. */
const DIRECTIONS: readonly Point[] = Array.from({ length: 16 }, (_, n) => [
  Math.cos((n * Math.PI) / 8),
  Math.sin((n * Math.PI) / 8),
])

/** The outermost points, each moved outwards by a margin. */
export function outermost(points: readonly Point[], margin = 0): Point[] {
  if (points.length === 0) return []
  return DIRECTIONS.map(([dx, dy]) => {
    const [x, y] = points.reduce((best, point) =>
      point[0] * dx + point[1] * dy > best[0] * dx + best[1] * dy ? point : best,
    )
    return [x + dx * margin, y + dy * margin]
  })
}

export function mapPoint([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point {
  return [a * x + c * y + e, b * x + d * y + f]
}

/** The bounding rectangle of points. */
export function aroundPoints(points: readonly Point[]): Bounds | undefined {
  if (points.length === 0) return undefined
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const least = (list: number[]) => list.reduce((a, b) => Math.min(a, b))
  const most = (list: number[]) => list.reduce((a, b) => Math.max(a, b))
  return [least(xs), least(ys), most(xs), most(ys)]
}

export function boundsOfShapes(items: readonly ShapeItem[], frame: number): Bounds | undefined {
  return aroundPoints(pointsOfShapes(items, frame))
}

/** The outermost points of what shapes draw at a frame; none for shapes that draw nothing. */
export function pointsOfShapes(items: readonly ShapeItem[], frame: number): Point[] {
  let found: Point[] = []
  for (const item of items as readonly Item[]) {
    if (item.ty === 'rp') found = repeated(found, item, frame)
    else if (item.ty === 'st' || item.ty === 'gs') found = outermost(found, numberAt(item.w, frame, 0) / 2)
    else found = outermost([...found, ...pointsOfItem(item, frame)])
  }
  return found
}

function pointsOfItem(item: Item, frame: number): readonly Point[] {
  switch (item.ty) {
    case 'gr': {
      const children = item.it as readonly Item[]
      const inside = pointsOfShapes(children, frame)
      const transform = children.find(({ ty }) => ty === 'tr')
      if (!transform) return inside
      const matrix = computeMatrix(transform, frame)
      return inside.map((point) => mapPoint(matrix, point))
    }
    case 'rc':
    case 'el': {
      const [x = 0, y = 0] = numbersAt(item.p, frame, [0, 0])
      const [w = 0, h = w] = numbersAt(item.s, frame, [0, 0])
      if (item.ty === 'el') return DIRECTIONS.map(([dx, dy]) => [x + (dx * w) / 2, y + (dy * h) / 2])
      return [-1, 1].flatMap((dx) => [-1, 1].map((dy): Point => [x + (dx * w) / 2, y + (dy * h) / 2]))
    }
    case 'sr': {
      const [x = 0, y = 0] = numbersAt(item.p, frame, [0, 0])
      const radius = Math.max(numberAt(item.or, frame, 0), item.sy === 1 ? numberAt(item.ir, frame, 0) : 0)
      return DIRECTIONS.map(([dx, dy]) => [x + dx * radius, y + dy * radius])
    }
    case 'sh':
      return typeof item.d === 'string' ? pointsOfPathData(item.d) : pointsOfBezier(item.ks)
    default:
      return []
  }
}

function computeMatrix(transform: Record<string, unknown>, frame: number): Matrix {
  const [ax = 0, ay = 0] = numbersAt(transform.a, frame, [0, 0])
  const [px = 0, py = 0] = numbersAt(transform.p, frame, [0, 0])
  const [sx = 100, sy = sx] = numbersAt(transform.s, frame, [100, 100])
  const turn = (numberAt(transform.r, frame, 0) * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return multiply([cos, sin, -sin, cos, px, py], [sx / 100, 0, 0, sy / 100, (-ax * sx) / 100, (-ay * sy) / 100])
}

function repeated(found: readonly Point[], item: Item, frame: number): Point[] {
  const step = computeMatrix((item.tr ?? {}) as Record<string, unknown>, frame)
  const copies = Math.min(MAX_COPIES, Math.round(numberAt(item.c, frame, 1)))
  const all: Point[] = []
  let place = IDENTITY
  for (let n = 0; n < copies; n++) {
    const now = place
    all.push(...found.map((point) => mapPoint(now, point)))
    place = multiply(place, step)
  }
  return outermost(all)
}

/** The points of a bezier path with its handles, or of its first keyframe. */
function pointsOfBezier(property: unknown): Point[] {
  const path = readBezier(property)
  if (!path) return []
  return path.v.flatMap(([x = 0, y = 0], n): Point[] => {
    const [i, o] = [path.i[n] ?? [], path.o[n] ?? []]
    return [
      [x, y],
      [x + (i[0] ?? 0), y + (i[1] ?? 0)],
      [x + (o[0] ?? 0), y + (o[1] ?? 0)],
    ]
  })
}

interface Bezier {
  v: readonly (readonly number[])[]
  i: readonly (readonly number[])[]
  o: readonly (readonly number[])[]
}

function readBezier(property: unknown): Bezier | undefined {
  if (typeof property !== 'object' || property === null) return undefined
  if ('v' in property && Array.isArray(property.v)) return property as unknown as Bezier
  const { k } = property as { k?: unknown }
  const first = Array.isArray(k) ? k[0]?.s : k
  return readBezier(Array.isArray(first) ? first[0] : first)
}

/** How many numbers each command of path data takes, and at which index its points begin. */
const ARGUMENTS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 }

/** The points of SVG path data, including control points. */
export function pointsOfPathData(data: string): Point[] {
  const points: [number, number][] = []
  let [x, y, startX, startY] = [0, 0, 0, 0]
  for (const { command, numbers } of listPathCommands(data)) {
    const kind = command.toUpperCase()
    const [ox, oy] = command === kind ? [0, 0] : [x, y]
    if (kind === 'Z') [x, y] = [startX, startY]
    else if (kind === 'H') x = ox + (numbers[0] ?? 0)
    else if (kind === 'V') y = oy + (numbers[0] ?? 0)
    else if (kind === 'A') {
      const start: [number, number] = [x, y]
      ;[x, y] = [ox + (numbers[5] ?? 0), oy + (numbers[6] ?? 0)]
      points.push(...arcPoints(start, [x, y], numbers))
    } else {
      for (let n = 0; n + 1 < numbers.length; n += 2) points.push([ox + (numbers[n] ?? 0), oy + (numbers[n + 1] ?? 0)])
      ;[x, y] = points.at(-1) ?? [x, y]
      if (kind === 'M') [startX, startY] = [x, y]
    }
    points.push([x, y])
  }
  return points
}

/** Points along an arc: the end point parametrisation of SVG 2, section B.2.4, with the axes of the ellipse upright. */
function arcPoints(from: [number, number], to: [number, number], numbers: readonly number[]): [number, number][] {
  const [rx = 0, ry = 0, , large = 0, sweep = 0] = numbers
  if (rx === 0 || ry === 0) return []
  // In coordinates where the ellipse is a unit circle.
  const [ax, ay, bx, by] = [from[0] / rx, from[1] / ry, to[0] / rx, to[1] / ry]
  const chord = Math.hypot(bx - ax, by - ay)
  if (chord === 0) return []
  const grown = Math.max(1, chord / 2)
  const rise = Math.sqrt(Math.max(0, grown ** 2 - (chord / 2) ** 2)) * (large === sweep ? -1 : 1)
  const [cx, cy] = [(ax + bx) / 2 + ((ay - by) / chord) * rise, (ay + by) / 2 + ((bx - ax) / chord) * rise]
  const start = Math.atan2(ay - cy, ax - cx)
  let turn = Math.atan2(by - cy, bx - cx) - start
  if (sweep === 1 && turn < 0) turn += 2 * Math.PI
  if (sweep === 0 && turn > 0) turn -= 2 * Math.PI
  return Array.from({ length: 17 }, (_, n): [number, number] => {
    const angle = start + (turn * n) / 16
    return [(cx + Math.cos(angle) * grown) * rx, (cy + Math.sin(angle) * grown) * ry]
  })
}

/** The commands of SVG path data with their numbers: implicit repetitions become explicit. */
export function listPathCommands(data: string): { command: string; numbers: number[] }[] {
  const found: { command: string; numbers: number[] }[] = []
  let command = ''
  let numbers: number[] = []
  const arity = () => ARGUMENTS[command.toUpperCase()] ?? 0
  for (const [token, letter] of data.matchAll(PATH_TOKEN)) {
    if (letter !== undefined) {
      command = letter
      numbers = []
      if (arity() === 0) found.push({ command, numbers })
      continue
    }
    numbers.push(Number(token))
    if (numbers.length !== arity()) continue
    found.push({ command, numbers })
    numbers = []
    if (command === 'M') command = 'L'
    else if (command === 'm') command = 'l'
  }
  return found
}
