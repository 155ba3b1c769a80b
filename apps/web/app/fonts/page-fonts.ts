// The files of the typefaces, and what a page loads of the owner's choice.
import {
  type BundledFace,
  type FontChoice,
  type FontUse,
  findFace,
  type LoadedFace,
  writeFaceRules,
} from '@vitrine/contract/brand-font'
import cormorant from './cormorant-garamond-600.woff2?url'
import dmSerif from './dm-serif-display-400.woff2?url'
import headlineFont from './fraunces-headline.woff2?url'
import textFont from './inter-latin.woff2?url'
import manrope400 from './manrope-400.woff2?url'
import manrope500 from './manrope-500.woff2?url'
import oswald from './oswald-500.woff2?url'
import playfair from './playfair-display-500.woff2?url'
import poppins400 from './poppins-400.woff2?url'
import poppins500 from './poppins-500.woff2?url'
import spaceGrotesk from './space-grotesk-500.woff2?url'

const files: Readonly<Record<BundledFace, Readonly<Record<number, string>>>> = {
  'playfair-display': { 500: playfair },
  'dm-serif-display': { 400: dmSerif },
  'cormorant-garamond': { 600: cormorant },
  oswald: { 500: oswald },
  'space-grotesk': { 500: spaceGrotesk },
  manrope: { 400: manrope400, 500: manrope500 },
  poppins: { 400: poppins400, 500: poppins500 },
}

/** The chosen typeface of a use; undefined if app.css already has it. */
export const findPageFace = (fonts: FontChoice, use: FontUse): LoadedFace | undefined =>
  findFace(fonts, use, (face, weight) => files[face][weight] ?? '')

/** The files that every page shows at once: they load in parallel with the style sheet. */
export function listPreloads(fonts: FontChoice): string[] {
  const text = findPageFace(fonts, 'text')
  const headline = findPageFace(fonts, 'headline')
  return [
    text ? text.files[0]?.url : textFont,
    ...(fonts.headlines === 'sans' ? [] : [headline ? headline.files[0]?.url : headlineFont]),
  ].filter((url) => url !== undefined)
}

/** The rules of the chosen typefaces; empty if app.css has all of them. */
export function writePageFonts(fonts: FontChoice): string {
  return (['text', 'headline'] as const)
    .flatMap((use) => {
      const face = findPageFace(fonts, use)
      return face ? [writeFaceRules(use, face)] : []
    })
    .join('\n')
}
