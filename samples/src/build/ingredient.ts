// Fonts, pictures and music as assets: read once, named by the hash of their bytes.

import assert from 'node:assert'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Asset, FontFace } from '@vitrine/composition/document'
import type { AssetId } from '@vitrine/composition/field'
import { mediaFolder, packageFile } from './folder.ts'

/** One file that a document names: what it is and where it lies. */
export interface Ingredient {
  readonly id: AssetId
  readonly kind: 'font' | 'image' | 'audio'
  readonly mime: string
  readonly file: string
  readonly sizeBytes: number
  readonly asset?: Asset
}

const known = new Map<string, Ingredient>()

function read(key: string, file: string, describe: () => Pick<Ingredient, 'kind' | 'mime' | 'asset'>): Ingredient {
  const found = known.get(key)
  if (found) return found
  const bytes = readFileSync(file)
  const id: AssetId = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  const ingredient: Ingredient = { id, file, sizeBytes: bytes.length, ...describe() }
  known.set(key, ingredient)
  return ingredient
}

interface FontSource {
  readonly family: string
  readonly weight: number
  readonly style: 'normal' | 'italic'
  readonly specifier: string
}

function face(family: string, weight: number, file: string, style: 'normal' | 'italic' = 'normal'): FontSource {
  const slug = family.toLowerCase().replaceAll(' ', '-')
  return { family, weight, style, specifier: `@expo-google-fonts/${slug}/${file}.ttf` }
}

/** Every face the samples use, by a short name; all under the SIL Open Font License 1.1. */
const faces = {
  archivoBlack: face('Archivo Black', 400, '400Regular/ArchivoBlack_400Regular'),
  bebas: face('Bebas Neue', 400, '400Regular/BebasNeue_400Regular'),
  cinzel: face('Cinzel', 500, '500Medium/Cinzel_500Medium'),
  cinzelBold: face('Cinzel', 700, '700Bold/Cinzel_700Bold'),
  cormorant: face('Cormorant Garamond', 500, '500Medium/CormorantGaramond_500Medium'),
  cormorantItalic: face('Cormorant Garamond', 500, '500Medium_Italic/CormorantGaramond_500Medium_Italic', 'italic'),
  dmSerif: face('DM Serif Display', 400, '400Regular/DMSerifDisplay_400Regular'),
  dmSerifItalic: face('DM Serif Display', 400, '400Regular_Italic/DMSerifDisplay_400Regular_Italic', 'italic'),
  fraunces: face('Fraunces', 500, '500Medium/Fraunces_500Medium'),
  frauncesBlack: face('Fraunces', 900, '900Black/Fraunces_900Black'),
  greatVibes: face('Great Vibes', 400, '400Regular/GreatVibes_400Regular'),
  manrope: face('Manrope', 500, '500Medium/Manrope_500Medium'),
  manropeBold: face('Manrope', 700, '700Bold/Manrope_700Bold'),
  naskh: face('Noto Naskh Arabic', 600, '600SemiBold/NotoNaskhArabic_600SemiBold'),
  devanagari: face('Noto Sans Devanagari', 600, '600SemiBold/NotoSansDevanagari_600SemiBold'),
  devanagariBlack: face('Noto Sans Devanagari', 800, '800ExtraBold/NotoSansDevanagari_800ExtraBold'),
  devanagariSerif: face('Noto Serif Devanagari', 600, '600SemiBold/NotoSerifDevanagari_600SemiBold'),
  gujaratiBlack: face('Noto Sans Gujarati', 800, '800ExtraBold/NotoSansGujarati_800ExtraBold'),
  gujarati: face('Noto Sans Gujarati', 600, '600SemiBold/NotoSansGujarati_600SemiBold'),
  tamil: face('Noto Sans Tamil', 600, '600SemiBold/NotoSansTamil_600SemiBold'),
  tamilBlack: face('Noto Sans Tamil', 800, '800ExtraBold/NotoSansTamil_800ExtraBold'),
  oswald: face('Oswald', 500, '500Medium/Oswald_500Medium'),
  oswaldBold: face('Oswald', 700, '700Bold/Oswald_700Bold'),
  playfair: face('Playfair Display', 500, '500Medium/PlayfairDisplay_500Medium'),
  playfairItalic: face('Playfair Display', 500, '500Medium_Italic/PlayfairDisplay_500Medium_Italic', 'italic'),
  playfairBlack: face('Playfair Display', 900, '900Black/PlayfairDisplay_900Black'),
  poppins: face('Poppins', 500, '500Medium/Poppins_500Medium'),
  poppinsBold: face('Poppins', 700, '700Bold/Poppins_700Bold'),
  rozha: face('Rozha One', 400, 'RozhaOne_400Regular'),
  spaceGrotesk: face('Space Grotesk', 500, '500Medium/SpaceGrotesk_500Medium'),
  spaceGroteskBold: face('Space Grotesk', 700, '700Bold/SpaceGrotesk_700Bold'),
  yatra: face('Yatra One', 400, 'YatraOne_400Regular'),
} as const

export type FaceName = keyof typeof faces

/** Scripts that every document can write, whatever its own faces lack. */
const scripts: readonly FaceName[] = ['devanagari', 'tamil']

/**
 * The font table of a document: its own faces, then the ones that stand in for Devanagari and Tamil names, then the
 * emoji of customers' words.
 */
export function fontFaces(names: readonly FaceName[]): FontFace[] {
  const all = [...new Set([...names, ...scripts])]
  const fallback = [...new Set(scripts.map((name) => faces[name].family))]
  const written = all.map((name): FontFace => {
    const { family, weight, style } = faces[name]
    const others = fallback.filter((other) => other !== family)
    return { family, weight, style, src: fontFile(name).id, license: 'OFL-1.1', fallback: others }
  })
  return [...written, emojiFace()]
}

function emojiFace(): FontFace {
  return { family: 'Noto Color Emoji', src: emojiFile().id, license: 'OFL-1.1', covers: 'emoji' }
}

/** Every face that comes with the shop and the file that holds it, for documents made elsewhere. */
export function listBundledFonts(): { face: FontFace; path: string }[] {
  const written = (Object.keys(faces) as FaceName[]).map((name): { face: FontFace; path: string } => {
    const { family, weight, style } = faces[name]
    const { id, file } = fontFile(name)
    return { face: { family, weight, style, src: id, license: 'OFL-1.1' }, path: file }
  })
  return [...written, { face: emojiFace(), path: emojiFile().file }]
}

function fontFile(name: FaceName): Ingredient {
  return read(`font:${name}`, packageFile(faces[name].specifier), () => ({ kind: 'font', mime: 'font/ttf' }))
}

/** The package's file is 25 MB with its bitmaps; the slim one, 5 MB, is the engine's own for emoji. */
export const emojiSource = packageFile('@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf')

/** The file that the engine falls back to: of equal fonts one is enough. */
export const emojiPath = join(dirname(packageFile('@vitrine/composition/package.json')), 'fonts', 'emoji.ttf')

function emojiFile(): Ingredient {
  return read('font:emoji', emojiPath, () => ({ kind: 'font', mime: 'font/ttf' }))
}

/** The id of a painted picture of samples/media/pictures. */
export function picture(name: string, width: number, height: number): AssetId {
  const file = join(mediaFolder, 'pictures', `${name}.jpg`)
  return read(`image:${name}`, file, () => ({
    kind: 'image',
    mime: 'image/jpeg',
    asset: { kind: 'image', w: width, h: height, mime: 'image/jpeg' },
  })).id
}

/** The id of a music bed of samples/media/music. */
export function music(name: string, seconds: number): AssetId {
  const file = join(mediaFolder, 'music', `${name}.m4a`)
  return read(`audio:${name}`, file, () => ({
    kind: 'audio',
    mime: 'audio/mp4',
    asset: { kind: 'audio', seconds: Math.round(seconds * 1000) / 1000, mime: 'audio/mp4' },
  })).id
}

/** The file behind an asset id that a document of the samples names. */
export function getIngredient(id: AssetId): Ingredient {
  for (const ingredient of known.values()) if (ingredient.id === id) return ingredient
  assert.fail(`no sample file has the id ${id}`)
}

/** Every `sha256:` id that occurs anywhere in a value. */
export function assetIdsIn(value: unknown): AssetId[] {
  const ids = JSON.stringify(value).match(/sha256:[0-9a-f]{64}/g) ?? []
  return [...new Set(ids)] as AssetId[]
}
