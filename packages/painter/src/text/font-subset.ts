// Chooses the part of a font that a text needs: Western letters with the signs of every language, those and one other script,
// or the whole file. A part shapes its characters exactly like the whole file, because it includes everything that they are
// composed of and decomposed to. A character outside all parts needs the whole file.
import type { ResolvedDocument } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'
import { isEmoji, letterCase, listTexts, possibleText, segmentGraphemes } from '@vitrine/document/shown-text'
import { findMissing, listFontChain } from './font.ts'
import type { Font } from './shaper.ts'

/** First and last code point. */
type CodePointRange = readonly [first: number, last: number]

/**
 * Latin for Western and Central European languages, punctuation, currencies, dandas (which Unicode lists as Devanagari),
 * interchangeable hyphens and spaces, and the circle that shapers insert below a mark without a letter.
 */
const WESTERN: readonly CodePointRange[] = [
  [0x0, 0x17f],
  [0x2c6, 0x2dd],
  [0x964, 0x965],
  [0x2000, 0x206f],
  [0x20a0, 0x20cf],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
  [0x25cc, 0x25cc],
  [0xfb00, 0xfb06],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
]

/** Blocks of the Unicode standard, including the presentation forms that shapers use. */
const SCRIPTS = {
  greek: [
    [0x370, 0x3ff],
    [0x1f00, 0x1fff],
  ],
  cyrillic: [[0x400, 0x52f]],
  hebrew: [
    [0x590, 0x5ff],
    [0xfb1d, 0xfb4f],
  ],
  arabic: [
    [0x600, 0x6ff],
    [0x750, 0x77f],
    [0x870, 0x8ff],
    [0xfb50, 0xfdff],
    [0xfe70, 0xfefc],
  ],
  devanagari: [
    [0x900, 0x97f],
    [0x1cd0, 0x1cff],
    [0xa830, 0xa839],
    [0xa8e0, 0xa8ff],
  ],
  bengali: [[0x980, 0x9ff]],
  gurmukhi: [[0xa00, 0xa7f]],
  gujarati: [[0xa80, 0xaff]],
  oriya: [[0xb00, 0xb7f]],
  tamil: [[0xb80, 0xbff]],
  telugu: [[0xc00, 0xc7f]],
  kannada: [[0xc80, 0xcff]],
  malayalam: [[0xd00, 0xd7f]],
  sinhala: [[0xd80, 0xdff]],
  thai: [[0xe00, 0xe7f]],
} as const satisfies Record<string, readonly CodePointRange[]>

/** A part of a font: Western characters alone, or with those of one script. */
type FontPart = 'western' | keyof typeof SCRIPTS
export type FontSubset = FontPart | 'whole'

const parts = new Map<string, readonly CodePointRange[]>([
  ['western', WESTERN],
  ...Object.entries(SCRIPTS).map(([name, ranges]) => [name, [...WESTERN, ...ranges]] as const),
])

/** The character ranges of a part; undefined for an unknown name. */
export function findPartRanges(name: string): readonly CodePointRange[] | undefined {
  return parts.get(name)
}

const isIn = (ranges: readonly CodePointRange[], codePoint: number) =>
  ranges.some(([first, last]) => codePoint >= first && codePoint <= last)

const scripts = Object.entries(SCRIPTS) as [keyof typeof SCRIPTS, readonly CodePointRange[]][]

/** The smallest subset with all characters of a text. */
export function subsetFor(text: string): FontSubset {
  let subset: FontSubset = 'western'
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    if (isIn(WESTERN, codePoint)) continue
    const found = scripts.find(([, ranges]) => isIn(ranges, codePoint))
    subset = joinSubsets(subset, found ? found[0] : 'whole')
  }
  return subset
}

/** The smallest subset that contains both. */
export function joinSubsets(one: FontSubset, other: FontSubset): FontSubset {
  if (one === other || other === 'western') return one
  return one === 'western' ? other : 'whole'
}

// Determines which fonts of a document its texts use, and which part of each: what must be loaded before a picture can be
// drawn.

/**
 * The fonts, as far as known, that the visible texts of a resolved document use, and the needed part of each. A text needs the
 * font of its style, and others only if that font lacks a character: call again once it is loaded.
 * @param find returns the font of a loaded file; null for an unavailable one, undefined for one that is not loaded yet
 */
export function listNeededFonts(
  document: ResolvedDocument,
  find: (src: AssetId) => Font | null | undefined,
): Map<AssetId, FontSubset> {
  const needed = new Map<AssetId, FontSubset>()
  const need = (src: AssetId, subset: FontSubset) => needed.set(src, joinSubsets(needed.get(src) ?? 'western', subset))
  const faces = document.fonts.map((face) => ({ face }))
  for (const layer of listTexts(document.layers)) {
    const { font: family, weight = 400, style = 'normal' } = layer
    const shown = letterCase(possibleText(layer, document), layer).text
    const plain = withoutEmoji(shown)
    if (plain !== shown) {
      for (const { covers, src } of document.fonts) if (covers === 'emoji') need(src, 'whole')
    }
    const subset = subsetFor(plain)
    const chain = listFontChain(document.fonts, { family, weight, style }, faces).filter(
      ({ face }) => face.covers !== 'emoji',
    )
    const [primary, ...others] = chain.map(({ face }) => face.src)
    if (primary === undefined) continue
    need(primary, subset)
    const font = find(primary)
    if (font === undefined) continue
    if (font === null || findMissing(plain, [font]).length > 0) for (const src of others) need(src, subset)
  }
  return needed
}

function withoutEmoji(text: string): string {
  return isEmoji(text)
    ? segmentGraphemes(text)
        .filter((grapheme) => !isEmoji(grapheme))
        .join('')
    : text
}
