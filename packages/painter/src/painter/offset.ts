// Offsets outlines by a distance: every curve moves along its normals, and the gaps at corners are joined.
import { type Contour, computeWinding, cubicAt } from './contour.ts'

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
export function offsetContour(contour: Contour, amount: number, join: 1 | 2 | 3, miterLimit: number): Contour {
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
