// Small capitals of fonts that have none of their own: capitals, smaller, as After Effects makes them.
import { type Outline, scaleOutline } from './outline.ts'
import type { Font } from './shaper.ts'

/** Adobe's programs draw small capitals at this share of the size unless a project says otherwise. */
const SHARE = 0.7

const known = new WeakMap<Font, Font>()

/** A font whose letters are smaller; lines stand as far apart as with the font itself. The same one for the same font. */
export function smallCapitals(font: Font): Font {
  let small = known.get(font)
  if (!small) {
    small = makeSmaller(font)
    known.set(font, small)
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
        advance: glyph.advance * SHARE,
        offsetX: glyph.offsetX * SHARE,
        offsetY: glyph.offsetY * SHARE,
      })),
    outline(glyphId) {
      let outline = outlines.get(glyphId)
      if (!outline) {
        outline = scaleOutline(font.outline(glyphId), SHARE)
        outlines.set(glyphId, outline)
      }
      return outline
    },
  }
}
