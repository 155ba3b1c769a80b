// Owns the typefaces of receipts. Names of buyers come in many scripts: what Poppins does not draw, the Noto faces do.
import { createRequire } from 'node:module'
import { GlobalFonts } from '@napi-rs/canvas'

/** A list of families for canvas fonts, tried in order for each character. */
export interface ReceiptFonts {
  readonly headline: string
  readonly text: string
  readonly strong: string
}

const families = {
  headline: { name: 'Receipt Headline', file: 'fraunces/600SemiBold/Fraunces_600SemiBold.ttf' },
  text: { name: 'Receipt Text', file: 'poppins/400Regular/Poppins_400Regular.ttf' },
  strong: { name: 'Receipt Strong', file: 'poppins/600SemiBold/Poppins_600SemiBold.ttf' },
  devanagari: {
    name: 'Receipt Devanagari',
    file: 'noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  },
  tamil: { name: 'Receipt Tamil', file: 'noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf' },
  gujarati: { name: 'Receipt Gujarati', file: 'noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular.ttf' },
  arabic: { name: 'Receipt Arabic', file: 'noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf' },
} as const

let opened: ReceiptFonts | undefined

/** Opens the files once per process. Throws when one is missing: a receipt must not come out in boxes. */
export function openReceiptFonts(): ReceiptFonts {
  opened ??= registerFonts()
  return opened
}

function registerFonts(): ReceiptFonts {
  const { resolve } = createRequire(import.meta.url)
  for (const { name, file } of Object.values(families)) {
    const path = resolve(`@expo-google-fonts/${file}`)
    if (!GlobalFonts.registerFromPath(path, name)) throw new Error(`the font ${path} cannot be read`)
  }
  const others = [families.devanagari, families.tamil, families.gujarati, families.arabic]
  const withOthers = (first: { name: string }) => [first, ...others].map(({ name }) => `"${name}"`).join(', ')
  return {
    headline: withOthers(families.headline),
    text: withOthers(families.text),
    strong: withOthers(families.strong),
  }
}
