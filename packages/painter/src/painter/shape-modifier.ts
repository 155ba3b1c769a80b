// After Effects' modifiers of outlines before painting: rounding, pucker and bloat, zig zag, twist, offset.
import { compileNumber, compileVector, type Watch } from '@vitrine/document/evaluate'
import type { Context, FillRule, Host, Path } from '@vitrine/document/host'
import type { ShapeItem } from '@vitrine/document/shape-item'
import {
  type Contour,
  computeWinding,
  contourBounds,
  createContour,
  cubicAt,
  listVertices,
  reverseContour,
  traceContour,
  type Vertex,
} from './contour.ts'

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
    return each(radius.still, (contour, frame) => roundCorners(contour, radius.at(frame)))
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
    zigzag(contour, size.at(frame), Math.max(0, Math.round(ridges.at(frame))), kind.at(frame) === 2),
  )
}

function each(still: boolean, change: (contour: Contour, frame: number) => Contour): Modifier {
  return { still, apply: (contours, frame) => contours.map((contour) => change(contour, frame)) }
}

function isSharp({ x, y, inX, inY, outX, outY }: Vertex): boolean {
  return Math.hypot(inX - x, inY - y) < 1e-6 && Math.hypot(outX - x, outY - y) < 1e-6
}

/** Replaces corners between two straight lines by two points with an arc between them. */
function roundCorners(contour: Contour, radius: number): Contour {
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
  return createContour(result, contour.closed)
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
  return createContour(moved, contour.closed)
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

function zigzag(contour: Contour, size: number, ridges: number, smooth: boolean): Contour {
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
  return createContour(vertices, contour.closed)
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

// Merged paths: several outlines added, subtracted, intersected or excluded. The context's own clip does the geometry, so fills
// are exact and lines are cut where outlines cross.

/** Lottie's mode numbers; 1 (merge) equals painting several paths. */
export type MergeMode = 2 | 3 | 4 | 5

/** The outlines of one merged part, and their outside. */
interface Part {
  inside: Path
  outside: Path
}

/** Parts in the designer's order: the others are subtracted from the first. */
export interface Merged {
  mode: MergeMode
  parts: readonly Part[]
  /** All parts as one path for operations without a clip, with its fill rule. */
  together: Path
  rule: FillRule
}

const EVERYWHERE = 1e5

/** Prepares parts for being drawn. */
export function mergeParts(host: Host, mode: MergeMode, parts: readonly (readonly Contour[])[]): Merged {
  const shown = parts.filter(hasArea)
  // Outlines in opposite directions would cut holes into their sum.
  const turned = mode === 2 ? shown.map(clockwise) : shown
  return {
    mode,
    parts: turned.map((contours) => ({
      inside: traceContours(host, contours, false),
      outside: traceContours(host, contours, true),
    })),
    together: traceContours(host, turned.flat(), false),
    rule: mode === 5 ? 'evenodd' : 'nonzero',
  }
}

/** Points and lines have no area: After Effects does not let them empty an intersection. */
function hasArea(contours: readonly Contour[]): boolean {
  const bounds = contourBounds(contours)
  return bounds !== undefined && bounds[2] - bounds[0] > 1e-6 && bounds[3] - bounds[1] > 1e-6
}

/** A part with several outlines keeps its holes: either all or none of them are reversed. */
function clockwise(contours: readonly Contour[]): readonly Contour[] {
  const winding = contours.reduce((sum, contour) => sum + computeWinding(contour), 0)
  return winding < 0 ? contours.map(reverseContour) : contours
}

function traceContours(host: Host, contours: readonly Contour[], outside: boolean): Path {
  const path = host.createPath()
  if (outside) path.rect(-EVERYWHERE, -EVERYWHERE, 2 * EVERYWHERE, 2 * EVERYWHERE)
  for (const contour of contours) traceContour(path, contour)
  return path
}

/** Fills the merged area with the context's style. */
export function fillMerged(ctx: Context, merged: Merged): void {
  const [first, ...others] = merged.parts
  if (!first) return
  if (merged.mode === 2 || merged.mode === 5) {
    ctx.fill(merged.together, merged.rule)
    return
  }
  const isCut = merged.mode === 3
  ctx.save()
  for (const other of others) ctx.clip(isCut ? other.outside : other.inside, isCut ? 'evenodd' : 'nonzero')
  ctx.fill(first.inside)
  ctx.restore()
}

/** Strokes the edge of the merged area. */
export function strokeMerged(ctx: Context, merged: Merged): void {
  if (merged.mode === 5) {
    ctx.stroke(merged.together)
    return
  }
  merged.parts.forEach((part, n) => {
    ctx.save()
    merged.parts.forEach((other, k) => {
      if (other === part) return
      // The edge of a sum is outside the other parts, that of an intersection inside them; a subtracted part leaves its edge
      // inside the first.
      const inside = merged.mode === 4 || (merged.mode === 3 && n > 0 && k === 0)
      ctx.clip(inside ? other.inside : other.outside, inside ? 'nonzero' : 'evenodd')
    })
    ctx.stroke(part.inside)
    ctx.restore()
  })
}

// Offsets outlines by a distance: every curve moves along its normals, and the gaps at corners are joined.

/** Parts that a curve is split into, so that moving their handles along approximates the true offset. */
const PIECES = 4

/** One cubic; a straight one has its handles at its ends. */
interface Piece {
  points: readonly number[]
  straight: boolean
}

/**
 * Moves a contour outwards (inwards for negative amounts). Outlines that then intersect themselves stay that way, and the
 * nonzero rule fills them.
 * @param join 1 miter, 2 round, 3 bevel
 */
function offsetContour(contour: Contour, amount: number, join: 1 | 2 | 3, miterLimit: number): Contour {
  if (amount === 0) return contour
  const outwards = computeWinding(contour) >= 0 ? amount : -amount
  const pieces = meet(
    cut(contour).flatMap((piece) => move(piece, outwards)),
    outwards,
    contour.closed,
  )
  const first = pieces[0]
  if (!first) return contour
  const points = [...first.points]
  const corners = contour.closed ? pieces.length : pieces.length - 1
  for (let n = 0; n < corners; n++) {
    const next = pieces[(n + 1) % pieces.length] as Piece
    addJoin(points, pieces[n] as Piece, next, outwards, join, miterLimit)
    if (n < pieces.length - 1) points.push(...next.points.slice(2))
  }
  return { points, closed: contour.closed }
}

function cut({ points, closed }: Contour): Piece[] {
  const pieces: Piece[] = []
  const p = (n: number) => points[n] as number
  for (let at = 0; at + 7 < points.length; at += 6) {
    const isLine = p(at) === p(at + 2) && p(at + 1) === p(at + 3) && p(at + 4) === p(at + 6) && p(at + 5) === p(at + 7)
    const count = isLine ? 1 : PIECES
    for (let n = 0; n < count; n++) {
      const [from, to] = [cubicAt(points, at, n / count), cubicAt(points, at, (n + 1) / count)]
      const step = 1 / count / 3
      const handles = isLine
        ? [from.x, from.y, to.x, to.y]
        : [from.x + from.vx * step, from.y + from.vy * step, to.x - to.vx * step, to.y - to.vy * step]
      pieces.push({ points: [from.x, from.y, ...handles, to.x, to.y], straight: isLine })
    }
  }
  const end = points.length - 2
  // A closed contour may omit its last line.
  if (closed && Math.hypot(p(end) - p(0), p(end + 1) - p(1)) > 1e-6)
    pieces.push({ points: [p(end), p(end + 1), p(end), p(end + 1), p(0), p(1), p(0), p(1)], straight: true })
  return pieces
}

/** The unit directions at the start and end of a part; undefined for a part without length. */
function directions({ points }: Piece): [number, number, number, number] | undefined {
  const p = (n: number) => points[n] as number
  const unit = (...tries: (readonly [number, number])[]): [number, number] | undefined => {
    const found = tries.find(([x, y]) => Math.hypot(x, y) > 1e-9)
    if (!found) return undefined
    const length = Math.hypot(found[0], found[1])
    return [found[0] / length, found[1] / length]
  }
  const chord = [p(6) - p(0), p(7) - p(1)] as const
  const leave = unit([p(2) - p(0), p(3) - p(1)], chord)
  const arrive = unit([p(6) - p(4), p(7) - p(5)], chord)
  return leave && arrive ? [...leave, ...arrive] : undefined
}

function move(piece: Piece, amount: number): Piece[] {
  const found = directions(piece)
  if (!found) return []
  const [lx, ly, ax, ay] = found
  const p = (n: number) => piece.points[n] as number
  const [dx0, dy0, dx1, dy1] = [ly * amount, -lx * amount, ay * amount, -ax * amount]
  const [fx, fy, tx, ty] = [p(0) + dx0, p(1) + dy0, p(6) + dx1, p(7) + dy1]
  // Handles keep their share of the chord, whose length changes with the curve.
  const before = Math.hypot(p(6) - p(0), p(7) - p(1))
  const ratio = before > 1e-9 ? Math.hypot(tx - fx, ty - fy) / before : 1
  const [h0x, h0y] = [(p(2) - p(0)) * ratio, (p(3) - p(1)) * ratio]
  const [h1x, h1y] = [(p(4) - p(6)) * ratio, (p(5) - p(7)) * ratio]
  return [{ points: [fx, fy, fx + h0x, fy + h0y, tx + h1x, ty + h1y, tx, ty], straight: piece.straight }]
}

/** Cuts straight parts that intersect after an inner offset at their intersection. */
function meet(pieces: readonly Piece[], amount: number, closed: boolean): Piece[] {
  const result = pieces.map(({ points, straight }) => ({ points: [...points], straight }))
  for (let n = 0; n < result.length - (closed ? 0 : 1); n++) {
    const from = result[n] as { points: number[]; straight: boolean }
    const to = result[(n + 1) % result.length] as { points: number[]; straight: boolean }
    const [leaving, arriving] = [directions(from), directions(to)]
    if (!from.straight || !to.straight || !leaving || !arriving) continue
    const [ax, ay] = leaving
    const [bx, by] = arriving
    const cross = ax * by - ay * bx
    if (cross * amount >= 0 || Math.abs(cross) < 1e-6) continue
    const [dx, dy] = [
      (to.points[0] as number) - (from.points[6] as number),
      (to.points[1] as number) - (from.points[7] as number),
    ]
    const along = (dx * by - dy * bx) / cross
    const [x, y] = [(from.points[6] as number) + ax * along, (from.points[7] as number) + ay * along]
    from.points.splice(4, 4, x, y, x, y)
    to.points.splice(0, 4, x, y, x, y)
  }
  return result
}

function addJoin(points: number[], from: Piece, to: Piece, amount: number, join: 1 | 2 | 3, miterLimit: number): void {
  const [x0, y0] = [from.points[6] as number, from.points[7] as number]
  const [x1, y1] = [to.points[0] as number, to.points[1] as number]
  if (Math.hypot(x1 - x0, y1 - y0) < 1e-6) return
  const [leaving, arriving] = [directions(from), directions(to)]
  const line = (x: number, y: number) => {
    const at = points.length
    points.push(points[at - 2] as number, points[at - 1] as number, x, y, x, y)
  }
  if (leaving && arriving) {
    const [, , ax, ay] = leaving
    const [bx, by] = arriving
    const cross = ax * by - ay * bx
    const half = Math.acos(Math.min(1, Math.max(-1, ax * bx + ay * by))) / 2
    // Only the outer side of a bend has a gap to close.
    const isGap = cross * amount > 0
    const reach = Math.tan(half) * Math.abs(amount)
    if (isGap && join === 1 && 1 / Math.max(1e-6, Math.cos(half)) <= miterLimit) line(x0 + ax * reach, y0 + ay * reach)
    if (isGap && join === 2) {
      const k = (4 / 3) * Math.tan(half / 2) * Math.abs(amount)
      points.push(x0 + ax * k, y0 + ay * k, x1 - bx * k, y1 - by * k, x1, y1)
      return
    }
  }
  line(x1, y1)
}
