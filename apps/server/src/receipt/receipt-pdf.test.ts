import { createCanvas } from '@napi-rs/canvas'
import { BUNDLED_LANGUAGES } from '@vitrine/language/language'
import { openTexts } from '@vitrine/language/texts'
import { expect, it } from 'vitest'
import { readPdf } from '../../testing/pdf-reader.ts'
import { isDrawable } from './receipt-font.ts'
import { drawReceipt, openLogo, type ReceiptSheet } from './receipt-pdf.ts'

const sheet: ReceiptSheet = {
  number: 'VT-2026-000123',
  // Still the 20th in London, already the 21st in India.
  issuedAt: new Date('2026-11-20T20:00:00Z'),
  brand: { name: 'Lamp House', accent: '#1a1a4d' },
  seller: ['Lamp House Pvt Ltd', '12 Lamp Street'],
  buyer: ['Asha Kulkarni', 'asha@example.test'],
  quantityLabel: 'Licences',
  lines: [
    { title: 'Lamps', detail: 'Video template', quantity: 3, each: '120 credits', total: '360 credits' },
    { title: 'Rangoli', detail: 'Image template', quantity: 1, each: '₹399.00', total: '₹399.00' },
  ],
  subtotal: '360 credits',
  total: '361 credits',
  facts: [['Payment', 'pay_O1ab2']],
  notes: [{ title: 'Standard', text: 'Personal and commercial use.' }],
}

it('contains all data as selectable text, on one page', () => {
  const { pages, texts, title } = readPdf(drawReceipt(sheet))
  expect(pages).toBe(1)
  expect(title).toBe('Receipt VT-2026-000123')
  const expected = ['Receipt', 'VT-2026-000123', '21 November 2026', 'Lamp House', '12 Lamp Street', 'Asha Kulkarni']
  expected.push('asha@example.test', 'Lamps', 'Video template', '3', '120 credits', '360 credits', 'Rangoli', '₹399.00')
  expected.push('Subtotal', 'Tax', '-', 'Total', '361 credits', 'Payment', 'pay_O1ab2', 'Standard')
  for (const text of [...expected, 'Personal and commercial use.']) expect(texts).toContain(text)
})

it('shows the logo of the store instead of the mark and the name', async () => {
  const logo = await openLogo(await createCanvas(400, 80).encode('png'))
  expect(logo).toBeDefined()
  const { texts } = readPdf(drawReceipt({ ...sheet, brand: { ...sheet.brand, logo } }))
  expect(texts).not.toContain('Lamp House')
  expect(texts).toContain('Lamp House Pvt Ltd')
  expect(await openLogo(Buffer.from('no picture'))).toBeUndefined()
})

it.each([
  ['Devanagari', 'आशा क्षत्रिय'],
  ['Tamil', 'தமிழ்ச்செல்வன் கிருஷ்ணன்'],
  ['Gujarati', 'કૃષ્ણ પ્રજ્ઞા'],
  ['Arabic', 'محمد'],
  ['Bengali', 'অনির্বাণ ক্ষত্রিয়'],
  ['Telugu', 'కృష్ణమూర్తి'],
  ['Kannada', 'ಕೃಷ್ಣಮೂರ್ತಿ'],
  ['Malayalam', 'കൃഷ്ണൻകുട്ടി'],
  ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
  ['Odia', 'ଜଗନ୍ନାଥ'],
  ['Vietnamese', 'Nguyễn Thị Hằng'],
  ['Greek', 'Αλέξανδρος'],
  ['Cyrillic', 'Екатерина Їжакевич'],
])('draws %s names with joined letters and no boxes, and tells them to programs', (_script, name) => {
  const { glyphs, subject } = readPdf(drawReceipt({ ...sheet, buyer: [name, name], lines: sheet.lines.slice(0, 1) }))
  expect(glyphs.flat()).not.toContain(0)
  expect(subject).toBe(`Lamps for ${name}`)
})

it.each(BUNDLED_LANGUAGES)('is drawn in $name without boxes, with the texts of that language', (language) => {
  const { translate } = openTexts(language)
  const { glyphs, texts, title } = readPdf(drawReceipt({ ...sheet, texts: openTexts(language) }))
  expect(glyphs.flat()).not.toContain(0)
  expect(title).toBe(translate('Receipt {number}', { number: sheet.number }))
  expect(texts).toContain('Asha Kulkarni')
  expect(isDrawable(language.tag)).toBe(true)
})

it('cannot be drawn in every script', () => {
  expect(['zh', 'he', 'th', 'am'].filter(isDrawable)).toEqual([])
  expect(['bn', 'fr', 'pt-BR', 'ru', 'ur'].filter((tag) => !isDrawable(tag))).toEqual([])
})

it('shapes Indic scripts: fewer glyphs than characters', () => {
  const drawnFor = (name: string) => readPdf(drawReceipt({ ...sheet, buyer: [name] })).glyphs.flat().length
  const without = drawnFor('x') - 1
  expect(drawnFor('क्षत्रिय') - without).toBeLessThan([...'क्षत्रिय'].length)
  for (const name of ['கிருஷ்ணன்', 'ক্ষত্রিয়', 'కృష్ణ', 'ಕೃಷ್ಣ', 'ജ്യോത്സ്ന', 'ଜଗନ୍ନାଥ']) {
    expect(drawnFor(name) - without, name).toBeLessThan([...name].length)
  }
})

it('breaks long texts, drops what cannot be printed, and goes on on the next page', () => {
  const { pages, texts } = readPdf(
    drawReceipt({
      ...sheet,
      buyer: [`a\u0000b\n${'w'.repeat(60)}`],
      notes: [{ title: 'Terms', text: 'every word of it '.repeat(900) }],
    }),
  )
  expect(pages).toBeGreaterThan(1)
  expect(texts).toContain('a b')
  expect(texts.filter((text) => /^w+$/.test(text)).join('')).toBe('w'.repeat(60))
  expect(texts.join(' ').match(/every/g)).toHaveLength(900)
  expect(texts).toContain(`VT-2026-000123, page ${pages}`)
})
