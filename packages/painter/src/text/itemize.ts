// Splits text into runs that HarfBuzz can shape: one font, one script, one direction each.

import type { CasedText } from '@vitrine/document/shown-text'
import bidiFactory, { type Bidi, type EmbeddingLevels } from 'bidi-js'
import { fontForGrapheme } from './font.ts'
import { type Outline, scaleOutline } from './outline.ts'
import type { Font, Glyph } from './shaper.ts'

// The package's types describe an ES module, but Node loads its CommonJS version, whose export is the factory itself.
const bidi = (bidiFactory as unknown as () => Bidi)()
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** A shaped part of a text, in logical order of the paragraph. */
export interface Run {
  font: Font
  /** Position in the paragraph, in UTF-16 units. */
  start: number
  end: number
  level: number
  script: Script
  glyphs: readonly Glyph[]
}

/** A paragraph shaped as a whole. */
export interface Paragraph {
  text: string
  /** Reading direction of the paragraph as a whole. */
  rightToLeft: boolean
  /** Embedding level of each UTF-16 unit: odd ones read from right to left. */
  levels: Uint8Array
  /** 1 for each UTF-16 unit of a small capital. */
  small?: Uint8Array | undefined
  runs: readonly Run[]
  /** Starts of the graphemes in ascending order, followed by the text's length. */
  graphemes: readonly number[]
  /** Characters that no font has. */
  missing: readonly string[]
}

/** Shapes one paragraph (text without line feeds) with the first font of the chain that has each grapheme. */
export function shapeParagraph({ text, small }: CasedText, chain: readonly Font[], ligatures: boolean): Paragraph {
  const embedding = bidi.getEmbeddingLevels(text, 'auto')
  const levels = embedding.levels.subarray(0, text.length)
  return { ...shapeText({ text, small }, levels, chain, ligatures), rightToLeft: isRightToLeft(embedding) }
}

/**
 * Shapes one line of a paragraph separately. Its direction may depend on earlier lines: a line that begins with a Latin name
 * may still belong to an Arabic letter.
 */
export function shapeLine(
  { text, levels, small, rightToLeft }: Paragraph,
  [start, end]: readonly [number, number],
  chain: readonly Font[],
  ligatures: boolean,
): Paragraph {
  const part = { text: text.slice(start, end), small: small?.subarray(start, end) }
  return { ...shapeText(part, levels.subarray(start, end), chain, ligatures), rightToLeft }
}

function shapeText(
  { text, small }: CasedText,
  levels: Uint8Array,
  chain: readonly Font[],
  ligatures: boolean,
): Omit<Paragraph, 'rightToLeft'> {
  const graphemes = [...segmenter.segment(text)].map(({ index }) => index)
  const missing: string[] = []
  const runs: Run[] = []
  let open: Omit<Run, 'glyphs'> | undefined
  let current: Font | undefined
  const close = () => {
    if (open) runs.push({ ...open, glyphs: shapeRun(text, open, ligatures) })
  }
  graphemes.forEach((start, n) => {
    const end = graphemes[n + 1] ?? text.length
    const grapheme = text.slice(start, end)
    const level = levels[start] ?? 0
    const script = findScript(grapheme.codePointAt(0) ?? 0)
    const found = fontForGrapheme(grapheme, chain, current)
    if (!found) missing.push(grapheme)
    current = found ?? current ?? (chain[0] as Font)
    const font = small?.[start] ? smallCapitals(current) : current
    const sameScript = open && (script === open.script || script === 'Common' || open.script === 'Common')
    if (open && sameScript && font === open.font && level === open.level) {
      open.end = end
      if (open.script === 'Common') open.script = script
    } else {
      close()
      open = { font, start, end, level, script }
    }
  })
  close()
  return { text, levels, small, runs, graphemes: [...graphemes, text.length], missing }
}

function isRightToLeft(levels: EmbeddingLevels): boolean {
  return ((levels.paragraphs[0]?.level ?? 0) & 1) === 1
}

function shapeRun(text: string, run: Omit<Run, 'glyphs'>, ligatures: boolean): readonly Glyph[] {
  return run.font.shape(text.slice(run.start, run.end), { rightToLeft: (run.level & 1) === 1, ligatures })
}

/** Sorts runs of one line into visual order (rule L2 of the bidi algorithm). */
export function visualOrder(runs: readonly Run[]): readonly Run[] {
  const order = [...runs]
  const max = Math.max(0, ...order.map((run) => run.level))
  for (let level = max; level > 0; level--) {
    for (let start = 0; start < order.length; start++) {
      if ((order[start] as Run).level < level) continue
      let end = start
      while (end < order.length && (order[end] as Run).level >= level) end++
      order.splice(start, end - start, ...order.slice(start, end).reverse())
      start = end
    }
  }
  return order
}

const SCRIPTS = [
  'Latin',
  'Devanagari',
  'Gujarati',
  'Tamil',
  'Arabic',
  'Bengali',
  'Gurmukhi',
  'Oriya',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Hebrew',
  'Greek',
  'Cyrillic',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Tibetan',
  'Georgian',
  'Armenian',
  'Ethiopic',
  'Ol_Chiki',
  'Meetei_Mayek',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
] as const

type Script = (typeof SCRIPTS)[number] | 'Common' | 'Other'

const PATTERNS: readonly [Script, RegExp][] = SCRIPTS.map((script) => [
  script,
  new RegExp(`\\p{Script=${script}}`, 'u'),
])
const COMMON = /[\p{Script=Common}\p{Script=Inherited}]/u

const knownScripts = new Map<number, Script>()

/** The script of a code point; `Common` for digits, punctuation and marks shared by all scripts. */
function findScript(codePoint: number): Script {
  let script = knownScripts.get(codePoint)
  if (!script) {
    const character = String.fromCodePoint(codePoint)
    script = COMMON.test(character)
      ? 'Common'
      : (PATTERNS.find(([, pattern]) => pattern.test(character))?.[0] ?? 'Other')
    knownScripts.set(codePoint, script)
  }
  return script
}

/** Adobe's programs draw small capitals at this share of the size unless a project specifies another. */
const SMALL_CAPITAL_SHARE = 0.7

const smallFonts = new WeakMap<Font, Font>()

/** A font with smaller letters but the line spacing of the original; cached per font. */
function smallCapitals(font: Font): Font {
  let small = smallFonts.get(font)
  if (!small) {
    small = makeSmaller(font)
    smallFonts.set(font, small)
  }
  return small
}

function makeSmaller(font: Font): Font {
  const outlines = new Map<number, Outline>()
  return {
    ...font,
    isColored: false,
    colors: () => undefined,
    shape: (text, style) =>
      font.shape(text, style).map((glyph) => ({
        ...glyph,
        advance: glyph.advance * SMALL_CAPITAL_SHARE,
        offsetX: glyph.offsetX * SMALL_CAPITAL_SHARE,
        offsetY: glyph.offsetY * SMALL_CAPITAL_SHARE,
      })),
    outline(glyphId) {
      let outline = outlines.get(glyphId)
      if (!outline) {
        outline = scaleOutline(font.outline(glyphId), SMALL_CAPITAL_SHARE)
        outlines.set(glyphId, outline)
      }
      return outline
    },
  }
}
