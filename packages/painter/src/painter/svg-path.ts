// Converts SVG path data to contours, so that drawn ornament can be trimmed, stroked and animated like any other path.
import { PATH_TOKEN } from '@vitrine/document/shape-item'
import type { Contour } from './contour.ts'

const ARGUMENTS: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 }

interface Cursor {
  x: number
  y: number
  startX: number
  startY: number
  /** Last control point, for the smooth commands. */
  controlX: number
  controlY: number
  last: string
}

/** Parses SVG path data to contours; parsing stops at unknown parts, as in browsers. */
export function parsePathData(data: string): Contour[] {
  const contours: { points: number[]; closed: boolean }[] = []
  const at: Cursor = { x: 0, y: 0, startX: 0, startY: 0, controlX: 0, controlY: 0, last: '' }
  for (const { command, values } of parsePathCommands(data)) {
    const isRelative = command !== command.toUpperCase()
    const kind = command.toUpperCase()
    if (kind === 'M') {
      at.x = (values[0] ?? 0) + (isRelative ? at.x : 0)
      at.y = (values[1] ?? 0) + (isRelative ? at.y : 0)
      at.startX = at.x
      at.startY = at.y
      contours.push({ points: [at.x, at.y], closed: false })
    } else if (kind === 'Z') {
      const open = contours[contours.length - 1]
      if (open) {
        if (at.x !== at.startX || at.y !== at.startY)
          open.points.push(at.x, at.y, at.startX, at.startY, at.startX, at.startY)
        open.closed = true
      }
      at.x = at.startX
      at.y = at.startY
    } else {
      let open = contours[contours.length - 1]
      if (!open || open.closed) {
        open = { points: [at.x, at.y], closed: false }
        contours.push(open)
      }
      addSegment(open.points, at, kind, values, isRelative)
    }
    at.last = kind
  }
  return contours.filter(({ points }) => points.length > 2)
}

function* parsePathCommands(data: string): Generator<{ command: string; values: number[] }> {
  let command = ''
  let values: number[] = []
  for (const [, letter, number] of data.matchAll(PATH_TOKEN)) {
    if (letter) {
      command = letter
      values = []
      if (ARGUMENTS[letter.toUpperCase()] === 0) yield { command, values }
      continue
    }
    values.push(Number(number))
    if (values.length === ARGUMENTS[command.toUpperCase()]) {
      yield { command, values }
      values = []
      // Further pairs after a move are lines.
      if (command === 'M') command = 'L'
      if (command === 'm') command = 'l'
    }
  }
}

function addSegment(points: number[], at: Cursor, kind: string, values: readonly number[], isRelative: boolean): void {
  const dx = isRelative ? at.x : 0
  const dy = isRelative ? at.y : 0
  const v = (n: number) => values[n] ?? 0
  const cubic = (c1x: number, c1y: number, c2x: number, c2y: number, x: number, y: number) => {
    points.push(c1x, c1y, c2x, c2y, x, y)
    at.controlX = c2x
    at.controlY = c2y
    at.x = x
    at.y = y
  }
  const quadratic = (cx: number, cy: number, x: number, y: number) => {
    cubic(
      at.x + (2 / 3) * (cx - at.x),
      at.y + (2 / 3) * (cy - at.y),
      x + (2 / 3) * (cx - x),
      y + (2 / 3) * (cy - y),
      x,
      y,
    )
    at.controlX = cx
    at.controlY = cy
  }
  const line = (x: number, y: number) => cubic(at.x, at.y, x, y, x, y)
  const mirrored = (kinds: string): [number, number] =>
    kinds.includes(at.last) ? [2 * at.x - at.controlX, 2 * at.y - at.controlY] : [at.x, at.y]
  if (kind === 'L') line(v(0) + dx, v(1) + dy)
  else if (kind === 'H') line(v(0) + dx, at.y)
  else if (kind === 'V') line(at.x, v(0) + dy)
  else if (kind === 'C') cubic(v(0) + dx, v(1) + dy, v(2) + dx, v(3) + dy, v(4) + dx, v(5) + dy)
  else if (kind === 'S') cubic(...mirrored('CS'), v(0) + dx, v(1) + dy, v(2) + dx, v(3) + dy)
  else if (kind === 'Q') quadratic(v(0) + dx, v(1) + dy, v(2) + dx, v(3) + dy)
  else if (kind === 'T') quadratic(...mirrored('QT'), v(0) + dx, v(1) + dy)
  else if (kind === 'A') for (const part of arc(at, values, v(5) + dx, v(6) + dy)) cubic(...part)
}

/** Converts an elliptical arc to cubics of at most a quarter turn (SVG 2, appendix B.2.4). */
function arc(
  at: Cursor,
  values: readonly number[],
  x: number,
  y: number,
): [number, number, number, number, number, number][] {
  const tilt = ((values[2] ?? 0) * Math.PI) / 180
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)]
  const [hx, hy] = [(at.x - x) / 2, (at.y - y) / 2]
  const px = cos * hx + sin * hy
  const py = -sin * hx + cos * hy
  let [rx, ry] = [Math.abs(values[0] ?? 0), Math.abs(values[1] ?? 0)]
  if (rx === 0 || ry === 0 || (px === 0 && py === 0)) return [[at.x, at.y, x, y, x, y]]
  const stretch = Math.sqrt(Math.max(1, (px * px) / (rx * rx) + (py * py) / (ry * ry)))
  rx *= stretch
  ry *= stretch
  const rest = Math.max(0, (rx * rx * ry * ry) / (rx * rx * py * py + ry * ry * px * px) - 1)
  const sign = (values[3] ?? 0) === (values[4] ?? 0) ? -1 : 1
  const [cx, cy] = [(sign * Math.sqrt(rest) * rx * py) / ry, (-sign * Math.sqrt(rest) * ry * px) / rx]
  const mx = cos * cx - sin * cy + (at.x + x) / 2
  const my = sin * cx + cos * cy + (at.y + y) / 2
  const start = Math.atan2((py - cy) / ry, (px - cx) / rx)
  let sweep = Math.atan2((-py - cy) / ry, (-px - cx) / rx) - start
  if ((values[4] ?? 0) !== 0 && sweep < 0) sweep += 2 * Math.PI
  if ((values[4] ?? 0) === 0 && sweep > 0) sweep -= 2 * Math.PI
  const count = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 2) - 1e-9))
  const step = sweep / count
  const k = (4 / 3) * Math.tan(step / 4)
  const map = (ux: number, uy: number): [number, number] => [
    mx + cos * rx * ux - sin * ry * uy,
    my + sin * rx * ux + cos * ry * uy,
  ]
  return Array.from({ length: count }, (_, n) => {
    const [a, b] = [start + n * step, start + (n + 1) * step]
    const [c1x, c1y] = map(Math.cos(a) - k * Math.sin(a), Math.sin(a) + k * Math.cos(a))
    const [c2x, c2y] = map(Math.cos(b) + k * Math.sin(b), Math.sin(b) - k * Math.cos(b))
    const [ex, ey] = n === count - 1 ? [x, y] : map(Math.cos(b), Math.sin(b))
    return [c1x, c1y, c2x, c2y, ex, ey]
  })
}
