// The outlines of shape layers before they are painted: Lottie's path items, trimmed by trim paths.
import {
  type Compiled,
  compileNumber,
  compilePath,
  compileVector,
  derive,
  still,
  type Watch,
} from '@vitrine/document/evaluate'
import type { ShapeItem } from '@vitrine/document/shape-item'
import { type Contour, ellipse, rectangle, reverseContour, star, toContour } from './contour.ts'
import type { Modifier } from './shape-modifier.ts'
import { parsePathData } from './svg-path.ts'

/** One path in the tree with the modifiers below it, nearest first. */
export interface Leaf {
  outline: Compiled<readonly Contour[]>
  modifiers: readonly (Modifier | Trim)[]
}

export interface Trim {
  start: Compiled<number>
  end: Compiled<number>
  offset: Compiled<number>
  together: boolean
  /** All paths that it trims; needed when it treats them as one line. */
  leaves: Leaf[]
}

/** Compiles a path item to its contours; `d: 3` reverses them. */
export function compileOutline(
  item: Extract<ShapeItem, { ty: 'rc' | 'el' | 'sr' | 'sh' }>,
  watch: Watch,
): Compiled<readonly Contour[]> {
  const forwards = compileForwards(item, watch)
  if (item.ty === 'sh' || item.d !== 3) return forwards
  return derive([forwards] as const, ([contours]) => contours.map(reverseContour))
}

function compileForwards(
  item: Extract<ShapeItem, { ty: 'rc' | 'el' | 'sr' | 'sh' }>,
  watch: Watch,
): Compiled<readonly Contour[]> {
  if (item.ty === 'sh') {
    if (item.d !== undefined) return still(parsePathData(item.d))
    return derive([compilePath(item.ks as NonNullable<typeof item.ks>, watch)] as const, ([path]) => [toContour(path)])
  }
  const position = compileVector(item.p, [0, 0], watch)
  if (item.ty === 'sr') {
    const numbers = [item.pt, item.or, item.ir, item.os, item.is, item.r].map((property) =>
      compileNumber(property, 0, watch),
    )
    return derive([position, ...numbers], ([p, ...rest]) => {
      const [points = 5, outer = 0, inner = 0, outerRound = 0, innerRound = 0, degrees = 0] = rest as number[]
      const [x = 0, y = 0] = p as readonly number[]
      return [star({ x, y, points, outer, inner: item.sy === 1 ? inner : undefined, outerRound, innerRound, degrees })]
    })
  }
  const size = compileVector(item.s, [0, 0], watch)
  if (item.ty === 'el') {
    return derive([position, size] as const, ([[x = 0, y = 0], [w = 0, h = 0]]) => [ellipse(x, y, w, h)])
  }
  const radius = compileNumber(item.r, 0, watch)
  return derive([position, size, radius] as const, ([[x = 0, y = 0], [w = 0, h = 0], r]) => [rectangle(x, y, w, h, r)])
}

/** Compiles a trim; its leaves are added while the tree is traversed. */
export function compileTrim(item: Extract<ShapeItem, { ty: 'tm' }>, watch: Watch): Trim {
  return {
    start: compileNumber(item.s, 0, watch),
    end: compileNumber(item.e, 100, watch),
    offset: compileNumber(item.o, 0, watch),
    together: item.m === 2,
    leaves: [],
  }
}

/** A leaf's contours at a frame after its modifiers; with `until`, only after those before that one. */
export function modifiedContours(leaf: Leaf, frame: number, until?: Trim): readonly Contour[] {
  let contours = leaf.outline.at(frame)
  for (const modifier of leaf.modifiers) {
    if (modifier === until) break
    contours = 'apply' in modifier ? modifier.apply(contours, frame) : applyTrim(modifier, leaf, contours, frame)
  }
  return contours
}

function applyTrim(trim: Trim, leaf: Leaf, contours: readonly Contour[], frame: number): readonly Contour[] {
  const [start, end, offset] = [trim.start.at(frame) / 100, trim.end.at(frame) / 100, trim.offset.at(frame) / 360]
  if (!trim.together) return contours.flatMap((contour) => trimContours([contour], start, end, offset, false))
  // The paths form one long line: all of them are trimmed, and this leaf's part is returned.
  const lists = [...trim.leaves]
    .reverse()
    .map((other) => ({ other, contours: other === leaf ? contours : modifiedContours(other, frame, trim) }))
  const all = lists.flatMap((list) => list.contours.map((contour) => ({ contour, mine: list.other === leaf })))
  return trimAsOneLine(
    all.map(({ contour }) => contour),
    start,
    end,
    offset,
  ).flatMap((trimmed, n) => (all[n]?.mine ? trimmed : []))
}

/** Whether a leaf's contours are equal at every frame. */
export function isOutlineStill(leaf: Leaf): boolean {
  const listProperties = (modifier: Modifier | Trim) =>
    'apply' in modifier ? [modifier] : [modifier.start, modifier.end, modifier.offset]
  const others = leaf.modifiers.flatMap((modifier) =>
    'apply' in modifier || !modifier.together ? [] : modifier.leaves,
  )
  return (
    leaf.outline.still &&
    leaf.modifiers.every((modifier) => listProperties(modifier).every((part) => part.still)) &&
    others.every((other) => other === leaf || other.outline.still)
  )
}

/** Trims a line made of several contours and returns the visible share of each. */
function trimAsOneLine(contours: readonly Contour[], start: number, end: number, offset: number): Contour[][] {
  const lengths = contours.map((contour) => estimateLength(contour))
  const total = lengths.reduce((sum, length) => sum + length, 0)
  let passed = 0
  return contours.map((contour, n) => {
    const length = lengths[n] ?? 0
    const from = passed / (total || 1)
    const to = (passed + length) / (total || 1)
    passed += length
    return listTrimRanges(start, end, offset).flatMap(([low, high]) => {
      const [a, b] = [Math.max(low, from), Math.min(high, to)]
      if (b <= a || to <= from) return []
      return trimContours([contour], (a - from) / (to - from), (b - from) / (to - from), 0, false)
    })
  })
}

function listTrimRanges(start: number, end: number, offset: number): [number, number][] {
  const [low, high] = [Math.min(start, end), Math.max(start, end)]
  if (high - low >= 1) return [[0, 1]]
  const from = low + offset - Math.floor(low + offset)
  const to = from + (high - low)
  return to > 1
    ? [
        [from, 1],
        [0, to - 1],
      ]
    : [[from, to]]
}

function estimateLength(contour: Contour): number {
  let length = 0
  const { points } = contour
  for (let n = 0; n + 7 < points.length; n += 6) {
    // Chord and control polygon bound the length of a cubic; their mean is precise enough to distribute a trim over paths.
    const p = (k: number): [number, number] => [points[n + k * 2] as number, points[n + k * 2 + 1] as number]
    const distance = (a: [number, number], b: [number, number]) => Math.hypot(a[0] - b[0], a[1] - b[1])
    const polygon = distance(p(0), p(1)) + distance(p(1), p(2)) + distance(p(2), p(3))
    length += (polygon + distance(p(0), p(3))) / 2
  }
  return length
}

// Trim paths: the part of outlines between two shares of their length.

/** Number of points that measure lengths within one cubic. */
const STEPS = 24

interface Measured {
  contour: Contour
  /** Cumulative length at each sample: STEPS per cubic. */
  lengths: Float64Array
  total: number
}

const measured = new WeakMap<Contour, Measured>()

function measure(contour: Contour): Measured {
  const known = measured.get(contour)
  if (known) return known
  const { points } = contour
  const count = (points.length - 2) / 6
  const lengths = new Float64Array(count * STEPS + 1)
  let [x, y] = [points[0] as number, points[1] as number]
  for (let n = 0; n < count; n++) {
    for (let step = 1; step <= STEPS; step++) {
      const [nx, ny] = pointAt(points, n, step / STEPS)
      lengths[n * STEPS + step] = (lengths[n * STEPS + step - 1] as number) + Math.hypot(nx - x, ny - y)
      x = nx
      y = ny
    }
  }
  const result = { contour, lengths, total: lengths[lengths.length - 1] as number }
  measured.set(contour, result)
  return result
}

function pointAt(points: readonly number[], cubic: number, t: number): [number, number] {
  const at = cubic * 6
  const u = 1 - t
  const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
  const along = (axis: 0 | 1) =>
    a * (points[at + axis] as number) +
    b * (points[at + 2 + axis] as number) +
    c * (points[at + 4 + axis] as number) +
    d * (points[at + 6 + axis] as number)
  return [along(0), along(1)]
}

/**
 * The parts of the contours between two shares (0 to 1) of their length, shifted by an offset in shares.
 * @param together treats all contours as one long line; otherwise each is trimmed separately
 */
export function trimContours(
  contours: readonly Contour[],
  start: number,
  end: number,
  offset: number,
  together: boolean,
): Contour[] {
  let [low, high] = [Math.min(start, end), Math.max(start, end)]
  const length = high - low
  if (length <= 0) return []
  if (length >= 1) return together ? [...contours] : contours.map((contour) => startingAt(contour, low + offset))
  low = low + offset - Math.floor(low + offset)
  high = low + length
  const windows: [number, number][] =
    high > 1
      ? [
          [low, 1],
          [0, high - 1],
        ]
      : [[low, high]]
  const all = contours.map(measure)
  if (!together)
    return all.flatMap((item) =>
      trimOne(
        item,
        windows.map(([a, b]) => [a * item.total, b * item.total]),
      ),
    )
  const total = all.reduce((sum, value) => sum + value.total, 0)
  let passed = 0
  return all.flatMap((item) => {
    const local = windows.map(([a, b]): [number, number] => [a * total - passed, b * total - passed])
    passed += item.total
    return trimOne(item, local)
  })
}

/** A closed contour that starts at another share of its length, from which its dashes are counted. */
function startingAt(contour: Contour, share: number): Contour {
  const from = share - Math.floor(share)
  if (!contour.closed || from < 1e-6 || from > 1 - 1e-6) return contour
  const one = measure(contour)
  const [line] = trimOne(one, [
    [from * one.total, one.total],
    [0, from * one.total],
  ])
  return line ? { ...line, closed: true } : contour
}

function trimOne(one: Measured, windows: readonly [number, number][]): Contour[] {
  const parts = windows
    .map(([from, to]): [number, number] => [Math.max(0, from), Math.min(one.total, to)])
    .filter(([from, to]) => to - from > 1e-6)
  const pieces = parts.map(([from, to]) => cut(one, from, to))
  // A range over the seam of a closed contour must not show a gap there.
  const [first, second] = pieces
  if (one.contour.closed && first && second && parts[0]?.[1] === one.total && parts[1]?.[0] === 0) {
    return [{ points: [...first.points, ...second.points.slice(2)], closed: false }]
  }
  return pieces
}

function cut(one: Measured, from: number, to: number): Contour {
  const [firstCubic, firstT] = locate(one, from)
  const [lastCubic, lastT] = locate(one, to)
  const points: number[] = []
  for (let cubic = firstCubic; cubic <= lastCubic; cubic++) {
    const a = cubic === firstCubic ? firstT : 0
    const b = cubic === lastCubic ? lastT : 1
    const part = subdivide(one.contour.points, cubic, a, b)
    points.push(...(points.length === 0 ? part : part.slice(2)))
  }
  return { points, closed: false }
}

/** The cubic and its parameter at a length along the contour. */
function locate(one: Measured, length: number): [number, number] {
  const { lengths } = one
  let low = 0
  let high = lengths.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lengths[middle] as number) <= length) low = middle
    else high = middle - 1
  }
  const span = (lengths[low + 1] as number) - (lengths[low] as number)
  const part = span === 0 ? 0 : Math.min(1, (length - (lengths[low] as number)) / span)
  return [Math.floor(low / STEPS), ((low % STEPS) + part) / STEPS]
}

/** The part of a cubic between two parameters (de Casteljau), as start point and one cubic. */
function subdivide(points: readonly number[], cubic: number, a: number, b: number): number[] {
  const at = cubic * 6
  const blossom = (axis: 0 | 1, s: number, t: number, u: number): number => {
    const p = (n: number) => points[at + n * 2 + axis] as number
    const mix = (x: number, y: number, share: number) => x + (y - x) * share
    const [q0, q1, q2] = [mix(p(0), p(1), s), mix(p(1), p(2), s), mix(p(2), p(3), s)]
    return mix(mix(q0, q1, t), mix(q1, q2, t), u)
  }
  return [
    [a, a, a],
    [a, a, b],
    [a, b, b],
    [b, b, b],
  ].flatMap(([s = 0, t = 0, u = 0]) => [blossom(0, s, t, u), blossom(1, s, t, u)])
}
