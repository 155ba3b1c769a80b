// The typefaces of billing documents. Buyers' names come in many scripts: the Noto faces cover what Poppins lacks.
import { createRequire } from 'node:module'
import { GlobalFonts } from '@napi-rs/canvas'

/** A list of families for canvas fonts, tried in order for each character. */
export interface BillingFonts {
  readonly headline: string
  readonly text: string
  readonly strong: string
}

const expo = (file: string) => `@expo-google-fonts/${file}.ttf`
const variable = (family: string, subset: string) =>
  `@fontsource-variable/${family}/files/${family}-${subset}-wght-normal.woff2`

/** The primary faces. */
const families = {
  headline: { name: 'Billing Headline', file: expo('fraunces/600SemiBold/Fraunces_600SemiBold') },
  text: { name: 'Billing Text', file: expo('poppins/400Regular/Poppins_400Regular') },
  strong: { name: 'Billing Strong', file: expo('poppins/600SemiBold/Poppins_600SemiBold') },
} as const

/** Tried first for bold text, because numbers next to it are bold. Poppins has its own Devanagari. */
const strongOthers: readonly { name: string; file: string }[] = [
  { name: 'Billing Strong Tamil', file: expo('noto-sans-tamil/600SemiBold/NotoSansTamil_600SemiBold') },
  { name: 'Billing Strong Gujarati', file: expo('noto-sans-gujarati/600SemiBold/NotoSansGujarati_600SemiBold') },
  { name: 'Billing Strong Arabic', file: expo('noto-naskh-arabic/600SemiBold/NotoNaskhArabic_600SemiBold') },
]

/** Tried next, in this order: the scripts of India, then the neighbours of Latin. */
const others: readonly { name: string; file: string }[] = [
  { name: 'Billing Devanagari', file: expo('noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular') },
  { name: 'Billing Tamil', file: expo('noto-sans-tamil/400Regular/NotoSansTamil_400Regular') },
  { name: 'Billing Gujarati', file: expo('noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular') },
  { name: 'Billing Arabic', file: expo('noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular') },
  { name: 'Billing Bengali', file: variable('noto-sans-bengali', 'bengali') },
  { name: 'Billing Telugu', file: variable('noto-sans-telugu', 'telugu') },
  { name: 'Billing Kannada', file: variable('noto-sans-kannada', 'kannada') },
  { name: 'Billing Malayalam', file: variable('noto-sans-malayalam', 'malayalam') },
  { name: 'Billing Gurmukhi', file: variable('noto-sans-gurmukhi', 'gurmukhi') },
  { name: 'Billing Odia', file: variable('noto-sans-oriya', 'oriya') },
  ...['latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'].map((subset) => ({
    name: `Billing ${subset}`,
    file: variable('inter', subset),
  })),
]

const faces: readonly { name: string; file: string }[] = [...Object.values(families), ...strongOthers, ...others]

/** The files of all typefaces, as module names. */
export const BILLING_FONT_FILES = faces.map(({ file }) => file)

let opened: BillingFonts | undefined

/** Opens the files once per process. Throws when one is missing, because a document must not show boxes for letters. */
export function openBillingFonts(): BillingFonts {
  opened ??= registerFonts()
  return opened
}

function registerFonts(): BillingFonts {
  const { resolve } = createRequire(import.meta.url)
  for (const { name, file } of faces) {
    const path = resolve(file)
    if (!GlobalFonts.registerFromPath(path, name)) throw new Error(`the font ${path} cannot be read`)
  }
  const withOthers = (...first: { name: string }[]) => [...first, ...others].map(({ name }) => `"${name}"`).join(', ')
  return {
    // Its face has Latin letters alone; titles of other scripts are bold too.
    headline: withOthers(families.headline, families.strong, ...strongOthers),
    text: withOthers(families.text),
    strong: withOthers(families.strong, ...strongOthers),
  }
}
