// An animation's glyph outlines by family and style, from which fonts can be created.
import { isRecord, numberOr, records, textOr } from '@vitrine/document/cleanse'

/** Outlines of one family and style. Lengths are in percent of the font size; y points down. */
export interface GlyphFace {
  readonly family: string
  readonly style: string
  /** From the baseline to the top of a text box. */
  readonly ascent: number
  readonly glyphs: readonly {
    /** Its code point. */
    readonly character: number
    readonly width: number
    readonly paths: readonly { readonly v: Points; readonly i: Points; readonly o: Points }[]
  }[]
}

type Points = readonly (readonly number[])[]

const MAX_FACES = 40
const MAX_GLYPHS = 3000
const MAX_POINTS = 4000

/** The key of such a font among the files of an import. */
export function glyphFontName(family: string, style: string): string {
  return `glyphs:${family} ${style}`
}

/** Lists the faces with outlines in an animation; unreadable ones are omitted. */
export function listGlyphFaces(json: unknown): GlyphFace[] {
  if (!isRecord(json)) return []
  const fonts = isRecord(json.fonts) ? records(json.fonts.list) : []
  const faces = new Map<string, { family: string; style: string; glyphs: Map<number, GlyphFace['glyphs'][number]> }>()
  for (const raw of records(json.chars).slice(0, MAX_GLYPHS)) {
    const [family, style] = [textOr(raw.fFamily, ''), textOr(raw.style, '')]
    const character = textOr(raw.ch, '')
    const code = character.codePointAt(0)
    if (code === undefined || [...character].length !== 1 || code < 32) continue
    const key = glyphFontName(family, style)
    const face = faces.get(key) ?? { family, style, glyphs: new Map() }
    const paths = readPaths(raw.data)
    if (paths) face.glyphs.set(code, { character: code, width: readWidth(raw.w), paths })
    if (faces.size < MAX_FACES) faces.set(key, face)
  }
  return [...faces.values()].flatMap(({ family, style, glyphs }) => {
    const listed = fonts.find((font) => font.fFamily === family && font.fStyle === style)
    const ascent = Math.min(99, Math.max(1, numberOr(listed?.ascent, 75)))
    const drawn = [...glyphs.values()].some(({ paths }) => paths.length > 0)
    return drawn
      ? [{ family: family.slice(0, 100), style: style.slice(0, 100), ascent, glyphs: [...glyphs.values()] }]
      : []
  })
}

function readWidth(raw: unknown): number {
  return Math.min(3000, Math.max(0, numberOr(raw, 0)))
}

/** Undefined when a glyph is a precomp or one of its outlines cannot be read. */
function readPaths(data: unknown): GlyphFace['glyphs'][number]['paths'] | undefined {
  if (!isRecord(data)) return []
  if (data.refId !== undefined) return undefined
  const items = records(data.shapes).flatMap((shape) => (Array.isArray(shape.it) ? records(shape.it) : [shape]))
  const paths = items.filter(({ ty }) => ty === 'sh').map(({ ks }) => (isRecord(ks) && isRecord(ks.k) ? ks.k : {}))
  const read = paths.map(({ v, i, o }) => {
    const [points, arriving, leaving] = [v, i, o].map(readPoints)
    return points && arriving && leaving && points.length === arriving.length && points.length === leaving.length
      ? { v: points, i: arriving, o: leaving }
      : undefined
  })
  return read.every((path) => path !== undefined) ? read : undefined
}

function readPoints(raw: unknown): Points | undefined {
  if (!Array.isArray(raw) || raw.length > MAX_POINTS) return undefined
  const isPoint = (point: unknown) =>
    Array.isArray(point) && point.length >= 2 && point.every((one) => typeof one === 'number' && Math.abs(one) < 3000)
  return raw.every(isPoint) ? (raw as Points) : undefined
}
