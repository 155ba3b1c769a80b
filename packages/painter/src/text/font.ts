// The fonts of one document: finds the face for a style and, per grapheme, a fallback that has its characters.
import type { FontFace } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'
import { isEmoji, segmentGraphemes } from '@vitrine/document/shown-text'
import type { Font, Shaper } from './shaper.ts'

/** Bytes of the font files by asset id; a missing file is skipped, and its text falls back to the other fonts. */
export type FontFiles = ReadonlyMap<string, Uint8Array>

interface FontStyle {
  family: string
  weight: number
  style: 'normal' | 'italic'
}

export interface FontLibrary {
  /** The faces to try for this style, best first: the family's own, its fallbacks, then all others. Never empty. */
  chain(style: FontStyle): readonly Font[]
}

/**
 * Opens the fonts of a document. Returns undefined when none of its files is available: then no text can be drawn. Throws for
 * an invalid font file, because files are checked when the template is published.
 */
export function openFonts(shaper: Shaper, faces: readonly FontFace[], files: FontFiles): FontLibrary | undefined {
  const open = faces.flatMap((face) => {
    const bytes = files.get(face.src satisfies AssetId)
    return bytes ? [{ face, font: shaper.font(bytes) }] : []
  })
  if (open.length === 0) return undefined
  const chains = new Map<string, readonly Font[]>()
  return {
    chain(requested) {
      const key = `${requested.family}|${requested.weight}|${requested.style}`
      let chain = chains.get(key)
      if (!chain) {
        chain = listFontChain(faces, requested, open).map(({ font }) => font)
        chains.set(key, chain)
      }
      return chain
    },
  }
}

/**
 * Fonts to try for a style, best first: of each family the closest face, starting with the style's own family, its fallbacks,
 * then all others.
 * @param faces all faces of the document
 * @param available those to choose from, with attached data
 */
export function listFontChain<T extends { face: FontFace }>(
  faces: readonly FontFace[],
  requested: FontStyle,
  available: readonly T[],
): T[] {
  const rank = ({ face }: T) =>
    Math.abs((face.weight ?? 400) - requested.weight) + ((face.style ?? 'normal') === requested.style ? 0 : 1000)
  const declared = faces.filter((face) => face.family === requested.family).flatMap((face) => face.fallback ?? [])
  const families = [...new Set([requested.family, ...declared, ...faces.map((face) => face.family)])]
  return families.flatMap(
    (family) => available.filter(({ face }) => face.family === family).toSorted((a, b) => rank(a) - rank(b))[0] ?? [],
  )
}

/** Characters without a visible glyph, which need no fallback font. */
const INVISIBLE = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]$/u

/** The graphemes of a text that none of the fonts has, without duplicates; for emoji, also those without a colour font. */
export function findMissing(text: string, chain: readonly Font[]): string[] {
  const primary = chain[0]
  const hasAll = (font: Font) =>
    [...text].every((character) => font.covers(character.codePointAt(0) ?? 0) || INVISIBLE.test(character))
  if (primary && hasAll(primary) && !isEmoji(text)) return []
  const graphemes = new Set(segmentGraphemes(text))
  return [...graphemes].filter((grapheme) => {
    if ([...grapheme].every((character) => INVISIBLE.test(character))) return false
    const font = fontForGrapheme(grapheme, chain, undefined)
    return !font || (isEmoji(grapheme) && !font.isColored)
  })
}

/** The first font that has all characters of the grapheme; `current` is preferred. */
export function fontForGrapheme(grapheme: string, chain: readonly Font[], current: Font | undefined): Font | undefined {
  const characters = [...grapheme].filter((character) => !INVISIBLE.test(character))
  const coversAll = (font: Font) => characters.every((character) => font.covers(character.codePointAt(0) ?? 0))
  const primary = chain[0]
  const colored = isEmoji(grapheme) ? chain.find((font) => font.isColored && coversAll(font)) : undefined
  if (colored) return colored
  // Spaces of a colour font are as wide as its emoji.
  if (characters.length === 0) return current && !current.isColored ? current : primary
  // A colour font also has digits, for keycaps, which plain text must not use.
  if (primary && coversAll(primary)) return primary
  if (current && coversAll(current)) return current
  return chain.find(coversAll)
}
