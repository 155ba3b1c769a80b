// Chooses the font file for a font that an animation names: the designer's own, a bundled one of the same family, or the most
// similar bundled one.
import { isRecord } from '@vitrine/document/check'
import { numberOr, records, textOr } from '@vitrine/document/cleanse'
import type { FontFace } from '@vitrine/document/document'
import type { Lint } from '@vitrine/document/lint'
import { embeddedFontName, type ImportFiles } from './files.ts'

/** A font that text layers can refer to. */
export interface FontChoice {
  readonly family: string
  readonly weight: number
  readonly style: 'normal' | 'italic'
  /** The requested family, not a replacement. */
  readonly isExact: boolean
  /** A bundled font; neither the designer's file nor created from outlines. */
  readonly isBundled: boolean
  /** Distance from the top of a text box to its first baseline, in percent of the size, according to the animation. */
  readonly ascentPercent: number
}

/** Finds faces for font names and collects the used ones. */
export class FontTable {
  readonly #lint: Lint
  readonly #supplied: readonly FontFace[]
  readonly #bundled: readonly FontFace[]
  readonly #listed: ReadonlyMap<string, Record<string, unknown>>
  readonly #used = new Map<string, FontFace>()
  readonly #files: ImportFiles

  constructor(fonts: unknown, files: ImportFiles, bundled: readonly FontFace[], lint: Lint) {
    this.#lint = lint
    this.#files = files
    this.#bundled = bundled
    this.#supplied = [...files.values()].flatMap((file) =>
      file.kind === 'font' && !file.isPartial
        ? [{ family: file.family, weight: file.weight, style: file.style, src: file.id, license: file.license }]
        : [],
    )
    const list = isRecord(fonts) ? records(fonts.list) : []
    this.#listed = new Map(list.map((font) => [textOr(font.fName, ''), font]))
  }

  /**
   * The face for a name such as `Poppins-Bold`. Undefined when there are no fonts at all.
   * @param fixed a text that customers cannot change: the animation's outlines suffice for it
   */
  find(name: string, path: string, fixed?: string): FontChoice | undefined {
    const listed = this.#listed.get(name) ?? {}
    const { family, styleName } = this.#readFamily(name)
    const { weight, style } = readStyle(`${textOr(listed.fStyle, '')} ${styleName}`, listed.fWeight)
    const own = this.#own(name, family)
    const outlines = own.length === 0 && fixed !== undefined ? this.#outlines(name) : undefined
    const faces = own.length > 0 ? own : this.#replacements(family)
    const face = outlines ?? nearest(faces, weight, style)
    if (!face) return undefined
    const isExact = own.length > 0 || outlines !== undefined
    if (outlines)
      this.#lint.info('font-as-shapes', path, '"{font}" is drawn from the outlines in the file', {
        font: name.slice(0, 60),
      })
    else if (!isExact)
      this.#lint.warn('font-replaced', path, 'The font "{font}" is not here; {other} stands in for it', {
        font: name.slice(0, 80),
        other: describe(face),
      })
    else if ((face.weight ?? 400) !== weight)
      this.#lint.info('font-replaced', path, '"{font}" is set in {other}, the nearest weight', {
        ...{ font: name.slice(0, 80), other: describe(face) },
      })
    this.#used.set(face.src, face)
    return {
      family: face.family,
      weight: face.weight ?? 400,
      style: face.style ?? 'normal',
      isExact,
      isBundled: this.#bundled.includes(face),
      ascentPercent: numberOr(listed.ascent, 75),
    }
  }

  /** Whether the animation's own font is available. */
  has(name: string): boolean {
    return this.#own(name, this.#readFamily(name).family).length > 0
  }

  /**
   * The family of a font, and the style in its name. Windows has a family for every weight (`Open Sans ExtraBold`), and some
   * tools write the PostScript name there: then the family is the name without the words for weight and style.
   */
  #readFamily(name: string): { family: string; styleName: string } {
    const listedFamily = textOr(this.#listed.get(name)?.fFamily, '') || name.replace(/-[^-]*$/, '')
    const styleName = name.includes('-') ? name.slice(name.lastIndexOf('-') + 1) : name.slice(listedFamily.length)
    const plain = listedFamily.replace(STYLE_WORDS, '')
    if (
      plain === '' ||
      plain === listedFamily ||
      this.#own(name, listedFamily).length > 0 ||
      this.#own('', plain).length === 0
    )
      return { family: listedFamily, styleName }
    return { family: plain, styleName: `${listedFamily.slice(plain.length)} ${styleName}` }
  }

  /** The font embedded in the animation, otherwise those of the family. */
  #own(name: string, family: string): readonly FontFace[] {
    const inside = this.#findFace(embeddedFontName(name))
    if (inside) return [inside]
    return [...this.#supplied, ...this.#bundled].filter((face) => isSameFamily(face.family, family))
  }

  #outlines(name: string): FontFace | undefined {
    const { family, style } = this.glyphKey(name)
    return this.#findFace(glyphFontName(family, style))
  }

  #findFace(file: string): FontFace | undefined {
    const facts = this.#files.get(file)
    if (facts?.kind !== 'font') return undefined
    return { family: facts.family, weight: facts.weight, style: facts.style, src: facts.id, license: facts.license }
  }

  /** Style and family under which the animation's glyph outlines are stored. */
  glyphKey(name: string): { family: string; style: string } {
    const listed = this.#listed.get(name) ?? {}
    return { family: textOr(listed.fFamily, ''), style: textOr(listed.fStyle, '') }
  }

  /** The font table of the document: the used faces, then faces for the scripts that customers write. */
  faces(scripts: readonly FontFace[]): FontFace[] {
    const used = [...this.#used.values()]
    if (used.length === 0) return []
    const others = scripts.filter(({ src }) => !this.#used.has(src))
    const families = [...new Set(others.map(({ family }) => family))]
    return [...used.map((face) => ({ ...face, fallback: families })), ...others]
  }

  #replacements(family: string): readonly FontFace[] {
    // PostScript names have no spaces.
    const spaced = family.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ')
    const candidates = LOOKS.find(({ test }) => test.test(spaced))?.families ?? SANS
    for (const candidate of candidates) {
      const faces = this.#bundled.filter((face) => isSameFamily(face.family, candidate))
      if (faces.length > 0) return faces
    }
    return this.#bundled.length > 0 ? this.#bundled : this.#supplied
  }
}

const SANS = ['Poppins', 'Manrope', 'Inter']
const NEUTRAL = ['Roboto', 'Open Sans', 'Poppins']
/** Styles guessed from a family's name, and the bundled families of each style, best first. */
const LOOKS: readonly { test: RegExp; families: readonly string[] }[] = [
  { test: /lobster/i, families: ['Lobster', 'Pacifico'] },
  { test: /pacifico|brush|kaushan|cookie|yellowtail/i, families: ['Pacifico', 'Great Vibes'] },
  { test: /dancing|hand|caveat|satisfy|sacramento|courgette/i, families: ['Dancing Script', 'Great Vibes'] },
  { test: /script|vibes|signature|calligra|allura/i, families: ['Great Vibes'] },
  { test: /cinzel|trajan|roman caps/i, families: ['Cinzel'] },
  { test: /didot|bodoni|playfair|display serif|abril/i, families: ['Playfair Display', 'DM Serif Display'] },
  { test: /garamond|cormorant|caslon|minion|baskerville/i, families: ['Cormorant Garamond'] },
  { test: /serif|times|georgia|merriweather|lora|roman/i, families: ['Playfair Display', 'Cormorant Garamond'] },
  { test: /bebas|league gothic/i, families: ['Bebas Neue', 'Oswald'] },
  { test: /anton|impact/i, families: ['Anton', 'Oswald'] },
  { test: /condensed|narrow/i, families: ['Bebas Neue', 'Oswald'] },
  { test: /oswald|din/i, families: ['Oswald'] },
  { test: /black|heavy|ultra/i, families: ['Archivo Black'] },
  { test: /mono|courier|consol|code/i, families: ['Space Grotesk'] },
  { test: /devanagari|hind|mukta|kohinoor/i, families: ['Noto Sans Devanagari'] },
  { test: /tamil/i, families: ['Noto Sans Tamil'] },
  { test: /gujarati/i, families: ['Noto Sans Gujarati'] },
  { test: /gotham|proxima|montserrat|metropolis|avenir|futura|century gothic/i, families: ['Montserrat', 'Poppins'] },
  { test: /raleway|josefin/i, families: ['Raleway'] },
  { test: /lato|carlito|calibri|gill/i, families: ['Lato', ...NEUTRAL] },
  {
    test: /open sans|noto sans|source sans|segoe|myriad|verdana|tahoma|frutiger/i,
    families: ['Open Sans', ...NEUTRAL],
  },
  { test: /roboto|helvetica|arial|san francisco|^sf |sans-serif|liberation|inter\b/i, families: NEUTRAL },
  { test: /arab|naskh|amiri|urdu/i, families: ['Noto Naskh Arabic'] },
]

const WEIGHTS: readonly [RegExp, number][] = [
  [/thin|hairline/i, 100],
  [/extra.?light|ultra.?light/i, 200],
  [/semi.?bold|demi/i, 600],
  [/extra.?bold|ultra.?bold/i, 800],
  [/black|heavy/i, 900],
  [/light/i, 300],
  [/medium/i, 500],
  [/bold/i, 700],
]

/** At the end of a family's name. */
const STYLE_WORDS =
  /(?:[\s_-]*(?:thin|hairline|extra|ultra|semi|demi|light|regular|normal|book|medium|bold|black|heavy|italic|oblique))+$/i

function readStyle(text: string, weight: unknown): { weight: number; style: 'normal' | 'italic' } {
  const numeric = Number(weight)
  const named = WEIGHTS.find(([pattern]) => pattern.test(text))?.[1] ?? 400
  return {
    weight: Number.isInteger(numeric) && numeric >= 1 && numeric <= 1000 && named === 400 ? numeric : named,
    style: /italic|oblique/i.test(text) ? 'italic' : 'normal',
  }
}

function isSameFamily(one: string, other: string): boolean {
  const plain = (family: string) => family.toLowerCase().replace(/[\s_-]+/g, '')
  return plain(one) === plain(other)
}

function nearest(faces: readonly FontFace[], weight: number, style: 'normal' | 'italic'): FontFace | undefined {
  const rank = (face: FontFace) =>
    Math.abs((face.weight ?? 400) - weight) + ((face.style ?? 'normal') === style ? 0 : 1000)
  return faces.toSorted((a, b) => rank(a) - rank(b))[0]
}

function describe({ family, weight = 400, style = 'normal' }: FontFace): string {
  return `${family} ${weight}${style === 'italic' ? ' italic' : ''}`
}

// An animation's glyph outlines by family and style, from which fonts can be created.

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
