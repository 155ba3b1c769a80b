// HarfBuzz, the shaper for browsers and the server: characters to positioned glyphs, glyphs to outlines. Everything is in em
// units (font units divided by units per em), y down, so that one shaping serves every size.

import { createColorReader, type GlyphStep, type HarfBuzz, OUTLINE, type Outline } from './outline.ts'

/** One positioned glyph of a shaped run. */
export interface Glyph {
  id: number
  /** Index of the first UTF-16 unit of the run's text that the glyph represents. */
  cluster: number
  advance: number
  offsetX: number
  offsetY: number
}

/** How a run is shaped. */
interface RunStyle {
  rightToLeft: boolean
  /** Spaced letters get no decorative ligatures. */
  ligatures: boolean
}

/** One font file, parsed. */
export interface Font {
  /** Ascent above and descent below the baseline in em units, both positive. */
  readonly ascent: number
  readonly descent: number
  covers(codePoint: number): boolean
  shape(text: string, style: RunStyle): readonly Glyph[]
  outline(glyphId: number): Outline
  /** The painting steps of a colour glyph; undefined for a plain one. */
  colors(glyphId: number): readonly GlyphStep[] | undefined
  /** Whether it has colour glyphs. */
  readonly isColored: boolean
}

/** Parses fonts and caches them by the identity of their bytes, so that repeated painters share all shaping. */
export interface Shaper {
  /** Throws for bytes that are no TrueType or OpenType font. */
  font(bytes: Uint8Array): Font
}

/** Maximum number of cached runs per font. Typing changes a run at each keystroke. */
const RUNS_REMEMBERED = 4000

let loading: Promise<Shaper> | undefined

/**
 * Loads HarfBuzz (WebAssembly, 0.45 MB) once. The module finds `harfbuzz.wasm` in its own folder: in Node in the package, in a
 * web build as an asset of the bundler.
 */
export function loadShaper(): Promise<Shaper> {
  loading ??= import('harfbuzzjs').then(createShaper)
  return loading
}

function createShaper(harfbuzz: HarfBuzz): Shaper {
  const fonts = new WeakMap<Uint8Array, Font>()
  return {
    font(bytes) {
      let font = fonts.get(bytes)
      if (!font) {
        font = createFont(harfbuzz, bytes)
        fonts.set(bytes, font)
      }
      return font
    },
  }
}

function createFont(harfbuzz: HarfBuzz, bytes: Uint8Array): Font {
  // The wrappers free their memory when garbage-collected, so the font must keep all three alive.
  const blob = new harfbuzz.Blob(bytes)
  const face = new harfbuzz.Face(blob)
  const font = new harfbuzz.Font(face)
  const covered = new Set(face.collectUnicodes())
  if (covered.size === 0 || face.upem <= 0) throw new Error('These bytes are no font with characters')
  const em = face.upem
  const extents = font.hExtents()
  const outlines = new Map<number, Outline>()
  const runs = new Map<string, readonly Glyph[]>()
  const noLigatures = [new harfbuzz.Feature('liga', 0), new harfbuzz.Feature('clig', 0)]

  const shape = (text: string, style: RunStyle): readonly Glyph[] => {
    const buffer = new harfbuzz.Buffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    buffer.setDirection(style.rightToLeft ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR)
    harfbuzz.shape(font, buffer, style.ligatures ? undefined : noLigatures)
    return buffer.getGlyphInfosAndPositions().map((glyph) => ({
      id: glyph.codepoint,
      cluster: glyph.cluster,
      advance: (glyph.xAdvance ?? 0) / em,
      offsetX: (glyph.xOffset ?? 0) / em,
      offsetY: -(glyph.yOffset ?? 0) / em,
    }))
  }
  const outline = (glyphId: number): Outline => {
    // The glyph for missing characters is a box, which must not appear in a picture.
    if (glyphId === 0) return []
    let known = outlines.get(glyphId)
    if (!known) {
      known = parseOutline(font.glyphToPath(glyphId), em)
      outlines.set(glyphId, known)
    }
    return known
  }
  const isColored = face.hasColorPaint() || face.hasColorLayers()
  return {
    outline,
    isColored,
    colors: isColored ? createColorReader(harfbuzz, font, em, outline) : () => undefined,
    ascent: extents.ascender / em,
    descent: -extents.descender / em,
    covers: (codePoint) => covered.has(codePoint),
    shape(text, style) {
      const key = `${style.rightToLeft ? 'r' : 'l'}${style.ligatures ? 'y' : 'n'}${text}`
      let glyphs = runs.get(key)
      if (!glyphs) {
        glyphs = shape(text, style)
        if (runs.size >= RUNS_REMEMBERED) runs.clear()
        runs.set(key, glyphs)
      }
      return glyphs
    },
  }
}

const OPCODES: Record<string, number> = {
  M: OUTLINE.move,
  L: OUTLINE.line,
  Q: OUTLINE.quadratic,
  C: OUTLINE.cubic,
  Z: OUTLINE.close,
}

/** HarfBuzz writes glyphs as absolute SVG path data in font units with y up. */
function parseOutline(data: string, em: number): Outline {
  const outline: number[] = []
  let isX = true
  for (const token of data.match(/[MLQCZ]|-?\d*\.?\d+/g) ?? []) {
    const opcode = OPCODES[token]
    if (opcode !== undefined) {
      outline.push(opcode)
      isX = true
    } else {
      outline.push((isX ? Number(token) : -Number(token)) / em)
      isX = !isX
    }
  }
  return outline
}
