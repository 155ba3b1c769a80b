// The fonts of one document: finds the face for a style and, per grapheme, a fallback that has its characters.
import type { FontFace } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'
import { isEmoji, segmentGraphemes } from '@vitrine/document/grapheme'
import type { Font, Shaper } from './shaper.ts'

/** Bytes of the font files by asset id; a missing file is skipped and its text falls back to the other fonts. */
export type FontFiles = ReadonlyMap<string, Uint8Array>

export interface FontStyle {
  family: string
  weight: number
  style: 'normal' | 'italic'
}

export interface FontLibrary {
  /** The faces to try for this style, best first: the family's own, its fallbacks, then every other. Never empty. */
  chain(style: FontStyle): readonly Font[]
}

/**
 * Opens the fonts of a document. Returns undefined when none of its files is available: then no text can be drawn.
 * A file that is no font throws, since it was checked when the template was published.
 */
export function openFonts(shaper: Shaper, faces: readonly FontFace[], files: FontFiles): FontLibrary | undefined {
  const open = faces.flatMap((face) => {
    const bytes = files.get(face.src satisfies AssetId)
    return bytes ? [{ face, font: shaper.font(bytes) }] : []
  })
  if (open.length === 0) return undefined
  const chains = new Map<string, readonly Font[]>()
  return {
    chain(wanted) {
      const key = `${wanted.family}|${wanted.weight}|${wanted.style}`
      let chain = chains.get(key)
      if (!chain) {
        chain = listFontChain(faces, wanted, open).map(({ font }) => font)
        chains.set(key, chain)
      }
      return chain
    },
  }
}

/**
 * What to try for a style, best first: of each family the face that is closest to it, its own family, that one's fallbacks, then
 * every other.
 * @param faces all faces of the document
 * @param available those to choose from, each with whatever belongs to it
 */
export function listFontChain<T extends { face: FontFace }>(
  faces: readonly FontFace[],
  wanted: FontStyle,
  available: readonly T[],
): T[] {
  const rank = ({ face }: T) =>
    Math.abs((face.weight ?? 400) - wanted.weight) + ((face.style ?? 'normal') === wanted.style ? 0 : 1000)
  const declared = faces.filter((face) => face.family === wanted.family).flatMap((face) => face.fallback ?? [])
  const families = [...new Set([wanted.family, ...declared, ...faces.map((face) => face.family)])]
  return families.flatMap(
    (family) => available.filter(({ face }) => face.family === family).toSorted((a, b) => rank(a) - rank(b))[0] ?? [],
  )
}

/** Characters that need no glyph of their own, so that they never ask for another font. */
const INVISIBLE = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]$/u

/** The graphemes of a text that none of the fonts has, each once; of emoji also those that no font has in colours. */
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

/** The first font that has all characters of the grapheme, staying with `current` when that one has them. */
export function fontForGrapheme(grapheme: string, chain: readonly Font[], current: Font | undefined): Font | undefined {
  const characters = [...grapheme].filter((character) => !INVISIBLE.test(character))
  const coversAll = (font: Font) => characters.every((character) => font.covers(character.codePointAt(0) ?? 0))
  const primary = chain[0]
  const colored = isEmoji(grapheme) ? chain.find((font) => font.isColored && coversAll(font)) : undefined
  if (colored) return colored
  // The spaces of a colour font are as wide as its pictures.
  if (characters.length === 0) return current && !current.isColored ? current : primary
  // A colour font has digits too, for key caps; text must not fall into it.
  if (primary && coversAll(primary)) return primary
  if (current && coversAll(current)) return current
  return chain.find(coversAll)
}
