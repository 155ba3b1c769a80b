// After Effects' modifiers of outlines before painting: rounding, pucker and bloat, zig zag, twist, offset.

import { compileNumber, compileVector, type Watch } from '@vitrine/document/evaluate'
import type { ShapeItem } from '@vitrine/document/shape-item'
import { type Contour, contourOfVertices, cubicAt, listVertices, type Vertex } from './contour.ts'
import { offsetContour } from './offset.ts'

/** A change of outlines, one contour at a time. */
export interface Modifier {
  readonly still: boolean
  apply(contours: readonly Contour[], frame: number): readonly Contour[]
}

export type ModifierItem = Extract<ShapeItem, { ty: 'rd' | 'pb' | 'zz' | 'tw' | 'op' }>

/** How far the handles of a rounded corner reach towards it; lottie-web's value. */
const CORNER = 0.5519

/** Compiles a modifier item. */
export function compileModifier(item: ModifierItem, watch: Watch): Modifier {
  if (item.ty === 'rd') {
    const radius = compileNumber(item.r, 0, watch)
    return each(radius.still, (contour, frame) => rounded(contour, radius.at(frame)))
  }
  if (item.ty === 'pb') {
    const amount = compileNumber(item.a, 0, watch)
    return each(amount.still, (contour, frame) => puckered(contour, amount.at(frame) / 100))
  }
  if (item.ty === 'op') {
    const [amount, limit] = [compileNumber(item.a, 0, watch), compileNumber(item.ml, 4, watch)]
    const join = item.lj ?? 1
    return each(amount.still && limit.still, (contour, frame) =>
      offsetContour(contour, amount.at(frame), join, limit.at(frame)),
    )
  }
  if (item.ty === 'tw') {
    const [angle, centre] = [compileNumber(item.a, 0, watch), compileVector(item.c, [0, 0], watch)]
    return each(angle.still && centre.still, (contour, frame) => twisted(contour, angle.at(frame), centre.at(frame)))
  }
  const [size, ridges] = [compileNumber(item.s, 0, watch), compileNumber(item.r, 0, watch)]
  const kind = compileNumber(item.pt, 1, watch)
  return each(size.still && ridges.still && kind.still, (contour, frame) =>
    zigzagged(contour, size.at(frame), Math.max(0, Math.round(ridges.at(frame))), kind.at(frame) === 2),
  )
}

function each(still: boolean, change: (contour: Contour, frame: number) => Contour): Modifier {
  return { still, apply: (contours, frame) => contours.map((contour) => change(contour, frame)) }
}

function isSharp({ x, y, inX, inY, outX, outY }: Vertex): boolean {
  return Math.hypot(inX - x, inY - y) < 1e-6 && Math.hypot(outX - x, outY - y) < 1e-6
}

/** Replaces corners between two straight lines by two points with an arc between them. */
function rounded(contour: Contour, radius: number): Contour {
  if (radius <= 0) return contour
  const vertices = listVertices(contour)
  const last = vertices.length - 1
  const towards = (from: Vertex, to: Vertex | undefined): Vertex => {
    const length = to ? Math.hypot(to.x - from.x, to.y - from.y) : 0
    const share = to && length > 0 ? Math.min(length / 2, radius) / length : 0
    const [x, y] = [from.x + ((to?.x ?? 0) - from.x) * share, from.y + ((to?.y ?? 0) - from.y) * share]
    const [hx, hy] = [x + (from.x - x) * CORNER, y + (from.y - y) * CORNER]
    return { x, y, inX: hx, inY: hy, outX: hx, outY: hy }
  }
  const result = vertices.flatMap((vertex, n): Vertex[] => {
    const isEnd = !contour.closed && (n === 0 || n === last)
    if (isEnd || !isSharp(vertex) || vertices.length < 3) return [vertex]
    const before = towards(vertex, vertices[n === 0 ? last : n - 1])
    const after = towards(vertex, vertices[n === last ? 0 : n + 1])
    return [
      { ...before, inX: before.x, inY: before.y },
      { ...after, outX: after.x, outY: after.y },
    ]
  })
  return contourOfVertices(result, contour.closed)
}

function puckered(contour: Contour, share: number): Contour {
  if (share === 0) return contour
  const vertices = listVertices(contour)
  const mid = (axis: 'x' | 'y') => vertices.reduce((sum, vertex) => sum + vertex[axis], 0) / vertices.length
  const [cx, cy] = [mid('x'), mid('y')]
  const moved = vertices.map(({ x, y, inX, inY, outX, outY }) => ({
    x: x + (cx - x) * share,
    y: y + (cy - y) * share,
    inX: inX - (cx - inX) * share,
    inY: inY - (cy - inY) * share,
    outX: outX - (cx - outX) * share,
    outY: outY - (cy - outY) * share,
  }))
  return contourOfVertices(moved, contour.closed)
}

/** A point of a contour with its direction. */
interface Sample {
  x: number
  y: number
  tx: number
  ty: number
}

function sampleAt(points: readonly number[], at: number, t: number): Sample {
  const { x, y, vx, vy } = cubicAt(points, at, t)
  // Handles at their points give no slope at the ends, so the chord is used.
  const isFlat = Math.hypot(vx, vy) < 1e-9
  const p = (n: number) => points[at + n] as number
  const [tx, ty] = isFlat ? [p(6) - p(0), p(7) - p(1)] : [vx, vy]
  const length = Math.hypot(tx, ty) || 1
  return { x, y, tx: tx / length, ty: ty / length }
}

function zigzagged(contour: Contour, size: number, ridges: number, smooth: boolean): Contour {
  const { points } = contour
  const count = (points.length - 2) / 6
  if (count < 1) return contour
  const vertices: Vertex[] = []
  let side = 1
  const add = ({ x, y, tx, ty }: Sample, reach: number) => {
    const [vx, vy] = [x + ty * side * size, y - tx * side * size]
    const [hx, hy] = smooth ? [tx * reach, ty * reach] : [0, 0]
    vertices.push({ x: vx, y: vy, inX: vx - hx, inY: vy - hy, outX: vx + hx, outY: vy + hy })
    side = -side
  }
  for (let cubic = 0; cubic < count; cubic++) {
    const at = cubic * 6
    const chord = Math.hypot(
      (points[at + 6] as number) - (points[at] as number),
      (points[at + 7] as number) - (points[at + 1] as number),
    )
    const reach = chord / ((ridges + 1) * 2)
    add(cornerAt(contour, cubic), reach)
    for (let n = 1; n <= ridges; n++) add(sampleAt(points, at, n / (ridges + 1)), reach)
  }
  if (!contour.closed) add(sampleAt(points, (count - 1) * 6, 1), 0)
  return contourOfVertices(vertices, contour.closed)
}

/** The start of a cubic with the average of the directions before and after it. */
function cornerAt({ points, closed }: Contour, cubic: number): Sample {
  const count = (points.length - 2) / 6
  const after = sampleAt(points, cubic * 6, 0)
  if (cubic === 0 && !closed) return after
  const before = sampleAt(points, (cubic === 0 ? count - 1 : cubic - 1) * 6, 1)
  const [tx, ty] = [before.tx + after.tx, before.ty + after.ty]
  const length = Math.hypot(tx, ty)
  return length < 1e-9 ? after : { x: after.x, y: after.y, tx: tx / length, ty: ty / length }
}

/** Parts that a curve is split into before twisting: a straight line would otherwise stay straight. */
const TWIST_PIECES = 4

function twisted(contour: Contour, degrees: number, [cx = 0, cy = 0]: readonly number[]): Contour {
  if (degrees === 0) return contour
  const { points } = contour
  const fine: number[] = [points[0] as number, points[1] as number]
  for (let at = 0; at + 7 < points.length; at += 6) {
    const step = 1 / TWIST_PIECES / 3
    for (let n = 0; n < TWIST_PIECES; n++) {
      const [from, to] = [cubicAt(points, at, n / TWIST_PIECES), cubicAt(points, at, (n + 1) / TWIST_PIECES)]
      fine.push(from.x + from.vx * step, from.y + from.vy * step, to.x - to.vx * step, to.y - to.vy * step, to.x, to.y)
    }
  }
  let reach = 0
  for (let n = 0; n < fine.length; n += 2)
    reach = Math.max(reach, Math.hypot((fine[n] as number) - cx, (fine[n + 1] as number) - cy))
  if (reach === 0) return contour
  const result = fine.slice()
  for (let n = 0; n < fine.length; n += 2) {
    const [dx, dy] = [(fine[n] as number) - cx, (fine[n + 1] as number) - cy]
    const turn = (1 - Math.hypot(dx, dy) / reach) * degrees * (Math.PI / 180)
    result[n] = cx + dx * Math.cos(turn) - dy * Math.sin(turn)
    result[n + 1] = cy + dx * Math.sin(turn) + dy * Math.cos(turn)
  }
  return { points: result, closed: contour.closed }
}

export function isModifier(item: ShapeItem): item is ModifierItem {
  return item.ty === 'rd' || item.ty === 'pb' || item.ty === 'zz' || item.ty === 'tw' || item.ty === 'op'
}
