import type { TemplateDocument } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'
import type { TextAlign } from '@vitrine/document/layer'
import { listNeededAssets, resolveDocument } from '@vitrine/project/resolve'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleDocument } from '../../../document/testing/sample.ts'
import { EMOJI, FACES, FONTS } from '../../golden/stock.ts'
import { slimFont } from '../../testing/font-file.ts'
import { type FontLibrary, openFonts } from './font.ts'
import { outlinePoints } from './outline.ts'
import { loadShaper } from './shaper.ts'
import { layoutText, type TextStyle } from './text.ts'

let fonts: FontLibrary

beforeAll(async () => {
  const opened = openFonts(await loadShaper(), FACES, FONTS)
  if (!opened) throw new Error('no fonts')
  fonts = opened
})

const style: TextStyle = { family: 'Playfair Display', weight: 700, size: 60 }
const box = { width: 600, height: 200 }
const linesOf = (text: string, more: Partial<TextStyle> = {}, size = box) =>
  layoutText(text, { ...style, ...more }, size, fonts).lines.map((line) => line.text)

describe('small capitals', () => {
  const glyphsOf = (text: string, more: Partial<TextStyle>) =>
    layoutText(text, { ...style, ...more }, box, fonts).lines.flatMap(({ glyphs }) => [...glyphs])

  test('stand for small letters, at 70 percent of the size; capitals, figures and lines stay as they are', () => {
    const [small, upper] = [glyphsOf('Hi 7', { smallCaps: true }), glyphsOf('HI 7', {})]
    expect(small.map(({ id }) => id)).toEqual(upper.map(({ id }) => id))
    const shares = small.map(({ advance }, n) => advance / (upper[n]?.advance ?? 1))
    expect(shares.map((share) => Math.round(share * 100))).toEqual([100, 70, 100, 100])
    expect(small[1]?.y).toBe(upper[1]?.y)
    const height = (glyph: (typeof small)[number] | undefined) =>
      Math.max(...[...outlinePoints(glyph?.font.outline(glyph.id) ?? [])].map(([, y]) => -y))
    expect(height(small[1]) / height(upper[1])).toBeCloseTo(0.7, 6)
    expect(glyphsOf('Hi', { smallCaps: true, uppercase: true }).map(({ advance }) => advance)).toEqual(
      glyphsOf('HI', {}).map(({ advance }) => advance),
    )
  })

  test('of letters that become two stay together, and lines break as wide as they are', () => {
    expect(glyphsOf('ß', { smallCaps: true })).toHaveLength(2)
    const text = 'asha and rohan are getting married'
    expect(linesOf(text, { smallCaps: true }).join(' ')).toBe('ASHA AND ROHAN ARE GETTING MARRIED')
    expect(linesOf(text, { smallCaps: true })).toHaveLength(2)
    expect(linesOf(text, { uppercase: true })).toHaveLength(3)
  })
})

describe('lines', () => {
  test('break where Unicode allows, and at line feeds', () => {
    expect(linesOf('Asha and Rohan are getting married')).toEqual(['Asha and Rohan are', 'getting married'])
    expect(linesOf('one\ntwo')).toEqual(['one', 'two'])
    expect(linesOf('one\r\n\r\ntwo')).toEqual(['one', '', 'two'])
  })

  test('of a title are evened out', () => {
    expect(linesOf('Asha and Rohan are getting married soon', { wrap: 'balance', size: 50 })).toEqual([
      'Asha and Rohan are',
      'getting married soon',
    ])
  })

  test('cut a word that is wider than the box between graphemes only', () => {
    const lines = linesOf('क्षत्रियक्षत्रियक्षत्रियक्षत्रिय', { size: 80 }, { width: 200, height: 2000 })
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line).not.toMatch(/^\p{M}/u)
  })

  test('are aligned in their box', () => {
    const at = (align: NonNullable<TextStyle['align']>, text = 'Asha') => {
      const [line] = layoutText(text, { ...style, align }, box, fonts).lines
      return [Math.round(line?.x ?? 0), Math.round((line?.x ?? 0) + (line?.width ?? 0))]
    }
    expect(at('left')[0]).toBe(0)
    expect(at('right')[1]).toBe(600)
    expect((at('center')[0] ?? 0) + (at('center')[1] ?? 0)).toBe(600)
    expect(at('start', 'مرحبا')[1]).toBe(600)
  })
})

describe('fitting', () => {
  test('shrinks until the text fits, no further than the smallest size', () => {
    const long = 'A sentence that is much too long for the little box that it has to stand in'
    const fitted = layoutText(long, { ...style, fit: { mode: 'shrink', min: 10 }, maxLines: 2 }, box, fonts)
    expect(fitted).toMatchObject({ fits: true })
    expect(fitted.lines.length).toBeLessThanOrEqual(2)
    expect(fitted.fontSize).toBeLessThan(60)
    const stuck = layoutText(long, { ...style, fit: { mode: 'shrink', min: 50 }, maxLines: 1 }, box, fonts)
    // It needs more lines than specified, and all of them are inside its box.
    expect(stuck).toMatchObject({ fits: true, fontSize: 50 })
    expect(stuck.lines.length).toBeGreaterThan(1)
    const flat = { width: 600, height: 60 }
    const cramped = layoutText(long, { ...style, fit: { mode: 'shrink', min: 50 }, maxLines: 1 }, flat, fonts)
    expect(cramped).toMatchObject({ fits: false, fontSize: 50 })
  })

  test('reports what does not fit without shrinking', () => {
    expect(layoutText('Incomprehensibilities', style, { width: 200, height: 80 }, fonts)).toMatchObject({
      fits: false,
      fontSize: 60,
    })
  })

  test('is as large as can be: half a pixel more would not fit', () => {
    const words = fc.array(fc.constantFrom('Asha', 'weds', 'रोहन', 'and', 'தமிழ்', 'extraordinarily'), {
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(words, (list) => {
        const text = list.join(' ')
        const fitted = layoutText(text, { ...style, fit: { mode: 'shrink', min: 8 } }, box, fonts)
        if (!fitted.fits || fitted.fontSize === 60) return
        // A letter is kerned with the following space, which is removed at the end of a line: that may widen the line slightly.
        const max = 600 + fitted.fontSize * 0.05
        expect(fitted.lines.every((line) => line.width <= max)).toBe(true)
        expect(layoutText(text, { ...style, size: fitted.fontSize + 1 }, box, fonts).fits).toBe(false)
      }),
      { numRuns: 60 },
    )
  })
})

describe('scripts', () => {
  test('take glyphs from a font that has them, and say what no font has', () => {
    const layout = layoutText('Asha रोहन தமிழ் 漢', style, box, fonts)
    const glyphs = layout.lines.flatMap((line) => line.glyphs)
    expect(new Set(glyphs.map(({ font }) => font)).size).toBeGreaterThanOrEqual(3)
    expect(layout.missing).toEqual(['漢'])
  })

  test('are shaped: conjuncts join and the short i stands before its consonant', () => {
    const glyphCount = (text: string) =>
      layoutText(text, { ...style, family: 'Noto Sans Devanagari' }, box, fonts).lines[0]?.glyphs.length
    expect(glyphCount('क्ष')).toBe(1)
    const [first] = layoutText('कि', { ...style, family: 'Noto Sans Devanagari' }, box, fonts).lines[0]?.glyphs ?? []
    const [alone] = layoutText('क', { ...style, family: 'Noto Sans Devanagari' }, box, fonts).lines[0]?.glyphs ?? []
    expect(first?.id).not.toBe(alone?.id)
  })

  test('read from right to left where they do, with numbers left to right inside', () => {
    const [line] = layoutText('سلام 12', { ...style, family: 'Noto Naskh Arabic' }, box, fonts).lines
    const order = line?.glyphs.map(({ grapheme }) => grapheme) ?? []
    // The number is read last, so it is leftmost, with its digits in order.
    expect(order.slice(0, 2)).toEqual([4, 5])
    expect(order[order.length - 1]).toBe(0)
  })

  test('keep the direction of their paragraph on every line', () => {
    const arabic = { ...style, family: 'Noto Naskh Arabic' }
    const text = 'يسرنا دعوتكم لحضور حفل زفاف Asha و Rohan في 14/02'
    const narrow = { width: 420, height: 400 }
    const lines = layoutText(text, arabic, narrow, fonts).lines
    const start = lines.findIndex((line) => line.text.startsWith('Asha'))
    expect(start, lines.map((line) => line.text).join(' | ')).toBeGreaterThan(0)
    // A line that begins with a Latin name is still right-to-left: the name is at its right end.
    const [first] = lines[start]?.glyphs.toSorted((a, b) => a.grapheme - b.grapheme) ?? []
    expect(first?.x).toBeGreaterThan((lines[start]?.x ?? 0) + (lines[start]?.width ?? 0) / 2)
  })

  test('set a full stop after the last word of a Latin paragraph, whatever its last line is written in', () => {
    const lines = layoutText(
      'We wish you both مبارك.',
      { ...style, size: 60 },
      { width: 300, height: 400 },
      fonts,
    ).lines
    const last = lines.at(-1)
    expect(last?.text).toBe('مبارك.')
    const rightmost = last?.glyphs.toSorted((a, b) => b.x - a.x)[0]
    expect(rightmost?.grapheme).toBe(Math.max(...(last?.glyphs.map(({ grapheme }) => grapheme) ?? [])))
  })

  test('joined scripts are not torn apart by tracking', () => {
    const width = (tracking: number) =>
      layoutText('سلام', { ...style, family: 'Noto Naskh Arabic', tracking }, box, fonts).lines[0]?.glyphs.reduce(
        (sum, glyph) => sum + glyph.advance,
        0,
      )
    expect(width(300)).toBeCloseTo(width(0) ?? 0)
  })
})

test('any text can be laid out', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.integer({ min: 1, max: 400 }), (text, width) => {
      const layout = layoutText(
        text,
        { ...style, fit: { mode: 'shrink', min: 4 }, wrap: 'balance' },
        { width, height: 100 },
        fonts,
      )
      expect(layout.lines.every((line) => Number.isFinite(line.x) && Number.isFinite(line.width))).toBe(true)
    }),
    { numRuns: 300 },
  )
})

describe('justification', () => {
  const prose = 'With joy in our hearts we ask you to be with us on the day we marry\nCome early'
  const widths = (align: TextAlign) =>
    layoutText(prose, { ...style, size: 40, align }, { width: 600, height: 400 }, fonts).lines.map(({ x, width }) => [
      Math.round(x),
      Math.round(x + width),
    ])

  test('fills every line but the last of a paragraph, which has its own alignment', () => {
    const [first, ...others] = widths('justify')
    expect(first).toEqual([0, 600])
    const last = others[others.length - 1] ?? []
    expect(last[0]).toBe(0)
    expect(last[1]).toBeLessThan(600)
    expect(widths('justify-right').at(-1)?.[1]).toBe(600)
    expect(widths('justify-all').at(-1)).toEqual([0, 600])
    const [left = 0, right = 0] = widths('justify-center').at(-1) ?? []
    expect(Math.abs(left + right - 600)).toBeLessThanOrEqual(1)
  })

  test('leaves a line without spaces alone', () => {
    const [line] = layoutText('Word', { ...style, align: 'justify-all' }, { width: 600, height: 100 }, fonts).lines
    expect(line?.width).toBeLessThan(500)
  })

  test('a first line by its foot stands on the upper edge of the box', () => {
    const [line] = layoutText(
      'Word',
      { ...style, valign: 'baseline', baseline: 4 },
      { width: 9, height: 1 },
      fonts,
    ).lines
    expect(line?.baseline).toBeCloseTo(-4)
  })
})

describe('emoji', () => {
  test('come whole from a font with colours, and only from it', async () => {
    const [src, bytes] = EMOJI
    const face = { family: 'Emoji', src: src as AssetId, license: 'OFL-1.1' }
    const withEmoji = openFonts(await loadShaper(), [...FACES, face], new Map([...FONTS, [src, bytes]]))
    if (!withEmoji) throw new Error('no fonts')
    const layout = layoutText('1 🙏🏽 👨‍👩‍👧 ❤️', style, box, withEmoji)
    expect(layout.missing).toEqual([])
    const visible = layout.lines
      .flatMap(({ glyphs }) => glyphs)
      .filter(({ isSpace, advance }) => !isSpace && advance > 0)
    expect(visible.map(({ font }) => font.isColored)).toEqual([false, true, true, true])
    for (const { font, id } of visible.slice(1)) expect(font.colors(id)?.length).toBeGreaterThan(1)
    expect(layoutText('🙏', style, box, fonts).missing).toEqual(['🙏'])
  })

  test('need their large font only when a text has one', () => {
    const fontsOf = (text: string) => {
      const layer = { id: 't', type: 'text', in: 0, out: 9, text, font: 'Poppins', size: 20, box: [0, 0, 9, 9] }
      const document = {
        ...sampleDocument,
        fonts: [{ family: 'Emoji', src: EMOJI[0], license: 'x', covers: 'emoji' }],
        layers: [layer],
      }
      return listNeededAssets(resolveDocument(document as unknown as TemplateDocument, {}))
    }
    expect([fontsOf('Hello 1'), fontsOf('Hello ❤️')]).toEqual([[], [EMOJI[0]]])
  })

  test('lose the tables that nothing reads, and nothing else', () => {
    const [, bytes] = EMOJI
    expect(slimFont(bytes)).toBe(bytes)
    const [other] = FONTS.values()
    expect(other && slimFont(other)).toBe(other)
    expect(slimFont(new Uint8Array([0, 1, 0, 0, 255]))).toHaveLength(5)
    expect(bytes.length).toBeLessThan(6_000_000)
  })
})
