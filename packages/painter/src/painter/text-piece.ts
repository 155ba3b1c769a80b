// Splits text into parts that move separately, and evaluates reveals: their order and progress for each part.
import type { Compiled } from '@vitrine/document/evaluate'
import type { Host, Path } from '@vitrine/document/host'
import { type Matrix, multiply } from '@vitrine/document/matrix'
import type { TextAnimator } from '@vitrine/document/text-animation'
import { OUTLINE, type Outline } from '../text/outline.ts'
import type { PlacedGlyph, TextLayout } from '../text/text.ts'
import { chance } from './random.ts'

/** A part of the text that is drawn and moved as one. */
export interface Piece {
  path: Path
  /** Colour glyphs, which a path cannot represent. */
  colored: readonly PlacedGlyph[]
  inked: boolean
  left: number
  right: number
  centreX: number
  centreY: number
  baseline: number
  lineCentreX: number
  /** Indices, in reading order, of the units that contain it. */
  units: Units
  /** Its position in each reveal's order. */
  ranks: number[]
}

export interface Units {
  char: number
  'char-no-space': number
  word: number
  line: number
}

export type Reveal = TextAnimator & { at: Compiled<number>; count: number }

/** How text is split: `char` attaches a space to the letter after it, `character` makes it a separate part. */
export type Cut = 'all' | 'character' | 'char' | 'word' | 'line'

/** Splits the text into its graphemes, words or lines, or leaves it whole. */
export function cutPieces(host: Host, layout: TextLayout, by: Cut): Piece[] {
  const getKey = (glyph: PlacedGlyph, line: number): number => {
    if (by === 'all') return 0
    if (by === 'character') return glyph.character
    if (by === 'char') return glyph.grapheme
    return by === 'word' ? glyph.word : line
  }
  const groups = new Map<number, { glyphs: PlacedGlyph[]; line: number }>()
  layout.lines.forEach((line, lineNumber) => {
    for (const glyph of line.glyphs) {
      const key = getKey(glyph, lineNumber)
      const group = groups.get(key) ?? { glyphs: [], line: lineNumber }
      group.glyphs.push(glyph)
      groups.set(key, group)
    }
  })
  return [...groups.values()].map((group) => createPiece(host, layout, group))
}

function createPiece(
  host: Host,
  layout: TextLayout,
  { glyphs, line: lineNumber }: { glyphs: readonly PlacedGlyph[]; line: number },
): Piece {
  const path = host.createPath()
  const colored = glyphs.filter(({ font, id }) => font.colors(id) !== undefined)
  for (const glyph of glyphs) {
    if (!colored.includes(glyph)) traceGlyph(path, glyph, layout.fontSize, glyph.x, glyph.y)
  }
  const left = Math.min(...glyphs.map(({ x }) => x))
  const right = Math.max(...glyphs.map(({ x, advance }) => x + advance))
  const line = layout.lines[lineNumber]
  const first = glyphs.find(hasInk) ?? glyphs[0]
  return {
    path,
    colored,
    inked: glyphs.some(hasInk),
    left,
    right,
    centreX: (left + right) / 2,
    centreY: (line?.baseline ?? 0) - layout.fontSize * 0.35,
    baseline: line?.baseline ?? 0,
    lineCentreX: (line?.x ?? 0) + (line?.width ?? 0) / 2,
    units: {
      char: first?.character ?? 0,
      'char-no-space': first?.grapheme ?? 0,
      word: first?.word ?? 0,
      line: lineNumber,
    },
    ranks: [],
  }
}

/**
 * Assigns each part a position in every reveal's order. Joined scripts combine several graphemes into one glyph, so positions
 * are counted.
 */
export function rankPieces(pieces: readonly Piece[], reveals: readonly Reveal[]): void {
  for (const reveal of reveals) {
    const findUnit = ({ units }: Piece) => units[reveal.by === 'char' ? 'char-no-space' : reveal.by]
    const units = [...new Set(pieces.map(findUnit))].sort((a, b) => a - b)
    reveal.count = units.length
    const ranks = computeRanks(units, reveal)
    for (const piece of pieces) piece.ranks.push(ranks.get(findUnit(piece)) ?? 0)
  }
}

/** The position at which each unit starts to move. */
function computeRanks(units: readonly number[], reveal: TextAnimator): Map<number, number> {
  const last = units.length - 1
  if (reveal.order === 'random') {
    const shuffled = units.map((unit, n) => ({ unit, key: chance(reveal.seed ?? 1, n) })).sort((a, b) => a.key - b.key)
    return new Map(shuffled.map(({ unit }, rank) => [unit, rank]))
  }
  const rank = (n: number) => {
    if (reveal.order === 'backward') return last - n
    if (reveal.order === 'centre') return Math.abs(n - last / 2) * 2
    return n
  }
  return new Map(units.map((unit, n) => [unit, rank(n)]))
}

const EASES: Record<NonNullable<TextAnimator['ease']>, (t: number) => number> = {
  linear: (t) => t,
  out: (t) => 1 - (1 - t) ** 3,
  'in-out': (t) => t * t * (3 - 2 * t),
  back: (t) => 1 + 2.70158 * (t - 1) ** 3 + 1.70158 * (t - 1) ** 2,
}

/** The state of a part in reveals at a frame: a map around its centre, and its opacity (0 to 1). */
export function computeReveal(
  piece: Piece,
  reveals: readonly Reveal[],
  matrix: Matrix,
  frame: number,
): { m: Matrix; opacity: number } {
  if (reveals.length === 0) return { m: matrix, opacity: 1 }
  const state = { x: 0, y: 0, scaleX: 1, scaleY: 1, turn: 0, opacity: 1 }
  reveals.forEach((reveal, n) => {
    const spread = Math.max(0.001, reveal.spread ?? 3)
    const progress = reveal.at.at(frame) / 100
    const time = Math.min(1, Math.max(0, (progress * (reveal.count - 1 + spread) - (piece.ranks[n] ?? 0)) / spread))
    const eased = EASES[reveal.ease ?? 'out'](time)
    const left = 1 - eased
    const { p, s, r, o, tracking } = reveal.from
    state.x += (p?.[0] ?? 0) * left + ((tracking ?? 0) / 1000) * (piece.centreX - piece.lineCentreX) * left
    state.y += (p?.[1] ?? 0) * left
    state.scaleX *= 1 + ((s?.[0] ?? 100) / 100 - 1) * left
    state.scaleY *= 1 + ((s?.[1] ?? s?.[0] ?? 100) / 100 - 1) * left
    state.turn += (((r ?? 0) * Math.PI) / 180) * left
    // Opacity never overshoots, whatever the easing does.
    state.opacity *= 1 + ((o ?? 100) / 100 - 1) * Math.min(1, Math.max(0, left))
  })
  const { x, y, scaleX, scaleY, turn, opacity } = state
  if (scaleX === 0 || scaleY === 0) return { m: matrix, opacity: 0 }
  return { m: multiply(matrix, around(piece.centreX, piece.centreY, x, y, scaleX, scaleY, turn)), opacity }
}

/** The map that scales and rotates around (cx, cy), then moves. */
function around(cx: number, cy: number, x: number, y: number, sx: number, sy: number, turn: number): Matrix {
  const [a, b, c, d] = [Math.cos(turn) * sx, Math.sin(turn) * sx, -Math.sin(turn) * sy, Math.cos(turn) * sy]
  return [a, b, c, d, cx + x - a * cx - c * cy, cy + y - b * cx - d * cy]
}

/** Adds a glyph's outline to a path: em units times `size`, with its origin at (x, y). */
export function traceGlyph(path: Path, glyph: PlacedGlyph, size: number, x: number, y: number): void {
  traceOutline(path, glyph.font.outline(glyph.id), size, x, y)
}

/** Whether a glyph has a visible outline. */
function hasInk({ font, id }: PlacedGlyph): boolean {
  return font.outline(id).length > 0 || font.colors(id) !== undefined
}

/** Adds an outline to a path, scaled by `size`, with its origin at (x, y). */
export function traceOutline(path: Path, outline: Outline, size: number, x: number, y: number): void {
  const n = (at: number) => outline[at] as number
  let at = 0
  while (at < outline.length) {
    const opcode = outline[at++]
    if (opcode === OUTLINE.move) {
      path.moveTo(x + n(at) * size, y + n(at + 1) * size)
      at += 2
    } else if (opcode === OUTLINE.line) {
      path.lineTo(x + n(at) * size, y + n(at + 1) * size)
      at += 2
    } else if (opcode === OUTLINE.quadratic) {
      path.quadraticCurveTo(x + n(at) * size, y + n(at + 1) * size, x + n(at + 2) * size, y + n(at + 3) * size)
      at += 4
    } else if (opcode === OUTLINE.cubic) {
      path.bezierCurveTo(
        x + n(at) * size,
        y + n(at + 1) * size,
        x + n(at + 2) * size,
        y + n(at + 3) * size,
        x + n(at + 4) * size,
        y + n(at + 5) * size,
      )
      at += 6
    } else {
      path.closePath()
    }
  }
}
