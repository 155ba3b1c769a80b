// Which fonts of a document its texts are drawn with, and which part of each: what has to be there before a picture can be drawn,
// of all that the document offers.
import type { ResolvedDocument } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'
import { isEmoji } from '@vitrine/document/grapheme'
import { letterCase } from '@vitrine/document/letter-case'
import { listTexts, possibleText } from '@vitrine/document/shown-text'
import { findMissing, listFontChain } from './font.ts'
import { type FontSubset, joinSubsets, subsetFor } from './font-subset.ts'
import type { Font } from './shaper.ts'

/**
 * The fonts that the visible texts of a resolved document are drawn with, as far as is known, and the part of each that they need.
 * A text asks for the font of its style, and for the others only if that one lacks a character: ask again once it is there.
 * @param find the font of a file that is there; null for one that cannot be had, undefined for one that is not there yet
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

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

function withoutEmoji(text: string): string {
  if (!isEmoji(text)) return text
  return [...segmenter.segment(text)].flatMap(({ segment }) => (isEmoji(segment) ? [] : segment)).join('')
}
