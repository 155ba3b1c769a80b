// Determines which fonts of a document its texts use, and which part of each: what must be loaded before a picture can be
// drawn.
import type { ResolvedDocument } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'
import { isEmoji } from '@vitrine/document/grapheme'
import { letterCase } from '@vitrine/document/letter-case'
import { listTexts, possibleText } from '@vitrine/document/shown-text'
import { findMissing, listFontChain } from './font.ts'
import { type FontSubset, joinSubsets, subsetFor } from './font-subset.ts'
import type { Font } from './shaper.ts'

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

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

function withoutEmoji(text: string): string {
  if (!isEmoji(text)) return text
  return [...segmenter.segment(text)].flatMap(({ segment }) => (isEmoji(segment) ? [] : segment)).join('')
}
