// The typefaces of receipts. Buyers' names come in many scripts: the Noto faces cover what Poppins lacks.
import { createRequire } from 'node:module'
import { GlobalFonts } from '@napi-rs/canvas'

/** A list of families for canvas fonts, tried in order for each character. */
export interface ReceiptFonts {
  readonly headline: string
  readonly text: string
  readonly strong: string
}

const expo = (file: string) => `@expo-google-fonts/${file}.ttf`
const variable = (family: string, subset: string) =>
  `@fontsource-variable/${family}/files/${family}-${subset}-wght-normal.woff2`

/** The primary faces. */
const families = {
  headline: { name: 'Receipt Headline', file: expo('fraunces/600SemiBold/Fraunces_600SemiBold') },
  text: { name: 'Receipt Text', file: expo('poppins/400Regular/Poppins_400Regular') },
  strong: { name: 'Receipt Strong', file: expo('poppins/600SemiBold/Poppins_600SemiBold') },
} as const

/** Tried first for bold text, because numbers next to it are bold. Poppins has its own Devanagari. */
const strongOthers: readonly { name: string; file: string }[] = [
  { name: 'Receipt Strong Tamil', file: expo('noto-sans-tamil/600SemiBold/NotoSansTamil_600SemiBold') },
  { name: 'Receipt Strong Gujarati', file: expo('noto-sans-gujarati/600SemiBold/NotoSansGujarati_600SemiBold') },
  { name: 'Receipt Strong Arabic', file: expo('noto-naskh-arabic/600SemiBold/NotoNaskhArabic_600SemiBold') },
]

/** Tried next, in this order: the scripts of India, then the neighbours of Latin. */
const others: readonly { name: string; file: string }[] = [
  { name: 'Receipt Devanagari', file: expo('noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular') },
  { name: 'Receipt Tamil', file: expo('noto-sans-tamil/400Regular/NotoSansTamil_400Regular') },
  { name: 'Receipt Gujarati', file: expo('noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular') },
  { name: 'Receipt Arabic', file: expo('noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular') },
  { name: 'Receipt Bengali', file: variable('noto-sans-bengali', 'bengali') },
  { name: 'Receipt Telugu', file: variable('noto-sans-telugu', 'telugu') },
  { name: 'Receipt Kannada', file: variable('noto-sans-kannada', 'kannada') },
  { name: 'Receipt Malayalam', file: variable('noto-sans-malayalam', 'malayalam') },
  { name: 'Receipt Gurmukhi', file: variable('noto-sans-gurmukhi', 'gurmukhi') },
  { name: 'Receipt Odia', file: variable('noto-sans-oriya', 'oriya') },
  ...['latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'].map((subset) => ({
    name: `Receipt ${subset}`,
    file: variable('inter', subset),
  })),
]

const faces: readonly { name: string; file: string }[] = [...Object.values(families), ...strongOthers, ...others]

/** The scripts that the faces can draw, as ISO 15924 names them. */
const SCRIPTS = new Set('Latn Deva Taml Gujr Arab Beng Telu Knda Mlym Guru Orya Grek Cyrl'.split(' '))

/** Whether receipts can be drawn in a language; not, for example, in Chinese or Hebrew. */
export const isDrawable = (tag: string): boolean => SCRIPTS.has(new Intl.Locale(tag).maximize().script ?? '')

/** The files of all typefaces of receipts, as module names. */
export const RECEIPT_FONT_FILES = faces.map(({ file }) => file)

let opened: ReceiptFonts | undefined

/** Opens the files once per process. Throws when one is missing, because a receipt must not show boxes for letters. */
export function openReceiptFonts(): ReceiptFonts {
  opened ??= registerFonts()
  return opened
}

function registerFonts(): ReceiptFonts {
  const { resolve } = createRequire(import.meta.url)
  for (const { name, file } of faces) {
    const path = resolve(file)
    if (!GlobalFonts.registerFromPath(path, name)) throw new Error(`the font ${path} cannot be read`)
  }
  const withOthers = (...first: { name: string }[]) => [...first, ...others].map(({ name }) => `"${name}"`).join(', ')
  return {
    headline: withOthers(families.headline),
    text: withOthers(families.text),
    strong: withOthers(families.strong, ...strongOthers),
  }
}
