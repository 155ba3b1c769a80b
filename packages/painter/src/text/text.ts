/// <reference path="./line-break.d.ts" />
// Lays out text in a box: where lines break, how large the letters can be, and the position of each glyph.

import type { TextFit } from '@vitrine/document/field'
import type { TextAlign } from '@vitrine/document/layer'
import { type Bounds, unite } from '@vitrine/document/matrix'
import { letterCase } from '@vitrine/document/shown-text'
import LineBreaker from 'linebreak'
import type { FontLibrary } from './font.ts'
import { type Paragraph, type Run, shapeLine, shapeParagraph, visualOrder } from './itemize.ts'
import type { Font } from './shaper.ts'

export interface TextStyle {
  family: string
  weight?: number
  style?: 'normal' | 'italic'
  /** In pixels; the maximum size when the text may shrink. */
  size: number
  align?: TextAlign
  valign?: 'top' | 'middle' | 'bottom' | 'baseline'
  /** Pixels by which letters are raised above their baseline. */
  baseline?: number
  lineHeight?: number
  tracking?: number
  uppercase?: boolean
  smallCaps?: boolean
  fit?: TextFit
  maxLines?: number
  wrap?: 'greedy' | 'balance' | 'none'
}

/** A glyph on the page, in pixels from the box's top left corner; (x, y) is its origin on the baseline. */
export interface PlacedGlyph {
  font: Font
  id: number
  x: number
  y: number
  advance: number
  /** Index of its grapheme in reading order, not counting spaces. */
  grapheme: number
  /** Like `grapheme`, but counting spaces within lines. */
  character: number
  /** Index of its word in reading order. */
  word: number
  isSpace: boolean
}

interface PlacedLine {
  text: string
  x: number
  baseline: number
  width: number
  glyphs: readonly PlacedGlyph[]
}

export interface TextLayout {
  /**
   * False when the text does not fit its box, or a word had to be split, even at the smallest size. More lines than the
   * designer specified are drawn if the box has room for them.
   */
  fits: boolean
  /** The chosen size, in pixels. */
  fontSize: number
  lines: readonly PlacedLine[]
  /** Bounds of all lines (advance widths, ascent and descent), in pixels of the box. Undefined without visible text. */
  bounds: Bounds | undefined
  /** Characters that none of the document's fonts has. */
  missing: readonly string[]
}

/** Sizes are tried in steps of half a pixel: finer ones are invisible and make equal texts differ in size. */
const SIZE_STEP = 0.5

/** A paragraph prepared for line breaking: its break opportunities and widths, in em units. */
interface Breakable {
  paragraph: Paragraph
  /** Width of the text before each UTF-16 index. */
  widthBefore: Float64Array
  /** Ends of the parts between which the line may break. */
  pieces: readonly { end: number; inkEnd: number }[]
}

/** The part of a paragraph on one line. */
interface Piece {
  from: Breakable
  start: number
  end: number
}

/**
 * Lays out text in a box of the given size.
 * @param text line feeds start a new paragraph
 * @param box width and height in pixels
 */
export function layoutText(
  text: string,
  style: TextStyle,
  box: { width: number; height: number },
  fonts: FontLibrary,
): TextLayout {
  const chain = fonts.chain({ family: style.family, weight: style.weight ?? 400, style: style.style ?? 'normal' })
  const tracking = (style.tracking ?? 0) / 1000
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => prepare(shapeParagraph(letterCase(line, style), chain, tracking === 0), tracking))
  const missing = [...new Set(paragraphs.flatMap(({ paragraph }) => paragraph.missing))]
  const { size, lines, isInside } = fitLines(paragraphs, style, box)
  const placed = placeLines(lines, style, size, box, chain, tracking)
  return { fits: isInside, fontSize: size, lines: placed.lines, bounds: placed.bounds, missing }
}

/** Arabic letters join; letter spacing would break the word. */
function allowsTracking(run: Run): boolean {
  return run.script !== 'Arabic'
}

function prepare(paragraph: Paragraph, tracking: number): Breakable {
  const { text } = paragraph
  const widths = new Float64Array(text.length + 1)
  for (const run of paragraph.runs) {
    for (const glyph of run.glyphs)
      widths[run.start + glyph.cluster] = (widths[run.start + glyph.cluster] ?? 0) + glyph.advance
  }
  if (tracking !== 0) {
    for (const run of paragraph.runs.filter(allowsTracking)) {
      for (const cluster of new Set(run.glyphs.map((glyph) => glyph.cluster))) {
        widths[run.start + cluster] = (widths[run.start + cluster] ?? 0) + tracking
      }
    }
  }
  const widthBefore = new Float64Array(text.length + 1)
  for (let n = 0; n < text.length; n++) widthBefore[n + 1] = (widthBefore[n] as number) + (widths[n] as number)
  const pieces: { end: number; inkEnd: number }[] = []
  const breaker = new LineBreaker(text)
  let start = 0
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const inkEnd = start + text.slice(start, next.position).trimEnd().length
    pieces.push({ end: next.position, inkEnd })
    start = next.position
  }
  return { paragraph, widthBefore, pieces }
}

/** Breaks greedily at the given width (em units). Words that are too wide are split between graphemes and reported. */
function breakLines(paragraphs: readonly Breakable[], width: number): { lines: Piece[]; cut: boolean } {
  const lines: Piece[] = []
  let cut = false
  for (const from of paragraphs) {
    const before = from.widthBefore
    let start = 0
    let end = 0
    for (const piece of from.pieces) {
      const fits = (before[piece.inkEnd] as number) - (before[start] as number) <= width
      if (!fits && end > start) {
        lines.push({ from, start, end })
        start = end
      }
      while ((before[piece.inkEnd] as number) - (before[start] as number) > width) {
        const stop = findSplit(from, start, piece.inkEnd, width)
        if (stop >= piece.inkEnd) break
        cut = true
        lines.push({ from, start, end: stop })
        start = stop
      }
      end = piece.end
    }
    lines.push({ from, start, end: from.paragraph.text.length })
  }
  return { lines, cut }
}

/** The last grapheme boundary after `start` that still fits; at least one grapheme, or the line would stay empty. */
function findSplit(from: Breakable, start: number, end: number, width: number): number {
  let stop = end
  for (const boundary of from.paragraph.graphemes) {
    if (boundary <= start) continue
    const used = (from.widthBefore[boundary] as number) - (from.widthBefore[start] as number)
    if (used > width && stop !== end) break
    stop = boundary
    if (used > width) break
  }
  return stop
}

function fitLines(paragraphs: readonly Breakable[], style: TextStyle, box: { width: number; height: number }) {
  const lineHeight = style.lineHeight ?? 1.2
  const max = style.maxLines ?? Number.POSITIVE_INFINITY
  const attempt = (size: number) => {
    const width = style.wrap === 'none' ? Number.POSITIVE_INFINITY : box.width / size + 1e-6
    const { lines, cut } = breakLines(paragraphs, width)
    const widest = Math.max(0, ...lines.map(lineWidth))
    // The last line needs room for its letters only, not for the leading below it.
    const height = ((lines.length - 1) * lineHeight + Math.min(1, lineHeight)) * size
    const isInside = !cut && height <= box.height + 0.5 && widest <= box.width / size + 1e-4
    return { size, lines, isInside, fits: isInside && lines.length <= max }
  }
  let best = attempt(style.size)
  const shrinks = style.fit?.mode === 'shrink'
  if (!best.fits && shrinks) {
    let low = Math.min(style.size, style.fit?.min ?? style.size * 0.5)
    let high = style.size
    best = attempt(low)
    while (best.fits && high - low > SIZE_STEP) {
      const middle = Math.round((low + high) / 2 / SIZE_STEP) * SIZE_STEP
      if (middle <= low || middle >= high) break
      const next = attempt(middle)
      if (next.fits) {
        best = next
        low = middle
      } else {
        high = middle
      }
    }
  }
  return style.wrap === 'balance' && best.fits
    ? { ...best, lines: balance(paragraphs, best.lines, box.width / best.size) }
    : best
}

function lineWidth({ from, start, end }: Piece): number {
  const ink = start + from.paragraph.text.slice(start, end).trimEnd().length
  return (from.widthBefore[ink] as number) - (from.widthBefore[start] as number)
}

/** The narrowest width with the same number of lines makes them about equally long. */
function balance(paragraphs: readonly Breakable[], lines: Piece[], width: number): Piece[] {
  if (lines.length === paragraphs.length) return lines
  let best = lines
  let low = 0
  let high = width
  for (let step = 0; step < 12; step++) {
    const middle = (low + high) / 2
    const attempt = breakLines(paragraphs, middle)
    if (!attempt.cut && attempt.lines.length <= lines.length) {
      best = attempt.lines
      high = middle
    } else {
      low = middle
    }
  }
  return best
}

function placeLines(
  lines: readonly Piece[],
  style: TextStyle,
  size: number,
  box: { width: number; height: number },
  chain: readonly Font[],
  tracking: number,
): { lines: PlacedLine[]; bounds: Bounds | undefined } {
  const leading = (style.lineHeight ?? 1.2) * size
  const primary = chain[0] as Font
  const ascent = primary.ascent * size
  const lineBoxHeight = ascent + primary.descent * size
  const total = lines.length * leading
  const spare = box.height - total
  const firstBaseline = (leading - lineBoxHeight) / 2 + ascent
  const top =
    style.valign === 'top'
      ? 0
      : style.valign === 'bottom'
        ? spare
        : style.valign === 'baseline'
          ? -firstBaseline
          : spare / 2
  const count = { grapheme: 0, character: 0, word: 0 }
  const align = style.align ?? 'start'
  let bounds: Bounds | undefined
  const placed = lines.map((line, n) => {
    const baseline = top + n * leading + firstBaseline - (style.baseline ?? 0)
    const { paragraph } = line.from
    const text = paragraph.text.slice(line.start, line.end).trimEnd()
    const alone = shapeLine(paragraph, [line.start, line.start + text.length], chain, tracking === 0)
    const glyphs = placeGlyphs(alone, size, tracking, count)
    const natural = glyphs.width - (text.length > 0 ? tracking * size : 0)
    const isLast = line.end >= paragraph.text.length
    const width = natural + (isJustified(align, isLast) ? stretchSpaces(glyphs.list, text, box.width - natural) : 0)
    const x = computeLineX(lineAlign(align), paragraph.rightToLeft, box.width - width)
    for (const glyph of glyphs.list) {
      glyph.x += x
      glyph.y += baseline
    }
    if (text.length > 0) bounds = unite(bounds, [x, baseline - ascent, x + width, baseline - ascent + lineBoxHeight])
    return { text, x, baseline, width, glyphs: glyphs.list }
  })
  return { lines: placed, bounds }
}

type LineAlign = 'left' | 'center' | 'right' | 'start' | 'end'

/** The alignment of a line that is not justified. */
function lineAlign(align: TextAlign): LineAlign {
  if (align === 'justify-center') return 'center'
  if (align === 'justify-right') return 'right'
  return align === 'justify' || align === 'justify-all' ? 'start' : align
}

/** Whether a line is justified. */
function isJustified(align: TextAlign, isLastLine: boolean): boolean {
  return align === 'justify-all' || (align.startsWith('justify') && !isLastLine)
}

/** Distributes an amount over the spaces of a line; returns how much the line grew. */
function stretchSpaces(glyphs: PlacedGlyph[], text: string, spare: number): number {
  const spaces = glyphs.filter((glyph) => glyph.isSpace).length
  if (spaces === 0 || spare <= 0 || text.trim().length === 0) return 0
  let passed = 0
  for (const glyph of glyphs) {
    glyph.x += passed
    if (!glyph.isSpace) continue
    glyph.advance += spare / spaces
    passed += spare / spaces
  }
  return spare
}

function computeLineX(align: LineAlign, rightToLeft: boolean, spare: number): number {
  if (align === 'center') return spare / 2
  const toRight = align === 'right' || (align === 'start' && rightToLeft) || (align === 'end' && !rightToLeft)
  return toRight ? spare : 0
}

/** Places the glyphs of a line, which is shaped on its own: letters at its ends may join differently than in the paragraph. */
function placeGlyphs(paragraph: Paragraph, size: number, tracking: number, count: PieceCount) {
  const { text } = paragraph
  const { graphemeNumbers, characterNumbers, wordNumbers } = numberPieces(paragraph, count)
  const list: PlacedGlyph[] = []
  let x = 0
  for (const run of visualOrder(paragraph.runs)) {
    run.glyphs.forEach((glyph, n) => {
      const at = run.start + glyph.cluster
      const isLast = run.glyphs[n + 1]?.cluster !== glyph.cluster
      const advance = (glyph.advance + (isLast && allowsTracking(run) ? tracking : 0)) * size
      list.push({
        font: run.font,
        id: glyph.id,
        x: x + glyph.offsetX * size,
        y: glyph.offsetY * size,
        advance,
        grapheme: graphemeNumbers[at] ?? 0,
        character: characterNumbers[at] ?? 0,
        word: wordNumbers[at] ?? 0,
        isSpace: SPACE.test(text[at] ?? ''),
      })
      x += advance
    })
  }
  return { list, width: x }
}

const SPACE = /^\s/u

/** Number of units of each kind on the previous lines. */
interface PieceCount {
  grapheme: number
  character: number
  word: number
}

/** Numbers the visible graphemes and words of a line, continuing from the previous line. */
function numberPieces(paragraph: Paragraph, count: PieceCount) {
  const graphemeNumbers = new Int32Array(paragraph.text.length + 1)
  const characterNumbers = new Int32Array(paragraph.text.length + 1)
  const wordNumbers = new Int32Array(paragraph.text.length + 1)
  let inWord = false
  paragraph.graphemes.slice(0, -1).forEach((start, n) => {
    const end = paragraph.graphemes[n + 1] ?? start
    const isSpace = SPACE.test(paragraph.text.slice(start, end))
    if (isSpace && inWord) count.word++
    inWord = !isSpace
    graphemeNumbers.fill(count.grapheme, start, end)
    characterNumbers.fill(count.character, start, end)
    wordNumbers.fill(count.word, start, end)
    if (!isSpace) count.grapheme++
    count.character++
  })
  if (inWord) count.word++
  return { graphemeNumbers, characterNumbers, wordNumbers }
}
