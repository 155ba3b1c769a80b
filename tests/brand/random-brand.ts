// Random but reproducible brands: names in many scripts, any colours, and pictures that were not designed as logos.
import type { BrandSettings } from '@vitrine/contract/settings'
import sharp from 'sharp'

/** How many brands the tests try; `npm run test:soak -- brand` sets more. */
export const brandCount = Number(process.env.VITRINE_BRANDS || 6)

export type RandomBrand = Pick<
  BrandSettings,
  'name' | 'tagline' | 'accent' | 'link' | 'headlines' | 'text' | 'corners' | 'theme'
>

/** Latin, Devanagari, Tamil, Gujarati, Arabic and Bengali: the scripts of customers in India, and of the bundled fonts. */
const NAMES = [
  ['Lamp & Söhne', 'Ł’Atelier “Żółć” <b>', 'O', 'The House of Ten Thousand Golden Lamps of Old Pune City'],
  ['दीपक भंडार', 'क्षत्रिय शुभ विवाह स्टूडियो', 'श्री'],
  ['விளக்கு வீடு', 'கொண்டாட்டம் & நிலா'],
  ['દીવા ઘર', 'શુભ પ્રસંગ સ્ટુડિયો'],
  ['بيت المصابيح', 'چراغ گھر', 'ضوء (٢٠٢٦)'],
  ['প্রদীপ ঘর', 'শুভ বিবাহ স্টুডিও'],
] as const
const HEADLINES = [
  ...(['serif', 'sans', 'playfair-display', 'dm-serif-display', 'cormorant-garamond', 'oswald'] as const),
  ...(['space-grotesk', 'manrope', 'poppins'] as const),
]
/** The hardest to read on, and on which ink is a close decision. */
const EDGE_COLORS = ['#000000', '#ffffff', '#777777', '#ffff00', '#0000ff', '#fbfaf7', '#14110e', '#ff0000', '#00ff00']

/** The brand of a number. The first six have a script each. */
export function makeBrand(number: number): RandomBrand {
  const draw = drawFrom(number)
  const pick = <T>(list: readonly T[]): T => list[draw(list.length)] as T
  const color = () =>
    draw(3) === 0
      ? pick(EDGE_COLORS)
      : `#${draw(2 ** 24)
          .toString(16)
          .padStart(6, '0')}`
  return {
    name: pick(NAMES[number % NAMES.length] ?? NAMES[0]),
    tagline: draw(4) === 0 ? '' : `${pick(pick(NAMES))} ${number}`,
    accent: color(),
    link: color(),
    headlines: pick(HEADLINES),
    text: pick(['sans', 'sans', 'manrope', 'poppins'] as const),
    corners: pick(['square', 'soft', 'round'] as const),
    theme: pick(['system', 'light', 'dark'] as const),
  }
}

/** One of several unsuitable logos: tiny, far too wide, a drawing, a photo, an animation. Undefined for none. */
export async function makeLogo(number: number): Promise<Buffer | undefined> {
  const { accent } = makeBrand(number + 1)
  const clear = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: `${accent}80` } })
  const opaque = sharp({ create: { width: 900, height: 1400, channels: 3, background: accent } })
  const odd = [
    () => undefined,
    () => clear(1, 1).png().toBuffer(),
    () => clear(5000, 20).webp().toBuffer(),
    () =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 90"><path d="M0 0h3v90z" fill="${accent}"/></svg>`,
      ),
    () => opaque.jpeg({ progressive: true }).withMetadata({ orientation: 6 }).toBuffer(),
    () => opaque.toColourspace('rgb16').png().toBuffer(),
    () => clear(64, 64).gif().toBuffer(),
    () => undefined,
  ]
  return await odd[number % odd.length]?.()
}

/** Mulberry32: numbers below a limit, the same for the same seed. */
export function drawFrom(seed: number): (limit: number) => number {
  let state = (seed + 1) * 0x9e3779b1
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

/** The name of the program. No visitor reads it: not in texts, titles or what machines read of a page. */
export const PROGRAM = /vitrine/i

/**
 * A text without the store's storage names in browsers. The page about cookies must list them unchanged; other names would sign
 * all users out and ask for every consent again.
 */
export const withoutStoredNames = (text: string): string => text.replace(/\bvitrine-[a-z-]+/g, '')
