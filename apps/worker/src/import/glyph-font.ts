/// <reference path="./opentype.d.ts" />
// Creates fonts from an animation's glyph outlines, for texts that customers cannot change. They are as wide as in After
// Effects, so lines break in the same places, and animators can move their letters.
import { type GlyphFace, listGlyphFaces } from '@vitrine/after-effects/glyph-face'
import opentype from 'opentype.js'

/** Bodymovin writes outlines for size 100; fonts use units of a thousandth. */
const SCALE = 10
const UNITS = 1000

/** Creates a font file for each family and style with outlines in the animation. */
export function makeGlyphFonts(json: unknown): { face: GlyphFace; bytes: Uint8Array }[] {
  return listGlyphFaces(json).map((face) => ({ face, bytes: makeFont(face) }))
}

function makeFont({ family, style, ascent, glyphs }: GlyphFace): Uint8Array {
  const font = new opentype.Font({
    familyName: family || 'Outlines',
    styleName: style || 'Regular',
    unitsPerEm: UNITS,
    ascender: Math.round(ascent * SCALE),
    descender: Math.round((ascent - 100) * SCALE) || -1,
    glyphs: [
      new opentype.Glyph({ name: '.notdef', advanceWidth: 0, path: new opentype.Path() }),
      ...glyphs.map(
        ({ character, width, paths }) =>
          new opentype.Glyph({
            name: `u${character.toString(16)}`,
            unicode: character,
            advanceWidth: Math.round(width * SCALE),
            path: createOutline(paths),
          }),
      ),
    ],
  })
  return new Uint8Array(font.toArrayBuffer())
}

/** The y axis points up in fonts and down in After Effects. */
function createOutline(paths: GlyphFace['glyphs'][number]['paths']) {
  const outline = new opentype.Path()
  const at = ([x = 0, y = 0]: readonly number[], [dx = 0, dy = 0]: readonly number[] = []): [number, number] => [
    Math.round((x + dx) * SCALE),
    Math.round(-(y + dy) * SCALE),
  ]
  for (const { v, i, o } of paths) {
    const [first] = v
    if (!first) continue
    outline.moveTo(...at(first))
    v.forEach((from, n) => {
      const next = (n + 1) % v.length
      const to = v[next] ?? first
      outline.curveTo(...at(from, o[n]), ...at(to, i[next]), ...at(to))
    })
    outline.close()
  }
  return outline
}
