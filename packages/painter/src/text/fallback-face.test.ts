import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FontFace, ResolvedDocument } from '@vitrine/document/document'
import type { TextLayer } from '@vitrine/document/layer'
import { describe, expect, test } from 'vitest'
import { sampleDocument } from '../../../document/testing/sample.ts'
import { EMOJI, FACES, FONTS } from '../../golden/stock.ts'
import { readFallbackFont } from '../../node-fallback-font.ts'
import {
  addFallbackFaces,
  FALLBACK_FACES,
  listMarkFaces,
  listMissingTexts,
  listPossibleFallbacks,
} from './fallback-face.ts'
import { openFonts } from './font.ts'
import { loadShaper } from './shaper.ts'
import { layoutText } from './text.ts'

const folder = join(import.meta.dirname, '../../fonts')
const poppins = FACES.filter(({ family }) => family === 'Poppins')

function documentWith(text: string, layer: Partial<TextLayer> = {}, fonts: readonly FontFace[] = poppins) {
  const written = { id: 't', type: 'text', in: 0, out: 9, text, font: 'Poppins', size: 20, box: [0, 0, 900, 90] }
  return { ...sampleDocument, resolved: true, fonts, layers: [{ ...written, ...layer }] } as unknown as ResolvedDocument
}

/** The fonts that draw a text, as in every drawing code: first the document's fonts, then fallbacks. */
async function write(text: string, layer?: Partial<TextLayer>, faces?: readonly FontFace[]) {
  const shaper = await loadShaper()
  const document = documentWith(text, layer, faces)
  const complete = addFallbackFaces(document, openFonts(shaper, document.fonts, FONTS))
  const added = complete.fonts.slice(document.fonts.length)
  const files = await Promise.all(added.map(async (face) => [face.src, await readFallbackFont(face)] as const))
  const fonts = openFonts(shaper, complete.fonts, new Map([...FONTS, ...files]))
  if (!fonts) throw new Error('no fonts')
  const style = { family: 'Poppins', size: 20 }
  const layout = layoutText(text, style, { width: 900, height: 90 }, fonts)
  return {
    families: added.map(({ family }) => family.replace('Fallback ', '')),
    missing: listMissingTexts(complete, fonts).flatMap(({ graphemes }) => graphemes),
    glyphs: layout.lines.flatMap(({ glyphs }) => glyphs.map(({ id }) => id)),
  }
}

describe('the fallback faces', () => {
  test('are named by the hashes of their files', () => {
    for (const { face, file } of FALLBACK_FACES) {
      const hash = createHash('sha256').update(readFileSync(join(folder, file)))
      expect(`${file} ${face.src}`).toBe(`${file} sha256:${hash.digest('hex')}`)
    }
  })

  test.each([
    ['latin', 'Ťřeboň Әлия Ελένη Nguyễn ₫'],
    ['arabic', 'مرحبا، ١٢٣'],
    ['bengali', 'শুভ বিবাহ ১২'],
    ['gurmukhi', 'ਸ਼ੁਭ ਵਿਆਹ'],
    ['gujarati', 'શુભ લગ્ન'],
    ['oriya', 'ଶୁଭ ବିବାହ'],
    ['tamil', 'திருமண வாழ்த்து'],
    ['telugu', 'శుభ వివాహం'],
    ['kannada', 'ಶುಭ ವಿವಾಹ'],
    ['malayalam', 'വിവാഹം'],
    ['sinhala', 'ශ්‍රී මංගල'],
    ['hebrew', 'מזל טוב'],
    ['thai', 'สวัสดี'],
    ['lao', 'ສະບາຍດີ'],
    ['khmer', 'សួស្តី'],
    ['myanmar', 'မင်္ဂလာပါ'],
    ['georgian', 'გამარჯობა'],
    ['armenian', 'Բարեւ'],
    ['ethiopic', 'ሰላም'],
    ['ol-chiki', 'ᱥᱟᱱᱛᱟᱲᱤ ᱑᱒ ᱾'],
    ['meetei-mayek', 'ꯃꯤꯇꯩꯂꯣꯟ ꯱꯲ ꯫'],
    ['japanese', 'けっこんおめでとう'],
    ['chinese', '新婚快樂，恭喜发财。'],
    ['korean', '결혼을 축하합니다'],
    ['emoji', '🎉👨‍👩‍👧❤️🇮🇳'],
  ])('write %s that no font of the design has', async (family, text) => {
    const written = await write(text)
    expect(written).toMatchObject({ families: [family], missing: [] })
    expect(written.glyphs).not.toContain(0)
  })

  test('write Han characters as in Japan beside kana, and as in China elsewhere', async () => {
    const [japanese, chinese] = [await write('直子さんへ'), await write('直子')]
    expect(japanese).toMatchObject({ families: ['japanese', 'chinese'], missing: [] })
    expect(chinese).toMatchObject({ families: ['chinese'], missing: [] })
  })

  test('write a Bengali sentence with its full stop, and signs such as hearts and ticks', async () => {
    expect(await write('শুভ।')).toMatchObject({ missing: [] })
    expect(await write('♥ ★ ✓ → ☎')).toMatchObject({ families: ['symbols', 'symbols-2'], missing: [] })
  })

  test('are not needed where the fonts of the design have every character, or no text is visible', async () => {
    expect((await write('Asha & Rohan, ₹500')).families).toEqual([])
    expect((await write('a\u2066b\u2069\u00ad\ufe0f\u0007')).families).toEqual([])
    expect((await write('শুভ', { visible: false })).families).toEqual([])
  })

  test('are found for a text in capitals, and without any font of the design', async () => {
    const document = documentWith('straße ŉ', { uppercase: true })
    const fonts = openFonts(await loadShaper(), document.fonts, FONTS)
    expect(listMissingTexts(document, fonts).flatMap(({ graphemes }) => graphemes)).toEqual([])
    expect((await write('Hello', {}, [])).families).toEqual(['latin'])
  })

  test('bring colours for emoji where the design has only a plain glyph, and leave its own colours alone', async () => {
    const [src, bytes] = EMOJI
    const shaper = await loadShaper()
    const face = { family: 'Own emoji', src, license: 'x', covers: 'emoji' } as FontFace
    const document = documentWith('Hello 🎉', {}, [...poppins, face])
    const fonts = openFonts(shaper, document.fonts, new Map([...FONTS, [src, bytes]]))
    expect(addFallbackFaces(document, fonts)).toBe(document)
  })

  test('leave what none of them has missing, by layer and grapheme', async () => {
    expect(await write('Asha 𒀀𒁀 𒀀')).toMatchObject({ families: [], missing: ['𒀀', '𒁀'] })
    const document = documentWith('𒀀')
    const [missing] = listMissingTexts(document, openFonts(await loadShaper(), document.fonts, FONTS))
    expect(missing).toMatchObject({ layer: { id: 't' }, graphemes: ['𒀀'] })
  })
})

test('a watermark is written in faces of the engine, of each of its scripts', () => {
  const families = (text: string) => listMarkFaces(text).map(({ family }) => family)
  expect(families('PREVIEW')).toEqual(['Fallback latin'])
  expect(families('विवाह & CO')).toEqual(['Fallback latin', 'Fallback devanagari'])
  expect(families('')).toEqual([])
})

test('the faces that a text may need are known without any font', () => {
  expect(listPossibleFallbacks('{"names":"Asha & Rohan"}')).toEqual([])
  const families = listPossibleFallbacks('{"a":"শুভ","b":"🎉"}').map(({ family }) => family)
  expect(families).toEqual(['Fallback bengali', 'Fallback emoji'])
})
