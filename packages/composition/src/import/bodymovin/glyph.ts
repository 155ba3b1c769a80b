// Words drawn from the glyph outlines that an animation brings along, for fonts that are not here.
import { isRecord, numberOr, records } from '../source/cleanse.ts'
import { type Conversion, glyphKey } from './conversion.ts'
import { convertProperty, pathKind, type Scope } from './property.ts'
import type { ShapeJson } from './shape.ts'
import type { TextState } from './text-state.ts'

/** Shapes that draw the text, or undefined when an outline is missing or the text needs line breaks. */
export function glyphShapes(state: TextState, conversion: Conversion, scope: Scope): ShapeJson[] | undefined {
  if (state.box || state.smallCaps || conversion.glyphs.size === 0 || state.justify > 2) return undefined
  const { family, style } = conversion.fonts.glyphKey(state.fontName)
  const text = state.uppercase ? state.text.toUpperCase() : state.text
  const tracking = (state.tracking / 1000) * state.size
  const groups: ShapeJson[] = []
  for (const [n, line] of text.split('\n').entries()) {
    const glyphs = [...line].map((character) => conversion.glyphs.get(glyphKey(character, family, style)))
    if (glyphs.some((glyph) => glyph === undefined)) return undefined
    const advances = glyphs.map((glyph) => (numberOr(glyph?.w, 0) / 100) * state.size + tracking)
    const width = advances.reduce((sum, advance) => sum + advance, 0) - (advances.length > 0 ? tracking : 0)
    let x = state.justify === 1 ? -width : state.justify === 2 ? -width / 2 : 0
    const y = n * state.lineHeight * state.size - state.baselineShift
    glyphs.forEach((glyph, index) => {
      const outline = outlineOf(glyph, scope)
      const scale = state.size
      if (outline.length > 0) groups.push({ ty: 'gr', it: [...outline, { ty: 'tr', p: [x, y], s: [scale, scale] }] })
      x += advances[index] ?? 0
    })
  }
  const fill: ShapeJson[] = state.fill ? [{ ty: 'fl', c: state.fill }] : []
  const stroke: ShapeJson[] = state.stroke ? [{ ty: 'st', c: state.stroke.color, w: state.stroke.width }] : []
  // The first paint is on top.
  return [...groups, ...(state.stroke?.over ? [...stroke, ...fill] : [...fill, ...stroke])]
}

function outlineOf(glyph: Record<string, unknown> | undefined, scope: Scope): ShapeJson[] {
  const data = isRecord(glyph?.data) ? glyph.data : {}
  return records(data.shapes).flatMap((shape) => {
    const items = shape.ty === 'gr' || Array.isArray(shape.it) ? records(shape.it) : [shape]
    return items.flatMap((item) => {
      const ks = item.ty === 'sh' ? convertProperty(item.ks, pathKind(true), scope) : undefined
      return ks === undefined ? [] : [{ ty: 'sh', ks }]
    })
  })
}
