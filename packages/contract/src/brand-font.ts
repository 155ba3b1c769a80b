// The typefaces that an owner can choose, and how pages load one: by font-face rules, with a fallback of the same width and
// height, so that nothing moves when the font arrives. The browser imports this file, so it does not use zod.

/** Metrics in shares of the font size. `averageWidth` is that of the letters of an English text. */
interface FaceMetrics {
  readonly ascent: number
  readonly descent: number
  readonly lineGap: number
  readonly averageWidth: number
}

interface Face extends FaceMetrics {
  readonly name: string
  /** The weights that have files. */
  readonly weights: readonly number[]
}

/**
 * In addition to Fraunces and Inter, which all pages have. Their files are in apps/web/app/fonts, created by scripts/fonts.mjs.
 */
export const BUNDLED_FACES = {
  'playfair-display': {
    name: 'Playfair Display',
    weights: [500],
    ...{ ascent: 1.082, descent: 0.251, lineGap: 0, averageWidth: 0.4515 },
  },
  'dm-serif-display': {
    name: 'DM Serif Display',
    weights: [400],
    ...{ ascent: 1.036, descent: 0.335, lineGap: 0, averageWidth: 0.4425 },
  },
  'cormorant-garamond': {
    name: 'Cormorant Garamond',
    weights: [600],
    ...{ ascent: 0.924, descent: 0.287, lineGap: 0, averageWidth: 0.3909 },
  },
  oswald: { name: 'Oswald', weights: [500], ascent: 1.193, descent: 0.289, lineGap: 0, averageWidth: 0.3857 },
  'space-grotesk': {
    name: 'Space Grotesk',
    weights: [500],
    ...{ ascent: 0.984, descent: 0.292, lineGap: 0, averageWidth: 0.4881 },
  },
  manrope: { name: 'Manrope', weights: [400, 500], ascent: 1.066, descent: 0.3, lineGap: 0, averageWidth: 0.4561 },
  poppins: { name: 'Poppins', weights: [400, 500], ascent: 1.05, descent: 0.35, lineGap: 0.1, averageWidth: 0.5003 },
} as const satisfies Readonly<Record<string, Face>>
export type BundledFace = keyof typeof BUNDLED_FACES

/** Faces that are readable in small sizes. */
export const TEXT_FACES = ['manrope', 'poppins'] as const
export const HEADLINE_FACES = [
  'playfair-display',
  'dm-serif-display',
  'cormorant-garamond',
  'oswald',
  'space-grotesk',
  ...TEXT_FACES,
] as const

/** The URL of the owner's font, a public file under its hash. */
export const ownFontUrl = (id: string) => `/media/${id.slice('sha256:'.length)}.woff2`

/** A typeface that the browser must load. */
export interface LoadedFace extends FaceMetrics {
  readonly files: readonly { readonly url: string; readonly weight: string }[]
}

export type FontUse = 'headline' | 'text'
/** An owner's font: the id of its file, and the range of its weights. */
interface OwnFace extends FaceMetrics {
  readonly id: string
  readonly weights: readonly [number, number]
}

/** The part of the brand's settings that chooses typefaces. */
export interface FontChoice {
  readonly headlines: 'serif' | 'sans' | (typeof HEADLINE_FACES)[number] | 'own'
  readonly text: 'sans' | (typeof TEXT_FACES)[number] | 'own'
  readonly headlineFont: OwnFace | null
  readonly textFont: OwnFace | null
}

/**
 * The chosen face for a use; undefined when the pages already have it, or when headlines use the text face. `toFaceUrl` finds the
 * bundled files.
 */
export function findFace(
  brand: FontChoice,
  use: FontUse,
  toFaceUrl: (face: BundledFace, weight: number) => string,
): LoadedFace | undefined {
  const chosen = use === 'headline' ? brand.headlines : brand.text
  if (chosen === 'serif' || chosen === 'sans') return undefined
  if (chosen !== 'own') {
    const face: Face = BUNDLED_FACES[chosen]
    return {
      ...face,
      files: face.weights.map((weight) => ({ url: toFaceUrl(chosen, weight), weight: String(weight) })),
    }
  }
  const font = use === 'headline' ? brand.headlineFont : brand.textFont
  return font ? { ...font, files: [{ url: ownFontUrl(font.id), weight: font.weights.join(' ') }] } : undefined
}

export const FAMILY = { headline: 'Brand Headline', text: 'Brand Text' } as const

/** Fonts of operating systems, by their average width: Windows, macOS and iOS, then Android, then Linux. */
const STAND_INS: readonly { readonly fonts: readonly string[]; readonly averageWidth: number }[] = [
  { fonts: ['Arial', 'Helvetica', 'Liberation Sans'], averageWidth: 0.4414 },
  { fonts: ['Roboto'], averageWidth: 0.4448 },
  { fonts: ['DejaVu Sans'], averageWidth: 0.5053 },
]
const standInName = (name: string, n: number) => `${name} Stand-in ${n + 1}`

/** `font-family` of a use. `name` is that of its rules. */
export function writeFontFamily(use: FontUse, name: string = FAMILY[use]): string {
  const standIns = STAND_INS.map((_, n) => `"${standInName(name, n)}"`).join(', ')
  return `"${name}", "Scripts", ${standIns}, ${use === 'headline' ? 'Georgia, serif' : 'system-ui, sans-serif'}`
}

/** The rules by which a browser loads a face, and its fallbacks until then (CSS Fonts 5, font metrics overrides). */
export function writeFaceRules(use: FontUse, face: LoadedFace): string {
  const name = FAMILY[use]
  const files = face.files.map(
    ({ url, weight }) =>
      `@font-face{font-family:"${name}";font-weight:${weight};font-display:swap;src:url("${url}") format("woff2")}`,
  )
  const percent = (share: number) => `${(share * 100).toFixed(2)}%`
  const standIns = STAND_INS.map(({ fonts, averageWidth }, n) => {
    const size = face.averageWidth / averageWidth
    return (
      `@font-face{font-family:"${standInName(name, n)}";src:${fonts.map((font) => `local("${font}")`).join(',')};` +
      `size-adjust:${percent(size)};ascent-override:${percent(face.ascent / size)};` +
      `descent-override:${percent(face.descent / size)};line-gap-override:${percent(face.lineGap / size)}}`
    )
  })
  return [...files, ...standIns].join('\n')
}
