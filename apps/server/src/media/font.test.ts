// What a browser draws with a part of a font has to be what the server draws with the whole font.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { findPartRanges, subsetFor } from '@vitrine/painter/font-subset'
import { type Font, loadShaper } from '@vitrine/painter/shaper'
import { describe, expect, it } from 'vitest'
import { cutFont } from './font.ts'

const require = createRequire(import.meta.url)
const bundled = (name: string) => readFileSync(require.resolve(`@expo-google-fonts/${name}.ttf`))
const fallback = (name: string) =>
  readFileSync(join(dirname(require.resolve('@vitrine/painter/package.json')), `fonts/${name}.ttf`))

const WESTERN_TEXT = 'Affäre & “Œuvre” 1/2 1⁄2 — ₹1,234 · Ağ Řím fi ffl Të 25% naïve-ﬁn To. AV Wa (x) […] 20°'

/** What is drawn of a text: where each glyph stands, and its outline. */
function drawn(font: Font, text: string, rightToLeft: boolean) {
  return [true, false].flatMap((ligatures) =>
    font.shape(text, { rightToLeft, ligatures }).map(({ id, ...place }) => ({ ...place, outline: font.outline(id) })),
  )
}

async function expectEqual(file: Buffer, text: string, rightToLeft = false) {
  const part = subsetFor(text)
  const cut = await cutFont(file, part)
  const shaper = await loadShaper()
  const [whole, small] = [shaper.font(new Uint8Array(file)), shaper.font(new Uint8Array(cut))]
  expect(drawn(small, text, rightToLeft)).toEqual(drawn(whole, text, rightToLeft))
  expect([small.ascent, small.descent]).toEqual([whole.ascent, whole.descent])
  for (const [first, last] of findPartRanges(part) ?? []) {
    for (let code = first; code <= last; code++)
      expect(small.covers(code), `U+${code.toString(16)}`).toBe(whole.covers(code))
  }
  return cut.length / file.length
}

describe('a part of a font', () => {
  it.each([
    ['fraunces/500Medium/Fraunces_500Medium'],
    ['poppins/500Medium/Poppins_500Medium'],
    ['noto-sans-devanagari/600SemiBold/NotoSansDevanagari_600SemiBold'],
    ['noto-naskh-arabic/600SemiBold/NotoNaskhArabic_600SemiBold'],
  ])('draws Western text as the whole of %s does', async (name) => {
    expect(await expectEqual(bundled(name), WESTERN_TEXT)).toBeLessThan(0.9)
  })

  it.each([
    ['devanagari', '॥ श्री गणेशाय नमः ॥ क्षत्रिय ज्ञान शृंगार र्‍य द्ध ऱ्हास हृदय १२३ Priya & रोहन'],
    ['bengali', 'শুভ বিবাহ ক্ষ জ্ঞ র‍্য হৃদয় ১২৩।'],
    ['gurmukhi', 'ਸ਼ੁਭ ਵਿਆਹ ਕ੍ਰਿਪਾ ਪੰਜਾਬੀ ੧੨'],
    ['gujarati', 'શુભ લગ્ન ક્ષ જ્ઞ શ્રી હૃદય ૧૨'],
    ['oriya', 'ଶୁଭ ବିବାହ କ୍ଷ ଶ୍ରୀ ୧୨'],
    ['tamil', 'பெயர் சூட்டு விழா ஸ்ரீ க்ஷ கொ கௌ ௧௨'],
    ['telugu', 'శుభ వివాహం క్ష శ్రీ జ్ఞ ౧౨'],
    ['kannada', 'ಶುಭ ವಿವಾಹ ಕ್ಷ ಶ್ರೀ ಕೊ ೧೨'],
    ['malayalam', 'ശുഭ വിവാഹം ക്ഷ ശ്രീ കൊ ൻ ൽ'],
    ['sinhala', 'සුභ විවාහ ක්‍ෂ ශ්‍රී කෝ'],
    ['thai', 'งานแต่งงาน น้ำ ที่ ญู ฐุ'],
  ])('draws %s as the whole face does', async (name, text) => {
    await expectEqual(fallback(name), text)
  })

  it.each([
    ['arabic', 'عيد مبارك لا إله بِسْمِ ٱللَّٰهِ ١٢٣'],
    ['hebrew', 'שלום עוּגָה בְּרֵאשִׁית'],
  ])('draws %s, from right to left, as the whole face does', async (name, text) => {
    await expectEqual(fallback(name), text, true)
  })

  it('is the whole file when it cannot be cut', async () => {
    const broken = Buffer.from('no font at all')
    expect(await cutFont(broken, 'western')).toBe(broken)
  })
})
