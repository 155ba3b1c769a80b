// The fonts that come with the store: those of the samples, which designers' documents may refer to by family name.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { FontFace } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'
import { samplesFolder } from './catalogue.ts'

/** A font as listed in documents, and its file. */
export interface BundledFont {
  readonly face: FontFace
  readonly path: string
}

const fromSamples = createRequire(join(samplesFolder, 'package.json'))

/** The path of a file in an installed package. */
export function packageFile(specifier: string): string {
  return fromSamples.resolve(specifier)
}

/** The emoji file is shared with the engine's fallback. The package's own file is 25 MB with its bitmaps. */
export const EMOJI_PATH = join(samplesFolder, '../packages/painter/fonts/emoji.ttf')

/** Families with their package files; a file is named after its weight and style, `500Medium_Italic`. */
const FAMILIES: readonly (readonly [family: string, ...files: string[]])[] = [
  ['Anton', '400Regular'],
  ['Archivo Black', '400Regular'],
  ['Baloo 2', '700Bold', '800ExtraBold'],
  ['Baloo Thambi 2', '700Bold'],
  ['Bebas Neue', '400Regular'],
  ['Cinzel', '500Medium', '700Bold'],
  ['Cormorant Garamond', '500Medium', '500Medium_Italic'],
  ['Dancing Script', '400Regular', '700Bold'],
  ['DM Serif Display', '400Regular', '400Regular_Italic'],
  ['Fraunces', '500Medium', '900Black'],
  ['Great Vibes', '400Regular'],
  ['Lato', '300Light', '400Regular', '400Regular_Italic', '700Bold', '900Black'],
  ['Lobster', '400Regular'],
  ['Manrope', '500Medium', '700Bold'],
  ['Montserrat', '300Light', '400Regular', '500Medium', '600SemiBold', '700Bold', '800ExtraBold', '900Black'],
  ['Noto Naskh Arabic', '600SemiBold'],
  ['Noto Nastaliq Urdu', '600SemiBold', '700Bold'],
  ['Noto Sans Devanagari', '600SemiBold', '800ExtraBold'],
  ['Noto Serif Bengali', '700Bold', '800ExtraBold'],
  ['Noto Serif Devanagari', '600SemiBold'],
  ['Noto Serif Telugu', '600SemiBold', '700Bold', '800ExtraBold'],
  ['Noto Sans Gujarati', '800ExtraBold', '600SemiBold'],
  ['Noto Sans Tamil', '600SemiBold', '800ExtraBold'],
  ['Open Sans', '300Light', '400Regular', '400Regular_Italic', '600SemiBold', '700Bold', '800ExtraBold'],
  ['Oswald', '500Medium', '700Bold'],
  ['Pacifico', '400Regular'],
  ['Playfair Display', '500Medium', '500Medium_Italic', '900Black'],
  ['Poppins', '500Medium', '700Bold'],
  ['Raleway', '300Light', '400Regular', '600SemiBold', '700Bold', '900Black'],
  ['Roboto', '300Light', '400Regular', '400Regular_Italic', '500Medium', '700Bold', '900Black'],
  ['Rozha One', '400Regular'],
  ['Space Grotesk', '500Medium', '700Bold'],
  ['Yatra One', '400Regular'],
]

/** Packages without a separate folder for each file. */
const OLDER_PACKAGES: ReadonlySet<string> = new Set(['Rozha One', 'Yatra One'])

let known: readonly BundledFont[] | undefined

/** Every bundled font, all under the SIL Open Font License 1.1. The files are read once per process. */
export function listBundledFonts(): readonly BundledFont[] {
  known ??= [
    ...FAMILIES.flatMap(([family, ...files]) => files.map((file) => openFont(family, file))),
    bundle(EMOJI_PATH, { family: 'Noto Color Emoji', covers: 'emoji' }),
  ]
  return known
}

function openFont(family: string, file: string): BundledFont {
  const name = family.toLowerCase().replaceAll(' ', '-')
  const folder = OLDER_PACKAGES.has(family) ? name : `${name}/${file}`
  const path = packageFile(`@expo-google-fonts/${folder}/${family.replaceAll(' ', '')}_${file}.ttf`)
  return bundle(path, {
    family,
    weight: Number.parseInt(file, 10),
    style: file.endsWith('_Italic') ? 'italic' : 'normal',
  })
}

function bundle(path: string, about: Omit<FontFace, 'src' | 'license'>): BundledFont {
  const src: AssetId = `sha256:${createHash('sha256').update(readFileSync(path)).digest('hex')}`
  return { face: { ...about, src, license: 'OFL-1.1' }, path }
}
