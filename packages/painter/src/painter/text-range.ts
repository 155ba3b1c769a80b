// After Effects' text animators: the weight of each part in a range selector, and its effect.

import {
  type Compiled,
  compileColor,
  compileNumber,
  compileVector,
  easeAt,
  type Watch,
} from '@vitrine/document/evaluate'
import { type Matrix, multiply } from '@vitrine/document/matrix'
import type { TextRange } from '@vitrine/document/text-animation'
import { compileTransform } from '@vitrine/document/transform'
import { chance } from './random.ts'
import type { Piece, Units } from './text-piece.ts'

/** The effect of all ranges on a part at a frame. */
export interface RangeState {
  /** In pixels of the layer, before anything else moves the part. */
  matrix: Matrix
  opacity: number
  /** Colours drawn over the part's own, each weighted by its share. */
  fills: readonly { color: string; share: number }[]
  strokes: readonly { color: string; share: number }[]
  /** Pixels added to the width of the stroke. */
  strokeWidth: number
}

export interface Ranges {
  /** The states of all parts at a frame, in order. */
  at(frame: number): RangeState[]
  /** How far parts may leave their position, in pixels. */
  reach(frame: number): number
}

interface CompiledRange {
  share(units: Units, frame: number): number
  to: ReturnType<typeof compileTarget>
}

/** The text that ranges apply to: the parts with their positions in the lines. */
interface RangedText {
  pieces: readonly Piece[]
  fontSize: number
  /** Share of a line's growth that goes to its left: 0 for left-aligned lines, 1 for right-aligned ones. */
  alignShare: number
  /** The point around which letters rotate: percent of half the width and of the cap height from the centre of the baseline. */
  grouping: { by: 'char' | 'word' | 'line' | 'all'; align: Compiled<readonly number[]> } | undefined
}

/** Compiles the ranges of a text. */
export function compileRanges(ranges: readonly TextRange[], text: RangedText, watch: Watch): Ranges | undefined {
  if (ranges.length === 0) return undefined
  const counts: Units = { char: 0, 'char-no-space': 0, word: 0, line: 0 }
  for (const { units } of text.pieces) {
    for (const by of Object.keys(counts) as (keyof Units)[]) counts[by] = Math.max(counts[by], units[by] + 1)
  }
  const compiled = ranges.map(({ by, range, more = [], to }): CompiledRange => {
    const shares = [{ by, range }, ...more].map((one) => {
      const share = compileSelector(one.range, counts[one.by], watch)
      return (units: Units, frame: number) => share(units[one.by], frame)
    })
    const [only] = shares
    const sum = (units: Units, frame: number) => shares.reduce((total, share) => total + share(units, frame), 0)
    return {
      share: only && shares.length === 1 ? only : (units, frame) => Math.min(1, Math.max(-1, sum(units, frame))),
      to: compileTarget(to, watch),
    }
  })
  const anchors = computeAnchors(text)
  const widest = text.grouping ? Math.max(0, ...anchors.map(({ half }) => half)) : 0
  return {
    at(frame) {
      const shifts = trackingShifts(compiled, text, frame)
      const [alignX = 0, alignY = 0] = text.grouping?.align.at(frame) ?? []
      return text.pieces.map((piece, n) => {
        const { x, y, half } = anchors[n] as Anchor
        const anchor = [x + (half * alignX) / 100, y + (text.fontSize * CAPITALS * alignY) / 100] as const
        return computeRangeState(compiled, piece, anchor, shifts[n] ?? 0, frame)
      })
    },
    reach: (frame) => compiled.reduce((sum, range) => sum + computeReach(range, text, widest, frame), 0),
  }
}

interface Anchor {
  x: number
  y: number
  /** Half of the width of its unit. */
  half: number
}

/** Cap height in font sizes, as in other players. */
const CAPITALS = 0.857

/** The centres of the baselines that parts rotate around. */
function computeAnchors({ pieces, grouping }: RangedText): Anchor[] {
  const by = grouping?.by ?? 'char'
  const groups = new Map<number, { left: number; right: number; y: number }>()
  const getKey = ({ units }: Piece, n: number) => (by === 'all' ? 0 : by === 'char' ? n : units[by])
  pieces.forEach((piece, n) => {
    const key = getKey(piece, n)
    const { left, right, y } = groups.get(key) ?? { left: piece.left, right: piece.right, y: piece.baseline }
    groups.set(key, {
      left: Math.min(left, piece.left),
      right: Math.max(right, piece.right),
      y: Math.min(y, piece.baseline),
    })
  })
  return pieces.map((piece, n) => {
    const { left, right, y } = groups.get(getKey(piece, n)) ?? { ...piece, y: piece.baseline }
    return { x: (left + right) / 2, y, half: (right - left) / 2 }
  })
}

function compileTarget(to: TextRange['to'], watch: Watch) {
  const number = (property: Parameters<typeof compileNumber>[0]) =>
    property === undefined ? undefined : compileNumber(property, 0, watch)
  return {
    position: to.p === undefined ? undefined : compileVector(to.p, [0, 0], watch),
    anchor: to.a === undefined ? undefined : compileVector(to.a, [0, 0], watch),
    scale: to.s === undefined ? undefined : compileVector(to.s, [100, 100], watch),
    rotation: number(to.r),
    opacity: number(to.o),
    skew: number(to.sk),
    skewAxis: number(to.sa),
    tracking: number(to.tracking),
    baseline: number(to.baseline),
    fill: to.fill === undefined ? undefined : compileColor(to.fill, '#000', watch),
    stroke: to.stroke === undefined ? undefined : compileColor(to.stroke, '#000', watch),
    strokeWidth: number(to.strokeWidth),
  }
}

type Shape = NonNullable<TextRange['range']['shape']>

/** The weight of unit n in a range from `start` to `end` (both in units), before easing; 0 to 1 (lottie-web's curves). */
const SHAPES: Record<Shape, (unit: number, start: number, end: number) => number> = {
  square: (unit, start, end) => {
    if (unit < Math.floor(start)) return 0
    return clamp(unit < start ? Math.min(end, 1) - (start - unit) : end - unit)
  },
  'ramp-up': (unit, start, end) => (end === start ? (unit >= end ? 1 : 0) : along(unit, start, end)),
  'ramp-down': (unit, start, end) => (end === start ? (unit >= end ? 0 : 1) : 1 - along(unit, start, end)),
  triangle: (unit, start, end) => (end === start ? 0 : 1 - Math.abs(1 - 2 * along(unit, start, end))),
  round: (unit, start, end) => {
    const half = (end - start) / 2
    if (half === 0) return 0
    const away = Math.min(2 * half, Math.max(0, unit + 0.5 - start)) - half
    return Math.sqrt(Math.max(0, 1 - (away * away) / (half * half)))
  },
  smooth: (unit, start, end) => (end === start ? 0 : (1 - Math.cos(2 * Math.PI * along(unit, start, end))) / 2),
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}

/** The position of a unit's centre between start and end. */
function along(unit: number, start: number, end: number): number {
  return clamp((unit + 0.5 - start) / (end - start))
}

function compileSelector(range: TextRange['range'], count: number, watch: Watch) {
  const number = (property: Parameters<typeof compileNumber>[0], fallback: number): Compiled<number> =>
    compileNumber(property, fallback, watch)
  const inUnits = range.units === 'index' ? 1 : count / 100
  const [start, offset, amount] = [number(range.start, 0), number(range.offset, 0), number(range.amount, 100)]
  const end = number(range.end, range.units === 'index' ? count : 100)
  const [high, low, smoothness] = [number(range.easeHigh, 0), number(range.easeLow, 0), number(range.smoothness, 100)]
  const shape = range.shape ?? 'square'
  const order = range.random ? shuffle(count, range.seed ?? 1) : undefined
  return (unit: number, frame: number): number => {
    const shift = offset.at(frame)
    const [one, other] = [(start.at(frame) + shift) * inUnits, (end.at(frame) + shift) * inUnits]
    const taken = SHAPES[shape](order?.[unit] ?? unit, Math.min(one, other), Math.max(one, other))
    const [lowest, highest] = [low.at(frame) / 100, high.at(frame) / 100]
    const eased = easeAt(
      Math.max(0, lowest),
      Math.max(0, -lowest),
      1 - Math.max(0, highest),
      1 + Math.min(0, highest),
      taken,
    )
    const soft = Math.max(1e-8, smoothness.at(frame) / 100)
    return clamp((eased - (0.5 - soft / 2)) / soft) * (amount.at(frame) / 100)
  }
}

function shuffle(count: number, seed: number): number[] {
  const places = Array.from({ length: count }, (_, n) => n).sort((a, b) => chance(seed, a) - chance(seed, b))
  const order = new Array<number>(count)
  places.forEach((unit, place) => {
    order[unit] = place
  })
  return order
}

/**
 * How far tracking moves each part along its line. Half of it is before a part and half after it ("Before & After", After
 * Effects' default; Bodymovin exports no other), except at the ends of the line.
 */
function trackingShifts(ranges: readonly CompiledRange[], { pieces, fontSize, alignShare }: RangedText, frame: number) {
  const shifts = new Array<number>(pieces.length).fill(0)
  if (!ranges.some(({ to }) => to.tracking)) return shifts
  const lines = new Map<number, number[]>()
  pieces.forEach(({ units }, n) => {
    lines.set(units.line, [...(lines.get(units.line) ?? []), n])
  })
  for (const places of lines.values()) {
    // From left to right on the page, whatever the reading direction.
    places.sort((a, b) => (pieces[a]?.centreX ?? 0) - (pieces[b]?.centreX ?? 0))
    const spaces = places.map((n) =>
      ranges.reduce(
        (sum, { share, to }) =>
          sum + (((to.tracking?.at(frame) ?? 0) * fontSize) / 1000) * share((pieces[n] as Piece).units, frame),
        0,
      ),
    )
    let passed = 0
    for (const [at, n] of places.entries()) {
      if (at > 0) passed += (spaces[at] ?? 0) / 2
      shifts[n] = passed
      if (at < places.length - 1) passed += (spaces[at] ?? 0) / 2
    }
    for (const n of places) shifts[n] = (shifts[n] ?? 0) - passed * alignShare
  }
  return shifts
}

function computeRangeState(
  ranges: readonly CompiledRange[],
  piece: Piece,
  anchor: readonly [number, number],
  shift: number,
  frame: number,
): RangeState {
  const transform = { x: shift, y: 0, ax: 0, ay: 0, scaleX: 100, scaleY: 100, turn: 0, skew: 0, axis: 0 }
  let [opacity, strokeWidth] = [1, 0]
  const fills: { color: string; share: number }[] = []
  const strokes: { color: string; share: number }[] = []
  for (const { share: shareOf, to } of ranges) {
    const share = shareOf(piece.units, frame)
    if (share === 0) continue
    const [x = 0, y = 0] = to.position?.at(frame) ?? []
    const [ax = 0, ay = 0] = to.anchor?.at(frame) ?? []
    const [sx = 100, sy = sx] = to.scale?.at(frame) ?? []
    transform.x += x * share
    transform.y += (y - (to.baseline?.at(frame) ?? 0)) * share
    transform.ax += ax * share
    transform.ay += ay * share
    transform.scaleX *= 1 + (sx / 100 - 1) * share
    transform.scaleY *= 1 + (sy / 100 - 1) * share
    transform.turn += (to.rotation?.at(frame) ?? 0) * share
    transform.skew += (to.skew?.at(frame) ?? 0) * share
    transform.axis += (to.skewAxis?.at(frame) ?? 0) * share
    if (to.opacity) opacity = clamp(opacity + (to.opacity.at(frame) / 100 - opacity) * share)
    strokeWidth += (to.strokeWidth?.at(frame) ?? 0) * share
    if (to.fill) fills.push({ color: to.fill.at(frame), share: clamp(share) })
    if (to.stroke) strokes.push({ color: to.stroke.at(frame), share: clamp(share) })
  }
  return { matrix: pieceMatrix(anchor, transform), opacity, fills, strokes, strokeWidth }
}

function pieceMatrix(
  [anchorX, anchorY]: readonly [number, number],
  t: {
    x: number
    y: number
    ax: number
    ay: number
    scaleX: number
    scaleY: number
    turn: number
    skew: number
    axis: number
  },
): Matrix {
  const inner = compileTransform({
    a: [t.ax, t.ay],
    p: [t.x, t.y],
    s: [t.scaleX, t.scaleY],
    r: t.turn,
    sk: Math.min(89, Math.max(-89, t.skew)),
    sa: t.axis,
  }).matrix(0)
  return multiply([1, 0, 0, 1, anchorX, anchorY], multiply(inner, [1, 0, 0, 1, -anchorX, -anchorY]))
}

function computeReach({ to }: CompiledRange, { pieces, fontSize }: RangedText, widest: number, frame: number): number {
  const length = (vector: readonly number[] | undefined) => Math.hypot(vector?.[0] ?? 0, vector?.[1] ?? 0)
  const [sx = 100, sy = sx] = to.scale?.at(frame) ?? []
  const growth = Math.max(1, Math.abs(sx) / 100, Math.abs(sy) / 100)
  const tracked = (Math.abs(to.tracking?.at(frame) ?? 0) / 1000) * fontSize * pieces.length
  const moved = length(to.position?.at(frame)) + length(to.anchor?.at(frame)) * growth
  const turned = to.rotation || to.skew || to.scale ? widest * 2 * growth : 0
  return turned + moved + Math.abs(to.baseline?.at(frame) ?? 0) + (growth - 1) * fontSize * 2 + tracked + fontSize
}
